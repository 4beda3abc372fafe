import type { NextCommandFacts, TypedInput } from '../base/facts.js';
import { maskCpfs } from '../identifiers/index.js';
import { t } from './index.js';
import { buildLimitOption, type LineChange, type GivenOption } from './reader.js';
import type { NextCommand, NextSteps } from './reader.js';
import { isPiped, isPipedInputName } from '../base/piped.js';

/** Returns the next steps of a run. `readRun` is called for each, because the command line may be parsed later. */
export function createNextSteps(readRun: () => Run): NextSteps {
  const steps: NextSteps = {
    command: (name, ...words) => writeCommand(readRun(), name, words),
    repeatOrNothing: (change = {}) => writeRepeatedRun(readRun(), change),
    repeat: (change) => {
      // A list may have been paid for in part, and --fresh would pay for that part once more.
      const sameCommand = steps.isFresh ? t.usage.sameCommandNoFresh : t.usage.sameCommand;
      return quoteCommand(steps.repeatOrNothing(change)) ?? sameCommand;
    },
    repeatInBrackets: (change) => {
      const repeated = quoteCommand(steps.repeatOrNothing(change));
      return repeated === undefined ? '' : ` (${repeated})`;
    },
    continueRun: (batch, set = []) => writeContinuedRun(readRun(), steps, batch, set),
    continueBatch: (batch, set = [], isAllSent = false) =>
      writeContinuedBatch(readRun(), batch, set, isAllSent),
    forBatch: (batch) => createNextSteps(() => ({ ...readRun(), batch })),
    startNewBatch: (file, typed) =>
      isTypable(file) && !isPipedInputName(file)
        ? writeRunOfFile(readRun(), file, typed, ['--again'])
        : t.usage.withSameInput(steps.command('bulk run', '-', '--again')),
    readAgain: (file, typed) =>
      isPipedInputName(file)
        ? t.usage.withSameInput(steps.command('bulk run', '-'))
        : writeRunOfFile(readRun(), file, typed, []),
    typedInputOptions: () => readRun().options.filter(({ flag }) => INPUT_OPTIONS.includes(flag)),
    typedResultOptions: () => readRun().options.filter(({ flag }) => RESULT_OPTIONS.includes(flag)),
    withCreditsLeft: (creditsLeft) => createNextSteps(() => ({ ...readRun(), creditsLeft })),
    forInput: (file) =>
      createNextSteps(() => {
        const options = readRun().options.filter(({ flag }) => flag !== '--keep-going');
        return { ...readRun(), args: [file], options };
      }),
    get currentCommand() {
      return readRun().command;
    },
    isTyped: (wanted) => readRun().options.some(({ flag }) => flag === wanted),
    get isFresh() {
      return isLookup(readRun().command) && steps.isTyped('--fresh');
    },
    get takesFitBalance() {
      return /^bulk (run|submit|resume)$/.test(readRun().command);
    },
    get isList() {
      const { command, args } = readRun();
      return isLookup(command) && (args.length > 1 || args.includes('-'));
    },
    get inputCount() {
      return readRun().args.length;
    },
  };
  return steps;
}

/**
 * Writes a command with the options that it takes over from this run. A command that continues a batch gets the credits
 * left of the limit of the batch, even if this run has no limit.
 */
function writeCommand(run: Run, name: NextCommand, words: readonly string[]): string {
  const { creditsLeft } = run;
  // A new batch gets the limit that the user typed.
  const isContinued =
    name === 'bulk resume' || (name === 'bulk run' && run.batch?.input?.path === words[0]);
  const usesBatchLimit = creditsLeft !== undefined && isContinued;
  const flags = getCarriedOptions(name).filter((flag) => !usesBatchLimit || flag !== LIMIT_OPTION);
  const givenFlags = words.includes('-o') ? [...words, '--output'] : words;
  const options = selectPrintable(run).filter(
    ({ flag }) => flags.includes(flag) && !givenFlags.includes(flag),
  );
  const limit = usesBatchLimit ? [buildLimitOption(creditsLeft)] : [];
  const result =
    name === 'bulk export' ? chooseOutput(run, [...words, ...writeOptions(options)]) : [];
  return writeLine(run, name, [...words, ...writeOptions([...options, ...limit]), ...result]);
}

