import type { CommandErrors, ValueRule } from '../../../base/command-errors.js';
import { repeatWith } from '../../next-steps.js';
import type { Sentences } from '../../reader.js';
import { listDecisions, number, phrases, plural, rows, s } from '../phrases.js';
import { batchLeft } from './batch-left.js';

const SYSTEM_LIMITS = {
  files:
    'Nothing more was sent: this process may not open more files. Raise the limit (ulimit -n), then run the same command again.',
  wasm: 'Nothing was sent: this Node runs without WebAssembly, which HTTP needs. Leave --jitless out of NODE_OPTIONS.',
  addresses:
    'Nothing was sent: this process may reserve too little memory (ulimit -v). Raise the limit, ' +
    'or set NODE_OPTIONS=--disable-wasm-trap-handler.',
};

/** The sentences of rules for the value of an option or an argument. */
const RULES: Readonly<Record<ValueRule, string>> = {
  not_negative: 'Use a number of zero or more, such as 1000 or 2.5, without a mark for thousands.',
  above_zero: 'Use a whole number above zero.',
  price: 'Use a number above zero, such as 1 or 2.5.',
  name: 'Use a name.',
  one_character: 'Use one character, or tab.',
  cost: 'Use cpf, cnpj or realtime with its credits, as in cpf=2.',
  job_id: 'Use a job id: letters, digits and hyphens.',
  calendar_day: 'Use a day or a month such as 2026-01-31 or 2026-01, or 30d for 30 days ago.',
};

/** Refers to the help of a command; follows a sentence. */
const referToHelp = (help: string) => s` See '${help} --help'.`;

