import { SPLITS, type ColumnKind } from '../identifiers/index.js';
import { listKinds, readJoined, type Records } from './table.js';
import type { IdentifierParts } from './types.js';

/**
 * The number of rows whose parts are joined. The rows are spread over the sample, because the first ones may be
 * special.
 */
const JOINED_ROWS = 300;

export type JoinedParts = ReturnType<typeof scoreParts>;

/** Returns the ways to split an identifier; with `isRegistryOnly` just the way in which the registry publishes it. */
export function listSplits(wanted: ColumnKind | undefined, isRegistryOnly: boolean) {
  return listKinds(wanted).flatMap((kind) =>
    SPLITS[kind].slice(0, isRegistryOnly ? 1 : undefined).map((widths) => ({ kind, widths })),
  );
}

/** Returns the groups of neighbouring columns that could have the parts of an identifier. */
export function listAdjacentParts(
  rows: Records,
  wanted: ColumnKind | undefined,
  isRegistryOnly: boolean,
): IdentifierParts[] {
  const maxWidth = rows.reduce((maxSoFar, { length }) => Math.max(maxSoFar, length), 0);
  return listSplits(wanted, isRegistryOnly).flatMap((split) =>
    Array.from({ length: Math.max(0, maxWidth - split.widths.length + 1) }, (_, first) => ({
      ...split,
      columns: split.widths.map((_width, at) => first + at),
    })),
  );
}

/**
 * Joins these columns in the sample. Returns the number of different joins, the valid ones, and their share (0 to 1).
 */
export function scoreParts(parts: IdentifierParts, rows: Records) {
  const step = Math.ceil(rows.length / JOINED_ROWS);
  const joins = new Map<string, readonly string[]>();
  for (let at = 0; at < rows.length; at += step) {
    const cells = rows[at] ?? [];
    const text = parts.columns.map((column) => (cells[column] ?? '').trim()).join(' ');
    if (text.trim() !== '') joins.set(text, cells);
  }
  const valid = [...joins.values()].flatMap((cells) => {
    const reading = readJoined(parts, cells);
    return reading.valid ? [{ cells, id: reading.id, repaired: reading.repaired }] : [];
  });
  const validShare = joins.size === 0 ? 0 : valid.length / joins.size;
  return { ...parts, joins: joins.size, validShare, valid };
}