/** Returns `-o <file>` for an export that names no file, because all records would go to the terminal. */
function chooseOutput(
  { batch, options }: Run,
  [id = 'batch', ...words]: readonly string[],
): readonly string[] {
  if (['--output', '-o'].some((flag) => words.includes(flag))) return [];
  const format = options.find(({ flag }) => flag === '--format')?.value;
  const name = batch?.result ?? `${id}.confere.csv`;
  return ['-o', format === undefined ? name : name.replace(/\.\w+$/, `.${format}`)];
}

/**
 * Writes the command that continues a batch, without quotes. `isAllSent`: nothing of the batch is left to send, so that
 * `bulk watch`, which sends nothing, is enough where the input is not known.
 */
function writeContinuedBatch(
  run: Run,
  batch: string,
  set: readonly GivenOption[],
  isAllSent: boolean,
): string {
  if (/^bulk (run|submit)$/.test(run.command)) {
    const repeated = writeRepeatedRun(
      { ...run, command: 'bulk run' },
      { drop: NEW_BATCH_OPTIONS, set },
    );
    if (repeated !== undefined) return repeated;
  }
  const { input } = run.batch ?? {};
  const replacedFlags = new Set(set.map(({ flag }) => flag));
  const options = [...run.options.filter(({ flag }) => !replacedFlags.has(flag)), ...set];
  const changedRun = { ...run, options };
  const commandById = isAllSent ? 'bulk watch' : 'bulk resume';
  if (input === undefined) return writeCommand(changedRun, commandById, [batch]);
  const words = [input.path, ...writeOptions([...input.options, ...(input.result ?? [])])];
  const command = writeCommand(changedRun, 'bulk run', words);
  return isTypable(command) ? command : writeCommand(changedRun, commandById, [batch]);
}

const LIMIT_OPTION = '--max-credits';
const PURPOSE_OPTION = '--purpose';
/** The command that continues a batch leaves these options out: the batch exists and has a purpose. */
const NEW_BATCH_OPTIONS = ['--again', PURPOSE_OPTION];

/**
 * Writes the command that continues this run, quoted. The command leaves out `--again`, which would make another batch
 * after this one, and `--resubmit`, which consents to one more submission: the repeated option may pay again if another
 * run has recorded a doubt since.
 */
function writeContinuedRun(
  run: Run,
  steps: NextSteps,
  batch: string | undefined,
  set: readonly GivenOption[],
): string {
  if (batch !== undefined && run.command === 'bulk submit')
    return `'${steps.continueBatch(batch, set)}'`;
  const isResubmission = run.options.some(({ flag }) => flag === '--resubmit');
  // The commands that neither send nor wait lack the options in `set`.
  const lacksOptions = set.length > 0 && !/^bulk (run|submit|watch|resume)$/.test(run.command);
  const isAllSent = run.command === 'bulk watch';
  const continuesById =
    isAllSent ||
    run.command === 'bulk resume' ||
    ((isResubmission || lacksOptions) && batch !== undefined);
  const repeated = continuesById
    ? undefined
    : quoteCommand(
        steps.repeatOrNothing({ drop: batch === undefined ? ['--again'] : NEW_BATCH_OPTIONS, set }),
      );
  if (repeated !== undefined || batch === undefined) return repeated ?? steps.repeat({ set });
  return `'${steps.continueBatch(batch, set, isAllSent)}'`;
}

/**
 * Writes the run that reads a file, quoted, with its path and input options where the ledger knows them; otherwise a
 * phrase that says in which folder to type the command.
 */
function writeRunOfFile(
  run: Run,
  file: string,
  typed: TypedInput | undefined,
  words: readonly string[],
): string {
  const command =
    typed && writeCommand(run, 'bulk run', [typed.path, ...writeOptions(typed.options), ...words]);
  if (command !== undefined && isTypable(command)) return `'${command}'`;
  return t.usage.inFolderOfFile({ command: writeCommand(run, 'bulk run', [file, ...words]) });
}

/**
 * Writes this command line again, without quotes; undefined if the user cannot type the line again, because it has
 * piped input, identifiers, or misleading characters.
 */