/** The sentences of errors that only a command line meets. */
export const commandErrors: Sentences<CommandErrors> = {
  output_failed: ({ reason, path = 'The output' }, to) =>
    s`${path} could not be written: ${phrases.writeFailure(reason)}. Correct that and run ${to.continueRun()} again.`,
  not_for_terminal: () =>
    'Workbooks and reports go to a file: name one with -o, as in -o report.html or -o result.xlsx.',
  rows_for_terminal({ rows: count, few, batch }, to) {
    const unsent = batch ? '' : 'Nothing was sent. ';
    const toFile = batch
      ? s`To write a file: '${to.command('bulk export', batch)}'.`
      : 'Name a file with -o.';
    return (
      s`${unsent}The result has ${rows(count)}, and a terminal shows at most ${number(few)} unasked. ` +
      s`${toFile} To show all rows here, use -o -.`
    );
  },
  output_is_input({ output }, to) {
    const orFolder = to.runCommand === 'bulk run' && to.inputCount > 1 ? ', or use --out-dir' : '';
    return s`The output, ${output}, is also an input, which is never replaced. Name another file${orFolder}.${phrases.nothingSentBy(to)}`;
  },
  one_side_file: () =>
    '--partners writes one file for one input; run the inputs one by one, or export each batch with it.',
  not_erasable: ({ number: position }) =>
    s`Nothing was deleted: identifier ${position} is not a valid CPF or CNPJ. Correct it or leave it out.`,
  not_an_identifier: () =>
    'That is not a valid CPF or CNPJ. Type all of its digits, with or without punctuation.',
  lookup_not_over: ({ shown }, to) =>
    s`Nothing was deleted: ${shown} is being looked up, or an earlier lookup of it may have been charged. ` +
    s`Look it up again, which checks that, then run ${to.repeat()} again.`,
  result_erased({ batch, file, path, rows: count }, to) {
    const exportCommand = to.command('bulk export', batch, '--output', path, '--overwrite');
    return (
      s`Nothing was sent: ${path} is the result of batch ${batch}, of which ${plural(count, 'row was', 'rows were')} erased with purge. ` +
      s`To write the rest in its place: '${exportCommand}'. Before you run ${file} again with --overwrite, ` +
      'remove the erased people and companies from it, or they are looked up, charged and stored again.'
    );
  },
  system_limit: ({ of }) => SYSTEM_LIMITS[of],
  bad_realtime: () => 'A real-time lookup takes one CPF, --realtime and --birth-date DD/MM/YYYY.',
  no_base_url({ profile }, to) {
    const ofProfile = profile === 'default' ? '' : s` for profile ${profile}`;
    return (
      s`No service address${ofProfile}. Log in with '${to.command('auth login', '--base-url', '<url>')}', ` +
      'use --base-url or CONFERE_BASE_URL, or try --sandbox.'
    );
  },
  key_of_another_service: ({ profile, boundTo, baseUrl }) =>
    s`The stored key of profile ${profile} is for ${boundTo} and is not sent to ${baseUrl}. ` +
    "Set that service's key with CONFERE_API_KEY or --api-key-file, or log in there with another --profile.",
  bad_profile: () => 'A profile name has 1 to 64 letters, digits, dots, hyphens and underscores.',
  no_such_profile({ name, known, near }, to) {
    const logIn = to.command('auth login', '--profile', name);
    const set = to.command('config set', '<setting>', '<value>', '--profile', name);
    return (
      s`There is no profile ${name}.${phrases.didYouMean(near)} Profiles: ${known.join(', ')}. ` +
      s`To create it: '${logIn}'; or, for a key from the environment, '${set}'.`
    );
  },
  no_identifiers: () => 'Standard input has no identifiers.',
  stdin_twice: () => "'-' reads all of standard input. Use it once.",
  stdout_twice: ({ option }) =>
    s`Standard output already takes the report or the JSON. Name a file with ${option}.`,
  needs_yes: ({ question, nothing }, to) =>
    s`${phrases.unasked[nothing]} "${question}" Add --yes to confirm${repeatWith(to, '--yes')}.`,
  purge_what: () => 'Choose one: the CPFs and CNPJs to delete, or an age with --older-than.',
  sandbox_needs_no_login: () =>
    'The sandbox needs no login. To log in to the real service, leave out --sandbox and unset CONFERE_SANDBOX.',
  needs_key: (_, to) =>
    s`The key is typed at a terminal, or sent on standard input to '${to.command('auth login', '--with-key')}'.`,
  notify_failed: ({ reason }) =>
    s`The --notify command failed (${reason}). The batch is not affected.`,
  below_min: ({ remaining, min }) =>
    s`${plural(remaining, 'credit remains', 'credits remain')}, fewer than ${number(min)} (--min).`,
  unknown_status: ({ wanted, statuses }) =>
    s`There is no status ${wanted}. Statuses: ${statuses.join(', ')}.`,
  one_output: () => 'Use -o for one input, or --out-dir <dir> for several, not both.',
  not_a_result: ({ file }) =>
    s`${file} is not a result of confere: it has no column lookup_status. ` +
    'Compare files written by bulk run or bulk export, or batches by their ids.',
  broken_json: ({ file, objects }) =>
    s`${file} is not a whole result: after ${plural(objects, 'object', 'objects')} it ends, ` +
    'or does not have one object on each line. Export the result again.',
  different_kinds: ({ cpfs, cnpjs }) =>
    s`There is nothing to compare: ${cpfs} has CPFs and ${cnpjs} has CNPJs. Name two results of the same kind.`,
  temporary_folder: ({ folder, reason }) =>
    s`The folder for temporary files, ${folder}, cannot be used (${reason}). ` +
    'Create it or free it, or set TMPDIR (on Windows TEMP) to another one.',
  results_differ: ({ identifiers }) =>
    s`${plural(identifiers, 'identifier differs', 'identifiers differ')}.`,
  some_invalid: ({ of, count, isInPipe = false }) =>
    of === 'rows'
      ? s`${plural(count, 'row is', 'rows are')} invalid, which --strict does not accept. To write each with its reason: --rejects <file>.`
      : s`${plural(count, 'identifier is', 'identifiers are')} not valid${isInPipe ? '; see standard output' : ''}.`,
  some_not_found: ({ count }) =>
    s`${plural(count, 'identifier was', 'identifiers were')} not found.`,
  no_json: () => 'This command prints no JSON. Leave out --json.',
  no_home: () =>
    'This user has no home folder. Set CONFERE_HOME to a folder for settings and data.',
  no_fields: () => '--fields is for confere cpf, cnpj, lookup, bulk run and bulk export.',
  bad_fault({ rule, like, known }) {
    const available = known?.length ? s` Available: ${known.join(', ')}.` : '';
    return s`--fault '${rule}' is not valid: it must look like '${like}'.${available}`;
  },
  bad_port: ({ port, last }) => s`${port} is not a valid port. Use 1 to ${last}.`,
  port_taken: ({ port }) =>
    s`Port ${port} is in use or not allowed on this machine. Choose another with --port, or --port 0 for a free one.`,
  ledger_copy_where: ({ already }) =>
    already
      ? s`Nothing was changed: the ledger is already in ${already}, where that of the sandbox always stays. Name another place with --to.`
      : 'Choose one: --to <place> moves the ledger to another place, --cancel undoes an interrupted move. ' +
        'The ledger of the sandbox stays where it is.',
  ledger_at_work: (_, to) =>
    'Nothing was changed: the ledger is in use, or waits for an answer of the service. Let other runs end, or stop them; ' +
    s`'${to.command('bulk resume')}' finishes what was interrupted. Then run ${to.repeat()} again.`,
  ledger_not_empty: ({ place }) =>
    s`Nothing was changed: the ledger in ${place} is not empty, and a copy would replace it. Choose another place.`,
  ledger_differs: ({ table }, to) =>
    s`The copy differs from the ledger (${table}) and is not used. Run ${to.repeat()} again; ` +
    s`if it still differs, '${to.command('ledger check')}' may show why.`,
  ledger_unsound: ({ findings }) =>
    s`Ledger check failed: ${plural(findings, 'problem', 'problems')} (above). Restore a backup before sending anything.`,
  unknown_command: ({ help, word = '…', meant }) =>
    s`There is no command '${word}'.${phrases.didYouMean(...meant)}${referToHelp(help)}`,
  unknown_option({ help, flag = '--…', near, behind }) {
    if (flag === '--api-key')
      return (
        "There is no option '--api-key': a key on the command line shows in the list of processes. " +
        s`Use CONFERE_API_KEY or --api-key-file <path>.${referToHelp(help)}`
      );
    if (behind !== undefined)
      return s`'${flag}' comes after the command: '${behind} ${flag} …'.${referToHelp(help)}`;
    return s`There is no option '${flag}' here.${phrases.didYouMean(near)}${referToHelp(help)}`;
  },
  missing_argument({ help, command, argument, choices, example }) {
    const needed = argument ? s`<${argument}>` : 'an argument';
    const oneOf = choices?.length ? s` (${choices.join(', ')})` : '';
    const asIn = example ? s`, as in '${example}'` : '';
    return s`'${command}' needs ${needed}${oneOf}${asIn}.${referToHelp(help)}`;
  },
  option_missing_argument: ({ help, option }) => s`'${option}' needs a value.${referToHelp(help)}`,
  invalid_argument({ help, place, value = '…', choices, must, near }) {
    const oneOf = choices?.length ? s` The choices are ${choices.join(', ')}.` : '';
    const rule = must ? ` ${RULES[must]}` : '';
    return s`'${value}' is not a valid value for '${place}'.${oneOf}${rule}${phrases.didYouMean(near)}${referToHelp(help)}`;
  },
  excess_arguments: ({ help, command, most, given }) =>
    s`'${command}' takes ${plural(most, 'argument', 'arguments')}, not ${number(given)}.${referToHelp(help)}`,
  unknown_topic: ({ help, word, near }) =>
    near
      ? s`There is no help topic '${word}'. Did you mean '${help} ${near}'?`
      : s`There is no such help topic. For the list: '${help}'.`,
  one_decision: ({ open }, to) =>
    open
      ? listDecisions(open, to)
      : s`Choose one: --adopt <jobId> (it is this job), --resubmit (send again; may pay twice)${repeatWith(to, '--resubmit')} ` +
        s`or --abandon (stop waiting; what was charged stays charged)${repeatWith(to, '--abandon')}.`,
  unknown_key({ key, keys, stored, near, looksSecret }, to) {
    const unknown = stored
      ? s`${phrases.profile(stored)} has an unknown setting ${key}.`
      : s`There is no setting ${key}.`;
    const meant = near ? s` Did you mean ${near}?` : '';
    const toStoreKey = looksSecret ? s` To store an API key: '${to.command('auth login')}'.` : '';
    const toRemove = stored ? s` To delete it: '${to.command('config unset', key)}'.` : '';
    return s`${unknown}${meant}${toStoreKey}${toRemove} Settings: ${keys.join(', ')}.`;
  },
  unknown_variable: ({ variable, near }) =>
    s`${variable} is not a variable of confere.${phrases.didYouMean(near)} Correct or unset it. ` +
    "To list those it reads: 'confere help environment'.",
  batch_left: batchLeft,
};
