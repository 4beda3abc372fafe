import type { BatchSteps, TypedInput } from '../base/facts.js';
import { maskIdentifiers } from '../identifiers/index.js';
import { t } from './index.js';
import { maxCredits, type LineChange, type GivenOption } from './reader.js';
import type { NextCommand, NextSteps } from './reader.js';
import { isPiped } from '../base/piped.js';

/** Returns the next steps of a run. `run` is called each time, because the command line may be parsed later. */
export function createNextSteps(run: () => Run): NextSteps {
  const steps: NextSteps = {
    command: (name, ...words) => writeCommand(run(), name, words),
    repeatOrNothing: (change = {}) => writeRepeatedRun(run(), change),
    repeat: (change) => {
      // A list may have been paid for in part, and --fresh would pay for that part once more.
      const sameCommand = steps.isFresh ? t.usage.sameCommandNoFresh : t.usage.sameCommand;
      return inQuotes(steps.repeatOrNothing(change)) ?? sameCommand;
    },
    repeatInBrackets: (change) => {
      const repeated = inQuotes(steps.repeatOrNothing(change));
      return repeated === undefined ? '' : ` (${repeated})`;
    },
    continueRun: (batch, set = []) => writeContinuedRun(run(), steps, batch, set),
    continueBatch: (batch, set = [], isAllSent = false) =>
      writeContinuedBatch(run(), batch, set, isAllSent),
    forBatch: (batch) => createNextSteps(() => ({ ...run(), batch })),
    startNewBatch: (file, typed) =>
      file !== t.usage.standardInput && isTypable(file)
        ? writeRunOfFile(run(), file, typed, ['--again'])
        : t.usage.againWithSameInput(steps.command('bulk run')),
    readAgain: (file, typed) => writeRunOfFile(run(), file, typed, []),
    inputOptions: () => run().options.filter(({ flag }) => INPUT.includes(flag)),
    resultOptions: () => run().options.filter(({ flag }) => RESULT.includes(flag)),
    withCreditsLeft: (creditsLeft) => createNextSteps(() => ({ ...run(), creditsLeft })),
    forInput: (file) =>
      createNextSteps(() => {
        const options = run().options.filter(({ flag }) => flag !== '--keep-going');
        return { ...run(), args: [file], options };
      }),
    get runCommand() {
      return run().command;
    },
    hasOption: (wanted) => run().options.some(({ flag }) => flag === wanted),
    get isFresh() {
      return isLookup(run().command) && steps.hasOption('--fresh');
    },
    get canSendPart() {
      return /^bulk (run|submit|resume)$/.test(run().command);
    },
    get isList() {
      const { command, args } = run();
      return isLookup(command) && (args.length > 1 || args.includes('-'));
    },
    get inputCount() {
      return run().args.length;
    },
  };
  return steps;
}

/**
 * Writes a command with the options that it takes over from this run. A command that continues a batch gets the credits
 * left of the batch's limit, even if this run has no limit.
 */
function writeCommand(run: Run, name: NextCommand, words: readonly string[]): string {
  const { creditsLeft } = run;
  // A new batch gets the limit that the user typed.
  const isContinued =
    name === 'bulk resume' || (name === 'bulk run' && run.batch?.input?.path === words[0]);
  const hasLimitOfBatch = creditsLeft !== undefined && isContinued;
  const flags = getCarriedOptions(name).filter((flag) => !hasLimitOfBatch || flag !== LIMIT);
  const given = words.includes('-o') ? [...words, '--output'] : words;
  const options = selectPrintable(run).filter(
    ({ flag }) => flags.includes(flag) && !given.includes(flag),
  );
  const limit = hasLimitOfBatch ? [maxCredits(creditsLeft)] : [];
  const result =
    name === 'bulk export' ? chooseOutput(run, [...words, ...writeOptions(options)]) : [];
  return writeLine(run, name, [...words, ...writeOptions([...options, ...limit]), ...result]);
}

