import { toCell } from '../records/cells.js';
import type { Change } from './types.js';

/** The columns of the changes in a table, and the keys of a change in JSON. */
export const changeColumns = ['id', 'kind', 'change', 'field', 'old', 'new'] as const;

/** A change as cells in the order of `changeColumns`. */
export function changeCells(change: Change): string[] {
  const { id, kind, change: what, field } = change;
  const [old, now] = valueTexts(change);
  return [id, kind, what, field, old, now];
}

/**
 * Both values of a change as texts for people: entries of a list joined with ` | `, a partner as their fields. Where
 * these would be the same, as JSON.
 */
export function valueTexts({ field, old, new: now }: Change): readonly [old: string, now: string] {
  const [before, after] = [old, now].map((value) => textOf(field, value));
  if (before !== after) return [before ?? '', after ?? ''];
  return [JSON.stringify(old), JSON.stringify(now)];
}

function textOf(field: string, value: unknown): string {
  if (!Array.isArray(value)) return toCell('', value);
  if (field === 'telefones') return toCell(field, value);
  return value.map(entryText).join(' | ');
}

function entryText(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return toCell('', entry);
  return Object.values(entry)
    .map((part) => toCell('', part))
    .filter((part) => part !== '')
    .join(', ');
}