function writeRepeatedRun(run: Run, { set = [], drop = [] }: LineChange): string | undefined {
  if (run.command === '' || isLookup(run.command) || run.args.some(isPiped)) return undefined;
  // The repeated command loses `--yes`, so that it asks again before it may pay twice.
  const isResubmission = run.options.some(({ flag }) => flag === '--resubmit');
  const replacedFlags = [
    ...drop,
    ...set.map(({ flag }) => flag),
    ...(isResubmission ? ['--yes'] : []),
  ];
  const { creditsLeft, args } = run;
  // The repeated command gets what is left of the limit, so that both runs together stay within it.
  const limitLeft =
    creditsLeft === undefined || args.length !== 1 ? undefined : buildLimitOption(creditsLeft);
  const keptOptions = selectPrintable(run)
    .filter(({ flag }) => !replacedFlags.includes(flag))
    .map((option) => (option.flag === LIMIT_OPTION ? (limitLeft ?? option) : option));
  const options = writeOptions([...keptOptions, ...set]);
  const words = args.some(isOption) ? [...options, '--', ...args] : [...args, ...options];
  const repeated = writeLine(run, run.command, words);
  return isTypable(repeated) ? repeated : undefined;
}

/**
 * Returns whether a command can be shown and typed: it has no identifier, which the sentence would mask, and no
 * invisible or misleading characters.
 */
function isTypable(command: string): boolean {
  return maskCpfs(command) === command && !/\p{C}/u.test(command);
}

/**
 * Returns the options that may be printed. Until a command has opened the file of `--api-key-file`, the value may be
 * the key itself, typed by mistake.
 */
function selectPrintable({ command, options }: Run): readonly GivenOption[] {
  // A command for `--notify` may contain a secret, and a purpose a name; logs keep what is printed.
  const printable = options
    .filter(({ flag }) => flag !== '--notify')
    .map((option) =>
      option.flag === PURPOSE_OPTION ? { flag: PURPOSE_OPTION, value: t.usage.purpose } : option,
    );
  return READS_KEY_FILE.test(command)
    ? printable
    : printable.filter(({ flag }) => flag !== '--api-key-file');
}

/** Returns the words of options; `--flag=value` where the value looks like an option itself. */
function writeOptions(options: readonly GivenOption[]): string[] {
  return options.flatMap(({ flag, value }) =>
    value === undefined ? [flag] : isOption(value) ? [`${flag}=${value}`] : [flag, value],
  );
}

function isOption(word: string): boolean {
  return word.startsWith('-');
}

/** A placeholder that the user replaces: `<jobId>`, or `<file>` for a name that contains a CPF. */
const PLACEHOLDER = /^<[a-z]+>$/i;

/**
 * Returns whether a word is a placeholder that stays without quotes. `<purpose>` is quoted: a shell would take
 * `<purpose> --max-credits 10` for redirections, and the limit would be lost.
 */
function isBarePlaceholder(word: string): boolean {
  return PLACEHOLDER.test(word) && word !== t.usage.purpose;
}

/** Joins a command line for the user's shell. Commands about files get `<file>` for a name that contains a CPF. */
function writeLine({ platform }: Run, name: string, words: readonly string[]): string {
  const isAboutFiles = name.startsWith('bulk ');
  const hideIdentifier = (word: string) =>
    isAboutFiles && maskCpfs(word) !== word ? t.usage.file : word;
  return ['confere', ...name.split(' '), ...words.map(hideIdentifier)]
    .map((word) => (isBarePlaceholder(word) ? word : quoteForShell(word, platform)))
    .join(' ');
}

function quoteCommand(command: string | undefined): string | undefined {
  return command === undefined ? undefined : `'${command}'`;
}

/** Matches words that no shell changes. Zsh expands a leading `=`, and fish a leading `%`. */
const PLAIN_WORD = /^[\w@+:,./-][\w@%+=:,./-]*$/;

/** Quotes one word of a command line so that the user's shell reads it unchanged. `platform`: `process.platform`. */
export function quoteForShell(word: string, platform: string): string {
  if ((platform === 'win32' ? PLAIN_ON_WINDOWS : PLAIN_WORD).test(word)) return word;
  // PowerShell also ends a string at typographic quotes (about_Quoting_Rules).
  if (platform === 'win32') return `"${word.replaceAll(/[`"$\u201c-\u201e]/g, '`$&')}"`;
  // The word gets double quotes, because a sentence puts the whole command in single ones. Interactive shells expand
  // `!` even in double quotes, and fish keeps the backslash before a backtick there. Outside of quotes, fish reads a
  // backslash and an apostrophe as the other shells do.
  if (/[!`]/.test(word)) return `'${word.replaceAll(/['\\]/g, "'\\$&'")}'`;
  return `"${word.replaceAll(/[\\"$]/g, '\\$&')}"`;
}

