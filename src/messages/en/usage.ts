import { agree, plural, s } from './words.js';

/** Wrong command lines, questions and stops. */
export const usage = {
  invalidStrict: (count: number) =>
    s`${plural(count, 'row is', 'rows are')} invalid, which --strict does not accept; --rejects <file> writes each with its reason.`,
  notValid: (count: number) =>
    s`${plural(count, 'identifier is', 'identifiers are')} not valid; standard output says why.`,
  notFound: (count: number) => s`${plural(count, 'identifier was', 'identifiers were')} not found.`,
  noJson: 'This command prints no JSON; leave out --json.',
  jsonAndFormat: (format: string) =>
    s`--json and --format ${format} contradict each other; leave one of them out.`,
  noTemporaryFolder: (folder: string) =>
    s`The folder for temporary files, ${folder}, does not exist: create it, or set TMPDIR (on Windows TEMP) to another one.`,
  temporaryFolderUnwritable: (folder: string, reason: string) =>
    s`The folder for temporary files, ${folder}, cannot be written to (${reason}): mend that, or set TMPDIR (on Windows TEMP) to another one.`,
  cutAtComma: (option: string, list: string) =>
    s`${option} was cut at a comma, as PowerShell does; nothing was sent. Write it in quotes: ${option} "${list}".`,
  needsOutDir: 'Several inputs need --out-dir <dir> instead of -o.',
  outputOrOutDir: 'Use either -o or --out-dir.',
  jsonNeedsStdout: '--json needs stdout for itself; name a file with -o.',
  badJobId: 'It must be the id of a job: letters, digits and hyphens.',
  badDelimiter: 'It must be one character or tab.',
  noSuchStatus: (wanted: string, statuses: string) =>
    s`There is no status ${wanted}; the statuses are ${statuses}.`,
  confirmSending: (question: string, yes: string) =>
    s`${question} Nothing was sent; add --yes to confirm${yes}.`,
  confirmChange: (question: string, yes: string) =>
    s`${question} Nothing was changed; add --yes to confirm${yes}.`,
  yesWords: 'y yes',
  question: (question: string) => s`${question} [y/N] `,
  badBirthDate: 'The birth date must look like DD/MM/YYYY or DDMMYYYY.',
  noBirthDate: 'The birth date is not a valid date since 1900; the order is day, month, year.',
  futureBirthDate: 'The birth date lies in the future.',
  endOfInputKeys: 'Ctrl-Z and Enter',
  readingTerminal: (end: string) =>
    s`Reading identifiers from the terminal, one per line; ${end} ends.`,
  emptyStdin: 'Standard input held no identifier.',
  stdinOnce: "'-' reads all of standard input; give it once.",
  birthDateNeedsRealtime: '--birth-date belongs to --realtime.',
  realtimeNeedsBirthDate: 'A real-time lookup needs --birth-date DD/MM/YYYY.',
  realtimeTakesOneCpf: 'A real-time lookup takes one CPF.',
  stoppedRestNotAsked: 'Stopped; what was printed is answered, and the rest was not asked.',
  stopped: 'Stopped.',
  stoppedAtOnce: 'Stopped at once.',
  stoppedNothingSent: 'Stopped; nothing was sent, and nothing is kept.',
  stoppedNothingWritten: 'Stopped; nothing was written.',
  stoppedNothingPaid: 'Stopped; nothing was asked that costs anything.',
  stoppedSaved: 'Stopped; everything is saved.',
  notSent: (unsent: number) => s`${plural(unsent, 'identifier was', 'identifiers were')} not sent.`,
  stoppedWatching: (jobs: number, running: number) =>
    s`Stopped watching. ${plural(jobs, 'job', 'jobs')} (${plural(running, 'identifier', 'identifiers')}) ${agree(jobs, 'goes', 'go')} on at the service, which charges what it finds.`,
  stoppedMayBeCharged:
    'Stopped at once; a lookup or submission that was under way may have been charged.',
  stopping: 'Stopping after the current answer; once more stops at once.',
  fieldsNotHere: '--fields is for confere cpf, cnpj, quota, bulk run and bulk export.',
  placeWritable: (path: string, quotedPath: string) =>
    s`Others on this machine can change what is kept in ${path}, so nothing was read there or sent; close it with: chmod go-w ${quotedPath}`,
  placeOfOther: (path: string) =>
    s`${path} belongs to another user of this machine, so nothing was read there or sent. Have it given to you with chown, or set CONFERE_HOME to a folder of your own, where nothing is known of what was paid for here.`,
  noHome: 'This user has no home folder; set CONFERE_HOME to a folder for settings and state.',
  seeHelp: (help: string) => s`See '${help} --help'.`,
  optionNeedsValue: (option: string) => s`'${option}' needs a value.`,
  noSuchCommand: 'There is no such command.',
  noCommand: (word: string) => s`There is no command '${word}'.`,
  noKeyOption:
    "There is no option '--api-key': a key on the command line shows in the list of processes. Use CONFERE_API_KEY or --api-key-file <path>.",
  noSuchOption: 'There is no such option.',
  noOption: (flag: string) => s`There is no option '${flag}' here.`,
  belongsTo: (told: string, listed: string) => s`${told} It belongs to ${listed}.`,
  anArgument: 'an argument',
  needsArgument: (command: string, name: string, shown: string) =>
    s`'${command}' needs ${name}${shown}`,
  asIn: (told: string, example: string) => s`${told}, as in '${example}'.`,
  choices: (choices: string) => s`The choices are ${choices}.`,
  badValue: (place: string) => s`This is not a valid value for '${place}'.`,
  badValueOf: (value: string, place: string) => s`'${value}' is not a valid value for '${place}'.`,
  takesNoArguments: (command: string, given: number) =>
    s`'${command}' takes no arguments; got ${given}.`,
  takesArguments: (command: string, most: number, given: number) =>
    s`'${command}' takes ${plural(most, 'argument', 'arguments')}, not ${given}.`,
  or: (all: string, last: string) => s`${all} or ${last}`,
  didYouMean: (near: string) => s`Did you mean ${near}?`,
  requiredOption: (option: string) => s`required option '${option}' not specified.`,
  noHelpTopic: (help: string) => s`There is no help on that; '${help}' shows what there is.`,
  noHelpTopicNear: (word: string, help: string, near: string) =>
    s`There is no help on '${word}'. Did you mean '${help} ${near}'?`,
  noSuchFormat: (wanted: string, listed: string) =>
    s`There is no format '${wanted}' here; the formats are ${listed}.`,
  sameCommand: 'the same command',
  sameCommandNoFresh: 'the same command without --fresh',
  inFolderOfFile: (command: string) =>
    s`'${command}' (in the folder of that file, with the options of that time)`,
  againWithSameInput: (command: string) => s`'${command} - --again' with the same input`,
  toContinue: (onward: string) => s`To continue: ${onward}.`,
  rerunIn: (command: string, wait: string) => s`Run ${command} again in ${wait}.`,
  standardInput: 'standard input',
  defect: (error: string) => s`This is a defect of confere: ${error}`,
  defectOf: (program: string, error: string) => s`This is a defect of confere ${program}: ${error}`,
};
