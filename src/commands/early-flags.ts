import type { ColorWish } from '../terminal/style.js';

/** The options that `main` needs before commander has read the line, or when commander refuses it. */
export interface EarlyFlags {
  readonly json: boolean;
  readonly verbose: boolean;
  readonly timestamps: boolean;
  readonly color: ColorWish;
  /** The value of `--format`, known or not. */
  readonly format?: string;
  /** The words that may name a command: all except values of global options. */
  readonly words: ReadonlySet<string>;
}

type Flag = Partial<EarlyFlags>;

/** The global flags. Those that only a command reads change nothing here. */
const FLAGS: ReadonlyMap<string, Flag> = new Map<string, Flag>([
  ['--json', { json: true }],
  ['--verbose', { verbose: true }],
  ['-v', { verbose: true }],
  ['--timestamps', { timestamps: true }],
  ['--no-color', { color: false }],
  ['-q', {}],
  ['-y', {}],
]);

/** The global options with a value: the word behind one is no flag, whatever it looks like. */
const WITH_VALUE: ReadonlySet<string> = new Set([
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
 * Reads the global options as commander does, without loading it: wherever they are typed, also in bundles of short
 * flags, the last one of a kind, and none behind `--`.
 */
export function readEarlyFlags(argv: readonly string[]): EarlyFlags {
  const unread = argv.values();
  const next = () => unread.next().value;
  const words = new Set<string>();
  let flags: Flag = {};
  let word = next();
  while (word !== undefined && word !== '--') {
    const [, name = word, attached] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
    const rest = restOfBundle(word);
    if (WITH_VALUE.has(name)) flags = { ...flags, ...readFlagValue(name, attached ?? next()) };
    else words.add(word);
    flags = { ...flags, ...FLAGS.get(rest === undefined ? word : word.slice(0, 2)) };
    // Commander reads the rest of a bundle of short flags as a word of its own.
    word = rest ?? next();
  }
  for (const operand of unread) words.add(operand);
  return { json: false, verbose: false, timestamps: false, color: 'auto', ...flags, words };
}

/** Returns `-v` for `-qv`; undefined for a word that is one flag, or begins with no global short flag. */
function restOfBundle(word: string): string | undefined {
  const isBundle = word.length > 2 && FLAGS.has(word.slice(0, 2));
  return isBundle ? `-${word.slice(2)}` : undefined;
}

function readFlagValue(name: string, value: string | undefined): Flag {
  if (name === '--format') return { format: value };
  if (name !== '--color') return {};
  // Commander refuses any other value.
  return { color: value === 'always' || value === 'never' ? value : 'auto' };
}

/**
 * Whether the line is `--version`, which is answered without building the command line because scripts call it often.
 */
export function isVersionAlone(argv: readonly string[]): boolean {
  const words = argv.filter((word) => word !== '--json');
  return words.length === 1 && (words[0] === '--version' || words[0] === '-V');
}

/**
 * Whether the line is `confere check <id...>` without options: building the command line takes longer than the check.
 */
export function isCheckAlone([first, ...words]: readonly string[]): boolean {
  const isSpecial = /^(-.+|bulk|help|completion|__complete)$/s;
  return first === 'check' && words.length > 0 && !words.some((word) => isSpecial.test(word));
}
