import { readParts, SPLITS } from '../../identifiers/index.js';
import type { ColumnKind, IdentifierKind } from '../../identifiers/types.js';
import type { IdentifierParts } from '../types.js';
import type { Records } from './column-scores.js';
import { UsageError } from '../../errors.js';
import { listedColumns } from '../describe-layout.js';
import type { Head } from '../table/header.js';

/** More rows would take longer and not change the result. */
const MAX_SCORED = 1000;

interface ScoredParts extends IdentifierParts {
  /** The share (0 to 1) of valid identifiers among the sampled rows that have any part. */
  readonly validShare: number;
  /** Sampled rows that have any part. */
  readonly filled: number;
}

/** The ways to read these columns as the parts of one identifier, the best first. */
export function possibleParts(
  columns: readonly number[],
  rows: Records,
  wanted: ColumnKind | undefined,
): ScoredParts[] {
  const found = kindsOf(wanted).flatMap((kind) =>
    SPLITS[kind]
      .filter(({ length }) => length === columns.length)
      .map((widths) => scored({ kind, columns, widths }, rows)),
  );
  return found.sort((a, b) => b.validShare - a.validShare);
}

/**
 * The columns beside each other that together hold an identifier; undefined if there are none. `around`: columns of
 * which they must have one; then every way to split an identifier is tried, and otherwise the registry's.
 */
function findParts(
  rows: Records,
  wanted: ColumnKind | undefined,
  around?: readonly number[],
): IdentifierParts | undefined {
  for (const parts of adjacentParts(rows, wanted, around === undefined)) {
    if (around !== undefined && !parts.columns.some((column) => around.includes(column))) continue;
    if (scored(parts, rows).validShare >= 0.5) return parts;
  }
  return undefined;
}

/** All columns beside each other that could hold the parts of an identifier. */
export function* adjacentParts(
  rows: Records,
  wanted: ColumnKind | undefined,
  isRegistrys: boolean,
): Generator<IdentifierParts> {
  const widest = rows.reduce((most, { length }) => Math.max(most, length), 0);
  for (const kind of kindsOf(wanted))
    for (const widths of isRegistrys ? SPLITS[kind].slice(0, 1) : SPLITS[kind])
      for (let first = 0; first + widths.length <= widest; first += 1)
        yield { kind, columns: widths.map((_, at) => first + at), widths };
}

function kindsOf(wanted: ColumnKind | undefined): readonly IdentifierKind[] {
  return wanted === undefined || wanted === 'both' ? ['cnpj', 'cpf'] : [wanted];
}

function scored(parts: IdentifierParts, rows: Records): ScoredParts {
  let [filled, valid] = [0, 0];
  for (const cells of rows.slice(0, MAX_SCORED)) {
    const reading = readJoined(parts, cells);
    filled += Number(reading.valid || reading.reason !== 'empty');
    valid += Number(reading.valid);
  }
  return { ...parts, filled, validShare: filled === 0 ? 0 : valid / filled };
}

/** Reads the identifier whose parts are in these columns of a record. */
export function readJoined({ kind, columns, widths }: IdentifierParts, cells: readonly string[]) {
  return readParts(
    columns.map((column) => cells[column] ?? ''),
    kind,
    widths,
  );
}

/** Below this share the valid identifiers of a join are chance: check digits agree in one of a hundred. */
const CHANCE = 0.1;

/**
 * Refuses a file whose columns hold the parts of identifiers. Joining is not guessed: an identifier that only seems to
 * be there would be paid for. `around`: the columns that `--column` names, of which the parts must have one.
 *
 * @throws UsageError `identifier_in_parts`
 */
export function refuseParts(
  { columns, rows }: Head,
  kind: ColumnKind | undefined,
  name: string,
  around?: readonly number[],
): void {
  const found =
    findParts(rows, kind, around) ??
    (around === undefined ? undefined : findParts(rows, undefined, around));
  if (found === undefined) return;
  const parts = listedColumns(columns, found.columns);
  const isOther = kind !== undefined && kind !== 'both' && kind !== found.kind;
  const wrongly = isOther ? kind : undefined;
  throw new UsageError('identifier_in_parts', { file: name, kind: found.kind, parts, wrongly });
}

/** @throws UsageError `chance_parts` if hardly a row of these joined columns is valid */
export function refuseChance(
  { kind, columns, validShare, filled }: ScoredParts,
  head: Head,
  name: string,
): void {
  if (filled === 0 || validShare >= CHANCE) return;
  const parts = listedColumns(head.columns, columns);
  throw new UsageError('chance_parts', { file: name, kind, parts, validShare });
}
