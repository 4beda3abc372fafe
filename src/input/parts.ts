import { readParts, SPLITS } from '../identifiers/index.js';
import type { ColumnKind } from '../identifiers/types.js';
import { kindsOf, type Records } from './table/column-scores.js';
import type { IdentifierParts } from './types.js';

/** More rows would take longer and not change the result. */
const MAX_SCORED = 1000;

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
  const widest = rows.reduce((most, { length }) => Math.max(most, length), 0);
  for (const kind of kindsOf(wanted))
    for (const widths of around === undefined ? SPLITS[kind].slice(0, 1) : SPLITS[kind])
      for (let first = 0; first + widths.length <= widest; first += 1) {
        const parts = { kind, columns: widths.map((_, at) => first + at), widths };
        const isNear = around === undefined || parts.columns.some((at) => around.includes(at));
        if (isNear && scored(parts, rows).validShare >= 0.5) return parts;
      }
  return undefined;
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
