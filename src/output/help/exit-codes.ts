import { exitMeanings, type ExitCode } from '../../exit-codes.js';
import { paragraph, twoColumns } from './help-text.js';
import { say } from '../../text/index.js';

/** `confere help exit-codes`: codes with the same meaning share a row. */
export function exitCodesText(width: number): string {
  return [
    paragraph(say`How a command ended, for scripts:`, width),
    twoColumns(exitRows(), width),
    paragraph(
      say`Several at once: the most serious one, in the order 10, 7, 4, 6, 5, 8, 3. In a batch, invalid rows alone leave it at 0, unless --strict.`,
      width,
    ),
  ].join('\n');
}

/** The table of docs/scripting.md. */
export function exitRows(): [codes: string, meaning: string][] {
  const codesOf = new Map<string, string[]>();
  for (const [code, meaning] of Object.entries(exitMeanings())) {
    codesOf.set(meaning, [...(codesOf.get(meaning) ?? []), code]);
  }
  return [...codesOf].map(([meaning, codes]) => [codes.join(', '), meaning]);
}

/** The part of a command's help that lists the exit codes for scripts. */
export function exitNotes(codes: readonly ExitCode[], width: number): string {
  const meanings = exitMeanings();
  const rows = codes.map((code): [string, string] => [String(code), meanings[code]]);
  const heading = paragraph(say`Exit codes (all: confere help exit-codes):`, width - 1);
  return heading + twoColumns(rows, width);
}
