import { batchErrors, choices } from './errors-batch.js';
import type { NextSteps, Reader } from '../reader.js';
import type { BatchLeft, NoFacts, Of, OpenDecision, StoredSetting } from '../../errors/facts.js';
import { leftOf, type BatchLeftMessages } from '../steps.js';
import { agree, n, number, phrases, plural, s } from './phrases.js';

function see(help: string): string {
  return s` See '${help} --help'.`;
}

/** What the value of an option or an argument must be. */
const RULES = {
  not_negative: 'Use a number of zero or more.',
  above_zero: 'Use a whole number above zero.',
  name: 'Use a name.',
  one_character: 'Use one character, or tab.',
  cost: 'Use cpf, cnpj or realtime with its credits, as in cpf=2.',
  job_id: 'Use a job id: letters, digits and hyphens.',
  calendar_day: 'Use a day or a month such as 2026-01-31 or 2026-01, or 30d for 30 days ago.',
};

export type ValueRule = keyof typeof RULES;

/** What a batch command left when it ended, and the command that goes on. */
const batchLeft: BatchLeftMessages = {
  unconfirmed: ({ batch, count, worstCase }, next) =>
    s`${n.identifiers(count)} of batch ${batch} may have been charged, and no answer has come. Check again: '${next.command('bulk resume', batch)}'. If that does not help, '${next.command('bulk resolve', batch, '--abandon')}' abandons ${agree(count, 'it', 'them')}, and what was charged stays charged; '${next.command('bulk resolve', batch, '--resubmit')}' sends ${agree(count, 'it', 'them')} again, for up to ${n.credits(worstCase)} more.`,
  asked_again: ({ batch, count, worstCase }, next) =>
    s`${n.identifiers(count)} of batch ${batch} may have been charged, and checking again brought no answer. Choose: '${next.command('bulk resolve', batch, '--abandon')}' abandons ${agree(count, 'it', 'them')}, and what was charged stays charged; '${next.command('bulk resolve', batch, '--resubmit')}' sends ${agree(count, 'it', 'them')} again, for up to ${n.credits(worstCase)} more; '${next.command('bulk resume', batch)}' checks once more.`,
  credits: ({ batch, count, worstCase }, next) =>
    s`${n.identifiers(count)} of batch ${batch} ${agree(count, 'was', 'were')} not looked up and cost nothing: the balance or a limit does not cover ${agree(count, 'it', 'them')}. When there are credits, '${next.command('bulk resume', batch)}' sends ${agree(count, 'it', 'them')} for up to ${n.credits(worstCase)}.`,
  over_limit: ({ batch, count, worstCase, creditsLeft = 0 }, next) =>
    s`${n.identifiers(count)} of batch ${batch} ${agree(count, 'was', 'were')} not looked up and cost nothing: ${agree(count, 'it', 'they')} may cost ${n.credits(worstCase)}, and ${number(creditsLeft)} of --max-credits ${agree(creditsLeft, 'is', 'are')} left. To send ${agree(count, 'it', 'them')}: '${next.within(worstCase).command('bulk resume', batch)}'.`,
  partly_over_limit: ({ batch, count, worstCase, creditsLeft = 0 }, next) =>
    s`${n.identifiers(count)} of batch ${batch} ${agree(count, 'was', 'were')} not looked up and cost nothing: ${agree(count, 'it', 'they')} may cost ${n.credits(worstCase)}, and ${number(creditsLeft)} of --max-credits ${agree(creditsLeft, 'is', 'are')} left. To send what that covers: '${next.command('bulk resume', batch, '--fit-balance')}'; to send all, use --max-credits ${worstCase}.`,
  running: ({ batch }, next) =>
    s`Batch ${batch} is still running at the service. To keep waiting, run ${next.onward(batch, [{ flag: '--deadline', value: '1h' }])}. If it never ends, '${next.command('bulk resolve', batch, '--abandon')}' abandons it; what was charged stays charged.`,
  failed: ({ batch, count }, next) =>
    s`${n.identifiers(count)} of batch ${batch} failed or ${agree(count, 'was', 'were')} never sent, and cost nothing. To send ${agree(count, 'it', 'them')}: '${next.command('bulk resume', batch)}'.`,
  unanswered: ({ batch, count }, next) =>
    s`${n.identifiers(count)} of batch ${batch} ${agree(count, 'has', 'have')} no answer. To send what was not abandoned: '${next.command('bulk resume', batch)}'.`,
  given_up: ({ batch, count, isWritten = false }, next) =>
    s`${n.identifiers(count)} of batch ${batch} ${agree(count, 'was', 'were')} abandoned without an answer.${isWritten ? '' : s` To write the others: '${next.command('bulk export', batch)}'.`}`,
  invalid: ({ batch, count }, next) =>
    s`${n.rows(count)} of batch ${batch} ${agree(count, 'is', 'are')} invalid, which --strict does not accept. To write all rows with their reasons: '${next.command('bulk export', batch)}'.`,
};

