import type { CommandFacts, Stop } from '../../errors/commands.js';
import type { Sentences } from '../../errors.js';
import { formatNumber, plural, say } from '../../text/index.js';
import { usageErrors } from './usage.js';

export const commandErrors = {
  ...usageErrors,
  no_identifiers: () => say`Standard input held no identifier.`,
  stdin_twice: () => say`'-' reads all of standard input; give it once.`,
  stdout_twice: () => say`--json needs stdout for itself; name a file with -o.`,
  needs_yes: ({ question }) => say`${question} Add --yes to say so; nothing was changed.`,
  terminated: stopped,
  sandbox_needs_no_login: ({ by }) => sandboxNeedsNoLogin(by),
  needs_key: ({ why }) =>
    why === 'cannot_ask'
      ? say`The key cannot be asked for here; give it on standard input: 'confere auth login --with-key < key.txt'.`
      : say`'auth login' takes the key from standard input: --with-key < <path>, not --api-key-file.`,
  needs_realtime: () => say`--birth-date belongs to --realtime.`,
  needs_birth_date: () => say`A real-time lookup needs --birth-date DD/MM/YYYY.`,
  one_cpf: () => say`A real-time lookup takes one CPF.`,
  below_min: ({ remaining, min }) =>
    say`${plural(remaining, 'credit remains', 'credits remain')}, fewer than ${formatNumber(min)} (--min).`,
  workbook_to_terminal: () => say`A workbook is not for the terminal; name a file with -o.`,
  page_to_terminal: () =>
    say`A page is not for the terminal; name a file with -o, as in -o report.html.`,
  rejects_need_file: () => say`stdout holds the report; name a file with --rejects.`,
  unknown_status: ({ wanted, statuses }) =>
    say`There is no status ${wanted}; the statuses are ${statuses.join(', ')}.`,
  one_output: () => say`Several inputs need --out-dir <dir> instead of -o.`,
  two_outputs: () => say`Use either -o or --out-dir.`,
  output_is_input: ({ file, output }) =>
    say`The result of ${file} would be ${output}, which is an input itself; nothing was sent. Leave results out of the inputs, or use --out-dir.`,
  one_side_file: ({ table }) =>
    say`${table === 'partners' ? '--partners' : '--secondary-cnaes'} is one file for one input; run several inputs one by one, or export each batch with it.`,
  one_decision: () =>
    say`Say one of --adopt <jobId> (this is the missing job), --resubmit (send again, maybe pay twice) or --abandon (give it up).`,
} satisfies Sentences<keyof CommandFacts>;

/** What is safe, or did not happen, when somebody stops a command. */
export function stopped({ during, batch }: Stop): string {
  switch (during) {
    case 'batch':
      return batch === undefined
        ? say`Stopped; everything is saved. The same command again continues.`
        : say`Stopped; everything is saved. 'confere bulk watch ${batch}' or the same command again continues.`;
    case 'lookups':
      return say`Stopped; what was printed is answered, and the rest was not asked.`;
    case 'balance':
      return say`Stopped; nothing was asked that costs anything.`;
    case 'question':
    case 'call':
    case 'session':
      return say`Stopped.`;
    case 'login':
      return say`Stopped; nothing was stored.`;
  }
}

export function sandboxNeedsNoLogin(by: 'flag' | 'environment'): string {
  return by === 'flag'
    ? say`The sandbox needs no login; leave out --sandbox to log in to the real service.`
    : say`The sandbox needs no login; unset CONFERE_SANDBOX to log in to the real service.`;
}
