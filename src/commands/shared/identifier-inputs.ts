import { UsageError } from '../../errors.js';
import type { Host } from './command-host.js';
import { say } from '../../text/index.js';

/**
 * Yields the arguments, with the lines of standard input in place of `-`. Skips blank lines. Tells a
 * user at a terminal to type. `stop` ends the reading.
 */
export async function* inputsOf(
  { context }: Host,
  ids: readonly string[],
  { quiet }: { readonly quiet?: boolean },
  stop?: AbortSignal,
): AsyncGenerator<string> {
  const { stdin, stderr } = context;
  for (const id of ids) {
    if (id !== '-') {
      yield id;
      continue;
    }
    if (stdin.isTTY === true && quiet !== true) {
      stderr.write(`${say`Reading identifiers from the terminal, one a line; Ctrl-D ends.`}\n`);
    }
    let isEmpty = true;
    const { createInterface } = await import('node:readline');
    for await (const line of createInterface({
      input: stdin,
      ...(stop === undefined ? {} : { signal: stop }),
    })) {
      // A file from Windows may begin with a byte order mark.
      const text = line.replace(/^\ufeff/, '').trim();
      if (text === '') continue;
      isEmpty = false;
      yield text;
    }
    if (isEmpty && stop?.aborted !== true) throw new UsageError('no_identifiers', {});
  }
}

/** @throws UsageError for a second `-`, which would have nothing left to read */
export function refuseStdinTwice(ids: readonly string[]): void {
  if (ids.filter((id) => id === '-').length < 2) return;
  throw new UsageError('stdin_twice', {});
}