const otherPort = ({ port }: Of<'port'>) =>
  s`Port ${port} is in use or not allowed on this machine. Choose another with --port, or --port 0 for a free one.`;

export const commandErrors = {
  output_failed: ({ reason, path }: Of<'reason'> & { path?: string }, next: NextSteps) =>
    s`${path ?? 'The output'} could not be written: ${phrases.unwritten(reason)}. Correct that and run ${next.onward()} again.`,
  rejects_is_input: () => '--rejects would replace the input; name another file.',
  workbook_to_terminal: () => 'A workbook cannot be shown in a terminal; name a file with -o.',
  page_to_terminal: () =>
    'A page cannot be shown in a terminal; name a file with -o, as in -o report.html.',
  rejects_need_file: () => 'Standard output holds the report; name a file with --rejects.',
  output_is_input: ({ output }: Of<'output'>, next: NextSteps) =>
    s`The result, ${output}, is also an input, which is never replaced. Name another file${next.inputs > 1 ? ', or use --out-dir' : ''}.` +
    phrases.unsent(next),
  one_side_file: () =>
    '--partners writes one file for one input; run the inputs one by one, or export each batch with it.',
  one_decision: ({ open }: { open?: OpenDecision }, next: NextSteps) => {
    if (open !== undefined) return choices(open, next);
    const drop = ['--resubmit', '--abandon', '--adopt'];
    const one = (flag: string): string => next.shown({ drop, set: [{ flag }] });
    return s`Choose one: --adopt <jobId> (it is this job), --resubmit (send again; may pay twice)${one('--resubmit')} or --abandon (stop waiting; what was charged stays charged)${one('--abandon')}.`;
  },
  needs_realtime: () => '--birth-date needs --realtime.',
  needs_birth_date: () => 'A real-time lookup needs --birth-date DD/MM/YYYY.',
  one_cpf: () => 'A real-time lookup takes one CPF.',
  no_base_url: ({ profile }: Of<'profile'>, next: Reader) =>
    s`No service address${profile === 'default' ? '' : s` for profile ${profile}`}. Log in with '${next.command('auth login')} --base-url <url>', use --base-url or CONFERE_BASE_URL, or try --sandbox.`,
  key_of_another_service: ({ profile, boundTo, baseUrl }: Of<'profile' | 'boundTo' | 'baseUrl'>) =>
    s`The stored key of profile ${profile} is for ${boundTo} and is not sent to ${baseUrl}. Set that service's key with CONFERE_API_KEY or --api-key-file, or log in there with another --profile.`,
  unknown_key: (
    facts: Of<'key' | 'keys' | 'near'> & {
      looksSecret: boolean;
      stored?: Omit<StoredSetting, 'what' | 'key'>;
    },
    next: Reader,
  ) =>
    [
      facts.stored === undefined
        ? s`There is no setting ${facts.key}.`
        : s`${phrases.profile(facts.stored)} has an unknown setting ${facts.key}.`,
      ...(facts.near === undefined ? [] : [s`Did you mean ${facts.near}?`]),
      ...(facts.looksSecret ? [s`To store an API key: '${next.command('auth login')}'.`] : []),
      ...(facts.stored === undefined
        ? []
        : [s`To remove it: '${next.command('config unset', facts.key)}'.`]),
      s`Settings: ${facts.keys.join(', ')}.`,
    ].join(' '),
  bad_profile: () => 'A profile name has 1 to 64 letters, digits, dots, hyphens and underscores.',
  no_such_profile: ({ name, known }: Of<'name' | 'known'>, next: Reader) =>
    s`There is no profile ${name}. Profiles: ${known.join(', ')}. To create it: '${next.command('auth login')}'.`,
  no_identifiers: () => 'Standard input has no identifiers.',
  stdin_twice: () => "'-' reads all of standard input. Use it once.",
  stdout_twice: () => '--json needs standard output for itself. Name a file with -o.',
  needs_yes: (facts: Of<'question'> & { nothing: 'changed' | 'sent' }, next: Reader) =>
    s`${facts.question} ${batchErrors.declined(facts)} Add --yes to confirm${next.shown({ set: [{ flag: '--yes' }] })}.`,
  purge_what: () => 'Choose one: the CPFs and CNPJs to delete, or an age with --older-than.',
  sandbox_needs_no_login: () =>
    'The sandbox needs no login. To log in to the real service, leave out --sandbox and unset CONFERE_SANDBOX.',
  needs_key: (_: NoFacts, next: Reader) =>
    s`The key is typed at a terminal, or sent on standard input to '${next.command('auth login', '--with-key')}'.`,
  notify_failed: ({ reason }: Of<'reason'>) =>
    s`The --notify command failed (${reason}). The batch is as the summary says.`,
  below_min: ({ remaining, min }: Of<'remaining' | 'min'>) =>
    s`${plural(remaining, 'credit remains', 'credits remain')}, fewer than ${number(min)} (--min).`,
  unknown_status: ({ wanted, statuses }: Of<'wanted' | 'statuses'>) =>
    s`There is no status ${wanted}. Statuses: ${statuses.join(', ')}.`,
  one_output: () => 'Several inputs need --out-dir <dir> instead of -o.',
  two_outputs: () => 'Use -o or --out-dir, not both.',
  not_a_result: ({ file }: Of<'file'>) =>
    s`${file} is not a result of confere: it has no column lookup_status. Compare files written by bulk run or bulk export, or batches by their ids.`,
  broken_json: ({ file, objects }: Of<'file' | 'objects'>) =>
    s`${file} is not a whole result: after ${plural(objects, 'object', 'objects')} it ends, or does not have one object on each line. Export the result again.`,
  different_kinds: ({ cpfs, cnpjs }: Of<'cpfs' | 'cnpjs'>) =>
    s`There is nothing to compare: ${cpfs} has CPFs and ${cnpjs} has CNPJs. Name two results of the same kind.`,
  temporary_folder: ({ folder, reason }: Of<'folder' | 'reason'>) =>
    s`The folder for temporary files, ${folder}, cannot be used (${reason}). Create it or free it, or set TMPDIR (on Windows TEMP) to another one.`,
  results_differ: ({ identifiers }: Of<'identifiers'>) =>
    s`${plural(identifiers, 'identifier differs', 'identifiers differ')}.`,
  some_invalid: ({ count, of }: Of<'count'> & { of: 'identifiers' | 'rows' }) =>
    of === 'rows'
      ? s`${plural(count, 'row is', 'rows are')} invalid, which --strict does not accept. To write each with its reason: --rejects <file>.`
      : s`${plural(count, 'identifier is', 'identifiers are')} not valid; see standard output.`,
  some_not_found: ({ count }: Of<'count'>) =>
    s`${plural(count, 'identifier was', 'identifiers were')} not found.`,
  no_json: ({ format }: { format?: string }) =>
    format === undefined
      ? 'This command prints no JSON. Leave out --json.'
      : s`--json and --format ${format} contradict each other. Leave one of them out.`,
  no_home: () =>
    'This user has no home folder. Set CONFERE_HOME to a folder for settings and data.',
  no_fields: () => '--fields is for confere cpf, cnpj, quota, bulk run and bulk export.',
  bad_fault: ({ rule, like, known }: Of<'rule' | 'known'> & { like: string }) =>
    s`--fault '${rule}' is not valid: it must look like '${like}'.${known.length === 0 ? '' : ` Available: ${known.join(', ')}.`}`,
  bad_port: ({ port, last }: Of<'port' | 'last'>) =>
    s`Port ${port} does not exist. Use 1 to ${last}.`,
  port_taken: otherPort,
  port_refused: otherPort,
  ledger_copy_where: () =>
    'Choose one: --to <place> moves the ledger, --cancel undoes an interrupted move.',
  ledger_at_work: (_: NoFacts, next: Reader) =>
    s`Nothing was changed: the ledger is in use, or waits for an answer of the service. '${next.command('ledger status')}' shows by whom; '${next.command('bulk resume')}' finishes what was begun.`,
  ledger_not_empty: ({ place }: { place: string }) =>
    s`Nothing was changed: the ledger in ${place} is not empty, and a copy would replace it. Choose another place.`,
  ledger_differs: ({ table }: Of<'table'>, next: Reader) =>
    s`The copy differs from the ledger (${table}) and is not used. Run ${next.again()} again; if it still differs, '${next.command('ledger check')}' may show why.`,
  ledger_unsound: ({ findings }: Of<'findings'>) =>
    s`Ledger check failed: ${plural(findings, 'problem', 'problems')} (above). Restore a backup before sending anything.`,
  batch_left: (facts: BatchLeft, next: Reader) => batchLeft[leftOf(facts, next)](facts, next),
  unknown_command: ({ help, word = '…', meant }: Of<'help' | 'meant'> & { word?: string }) =>
    s`There is no command '${word}'.` + phrases.meant(...meant) + see(help),
  unknown_option: (facts: Of<'help' | 'near'> & { flag: string | undefined }) => {
    const { help, flag = '--…', near } = facts;
    if (flag === '--api-key')
      return `There is no option '--api-key': a key on the command line shows in the list of processes. Use CONFERE_API_KEY or --api-key-file <path>.${see(help)}`;
    return s`There is no option '${flag}' here.` + phrases.meant(near) + see(help);
  },
  missing_argument: ({
    help,
    command,
    argument,
    choices: all,
    example,
  }: Of<'help' | 'command' | 'choices'> & Record<'argument' | 'example', string | undefined>) => {
    const name = argument === undefined ? 'an argument' : `<${argument}>`;
    const shown = all.length === 0 ? '' : ` (${all.join(', ')})`;
    const like = example === undefined ? '' : s`, as in '${example}'`;
    return s`'${command}' needs ${name}${shown}${like}.` + see(help);
  },
  option_missing_argument: ({ help, option }: Of<'help' | 'option'>) =>
    s`'${option}' needs a value.` + see(help),
  invalid_argument: (
    facts: Of<'help' | 'near' | 'choices'> & {
      place: string;
      value: string | undefined;
      must: ValueRule | undefined;
    },
  ) => {
    const { help, place, value = '…', choices: all, near, must } = facts;
    const choice = all.length === 0 ? '' : s` The choices are ${all.join(', ')}.`;
    const rule = must === undefined ? '' : ` ${RULES[must]}`;
    return s`'${value}' is not a valid value for '${place}'.${choice}${rule}${phrases.meant(near)}${see(help)}`;
  },
  excess_arguments: ({
    help,
    command,
    most,
    given,
  }: Of<'help' | 'command' | 'most'> & { given: number }) =>
    s`'${command}' takes ${plural(most, 'argument', 'arguments')}, not ${given}.` + see(help),
  unknown_topic: ({ help, word, near }: Of<'help' | 'word' | 'near'>) =>
    near === undefined
      ? s`There is no such help topic. For the list: '${help}'.`
      : s`There is no help topic '${word}'. Did you mean '${help} ${near}'?`,
};
