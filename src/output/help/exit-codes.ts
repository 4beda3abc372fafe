import type { ExitCode } from '../../exit-codes.js';
import { paragraph, twoColumns } from './help-text.js';
import type { CommandNotes } from './examples.js';
import { t } from '../../messages/index.js';

/** What each code means for a script (contract, "Exit codes"). */
export const exitMeanings = (): Readonly<Record<ExitCode, string>> => ({
  0: t.exitCodes.ok,
  1: t.exitCodes.defect,
  2: t.exitCodes.usage,
  3: t.exitCodes.invalid,
  4: t.exitCodes.refused,
  5: t.exitCodes.service,
  6: t.exitCodes.rateLimited,
  7: t.exitCodes.credits,
  8: t.exitCodes.running,
  9: t.exitCodes.notFound,
  10: t.exitCodes.unconfirmed,
  11: t.exitCodes.held,
  130: t.exitCodes.interrupted,
  143: t.exitCodes.interrupted,
});

/** `confere help exit-codes`: codes with the same meaning share a row. */
export function exitCodesText(width: number): string {
  const table = paragraph(t.exitCodes.heading, width) + twoColumns(exitRows(), width);
  return `${table}\n${paragraph(t.exitCodes.severalAtOnce, width)}`;
}

/** The rows of `confere help exit-codes`. */
function exitRows(): [codes: string, meaning: string][] {
  const codesOf = new Map<string, string[]>();
  for (const [code, meaning] of Object.entries(exitMeanings())) {
    codesOf.set(meaning, [...(codesOf.get(meaning) ?? []), code]);
  }
  return [...codesOf].map(([meaning, codes]) => [codes.join(', '), meaning]);
}

/** The exit codes of a command that scripts should handle, in its own words. */
export function exitNotes(exits: CommandNotes['exits'], width: number): string {
  const list = Object.entries(exits).map(([code, word]) => `${code} ${t.exitCodes[word]}`);
  return list.length === 0 ? '' : paragraph(t.exitCodes.ofCommand(list.join('; ')), width);
}
