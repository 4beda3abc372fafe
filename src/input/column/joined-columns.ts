import { readParts, SPLITS } from '../../identifiers/index.js';
import type { ColumnKind, IdentifierKind } from '../../identifiers/types.js';
import type { IdentifierParts } from '../types.js';
import type { Records } from './column-scores.js';

/** More rows would take longer and not change the result. */
const MAX_SCORED = 1000;

export interface ScoredParts extends IdentifierParts {
  /** The share (0 to 1) of valid identifiers among the sampled rows that have any part. */
  readonly validShare: number;
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

/** The columns beside each other that together hold an identifier; undefined if there are none. */
export function findParts(
  rows: Records,
  wanted: ColumnKind | undefined,
): IdentifierParts | undefined {
  const widest = rows.reduce((most, { length }) => Math.max(most, length), 0);
  for (const kind of kindsOf(wanted)) {
    const [widths = []] = SPLITS[kind];
    for (let first = 0; first + widths.length <= widest; first += 1) {
      const parts = { kind, columns: widths.map((_, at) => first + at), widths };
      if (scored(parts, rows).validShare >= 0.5) return parts;
    }
  }
  return undefined;
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
  return { ...parts, validShare: filled === 0 ? 0 : valid / filled };
}

/** Reads the identifier whose parts are in these columns of a record. */
export function readJoined({ kind, columns, widths }: IdentifierParts, cells: readonly string[]) {
  return readParts(
    columns.map((column) => cells[column] ?? ''),
    kind,
    widths,
  );
}
