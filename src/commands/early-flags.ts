import type { ColorWish } from '../terminal/style.js';

/** The options that `main` needs before commander has read the command line, or if commander refuses it. */
export interface EarlyFlags {
  readonly json: boolean;
  readonly verbose: boolean;
  readonly timestamps: boolean;
  readonly color: ColorWish;
  /** The value of `--format`, known or not. */
  readonly format?: string;
  /** All words except global options with a value, and their values; some of the words name the command. */
  readonly words: ReadonlySet<string>;
}

type FlagEffect = Partial<EarlyFlags>;

/** The global flags and what each changes here; a flag that only commands read changes nothing. */
const FLAGS: ReadonlyMap<string, FlagEffect> = new Map<string, FlagEffect>([
  ['--json', { json: true }],
  ['--verbose', { verbose: true }],
  ['-v', { verbose: true }],
  ['--timestamps', { timestamps: true }],
  ['--no-color', { color: false }],
  ['-q', {}],
  ['-y', {}],
]);

/** The global options with a value. The word behind such an option is its value, even if it looks like a flag. */
const FLAGS_WITH_VALUE: ReadonlySet<string> = new Set([
  '--profile',
  '--base-url',
  '--api-key-file',
  '--fields',
  '--format',
  '--color',
  '--timeout',
  '--rate',
  '--realtime-rate',
]);

/**
 * Reads the global options as commander does, without loading it: at any place before `--`, also in bundles of short
 * flags; the last of several wins.
 */
export function readEarlyFlags(argv: readonly string[]): EarlyFlags {
  const unread = argv.values();
  const takeWord = () => unread.next().value;
  const words = new Set<string>();
  let flags: FlagEffect = {};
  let word = takeWord();
  while (word !== undefined && word !== '--') {
    const [, name = word, attached] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
    const rest = readRestOfBundle(word);
    if (FLAGS_WITH_VALUE.has(name))
      flags = { ...flags, ...readFlagValue(name, attached ?? takeWord()) };
    else words.add(word);
    flags = { ...flags, ...FLAGS.get(rest === undefined ? word : word.slice(0, 2)) };
    // Commander reads `-qv` as `-q -v`.
    word = rest ?? takeWord();
  }
  for (const operand of unread) words.add(operand);
  return { json: false, verbose: false, timestamps: false, color: 'auto', ...flags, words };
}

/** Returns `-v` for `-qv`; undefined for a single flag, and for a word that does not begin with a global short flag. */
function readRestOfBundle(word: string): string | undefined {
  const isBundle = word.length > 2 && FLAGS.has(word.slice(0, 2));
  return isBundle ? `-${word.slice(2)}` : undefined;
}

function readFlagValue(name: string, value: string | undefined): FlagEffect {
  if (name === '--format') return { format: value };
  if (name !== '--color') return {};
  // Commander refuses any other value.
  return { color: value === 'always' || value === 'never' ? value : 'auto' };
}

/**
 * Whether the command line is only `--version`, which is answered without loading commander because scripts call it often.
 */
export function isVersionAlone(argv: readonly string[]): boolean {
  const words = argv.filter((word) => word !== '--json');
  return words.length === 1 && (words[0] === '--version' || words[0] === '-V');
}

/**
 * Whether the command line is `confere check <id...>` without options, which runs without commander because loading it
 * takes longer than the check.
 */
export function isOnlyCheck([first, ...words]: readonly string[]): boolean {
  const isSpecial = /^(-.+|bulk|help|completion|__complete)$/s;
  return first === 'check' && words.length > 0 && !words.some((word) => isSpecial.test(word));
}
