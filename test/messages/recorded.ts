import type { ErrorReader } from './readers.js';

/** Returns one entry of a recorded text: a heading, and below it the indented text. */
export function entry(heading: string, text: string): string {
  const lines = text.split('\n').map((line) => (line === '' ? '' : `    ${line}`));
  return `${heading}\n${lines.join('\n')}\n`;
}

/** Pairs each text with the names of its readers; `all others` stands for the readers of the commonest text. */
function groupByText(
  texts: ReadonlyMap<string, readonly string[]>,
  all: number,
): [string, string][] {
  const sizes = [...texts.values()].map(({ length }) => length);
  const most = Math.max(...sizes);
  return [...texts].map(([text, names]) => {
    if (names.length === all) return ['everyone', text];
    const isCommonest =
      most > MOST_NAMED && names.length === most && sizes.indexOf(most) === sizes.lastIndexOf(most);
    return [isCommonest ? 'all others' : names.join(', '), text];
  });
}

/** Readers of the commonest text are named one by one up to this number. */
const MOST_NAMED = 3;

/** Returns the entries of what each reader gets; readers of the same text share an entry. */
export function entriesFor(
  heading: string,
  readers: readonly { readonly name: string; readonly text: string }[],
): string {
  const texts = new Map<string, string[]>();
  for (const { name, text } of readers) texts.set(text, [...(texts.get(text) ?? []), name]);
  return groupByText(texts, readers.length)
    .map(([names, text]) => entry(`${heading} · ${names}`, text))
    .join('');
}

/** Lists the readers of a recorded text for its first lines, because its entries may say `everyone`. */
export function listReaders(readers: readonly Pick<ErrorReader, 'name'>[]): string {
  return `Readers:\n${readers.map(({ name }) => `    ${name}\n`).join('')}`;
}
