import type { ErrorFacts } from '../../errors.js';
import type { CommandFacts, Stop } from '../../errors/commands.js';
import { DEEPEST_ANSWER } from '../../limits.js';
import { agree, formatNumber, plural, say } from '../../text/index.js';
import { shellWord, type NextSteps } from '../next-step/next-steps.js';
import { choicesText } from './batch.js';
import type { CommandSentences } from './command-sentences.js';
import { usageErrors } from './usage.js';

export const commandErrors = {
  ...usageErrors,
  no_identifiers: () => say`Standard input held no identifier.`,
  stdin_twice: () => say`'-' reads all of standard input; give it once.`,
  stdout_twice: () => say`--json needs stdout for itself; name a file with -o.`,
  needs_yes: ({ question, nothing }, next) => {
    const yes = next.shown({ set: [{ flag: '--yes' }] });
    return nothing === 'changed'
      ? say`${question} Nothing was changed; add --yes to confirm${yes}.`
      : say`${question} Nothing was sent; add --yes to confirm${yes}.`;
  },
  purge_what: () =>
    say`Name the CPFs and CNPJs to forget, or an age with --older-than; one of both.`,
  not_erasable: ({ number }) =>
    say`Identifier ${number} is not a valid CPF or CNPJ; nothing was removed. Correct it, or leave it out.`,
  lookup_not_over: ({ shown }, next) =>
    say`${shown} is being looked up, or nobody knows whether its lookup was charged; until that is settled, what is stored about it stays. Look it up once more, which settles that, and then run ${next.again()} again.`,
  terminated: stopped,
  sandbox_needs_no_login: ({ by }) => sandboxNeedsNoLogin(by),
  needs_key: ({ why }, next) =>
    why === 'cannot_ask'
      ? say`The key cannot be asked for here; give it on standard input: '${next.fed('auth login', '--with-key')}'.`
      : say`'auth login' takes the key from standard input, not from --api-key-file: '${next.fed('auth login', '--with-key')}'.`,
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
  split_list: ({ option, list }) =>
    say`${option} was cut at a comma, as PowerShell does; nothing was sent. Write it in quotes: ${option} "${list}".`,
  one_output: () => say`Several inputs need --out-dir <dir> instead of -o.`,
  two_outputs: () => say`Use either -o or --out-dir.`,
  output_is_input: outputIsInput,
  one_side_file: ({ table }) =>
    say`${table === 'partners' ? '--partners' : '--secondary-cnaes'} is one file for one input; run several inputs one by one, or export each batch with it.`,
  one_decision: decisions,
  not_a_result: ({ file }) =>
    say`${file} is not a result of confere: it has no column lookup_status. What bulk run and bulk export write can be compared, and batches by their ids.`,
  broken_json: ({ file, objects, isTooDeep }) =>
    isTooDeep
      ? say`${file} is not a result of confere: after ${plural(objects, 'object', 'objects')} one has lists or objects more than ${DEEPEST_ANSWER} deep in each other. Export the result again.`
      : say`${file} is not whole JSON: after ${plural(objects, 'object', 'objects')} something else begins, or the file ends. Export the result again.`,
  different_kinds: ({ cpfs, cnpjs }) =>
    say`The identifiers of ${cpfs} are CPFs and those of ${cnpjs} are CNPJs, so that nothing can be compared; name two results of the same kind.`,
  open_place: ({ path, why }) =>
    why === 'writable'
      ? say`Others on this machine can change what is kept in ${path}, so nothing was read there or sent; close it with: chmod go-w ${shellWord(path, '')}`
      : say`${path} belongs to another user of this machine, so nothing was read there or sent. Have it given to you with chown, or set CONFERE_HOME to a folder of your own, where nothing is known of what was paid for here.`,
  temporary_folder: ({ folder, reason }) =>
    reason === 'ENOENT'
      ? say`The folder for temporary files, ${folder}, does not exist: create it, or set TMPDIR (on Windows TEMP) to another one.`
      : say`The folder for temporary files, ${folder}, cannot be written to (${reason}): mend that, or set TMPDIR (on Windows TEMP) to another one.`,
  results_differ: ({ identifiers }) =>
    say`${plural(identifiers, 'identifier differs', 'identifiers differ')}.`,
  some_invalid: ({ count, of }) =>
    of === 'rows'
      ? say`${plural(count, 'row is', 'rows are')} invalid, which --strict does not accept; --rejects <file> writes each with its reason.`
      : say`${plural(count, 'identifier is', 'identifiers are')} not valid; standard output says why.`,
  some_not_found: ({ count }) =>
    say`${plural(count, 'identifier was', 'identifiers were')} not found.`,
  no_json: ({ format }) =>
    format === undefined
      ? say`This command prints no JSON; leave out --json.`
      : say`--json and --format ${format} contradict each other; leave one of them out.`,
  ledger_copy_where: () =>
    say`Name where the ledger goes with --to, or take a copy back with --cancel; one of both.`,
  ledger_at_work: ({ why }, next) => {
    const finish = next.command('bulk resume');
    switch (why) {
      case 'workers':
        return say`Somebody works with the ledger, so that it cannot be copied; '${next.command('ledger status')}' shows who. Nothing was changed.`;
      case 'under_way':
        return say`Something is on its way to the service, so that the ledger cannot be copied; wait for it, or finish it with '${finish}'. Nothing was changed.`;
      case 'job_id':
        return say`The id of a job waits in a file to be written into the ledger; run '${finish}' first. Nothing was changed.`;
    }
  },
  ledger_not_empty: ({ place }) =>
    say`The ledger in ${place} is not empty, and a copy would replace it; nothing was changed. Name another place.`,
  ledger_differs: ({ table }, next) =>
    say`The copy differs from the ledger (${table}) and is not used. Run ${next.again()} again; if it stays so, '${next.command('ledger check')}' may show why.`,
  ledger_unsound: ({ findings }) =>
    say`The ledger does not add up (${plural(findings, 'finding', 'findings')}, above); until it is mended, nothing should be sent from it.`,
} satisfies CommandSentences<keyof CommandFacts>;

