import { fallbackOf, type KeyName } from '../../config/keys.js';
import { t } from '../../messages/index.js';

/** Wraps `text` in lines of at most `width` columns; a longer word stays whole. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${line} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return lines;
}

/** A paragraph that ends in a line break. */
export function paragraph(text: string, width: number): string {
  return `${wrap(text, width).join('\n')}\n`;
}

/** If the right column would be narrower, its texts stand below their terms. */
export const NARROWEST = 20;
/** How far they are indented there. */
const BELOW = 6;

/** A term and, below it, its text. */
export function below(term: string, text: string, width: number): string {
  const lines = wrap(text, width - BELOW - 1).map((line) => ' '.repeat(BELOW) + line);
  return [`  ${term}`, ...lines].join('\n');
}

/** Two columns, indented by two; the right one is wrapped to the terminal's `width`. */
export function twoColumns(
  rows: readonly (readonly [term: string, text: string])[],
  width: number,
): string {
  const left = Math.max(...rows.map(([term]) => term.length)) + 4;
  return rows
    .map(([term, text]) => {
      if (width - left < NARROWEST) return below(term, text, width);
      const lines = wrap(text, width - left);
      return `  ${term}`.padEnd(left) + lines.join(`\n${' '.repeat(left)}`);
    })
    .map((row) => `${row.trimEnd()}\n`)
    .join('');
}

/** A line of help followed by the built-in default. */
export function withDefault(key: KeyName, text: string): string {
  return t.help.textWithDefault(text, String(fallbackOf(key)));
}
