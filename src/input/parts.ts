import { readFileCell, readParts, SPLITS } from '../identifiers/index.js';
import type { ColumnKind, Reading } from '../identifiers/types.js';
import { kindsOf, type Records } from './table/column-scores.js';
import type { IdentifierParts } from './types.js';

/** More rows would take longer and not change the result. */
const MAX_SCORED = 1000;
const MAX_COMPARED = 150;
/** Below this share of rows with one and the same identifier, the pieces and the whole column are two lists. */
const SAME = 0.95;

export interface ScoredParts extends IdentifierParts {
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
export function findParts(
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

interface FoundParts extends IdentifierParts {
  readonly validShare: number;
  readonly ids: readonly string[];
}

/**
 * The pieces among the columns `own` that hold other identifiers than each of the whole `columns`; undefined if there are
 * none. Two lists stand in such a file, as companies in pieces and the CPFs of their accountants, and buying the wrong one
 * cannot be undone.
 */
export function partsBeside(
  columns: readonly number[],
  own: ReadonlySet<number>,
  all: Records,
  wanted: ColumnKind | undefined,
): FoundParts | undefined {
  // Rows all over the sample: the first may be special.
  const every = Math.ceil(all.length / MAX_COMPARED);
  const rows = all.filter((_, at) => at % every === 0);
  for (const parts of adjacentParts(rows, wanted, false)) {
    if (!parts.columns.every((column) => own.has(column))) continue;
    const readings = rows.map((cells) => readJoined(parts, cells));
    const validShare = shareOfDistinct(parts, readings, rows);
    if (validShare < 0.5) continue;
    const held = rows.flatMap((cells, at) => {
      const reading = readings[at];
      return reading?.valid === true ? [{ cells, id: reading.id }] : [];
    });
    const isSame = (column: number) => {
      const same = held.filter(({ cells, id }) => {
        const whole = readFileCell(cells[column] ?? '', parts.kind);
        return whole.valid && whole.id === id;
      });
      return same.length >= held.length * SAME;
    };
    return columns.some(isSame)
      ? undefined
      : { ...parts, validShare, ids: held.map(({ id }) => id) };
  }
  return undefined;
}

/**
 * The share (0 to 1) of valid ones among the joins that differ: a pair of columns with the same two numbers in every
 * row is valid by chance in one of a hundred files. One alone must be whole without restored zeros, too.
 */
function shareOfDistinct(
  { columns }: IdentifierParts,
  readings: readonly Reading[],
  rows: Records,
): number {
  const textOf = (cells: readonly string[]) =>
    columns.map((column) => (cells[column] ?? '').trim()).join(' ');
  const distinct = new Map(rows.map((cells, at) => [textOf(cells).trim(), readings[at]]));
  distinct.delete('');
  const valid = [...distinct.values()].filter((reading) => reading?.valid === true);
  if (valid.length < 2 && valid.every((reading) => reading.repaired)) return 0;
  return valid.length / distinct.size;
}

/** All columns beside each other that could hold the parts of an identifier. */
function* adjacentParts(
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