function outputIsInput({ file, output, of }: ErrorFacts['output_is_input']): string {
  if (of === 'comparison')
    return say`-o would replace ${file}, which is compared; name another file.`;
  if (of === 'export')
    return say`${output} is the input of the batch, which is never replaced. Name another file.`;
  if (of === 'run')
    return say`${output} is the input itself, which is never replaced; nothing was sent. Name another file.`;
  return say`The result of ${file} would be ${output}, which is an input itself; nothing was sent. Leave results out of the inputs, or use --out-dir.`;
}

/** Each choice as a command, and what it may cost. */
function decisions({ open }: ErrorFacts['one_decision'], next: NextSteps): string {
  if (open !== undefined) return choicesText(open, next);
  const drop = ['--resubmit', '--abandon', '--adopt'];
  const one = (flag: string) => next.shown({ drop, set: [{ flag }] });
  return say`Choose one: --adopt <jobId> (this is the job), --resubmit (send again; may pay twice)${one('--resubmit')} or --abandon (give it up; what was charged stays charged)${one('--abandon')}.`;
}

/** What is safe, or did not happen, when somebody stops a command. */
export function stopped({ during, batch, open }: Stop, next: NextSteps): string {
  switch (during) {
    case 'batch':
      return `${stoppedBatch(open)} ${say`To continue: ${next.onward(batch)}.`}`;
    case 'input':
      return say`Stopped; nothing was sent, and nothing is kept.`;
    case 'output':
      return say`Stopped; nothing was written.`;
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

/** What costs something without anybody watching, and what does not. */
function stoppedBatch({ jobs, running, unsent }: NonNullable<Stop['open']> = NOTHING): string {
  const goesOn =
    jobs === 0
      ? say`Stopped; everything is saved.`
      : say`Stopped watching. ${plural(jobs, 'job', 'jobs')} (${plural(running, 'identifier', 'identifiers')}) ${agree(jobs, 'goes', 'go')} on at the service, which charges what it finds.`;
  if (unsent === 0) return goesOn;
  return `${goesOn} ${say`${plural(unsent, 'identifier was', 'identifiers were')} not sent.`}`;
}

const NOTHING = { jobs: 0, running: 0, unsent: 0 };

export function sandboxNeedsNoLogin(by: 'flag' | 'environment'): string {
  return by === 'flag'
    ? say`The sandbox needs no login; leave out --sandbox to log in to the real service.`
    : say`The sandbox needs no login; unset CONFERE_SANDBOX to log in to the real service.`;
}
