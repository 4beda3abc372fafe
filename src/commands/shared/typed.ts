import type { Readable } from 'node:stream';
import { UsageError } from '../../errors.js';
import { unmarked } from '../../foreign-text.js';
import { inputLimits } from '../../limits.js';
import { t } from '../../messages/index.js';
import type { Host } from './options.js';
import { existsSync } from 'node:fs';
import { lookupStatuses } from '../../export/lookup-status.js';
import type { GivenOption } from '../../messages/reader.js';
import { recordFields } from '../../records/fields.js';

/** A typed identifier. */
interface TypedInput {
  readonly text: string;
  /** Its line of standard input. */
  readonly line?: number;
  /** Its number among several arguments. */
  readonly argument?: number;
}

/**
 * Yields the arguments, with the lines of standard input in place of `-`. Skips blank lines. Tells a
 * user at a terminal to type. `stop` ends the reading.
 */
export async function* inputsOf(
  { context }: Host,
  ids: readonly string[],
  { quiet }: { readonly quiet?: boolean },
  stop?: AbortSignal,
): AsyncGenerator<TypedInput> {
  for (const [at, id] of ids.entries()) {
    if (id !== '-') {
      yield { text: id, argument: ids.length > 1 ? at + 1 : undefined };
      continue;
    }
    // Node opens stdin when it is named first, which takes time.
    const { stdin, stderr, platform } = context;
    if (stdin.isTTY === true && quiet !== true) {
      const end = platform === 'win32' ? t.usage.endOfInputKeys : 'Ctrl-D';
      stderr.write(`${t.usage.readingTerminal(end)}\n`);
    }
    let isEmpty = true;
    let number = 0;
    for await (const line of linesOf(stdin, stop)) {
      number += 1;
      const text = unmarked(line).trim();
      if (text === '') continue;
      isEmpty = false;
      yield { text, line: number };
    }
    if (isEmpty && stop?.aborted !== true) throw new UsageError('no_identifiers', {});
  }
}

/** @throws UsageError `input_too_large` for a line that is longer than any identifier */
async function* linesOf(stdin: Readable, stop?: AbortSignal): AsyncGenerator<string> {
  const { createInterface } = await import('node:readline');
  const lines = createInterface({ input: stdin, signal: stop });
  const most = inputLimits.line;
  const state = { isTooLong: false };
  const forget = watchLines(stdin, most, () => {
    state.isTooLong = true;
    lines.close();
  });
  try {
    for await (const line of lines) if (line.length <= most) yield line;
  } finally {
    forget();
  }
  if (!state.isTooLong) return;
  throw new UsageError('input_too_large', { file: t.usage.standardInput, limit: 'line', most });
}

/** @throws UsageError for a second `-`, which would have nothing left to read */
export function refuseStdinTwice(ids: readonly string[]): void {
  if (ids.filter((id) => id === '-').length < 2) return;
  throw new UsageError('stdin_twice', {});
}

/**
 * Calls `tooLong` when a line of `stream` has more than `most` bytes. Readers of lines hold a line until it ends, and
 * one of a device or of a broken program never does. Returns a function that ends the watch.
 */
function watchLines(stream: Readable, most: number, tooLong: () => void): () => void {
  let held = 0;
  const watch = (chunk: Buffer | string) => {
    const end = Math.max(chunk.lastIndexOf('\n'), chunk.lastIndexOf('\r'));
    held = end < 0 ? held + chunk.length : chunk.length - end - 1;
    if (held > most) tooLong();
  };
  stream.on('data', watch);
  return () => {
    stream.off('data', watch);
  };
}

/** The options whose values are lists, or are taken for one. */
interface Lists {
  readonly fields?: string;
  readonly only?: string;
  readonly column?: string;
}

/** The shell, and which arguments can only be inputs. */
interface Surroundings {
  readonly platform?: string;
  readonly isInput?: (word: string) => boolean;
}

/**
 * Refuses an argument that is the rest of a list: PowerShell passes `--fields a,b` as two words, and the second would
 * be an input while only the first field is kept of what is paid for. On Windows that is every word that cannot be an
 * input, elsewhere one that belongs to such a list.
 *
 * @throws UsageError `split_list` before anything is sent
 */
export function refuseSplitLists(
  words: readonly string[],
  { fields, only, column }: Lists,
  { platform, isInput = () => true }: Surroundings = {},
): void {
  const unlike =
    platform === 'win32' ? words.filter((word) => !isInput(word) && !isThere(word)) : [];
  // Where all are unlike an input, one is meant for it.
  const isLost = (word: string) => unlike.length < words.length && unlike.includes(word);
  const lists = [
    { option: '--fields', value: fields, isOne: isField },
    { option: '--only', value: only, isOne: isStatus },
    { option: '--column', value: column, isOne: () => false },
  ];
  for (const { option, value, isOne } of lists) {
    if (value === undefined) continue;
    const rest = words
      .filter((word) => word.split(',').every(isOne) || isLost(word))
      .filter((word) => !isThere(word));
    if (rest.length > 0)
      throw new UsageError('split_list', { option, list: [value, ...rest].join(',') });
  }
}

function isThere(word: string): boolean {
  return word === '-' || existsSync(word);
}

/** A CPF or a CNPJ has digits; no field and no status has one. */
export function mayBeIdentifier(word: string): boolean {
  return /\d/.test(word);
}

/** A path, or a name with the ending of an input. */
export function mayBeFile(word: string): boolean {
  return /[\\/*?]|\.(csv|tsv|txt|xls[xm]?|xlt[xm]|json|jsonl|ndjson|gz)$/i.test(word);
}

function isField(word: string): boolean {
  const [name = ''] = word.split('.');
  return recordFields('cpf').includes(name) || recordFields('cnpj').includes(name);
}

function isStatus(word: string): boolean {
  return (lookupStatuses as readonly string[]).includes(word);
}

/** Options whose values are files or folders that a command makes. */
const MADE: ReadonlySet<string> = new Set([
  ...['--output', '--out-dir', '--rejects', '--partners'],
]);
/** Names of devices, whatever follows behind a point. */
const DEVICE = /^(con|conin\$|conout\$|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³]) *(\.|$)/i;
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[<>:"|?*\u0000-\u001f]/;

/**
 * Refuses names that Windows has for devices, cuts, or takes for a hidden part of another file: a result that was paid
 * for would be gone.
 *
 * @throws UsageError before anything is sent
 */
export function refuseReservedNames(options: readonly GivenOption[]): void {
  const made = options.filter(({ flag }) => MADE.has(flag));
  const path = made.map(({ value = '' }) => value).find(isReserved);
  if (path !== undefined) throw new UsageError('output_unwritable', { path, why: 'reserved' });
}

/** A path may begin with a drive, or with `\\?\`, behind which every name is taken as it is. */
function isReserved(path: string): boolean {
  if (path === '-' || path.startsWith('\\\\?\\')) return false;
  const names = path.replace(/^[a-z]:/i, '').split(/[\\/]/);
  return names.some((name) => DEVICE.test(name) || FORBIDDEN.test(name) || isCut(name));
}

/** Windows leaves out points and blanks at the end. */
function isCut(name: string): boolean {
  return /[. ]$/.test(name) && name !== '.' && name !== '..';
}
