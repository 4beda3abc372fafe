import { ConfereError } from '../../errors.js';
import { exitCodeOf, type ExitCode } from '../../exit-codes.js';
import { t } from '../../messages/index.js';
import { paragraph, twoColumns } from './text.js';
import { exitMeaning } from './topics.js';

/** What no error of ours is called: reasons of rows, which have a text, and of jobs. */
const reasons = (): Readonly<Record<string, string | undefined>> => ({
  empty: t.lookups.isEmpty,
  check_digit: t.lookups.checkDigitsDiffer,
  repeated: t.lookups.repeated,
  ambiguous: t.lookups.ambiguous,
  spreadsheet_number: t.lookups.rounded,
  cpf_in_cnpj_column: t.lookups.cpfFilledUp,
  cnpj_root: t.lookups.root,
  rejected_by_service: undefined,
  erased: undefined,
});

/** The exit codes that no kind of error tells. */
const EXITS: Readonly<Record<string, readonly ExitCode[]>> = {
  ...{ not_asked: [], notify_failed: [], unnamed: [], miscounted: [] },
  ...{ some_not_found: [9], results_differ: [9], not_covered: [7] },
  ...{ run_ended: [10], adopted_part: [10] },
};

/** Facts by which the kinds of errors differ. */
const FACTS: readonly object[] = [
  ...[{}, { mayHaveCharged: true }, { terminated: true }, { of: 'job_id' }, { state: 'running' }],
  ...[{ reason: 'ENOSPC' }, { why: 'failed', reason: 'ENOSPC' }],
  ...['unconfirmed', 'credits', 'running', 'failed'].map((why) => ({ why })),
];

export function allCodes(): readonly string[] {
  const named = [t.errors, t.commandErrors, reasons(), EXITS];
  return [...new Set(named.flatMap((texts) => Object.keys(texts)))];
}

function exitsOf(code: string): readonly ExitCode[] {
  if (code in EXITS) return EXITS[code] ?? [];
  if (code in reasons()) return [3];
  const kinds = FACTS.map(
    (facts) => new ConfereError(...([code, facts] as never as ['defect', never])).kind,
  );
  // What an error is undecided about has no kind without its facts.
  return [...new Set(kinds.filter((kind) => (kind as string | undefined) !== undefined))]
    .map((kind) => exitCodeOf(kind))
    .sort((a, b) => a - b);
}

/** `confere help <error code>`: how its command ends; undefined for a word that is no code. */
export function codeText(code: string, width: number): string | undefined {
  if (!allCodes().includes(code)) return undefined;
  const rows = exitsOf(code).map((exit) => [String(exit), exitMeaning(exit)] as const);
  const text = reasons()[code] ?? t.help.codeSaid;
  return `${code}\n${paragraph(text, width)}${rows.length === 0 ? '' : `\n${t.help.codeExits}\n`}${twoColumns(rows, width)}`;
}
