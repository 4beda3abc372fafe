import type { ErrorReader } from './readers.js';

/** One entry of a recorded text: a heading, and below it what is read, indented. */
export function entry(heading: string, text: string): string {
  const lines = text.split('\n').map((line) => (line === '' ? '' : `    ${line}`));
  return `${heading}\n${lines.join('\n')}\n`;
}

/** Who reads each text; the readers of the commonest text are named together where there are many. */
function groupsOf(texts: ReadonlyMap<string, readonly string[]>, all: number): [string, string][] {
  const sizes = [...texts.values()].map(({ length }) => length);
  const most = Math.max(...sizes);
  return [...texts].map(([text, names]) => {
    if (names.length === all) return ['everyone', text];
    const isCommonest =
      most > FEW && names.length === most && sizes.indexOf(most) === sizes.lastIndexOf(most);
    return [isCommonest ? 'all others' : names.join(', '), text];
  });
}

/** So many readers are listed even if most others read another sentence. */
const FEW = 3;

/** What every reader is told of something; readers of the same sentence share an entry. */
export function entriesFor(
  heading: string,
  readers: readonly { readonly name: string; readonly text: string }[],
): string {
  const texts = new Map<string, string[]>();
  for (const { name, text } of readers) texts.set(text, [...(texts.get(text) ?? []), name]);
  return groupsOf(texts, readers.length)
    .map(([names, text]) => entry(`${heading} · ${names}`, text))
    .join('');
}

/** The readers of a recorded text, at its head, because its entries also say `everyone`. */
export function readersIn(readers: readonly Pick<ErrorReader, 'name'>[]): string {
  return `Readers:\n${readers.map(({ name }) => `    ${name}\n`).join('')}`;
}
