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
const NARROWEST = 20;
/** How far they are indented there. */
const BELOW = 6;

/** A term and its text. */
export type Row = readonly [term: string, text: string];

/** The width of the left column of rows, with the blanks around it. */
export function leftOf(rows: readonly Row[]): number {
  return Math.max(0, ...rows.map(([term]) => term.length)) + 4;
}

/** Two columns, indented by two; the right one is wrapped to the terminal's `width`. */
export function twoColumns(rows: readonly Row[], width: number, left = leftOf(rows)): string {
  const isNarrow = width - left < NARROWEST;
  return rows
    .map(([term, text]) => {
      if (isNarrow)
        return [`  ${term}`, ...indented(wrap(text, width - BELOW - 1), BELOW)].join('\n');
      const lines = wrap(text, width - left);
      return `  ${term}`.padEnd(left) + lines.join(`\n${' '.repeat(left)}`);
    })
    .map((row) => `${row.trimEnd()}\n`)
    .join('');
}

function indented(lines: readonly string[], by: number): string[] {
  return lines.map((line) => ' '.repeat(by) + line);
}

/** An option's line of help followed by the built-in default. */
export function withDefault(key: KeyName, text: string): string {
  return t.help.textWithDefault(text, String(fallbackOf(key)));
}

/** What PowerShell, 5.1 too, writes in another way; its `curl` is another command. */
const WRITTEN: readonly (readonly [sh: RegExp, powerShell: string])[] = [
  [/^(confere .*) < (\S+)$/, 'Get-Content $2 | $1'],
  [/^(\w+)=\$\((confere .*)\)$/, '$$$1 = $2'],
  [/^cat "\$\((confere .*)\)"$/, 'Get-Content ($1)'],
  [/^cut .* (\S+) \| (confere .*)$/, 'Get-Content $1 | $2'],
  [/\bcurl -X\b/, 'curl.exe -X'],
];

/** A line of the help as the user's shell has it: on Windows that is PowerShell. */
export function inShellOf(platform: string, line: string): string {
  if (platform !== 'win32') return line;
  return WRITTEN.reduce((text, [sh, powerShell]) => text.replace(sh, powerShell), line);
}