/**
 * Matches words that PowerShell does not change. PowerShell splits words at commas, and words with a leading hyphen at
 * points; it interprets `@` and a leading `%`. Backslashes are allowed, because every path has them.
 */
const PLAIN_ON_WINDOWS = /^(?:-[\w-]*|[\w+=:./\\][\w+=:./\\-]*)$/;

const splitList = (list: string) => list.split(' ');
const LEDGER_OPTIONS = splitList('--profile --base-url --sandbox');
const SERVICE_OPTIONS = [
  ...LEDGER_OPTIONS,
  ...splitList('--api-key-file --timeout --rate --realtime-rate'),
];
const WAITING_OPTIONS = splitList('--deadline --interval --settle');
const SPENDING_LIMITS = splitList('--max-credits --max-credits-per-day --max-credits-per-month');
const BUDGET_OPTIONS = [...SPENDING_LIMITS, ...splitList('--allow-overage --fit-balance --reuse')];
const EXPORT_OPTIONS = splitList(
  '--output --format --fields --labels --overwrite --partners --excel --compare',
);
const RESULT_OPTIONS = splitList(
  '--output --out-dir --format --fields --labels --only --partial --partners --excel --compare',
);
const SENDING_OPTIONS = [...BUDGET_OPTIONS, ...WAITING_OPTIONS, '--strict'];

/** The options of this run that the next command takes over, so that they apply to both commands. */
const CARRIED_OPTIONS: Readonly<Record<NextCommand, readonly string[]>> = {
  cpf: SERVICE_OPTIONS,
  cnpj: SERVICE_OPTIONS,
  quota: SERVICE_OPTIONS,
  'bulk run': [...SERVICE_OPTIONS, ...SENDING_OPTIONS],
  'bulk watch': [...SERVICE_OPTIONS, ...WAITING_OPTIONS, '--strict'],
  'bulk resume': [...SERVICE_OPTIONS, ...SENDING_OPTIONS],
  'bulk resolve': [...SERVICE_OPTIONS, ...BUDGET_OPTIONS, ...WAITING_OPTIONS],
  'bulk export': [...LEDGER_OPTIONS, ...EXPORT_OPTIONS],
  'bulk status': LEDGER_OPTIONS,
  'bulk list': LEDGER_OPTIONS,
  spend: LEDGER_OPTIONS,
  'ledger check': LEDGER_OPTIONS,
  'auth status': [...LEDGER_OPTIONS, '--api-key-file'],
  'auth login': ['--profile', '--base-url'],
  'config set': ['--profile'],
  'config unset': ['--profile'],
};

/** Returns the options that a command takes over from this run. */
export function getCarriedOptions(command: NextCommand): readonly string[] {
  return CARRIED_OPTIONS[command];
}

const INPUT_OPTIONS = splitList(
  '--type --column --sheet --delimiter --encoding --no-header --name',
);

/**
 * Matches the commands that have read the file of `--api-key-file`, so that the value of the option is known to be a
 * path.
 */
const READS_KEY_FILE = /^(cpf|cnpj|lookup|quota|mcp|bulk (run|submit|watch|resume|resolve))$/;

/** A run as it was started, and the facts that its next steps need. */
export interface Run {
  /** Node's name of the platform (`process.platform`). Words are quoted for its shell. */
  readonly platform: string;
  /** The command without `confere`, such as `bulk run`; empty before the command line is understood. */
  readonly command: string;
  readonly args: readonly string[];
  /** The options as typed, in their order, without values from the environment or a profile. */
  readonly options: readonly GivenOption[];
  /** The credits left of the limit of the batch that the next step continues. */
  readonly creditsLeft?: number;
  /** The batch that the next step is about. */
  readonly batch?: NextCommandFacts;
}

/** Stands for a run whose command line is not understood yet. */
export const noRun: Run = { platform: 'linux', command: '', args: [], options: [] };

export function isLookup(command: string): boolean {
  return /^(cpf|cnpj|lookup)$/.test(command);
}
