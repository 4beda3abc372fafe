import type { BatchSteps, TypedInput } from '../base/facts.js';
import { maskIdentifiers } from '../identifiers/index.js';
import { t } from './index.js';
import { maxCredits, type LineChange, type GivenOption } from './reader.js';
import type { NextCommand, NextSteps } from './reader.js';
import { isPiped } from '../base/piped.js';

export function nextSteps(run: () => Run): NextSteps {
  const steps: NextSteps = {
    command: (name, ...words) => commandWith(run(), name, words),
    repeatOrNothing: (change = {}) => wholeCommand(run(), change),
    repeat: (change) => {
      // A list of lookups has paid for some of them already, and --fresh would pay for these once more.
      const same = steps.isFresh ? t.usage.sameCommandNoFresh : t.usage.sameCommand;
      return quoted(steps.repeatOrNothing(change)) ?? same;
    },
    repeatInBrackets: (change) => {
      const whole = quoted(steps.repeatOrNothing(change));
      return whole === undefined ? '' : ` (${whole})`;
    },
    continueRun: (batch, set = []) => onwardFrom(run(), steps, batch, set),
    continueBatch: (batch, set = [], waits = false) => goOnWith(run(), batch, set, waits),
    forBatch: (batch) => nextSteps(() => ({ ...run(), batch })),
    startNewBatch: (file, typed) =>
      file !== t.usage.standardInput && isTypable(file)
        ? readingFrom(run(), file, typed, ['--again'])
        : t.usage.againWithSameInput(steps.command('bulk run')),
    readAgain: (file, typed) => readingFrom(run(), file, typed, []),
    inputOptions: () => run().options.filter(({ flag }) => INPUT.includes(flag)),
    resultOptions: () => run().options.filter(({ flag }) => OF_RESULT.includes(flag)),
    withCreditsLeft: (creditsLeft) => nextSteps(() => ({ ...run(), creditsLeft })),
    forInput: (file) =>
      nextSteps(() => {
        const options = run().options.filter(({ flag }) => flag !== '--keep-going');
        return { ...run(), args: [file], options };
      }),
    get runCommand() {
      return run().command;
    },
    has: (wanted) => run().options.some(({ flag }) => flag === wanted),
    get isFresh() {
      return isLookup(run().command) && steps.has('--fresh');
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
 * Writes a command. A command that continues a batch keeps to what is left of the batch's limit, even if this run has
 * none.
 */
function commandWith(run: Run, name: NextCommand, words: readonly string[]): string {
  const { creditsLeft } = run;
  // A new batch gets the limit that the user typed.
  const isContinued =
    name === 'bulk resume' || (name === 'bulk run' && run.batch?.input?.path === words[0]);
  const isLimited = creditsLeft !== undefined && isContinued;
  const flags = carriedBy(name).filter((flag) => !isLimited || flag !== LIMIT);
  const options = usable(run).filter(({ flag }) => flags.includes(flag) && !words.includes(flag));
  const limit = isLimited ? [maxCredits(creditsLeft)] : [];
  const result = name === 'bulk export' ? chooseResult(run, [...words, ...typed(options)]) : [];
  return writeLine(run, name, [...words, ...typed([...options, ...limit]), ...result]);
}

/** Names a file for an export, because without one all records would go to the terminal. */
function chooseResult(
  { batch, options }: Run,
  [id = 'batch', ...words]: readonly string[],
): readonly string[] {
  if (['--output', '-o'].some((flag) => words.includes(flag))) return [];
  const format = options.find(({ flag }) => flag === '--format')?.value;
  const name = batch?.result ?? `${id}.confere.csv`;
  return ['-o', format === undefined ? name : name.replace(/\.\w+$/, `.${format}`)];
}

/**
 * Writes the command that goes on with a batch, unquoted. `waits`: all of the batch is sent, so that `bulk watch`,
 * which sends nothing, is enough where the input is not known.
 */
function goOnWith(run: Run, batch: string, set: readonly GivenOption[], waits: boolean): string {
  if (/^bulk (run|submit)$/.test(run.command)) {
    const whole = wholeCommand({ ...run, command: 'bulk run' }, { drop: ['--again'], set });
    if (whole !== undefined) return whole;
  }
  const { input } = run.batch ?? {};
  const flags = new Set(set.map(({ flag }) => flag));
  const options = [...run.options.filter(({ flag }) => !flags.has(flag)), ...set];
  const next = { ...run, options };
  const resume = waits ? 'bulk watch' : 'bulk resume';
  if (input === undefined) return commandWith(next, resume, [batch]);
  const read = [input.path, ...typed([...input.options, ...(input.result ?? [])])];
  const command = commandWith(next, 'bulk run', read);
  return isTypable(command) ? command : commandWith(next, resume, [batch]);
}

const LIMIT = '--max-credits';

/**
 * Writes the command that continues this run. It leaves out `--again`, which would make another batch after this one,
 * and `--resubmit`, which consents to one more submission: its repetition may pay again if another run has recorded a
 * doubt since.
 */
function onwardFrom(
  run: Run,
  steps: NextSteps,
  batch: string | undefined,
  set: readonly GivenOption[],
): string {
  if (batch !== undefined && run.command === 'bulk submit')
    return `'${steps.continueBatch(batch, set)}'`;
  const isResubmission = run.options.some(({ flag }) => flag === '--resubmit');
  // The options in `set` belong to commands that wait.
  const isOther = set.length > 0 && !/^bulk (run|submit|watch|resume)$/.test(run.command);
  const waits = run.command === 'bulk watch';
  const isOwn =
    waits || run.command === 'bulk resume' || ((isResubmission || isOther) && batch !== undefined);
  const whole = isOwn ? undefined : quoted(steps.repeatOrNothing({ drop: ['--again'], set }));
  if (whole !== undefined || batch === undefined) return whole ?? steps.repeat({ set });
  return `'${steps.continueBatch(batch, set, waits)}'`;
}

function readingFrom(
  run: Run,
  file: string,
  known: TypedInput | undefined,
  words: readonly string[],
): string {
  const read = known && [known.path, ...typed(known.options), ...words];
  const command = read && commandWith(run, 'bulk run', read);
  if (command !== undefined && isTypable(command)) return `'${command}'`;
  return t.usage.inFolderOfFile({ command: commandWith(run, 'bulk run', [file, ...words]) });
}

/**
 * Writes this command line again; undefined if it cannot be typed again: piped input, identifiers, misleading
 * characters.
 */
function wholeCommand(run: Run, { set = [], drop = [] }: LineChange): string | undefined {
  if (run.command === '' || isLookup(run.command) || run.args.some(isPiped)) return undefined;
  // The repeated command asks again, because it may pay twice.
  const isResubmission = run.options.some(({ flag }) => flag === '--resubmit');
  const replaced = [...drop, ...set.map(({ flag }) => flag), ...(isResubmission ? ['--yes'] : [])];
  const { creditsLeft, args } = run;
  // The repeated limit is what is left of the one that was typed.
  const left = creditsLeft === undefined || args.length !== 1 ? undefined : maxCredits(creditsLeft);
  const kept = usable(run)
    .filter(({ flag }) => !replaced.includes(flag))
    .map((option) => (option.flag === LIMIT ? (left ?? option) : option));
  const options = typed([...kept, ...set]);
  const words = args.some(isOption) ? [...options, '--', ...args] : [...args, ...options];
  const whole = writeLine(run, run.command, words);
  return isTypable(whole) ? whole : undefined;
}

/**
 * Returns whether a command can be shown and typed: it has no identifier, which would be masked, and no invisible or
 * misleading characters.
 */
function isTypable(command: string): boolean {
  return maskIdentifiers(command) === command && !/\p{C}/u.test(command);
}

/**
 * Returns the options that may be printed. A value of `--api-key-file` that was never opened may be the key itself.
 */
function usable({ command, options }: Run): readonly GivenOption[] {
  // The value of `--notify` may hold a secret, and printed commands reach logs.
  const shown = options.filter(({ flag }) => flag !== '--notify');
  return READS_KEY.test(command) ? shown : shown.filter(({ flag }) => flag !== '--api-key-file');
}

function typed(options: readonly GivenOption[]): string[] {
  return options.flatMap(({ flag, value }) =>
    value === undefined ? [flag] : isOption(value) ? [`${flag}=${value}`] : [flag, value],
  );
}

function isOption(word: string): boolean {
  return word.startsWith('-');
}

/** A placeholder for the user to fill in: `<jobId>`, or `<file>` for a name that holds a CPF. */
const IS_FOR_USER = /^<[a-z]+>$/i;

function writeLine({ platform }: Run, name: string, words: readonly string[]): string {
  const isOfFiles = name.startsWith('bulk ');
  const shown = (word: string) =>
    isOfFiles && maskIdentifiers(word) !== word ? t.usage.file : word;
  return ['confere', ...name.split(' '), ...words.map(shown)]
    .map((word) => (IS_FOR_USER.test(word) ? word : shellWord(word, platform)))
    .join(' ');
}

function quoted(command: string | undefined): string | undefined {
  return command === undefined ? undefined : `'${command}'`;
}

/** Words that no shell changes. Zsh gives a first `=` a meaning, and fish a first `%`. */
const PLAIN = /^[\w@+:,./-][\w@%+=:,./-]*$/;

/** Writes one word of a command line so that the user's shell reads it unchanged. */
export function shellWord(word: string, platform: string): string {
  if ((platform === 'win32' ? PLAIN_ON_WINDOWS : PLAIN).test(word)) return word;
  // PowerShell ends a text at typographic quotes, too (about_Quoting_Rules).
  if (platform === 'win32') return `"${word.replaceAll(/[`"$\u201c-\u201e]/g, '`$&')}"`;
  // The word gets double quotes, because a sentence puts the whole command in single ones. Interactive shells expand
  // `!` even in double quotes, and fish keeps the backslash before a backtick there. Outside of quotes, fish reads a
  // backslash and an apostrophe as the other shells do.
  if (/[!`]/.test(word)) return `'${word.replaceAll(/['\\]/g, "'\\$&'")}'`;
  return `"${word.replaceAll(/[\\"$]/g, '\\$&')}"`;
}

/**
 * Words that PowerShell does not change. It splits words at commas, and words with a first hyphen at points; `@` and a
 * first `%` have a meaning. Backslashes are in every path.
 */
const PLAIN_ON_WINDOWS = /^(?:-[\w-]*|[\w+=:./\\][\w+=:./\\-]*)$/;

const words = (list: string) => list.split(' ');
const PLACE = words('--profile --base-url --sandbox');
const SERVICE = [...PLACE, ...words('--api-key-file --timeout --rate --realtime-rate')];
const UNTIL = words('--deadline --interval --settle');
const LIMITS = words('--max-credits --max-credits-per-day --max-credits-per-month');
const BUDGET = [...LIMITS, ...words('--allow-overage --fit-balance --reuse')];
const RESULT = words('--output --format --fields --overwrite --partners --excel');
const OF_RESULT = words('--output --out-dir --format --fields --only --partial --partners --excel');
const GOES_ON = [...BUDGET, ...UNTIL, '--strict'];

/** The options of a run that another command takes over, because they decide what it does. */
const carried: Readonly<Record<NextCommand, readonly string[]>> = {
  cpf: SERVICE,
  cnpj: SERVICE,
  quota: SERVICE,
  'bulk run': [...SERVICE, ...GOES_ON],
  'bulk watch': [...SERVICE, ...UNTIL, '--strict'],
  'bulk resume': [...SERVICE, ...GOES_ON],
  'bulk resolve': [...SERVICE, ...BUDGET, ...UNTIL],
  'bulk export': [...PLACE, ...RESULT],
  'bulk status': PLACE,
  'bulk list': PLACE,
  spend: PLACE,
  'ledger check': PLACE,
  'auth status': [...PLACE, '--api-key-file'],
  'auth login': ['--profile', '--base-url'],
  'config set': ['--profile'],
  'config unset': ['--profile'],
};

export function carriedBy(command: NextCommand): readonly string[] {
  return carried[command];
}

const INPUT = words('--type --column --sheet --delimiter --encoding --no-header --name');

/** The commands that have read the file of `--api-key-file`, so that its value is known to be a path. */
const READS_KEY = /^(cpf|cnpj|lookup|quota|mcp|bulk (run|submit|watch|resume|resolve))$/;

export interface Run {
  /** Node's name of the platform, whose shell the user types in. */
  readonly platform: string;
  /** The command without `confere`, such as `bulk run`; empty before the command line is understood. */
  readonly command: string;
  readonly args: readonly string[];
  /** In the order in which they were typed. Values from the environment or a profile are not among them. */
  readonly options: readonly GivenOption[];
  /** Credits left of the limit of the batch that the next step continues. */
  readonly creditsLeft?: number;
  /** The batch that the next step is about. */
  readonly batch?: BatchSteps;
}

export const noRun: Run = { platform: 'linux', command: '', args: [], options: [] };

export function isLookup(command: string): boolean {
  return /^(cpf|cnpj|lookup)$/.test(command);
}