/** Returns `-o <file>` for an export that names none, because all records would go to the terminal without it. */
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
    const repeated = writeRepeatedRun({ ...run, command: 'bulk run' }, { drop: OF_NEW_BATCH, set });
    if (repeated !== undefined) return repeated;
  }
  const { input } = run.batch ?? {};
  const replaced = new Set(set.map(({ flag }) => flag));
  const options = [...run.options.filter(({ flag }) => !replaced.has(flag)), ...set];
  const next = { ...run, options };
  const byId = isAllSent ? 'bulk watch' : 'bulk resume';
  if (input === undefined) return writeCommand(next, byId, [batch]);
  const words = [input.path, ...writeOptions([...input.options, ...(input.result ?? [])])];
  const command = writeCommand(next, 'bulk run', words);
  return isTypable(command) ? command : writeCommand(next, byId, [batch]);
}

const LIMIT = '--max-credits';
const PURPOSE = '--purpose';
/** The command that continues a batch leaves these options out: the batch has its purpose. */
const OF_NEW_BATCH = ['--again', PURPOSE];

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
  const isById =
    isAllSent ||
    run.command === 'bulk resume' ||
    ((isResubmission || lacksOptions) && batch !== undefined);
  const repeated = isById
    ? undefined
    : inQuotes(
        steps.repeatOrNothing({ drop: batch === undefined ? ['--again'] : OF_NEW_BATCH, set }),
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
  known: TypedInput | undefined,
  words: readonly string[],
): string {
  const command =
    known && writeCommand(run, 'bulk run', [known.path, ...writeOptions(known.options), ...words]);
  if (command !== undefined && isTypable(command)) return `'${command}'`;
  return t.usage.inFolderOfFile({ command: writeCommand(run, 'bulk run', [file, ...words]) });
}

/**
 * Writes this command line again, without quotes; undefined if the user cannot type it again, because it has piped
 * input, identifiers, or misleading characters.
 */
function writeRepeatedRun(run: Run, { set = [], drop = [] }: LineChange): string | undefined {
  if (run.command === '' || isLookup(run.command) || run.args.some(isPiped)) return undefined;
  // The repeated command loses `--yes`, so that it asks again before it may pay twice.
  const isResubmission = run.options.some(({ flag }) => flag === '--resubmit');
  const replaced = [...drop, ...set.map(({ flag }) => flag), ...(isResubmission ? ['--yes'] : [])];
  const { creditsLeft, args } = run;
  // The repeated command gets what is left of the limit, so that both runs together stay within it.
  const limitLeft =
    creditsLeft === undefined || args.length !== 1 ? undefined : maxCredits(creditsLeft);
  const kept = selectPrintable(run)
    .filter(({ flag }) => !replaced.includes(flag))
    .map((option) => (option.flag === LIMIT ? (limitLeft ?? option) : option));
  const options = writeOptions([...kept, ...set]);
  const words = args.some(isOption) ? [...options, '--', ...args] : [...args, ...options];
  const repeated = writeLine(run, run.command, words);
  return isTypable(repeated) ? repeated : undefined;
}

/**
 * Returns whether a command can be shown and typed: it has no identifier, which the sentence would mask, and no
 * invisible or misleading characters.
 */
function isTypable(command: string): boolean {
  return maskIdentifiers(command) === command && !/\p{C}/u.test(command);
}

/**
 * Returns the options that may be printed. Until a command has opened the file of `--api-key-file`, the value may be
 * the key itself, typed by mistake.
 */
