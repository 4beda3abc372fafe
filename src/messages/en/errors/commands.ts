/* oxlint-disable max-lines-per-function */
import { by, given, inside, is, m, next, or, pick, when, where } from '../../sentence.js';
import { choices, declined } from '../errors.js';
import { agree, count, n, num, phrases } from '../dsl-phrases.js';

const see = m` See '${'help'} --help'.`;

/** What the value of an option or an argument must be. */
const RULES = {
  not_negative: 'Use a number of zero or more, such as 1000 or 2.5, without a mark for thousands.',
  above_zero: 'Use a whole number above zero.',
  price: 'Use a number above zero, such as 1 or 2.5.',
  name: 'Use a name.',
  one_character: 'Use one character, or tab.',
  cost: 'Use cpf, cnpj or realtime with its credits, as in cpf=2.',
  job_id: 'Use a job id: letters, digits and hyphens.',
  calendar_day: 'Use a day or a month such as 2026-01-31 or 2026-01, or 30d for 30 days ago.',
};

export type ValueRule = keyof typeof RULES;

export const commandErrors = () => ({
  output_failed: m`${or('path', 'The output')} could not be written: ${by(phrases.unwritten, 'reason')}. Correct that and run ${next.onward()} again.`,
  not_for_terminal: m`A workbook or a page cannot be shown in a terminal; name a file with -o.`,
  rows_for_terminal: m`${given('batch', '', 'Nothing was sent. ')}The result has ${n.rows('rows')}, and a terminal shows at most ${num('few')} unasked. ${given('batch', m`To write a file: '${next.command('bulk export', 'batch')}'.`, 'Name a file with -o.')} To show all rows here, use -o -.`,
  output_is_input: m`The output, ${'output'}, is also an input, which is never replaced. Name another file${where(is.several, ', or use --out-dir')}.${phrases.unsent}`,
  one_side_file: m`--partners writes one file for one input; run the inputs one by one, or export each batch with it.`,
  not_erasable: m`Nothing was removed: identifier ${'number'} is not a valid CPF or CNPJ. Correct it or leave it out.`,
  lookup_not_over: m`Nothing was removed: ${'shown'} is being looked up, or an earlier lookup of it may have been charged. Look it up again, which checks that, then run ${next.again} again.`,
  result_erased: m`Nothing was sent: ${'path'} is the result of batch ${'batch'}, of which ${count('rows', 'row was', 'rows were')} erased with purge. To write the rest in its place: '${next.command('bulk export', 'batch', '--output', 'path', '--overwrite')}'. Before you run ${'file'} again with --overwrite, remove the erased people and companies from it, or they are looked up, charged and stored again.`,
  system_limit: pick('of', {
    files:
      'Nothing more was sent: this process may not open more files. Raise the limit (ulimit -n), then run the same command again.',
    wasm: 'Nothing was sent: this Node runs without WebAssembly, which HTTP needs. Leave --jitless out of NODE_OPTIONS.',
    addresses:
      'Nothing was sent: this process may reserve too little memory (ulimit -v). Raise the limit, or set NODE_OPTIONS=--disable-wasm-trap-handler.',
  }),
  bad_realtime: m`A real-time lookup takes one CPF, --realtime and --birth-date DD/MM/YYYY.`,
  no_base_url: m`No service address${when('profile', 'default', '', m` for profile ${'profile'}`)}. Log in with '${next.command('auth login', '--base-url', '<url>')}', use --base-url or CONFERE_BASE_URL, or try --sandbox.`,
  key_of_another_service: m`The stored key of profile ${'profile'} is for ${'boundTo'} and is not sent to ${'baseUrl'}. Set that service's key with CONFERE_API_KEY or --api-key-file, or log in there with another --profile.`,
  bad_profile: m`A profile name has 1 to 64 letters, digits, dots, hyphens and underscores.`,
  no_such_profile: m`There is no profile ${'name'}.${phrases.near} Profiles: ${'known'}. To create it: '${next.command('auth login', '--profile', 'name')}'; or, for a key from the environment, '${next.command('config set', '<setting>', '<value>', '--profile', 'name')}'.`,
  no_identifiers: m`Standard input has no identifiers.`,
  stdin_twice: m`'-' reads all of standard input. Use it once.`,
  stdout_twice: m`Standard output already takes the report or the JSON. Name a file with ${'option'}.`,
  needs_yes: m`${'question'} ${declined} Add --yes to confirm${next.shown('--yes')}.`,
  purge_what: m`Choose one: the CPFs and CNPJs to delete, or an age with --older-than.`,
  sandbox_needs_no_login: m`The sandbox needs no login. To log in to the real service, leave out --sandbox and unset CONFERE_SANDBOX.`,
  needs_key: m`The key is typed at a terminal, or sent on standard input to '${next.command('auth login', '--with-key')}'.`,
  notify_failed: m`The --notify command failed (${'reason'}). The batch is as the summary says.`,
  below_min: m`${count('remaining', 'credit remains', 'credits remain')}, fewer than ${num('min')} (--min).`,
  unknown_status: m`There is no status ${'wanted'}. Statuses: ${'statuses'}.`,
  one_output: m`Use -o for one input, or --out-dir <dir> for several, not both.`,
  not_a_result: m`${'file'} is not a result of confere: it has no column lookup_status. Compare files written by bulk run or bulk export, or batches by their ids.`,
  broken_json: m`${'file'} is not a whole result: after ${count('objects', 'object', 'objects')} it ends, or does not have one object on each line. Export the result again.`,
  different_kinds: m`There is nothing to compare: ${'cpfs'} has CPFs and ${'cnpjs'} has CNPJs. Name two results of the same kind.`,
  temporary_folder: m`The folder for temporary files, ${'folder'}, cannot be used (${'reason'}). Create it or free it, or set TMPDIR (on Windows TEMP) to another one.`,
  results_differ: m`${count('identifiers', 'identifier differs', 'identifiers differ')}.`,
  some_invalid: pick('of', {
    rows: m`${count('count', 'row is', 'rows are')} invalid, which --strict does not accept. To write each with its reason: --rejects <file>.`,
    identifiers: m`${count('count', 'identifier is', 'identifiers are')} not valid; see standard output.`,
  }),
  some_not_found: m`${count('count', 'identifier was', 'identifiers were')} not found.`,
  no_json: m`This command prints no JSON. Leave out --json.`,
  no_home: m`This user has no home folder. Set CONFERE_HOME to a folder for settings and data.`,
  no_fields: m`--fields is for confere cpf, cnpj, lookup, bulk run and bulk export.`,
  bad_fault: m`--fault '${'rule'}' is not valid: it must look like '${'like'}'.${given('known', m` Available: ${'known'}.`)}`,
  bad_port: m`Port ${'port'} does not exist. Use 1 to ${'last'}.`,
  port_taken: m`Port ${'port'} is in use or not allowed on this machine. Choose another with --port, or --port 0 for a free one.`,
  ledger_copy_where: m`Choose one: --to <place> moves the ledger to another place, --cancel undoes an interrupted move. The ledger of the sandbox stays where it is.`,
  ledger_at_work: m`Nothing was changed: the ledger is in use, or waits for an answer of the service. Let other runs end, or stop them; '${next.command('bulk resume')}' finishes what was interrupted. Then run ${next.again} again.`,
  ledger_not_empty: m`Nothing was changed: the ledger in ${'place'} is not empty, and a copy would replace it. Choose another place.`,
  ledger_differs: m`The copy differs from the ledger (${'table'}) and is not used. Run ${next.again} again; if it still differs, '${next.command('ledger check')}' may show why.`,
  ledger_unsound: m`Ledger check failed: ${count('findings', 'problem', 'problems')} (above). Restore a backup before sending anything.`,
  unknown_command: m`There is no command '${or('word', '…')}'.${phrases.meant}${see}`,
  unknown_option: when(
    'flag',
    '--api-key',
    m`There is no option '--api-key': a key on the command line shows in the list of processes. Use CONFERE_API_KEY or --api-key-file <path>.${see}`,
    m`There is no option '${or('flag', '--…')}' here.${phrases.near}${see}`,
  ),
  missing_argument: m`'${'command'}' needs ${given('argument', m`<${'argument'}>`, 'an argument')}${given('choices', m` (${'choices'})`)}${given('example', m`, as in '${'example'}'`)}.${see}`,
  option_missing_argument: m`'${'option'}' needs a value.${see}`,
  invalid_argument: m`'${or('value', '…')}' is not a valid value for '${'place'}'.${given('choices', m` The choices are ${'choices'}.`)}${given('must', m` ${pick('must', RULES)}`)}${phrases.near}${see}`,
  excess_arguments: m`'${'command'}' takes ${count('most', 'argument', 'arguments')}, not ${'given'}.${see}`,
  unknown_topic: given(
    'near',
    m`There is no help topic '${'word'}'. Did you mean '${'help'} ${'near'}'?`,
    m`There is no such help topic. For the list: '${'help'}'.`,
  ),
  one_decision: given(
    'open',
    inside('open', choices),
    m`Choose one: --adopt <jobId> (it is this job), --resubmit (send again; may pay twice)${next.shown('--resubmit')} or --abandon (stop waiting; what was charged stays charged)${next.shown('--abandon')}.`,
  ),
  unknown_key: m`${given('stored', m`${inside('stored', phrases.profile)} has an unknown setting ${'key'}.`, m`There is no setting ${'key'}.`)}${given('near', m` Did you mean ${'near'}?`)}${when('looksSecret', true, m` To store an API key: '${next.command('auth login')}'.`)}${given('stored', m` To remove it: '${next.command('config unset', 'key')}'.`)} Settings: ${'keys'}.`,
  unknown_variable: m`${'variable'} is not a variable of confere.${phrases.near} Correct or unset it. To list those it reads: 'confere help environment'.`,
  batch_left: pick('why', {
    unconfirmed: when(
      'isChecked',
      true,
      m`${n.identifiers('count')} of batch ${'batch'} may have been charged, and checking again brought no answer. Choose: '${next.command('bulk resolve', 'batch', '--abandon')}' abandons ${agree('count', 'it', 'them')}, and what was charged stays charged; '${next.command('bulk resolve', 'batch', '--resubmit')}' sends ${agree('count', 'it', 'them')} again, for up to ${n.credits('worstCase')} more; '${next.goOn()}' checks once more.`,
      m`${n.identifiers('count')} of batch ${'batch'} may have been charged, and no answer has come. Check again: '${next.goOn()}'. If that does not help, '${next.command('bulk resolve', 'batch', '--abandon')}' abandons ${agree('count', 'it', 'them')}, and what was charged stays charged; '${next.command('bulk resolve', 'batch', '--resubmit')}' sends ${agree('count', 'it', 'them')} again, for up to ${n.credits('worstCase')} more.`,
    ),
    credits: given(
      'creditsLeft',
      where(
        is.uncovered,
        m`${n.identifiers('count')} of batch ${'batch'} ${agree('count', 'was', 'were')} not looked up and cost nothing: ${agree('count', 'it', 'they')} may cost ${n.credits('worstCase')}, and ${num('creditsLeft')} of --max-credits ${agree('creditsLeft', 'is', 'are')} left. To send ${agree('count', 'it', 'them')}: '${next.withinLimit}'.`,
        m`${n.identifiers('count')} of batch ${'batch'} ${agree('count', 'was', 'were')} not looked up and cost nothing: ${agree('count', 'it', 'they')} may cost ${n.credits('worstCase')}, and ${num('creditsLeft')} of --max-credits ${agree('creditsLeft', 'is', 'are')} left. To send what that covers: '${next.goOn('--fit-balance')}'; to send all, use --max-credits ${'worstCase'}.`,
      ),
      m`${n.identifiers('count')} of batch ${'batch'} ${agree('count', 'was', 'were')} not looked up and cost nothing: the balance or a limit does not cover ${agree('count', 'it', 'them')}. When there are credits, '${next.goOn()}' sends ${agree('count', 'it', 'them')} for up to ${n.credits('worstCase')}.`,
    ),
    running: m`Batch ${'batch'} is still running at the service. To keep waiting, run ${next.longer}. If it never ends, '${next.command('bulk resolve', 'batch', '--abandon')}' abandons it; what was charged stays charged.`,
    unsure: m`The service says that a job of batch ${'batch'} failed, and the deadline left no time to make sure. To look again, run ${next.longer}.`,
    failed: m`${n.identifiers('count')} of batch ${'batch'} failed or ${agree('count', 'was', 'were')} never sent, and cost nothing. To send ${agree('count', 'it', 'them')}: '${next.goOn()}'.`,
    late: m`${n.identifiers('count')} of batch ${'batch'} ${agree('count', 'was', 'were')} not sent and cost nothing: the deadline passed first. To send ${agree('count', 'it', 'them')}, run ${next.longer}.`,
    unanswered: m`${n.identifiers('count')} of batch ${'batch'} ${agree('count', 'has', 'have')} no answer. To send what was not abandoned: '${next.goOn()}'.`,
    given_up: m`${n.identifiers('count')} of batch ${'batch'} ${agree('count', 'was', 'were')} abandoned without an answer.${when('isWritten', true, '', m` To write the others: '${next.command('bulk export', 'batch')}'.`)}`,
    invalid: m`${n.rows('count')} of batch ${'batch'} ${agree('count', 'is', 'are')} invalid, which --strict does not accept. ${when('isWritten', true, 'The result has the reason of each.', m`To write all rows with their reasons: '${next.command('bulk export', 'batch')}'.`)}`,
  }),
});
