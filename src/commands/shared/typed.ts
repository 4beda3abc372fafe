import type { Readable } from 'node:stream';
import type { ErrorFacts } from '../../base/error-facts.js';
import { UsageError } from '../../base/errors.js';
import { isBlankText, removeByteOrderMark } from '../../base/foreign-text.js';
import { inputLimits } from '../../base/limits.js';
import { t } from '../../messages/index.js';
import type { GivenOption } from '../../messages/reader.js';
import { errorSentence } from '../../messages/people.js';
import type { CommandEntry, CommandContext } from './command.js';
import { say } from './print.js';

/** `line`: its line of standard input. `argument`: its number among several arguments. */
interface TypedIdentifier {
  readonly text: string;
  readonly line?: number;
  readonly argument?: number;
}

/** How many identifiers were typed so far. `isWhole`: standard input has ended, so that there are no others. */
export interface TypedCount {
  count: number;
  isWhole: boolean;
}

/** Yields the arguments, with the non-blank lines of standard input in place of `-`. `stop` ends the reading. */
export async function* readTypedInputs(
  { context, quiet }: Pick<CommandContext, 'context' | 'quiet'>,
  ids: readonly string[],
  stop?: AbortSignal,
  typed: TypedCount = { count: 0, isWhole: false },
): AsyncGenerator<TypedIdentifier> {
  typed.count = ids.filter((id) => id !== '-').length;
  typed.isWhole = !ids.includes('-');
  for (const [at, id] of ids.entries()) {
    if (id !== '-') {
      yield { text: id, argument: ids.length > 1 ? at + 1 : undefined };
      continue;
    }
    // Node opens stdin on first use, which takes time.
    const { stdin, stderr, platform } = context;
    if (stdin.isTTY === true && !quiet) {
      const end = platform === 'win32' ? t.usage.endOfInputKeys : 'Ctrl-D';
      stderr.write(`${t.usage.readingTerminal({ end })}\n`);
    }
    let isEmpty = true;
    let number = 0;
    for await (const line of readLines(stdin, typed, stop)) {
      number += 1;
      const text = textOf(line);
      if (isBlankText(text)) continue;
      isEmpty = false;
      yield { text, line: number };
    }
    if (isEmpty && stop?.aborted !== true) throw new UsageError('no_identifiers', {});
  }
}

function textOf(line: string): string {
  return removeByteOrderMark(line).trim();
}

/**
 * Yields the lines of stdin, and counts those that have arrived, also while the first ones are looked up. A line of a device or a broken program may never end.
 * @throws UsageError `input_too_large`
 */
async function* readLines(
  stdin: Readable,
  typed: TypedCount,
  stop?: AbortSignal,
): AsyncGenerator<string> {
  const { createInterface } = await import('node:readline');
  const lines = createInterface({ input: stdin, signal: stop });
  lines.on('line', (line) => {
    if (!isBlankText(textOf(line))) typed.count += 1;
  });
  lines.once('close', () => (typed.isWhole = true));
  const most = inputLimits.line;
  /** Characters since the last line end, which readline holds in memory. */
  const state = { unended: 0 };
  const watch = (chunk: Buffer | string) => {
    const end = Math.max(chunk.lastIndexOf('\n'), chunk.lastIndexOf('\r'));
    if (state.unended <= most)
      state.unended = end < 0 ? state.unended + chunk.length : chunk.length - end - 1;
    if (state.unended > most) lines.close();
  };
  stdin.on('data', watch);
  try {
    for await (const line of lines) if (line.length <= most) yield line;
  } finally {
    stdin.off('data', watch);
  }
  if (state.unended > most)
    throw new UsageError('input_too_large', { file: t.usage.standardInput, limit: 'line' });
}

/** @throws UsageError `unknown_variable` where something may be charged */
export function reportUnknownVariable(
  command: CommandContext,
  { mayCharge, isHidden }: CommandEntry,
  unknown: ErrorFacts['unknown_variable'],
): void {
  const error = new UsageError('unknown_variable', unknown);
  if (mayCharge === true) throw error;
  if (isHidden !== true) say(command, `${errorSentence(error, command.next)}\n`);
}

/** @throws UsageError `stdin_twice` */
export function refuseStdinTwice(ids: readonly string[]): void {
  if (ids.filter((id) => id === '-').length > 1) throw new UsageError('stdin_twice', {});
}

const OUTPUT_OPTIONS = ['--output', '--out-dir', '--rejects', '--partners'];
const DEVICE = /^(con|conin\$|conout\$|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³]) *(\.|$)/i;
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[<>:"|?*\u0000-\u001f]/;

/**
 * Refuses names that Windows cuts or keeps for devices, because a result would be lost.
 * @throws UsageError `output_unwritable`
 */
export function refuseReservedNames(options: readonly GivenOption[]): void {
  const outputs = options.filter(({ flag }) => OUTPUT_OPTIONS.includes(flag));
  const path = outputs.map(({ value = '' }) => value).find(isReserved);
  if (path !== undefined)
    throw new UsageError('output_unwritable', { path, reason: 'reserved', kept: 'nothing' });
}

/**
 * Whether Windows would change or redirect a path. It may begin with a drive, or with `\\?\`, behind which every name
 * is valid.
 */
function isReserved(path: string): boolean {
  if (path === '-' || path.startsWith('\\\\?\\')) return false;
  const names = path.replace(/^[a-z]:/i, '').split(/[\\/]/);
  return names.some((name) => {
    const isCut = /[. ]$/.test(name) && name !== '.' && name !== '..';
    return DEVICE.test(name) || FORBIDDEN.test(name) || isCut;
  });
}
