import type { Readable } from 'node:stream';
import { UsageError } from '../../errors.js';
import { unmarked } from '../../foreign-text.js';
import { inputLimits } from '../../limits.js';
import { t } from '../../messages/index.js';
import type { Host } from './options.js';

/** A typed identifier. */
export interface TypedInput {
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