function selectPrintable({ command, options }: Run): readonly GivenOption[] {
  // A command for `--notify` may contain a secret, and a purpose a name; logs keep what is printed.
  const shown = options
    .filter(({ flag }) => flag !== '--notify')
    .map((option) =>
      option.flag === PURPOSE ? { flag: PURPOSE, value: t.usage.purpose } : option,
    );
  return READS_KEY.test(command) ? shown : shown.filter(({ flag }) => flag !== '--api-key-file');
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

/** A shell would take `<purpose> --max-credits 10` for redirections, and the limit would be lost. */
function isBarePlaceholder(word: string): boolean {
  return PLACEHOLDER.test(word) && word !== t.usage.purpose;
}

/** Joins a command line for the user's shell. Commands about files get `<file>` for a name that contains a CPF. */
function writeLine({ platform }: Run, name: string, words: readonly string[]): string {
  const isAboutFiles = name.startsWith('bulk ');
  const hideIdentifier = (word: string) =>
    isAboutFiles && maskIdentifiers(word) !== word ? t.usage.file : word;
  return ['confere', ...name.split(' '), ...words.map(hideIdentifier)]
    .map((word) => (isBarePlaceholder(word) ? word : quoteForShell(word, platform)))
    .join(' ');
}

function inQuotes(command: string | undefined): string | undefined {
  return command === undefined ? undefined : `'${command}'`;
}

/** Matches words that no shell changes. Zsh expands a first `=`, and fish a first `%`. */
const PLAIN_WORD = /^[\w@+:,./-][\w@%+=:,./-]*$/;

/** Quotes one word of a command line so that the user's shell reads it unchanged. `platform`: Node's name of it. */
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
 * Matches words that PowerShell does not change. PowerShell splits words at commas, and words with a first hyphen at
 * points; it interprets `@` and a first `%`. Backslashes are allowed, because every path has them.
 */
const PLAIN_ON_WINDOWS = /^(?:-[\w-]*|[\w+=:./\\][\w+=:./\\-]*)$/;

const splitWords = (list: string) => list.split(' ');
const LEDGER = splitWords('--profile --base-url --sandbox');
const SERVICE = [...LEDGER, ...splitWords('--api-key-file --timeout --rate --realtime-rate')];
const WAITING = splitWords('--deadline --interval --settle');
const LIMITS = splitWords('--max-credits --max-credits-per-day --max-credits-per-month');
const BUDGET = [...LIMITS, ...splitWords('--allow-overage --fit-balance --reuse')];
const EXPORT = splitWords(
  '--output --format --fields --labels --overwrite --partners --excel --compare',
);
const RESULT = splitWords(
  '--output --out-dir --format --fields --labels --only --partial --partners --excel --compare',
);
const SENDING = [...BUDGET, ...WAITING, '--strict'];

/** The options of this run that the next command takes over, so that it does what the user meant by them. */
const carriedOptions: Readonly<Record<NextCommand, readonly string[]>> = {
  cpf: SERVICE,
  cnpj: SERVICE,
  quota: SERVICE,
  'bulk run': [...SERVICE, ...SENDING],
  'bulk watch': [...SERVICE, ...WAITING, '--strict'],
  'bulk resume': [...SERVICE, ...SENDING],
  'bulk resolve': [...SERVICE, ...BUDGET, ...WAITING],
  'bulk export': [...LEDGER, ...EXPORT],
  'bulk status': LEDGER,
  'bulk list': LEDGER,
  spend: LEDGER,
  'ledger check': LEDGER,
  'auth status': [...LEDGER, '--api-key-file'],
  'auth login': ['--profile', '--base-url'],
  'config set': ['--profile'],
  'config unset': ['--profile'],
};

/** Returns the options that a command takes over from this run. */
export function getCarriedOptions(command: NextCommand): readonly string[] {
  return carriedOptions[command];
}

const INPUT = splitWords('--type --column --sheet --delimiter --encoding --no-header --name');

/** Matches the commands that have read the file of `--api-key-file`, so that its value is known to be a path. */
const READS_KEY = /^(cpf|cnpj|lookup|quota|mcp|bulk (run|submit|watch|resume|resolve))$/;

/** A run as it was started, and the facts that its next steps need. */
export interface Run {
  /** Node's name of the platform (`process.platform`); decides for which shell words are quoted. */
  readonly platform: string;
  /** The command without `confere`, such as `bulk run`; empty before the command line is understood. */
  readonly command: string;
  readonly args: readonly string[];
  /** The options as typed, in their order, without values from the environment or a profile. */
  readonly options: readonly GivenOption[];
  /** The credits left of the limit of the batch that the next step continues. */
  readonly creditsLeft?: number;
  /** The batch that the next step is about. */
  readonly batch?: BatchSteps;
}

/** Stands for a run whose command line is not understood yet. */
export const noRun: Run = { platform: 'linux', command: '', args: [], options: [] };

export function isLookup(command: string): boolean {
  return /^(cpf|cnpj|lookup)$/.test(command);
}
