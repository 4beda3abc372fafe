import { exitMeanings, type ExitCode } from '../../exit-codes.js';
import { paragraph, twoColumns } from './help-text.js';
import { t } from '../../messages/index.js';

/** `confere help exit-codes`: codes with the same meaning share a row. */
export function exitCodesText(width: number): string {
  return [
    paragraph(t.exitCodes.heading, width),
    twoColumns(exitRows(), width),
    paragraph(t.exitCodes.severalAtOnce, width),
  ].join('\n');
}

/** The rows of `confere help exit-codes`. */
function exitRows(): [codes: string, meaning: string][] {
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
  const heading = paragraph(t.exitCodes.shortHeading, width - 1);
  return heading + twoColumns(rows, width);
}
