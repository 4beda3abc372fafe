import { SPLITS, type ColumnKind } from '../identifiers/index.js';
import { kindsOf, readJoined, type Records } from './table.js';
import type { IdentifierParts } from './types.js';

/** Rows of which parts are joined, from all over the sample: the first ones may be special. */
const JOINED_ROWS = 300;

export type JoinedParts = ReturnType<typeof joinedParts>;

/** The ways to split an identifier, or the registry's alone. */
export function splits(wanted: ColumnKind | undefined, isRegistrys: boolean) {
  return kindsOf(wanted).flatMap((kind) =>
    SPLITS[kind].slice(0, isRegistrys ? 1 : undefined).map((widths) => ({ kind, widths })),
  );
}

/** Columns beside each other that could hold the parts of an identifier. */
export function adjacentParts(
  rows: Records,
  wanted: ColumnKind | undefined,
  isRegistrys: boolean,
): IdentifierParts[] {
  const widest = rows.reduce((most, { length }) => Math.max(most, length), 0);
  return splits(wanted, isRegistrys).flatMap((split) =>
    Array.from({ length: Math.max(0, widest - split.widths.length + 1) }, (_, first) => ({
      ...split,
      columns: split.widths.map((_width, at) => first + at),
    })),
  );
}

/** What the sample says of these columns: the different joins, the valid ones, and their share (0 to 1). */
export function joinedParts(parts: IdentifierParts, rows: Records) {
  const every = Math.ceil(rows.length / JOINED_ROWS);
  const joins = new Map<string, readonly string[]>();
  for (let at = 0; at < rows.length; at += every) {
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
