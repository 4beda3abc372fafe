import type { Readable } from 'node:stream';
import type { ErrorFacts } from '../../base/error-facts.js';
import { UsageError } from '../../base/errors.js';
import { isBlankText, recoverLine } from '../../base/foreign-text.js';
import { inputLimits } from '../../base/limits.js';
import { t } from '../../messages/index.js';
import type { GivenOption } from '../../messages/reader.js';
import { errorSentence } from '../../messages/people.js';
import type { CommandEntry, CommandContext } from './command.js';
import { say } from './print.js';

interface TypedIdentifier {
  readonly text: string;
  /** The number of its line in standard input, from 1. */
  readonly line?: number;
  /** The number of the argument, from 1, if there are several. */
  readonly argument?: number;
}

/** The number of identifiers that were typed so far. `isComplete`: standard input has ended. */
export interface TypedCount {
  count: number;
  isComplete: boolean;
}

/** Yields the arguments, with the non-blank lines of standard input in place of `-`. `stop` ends the reading. */
export async function* readTypedInputs(
  { context, quiet }: Pick<CommandContext, 'context' | 'quiet'>,
  ids: readonly string[],
  stop?: AbortSignal,
  typedCount: TypedCount = { count: 0, isComplete: false },
): AsyncGenerator<TypedIdentifier> {
  typedCount.count = ids.filter((id) => id !== '-').length;
  typedCount.isComplete = !ids.includes('-');
  for (const [index, id] of ids.entries()) {
    if (id !== '-') {
      yield { text: id, argument: ids.length > 1 ? index + 1 : undefined };
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
    for await (const line of readLines(stdin, typedCount, stop)) {
      number += 1;
      const text = cleanLine(line);
      if (isBlankText(text)) continue;
      isEmpty = false;
      yield { text, line: number };
    }
    if (isEmpty && stop?.aborted !== true) throw new UsageError('no_identifiers', {});
  }
}

function cleanLine(line: string): string {
  return recoverLine(line).trim();
}

/**
 * Yields the lines of stdin, and counts the lines that arrive while earlier ones are looked up. A line that is too long is
 * refused before its end, because a line of a device or a broken program may never end.
 * @throws UsageError `input_too_large`
 */
async function* readLines(
  stdin: Readable,
  typedCount: TypedCount,
  stop?: AbortSignal,
): AsyncGenerator<string> {
  const { createInterface } = await import('node:readline');
  const readline = createInterface({ input: stdin, signal: stop });
  readline.on('line', (line) => {
    if (!isBlankText(cleanLine(line))) typedCount.count += 1;
  });
  readline.once('close', () => (typedCount.isComplete = true));
  const maxCharacters = inputLimits.line;
  /** `characters`: those since the last line end, which readline holds in memory. */
  const unfinished = { characters: 0 };
  const measureLine = (chunk: Buffer | string) => {
    const end = Math.max(chunk.lastIndexOf('\n'), chunk.lastIndexOf('\r'));
    if (unfinished.characters <= maxCharacters)
      unfinished.characters =
        end < 0 ? unfinished.characters + chunk.length : chunk.length - end - 1;
    if (unfinished.characters > maxCharacters) readline.close();
  };
  stdin.on('data', measureLine);
  try {
    for await (const line of readline) if (line.length <= maxCharacters) yield line;
  } finally {
    stdin.off('data', measureLine);
  }
  if (unfinished.characters > maxCharacters)
    throw new UsageError('input_too_large', { file: t.usage.standardInput, limit: 'line' });
}

/**
 * Reports an environment variable that looks like one of confere but is none.
 * @throws UsageError `unknown_variable` if the command may charge
 */
export function reportUnknownVariable(
  command: CommandContext,
  { mayCharge, isHidden }: CommandEntry,
  unknown: ErrorFacts['unknown_variable'],
): void {
  const error = new UsageError('unknown_variable', unknown);
  if (mayCharge === true) throw error;
  if (isHidden !== true) say(command, `${errorSentence(error, command.next)}\n`);
}

/** Refuses `-` for standard input more than once. @throws UsageError `stdin_twice` */
export function refuseStdinTwice(ids: readonly string[]): void {
  if (ids.filter((id) => id === '-').length > 1) throw new UsageError('stdin_twice', {});
}

const OUTPUT_OPTIONS = ['--output', '--out-dir', '--rejects', '--partners'];
const DEVICE = /^(con|conin\$|conout\$|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³]) *(\.|$)/i;
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[<>:"|?*\u0000-\u001f]/;

/**
 * Refuses names of outputs that Windows shortens or reserves for devices, because a result would be lost.
 * @throws UsageError `output_unwritable`
 */
export function refuseReservedNames(options: readonly GivenOption[]): void {
  const outputs = options.filter(({ flag }) => OUTPUT_OPTIONS.includes(flag));
  const path = outputs.map(({ value = '' }) => value).find(isReserved);
  if (path !== undefined)
    throw new UsageError('output_unwritable', { path, reason: 'reserved', kept: 'nothing' });
}

/**
 * Whether Windows would change a path or use it as a device. Behind `\\?\` at the beginning of a path every name is valid.
 */
function isReserved(path: string): boolean {
  if (path === '-' || path.startsWith('\\\\?\\')) return false;
  const names = path.replace(/^[a-z]:/i, '').split(/[\\/]/);
  return names.some((name) => {
    const isCut = /[. ]$/.test(name) && name !== '.' && name !== '..';
    return DEVICE.test(name) || FORBIDDEN.test(name) || isCut;
  });
}
