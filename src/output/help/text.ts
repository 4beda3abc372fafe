import { fallbackOf, type KeyName } from '../../config/settings.js';
import { t } from '../../messages/index.js';
import { wrapWords } from '../terminal/text.js';

export function paragraph(text: string, width: number, indent = 0): string {
  return wrapWords(text, width - indent)
    .map((line) => `${' '.repeat(indent)}${line}\n`)
    .join('');
}

/** If the right column would be narrower, its texts stand below their terms. */
const NARROWEST = 20;
const BELOW = 6;

export type Row = readonly [term: string, text: string];

export function leftOf(rows: readonly Row[]): number {
  return Math.max(0, ...rows.map(([term]) => term.length)) + 4;
}

/** Two columns, indented by two; the right one is wrapped to the terminal's `width`. */
export function twoColumns(rows: readonly Row[], width: number, left = leftOf(rows)): string {
  const isNarrow = width - left < NARROWEST;
  return rows
    .map(([term, text]) => {
      if (isNarrow) return `  ${term}\n${paragraph(text, width - 1, BELOW)}`;
      const below = `\n${' '.repeat(left)}`;
      return (
        `${`  ${term}`.padEnd(left)}${wrapWords(text, width - left).join(below)}`.trimEnd() + '\n'
      );
    })
    .join('');
}

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
