import type { Head } from '../table/header.js';

/** The most parts that an identifier is split into. */
const MOST_PARTS = 6;

/**
 * The columns that `--column` names: one, or the parts of an identifier joined by `+`. A name is matched
 * exactly, then ignoring case, and at last it is a position from 1; a whole name that contains a `+` comes
 * first. `ambiguous` makes the error for a name that several columns have. Empty if there is no such column.
 */
export function columnsNamed(
  wanted: string,
  head: Head,
  ambiguous: (indexes: readonly number[]) => Error,
): readonly number[] {
  const whole = matching(wanted, head, ambiguous);
  if (whole !== undefined) return [whole];
  const texts = wanted.split('+').map((text) => text.trim());
  if (texts.length < 2 || texts.length > MOST_PARTS) return [];
  return partsNamed(texts, (text) => matching(text, head, ambiguous)) ?? [];
}

/** Tries long names first, because the name of a part may contain a `+`, too. */
function partsNamed(
  texts: readonly string[],
  find: (text: string) => number | undefined,
): number[] | undefined {
  if (texts.length === 0) return [];
  for (let taken = texts.length; taken > 0; taken -= 1) {
    const found = find(texts.slice(0, taken).join('+'));
    const rest = found === undefined ? undefined : partsNamed(texts.slice(taken), find);
    if (found !== undefined && rest !== undefined) return [found, ...rest];
  }
  return undefined;
}

function matching(
  wanted: string,
  { columns, hasHeader }: Head,
  ambiguous: (indexes: readonly number[]) => Error,
): number | undefined {
  const names = hasHeader ? columns : [];
  const same = (fold: (text: string) => string): number[] =>
    names.flatMap((name, index) => (fold(name) === fold(wanted) ? [index] : []));
  const exact = same((text) => text);
  const matches = exact.length > 0 ? exact : same((text) => text.trim().toLowerCase());
  if (matches.length > 1) throw ambiguous(matches);
  if (matches[0] !== undefined) return matches[0];
  const position = /^\d+$/.test(wanted) ? Number(wanted) - 1 : -1;
  return position >= 0 && position < columns.length ? position : undefined;
}
