import { createInterface } from 'node:readline';
import { UsageError } from '../errors.js';
import type { Host } from './host.js';

/**
 * Arguments, with the lines of standard input in the place of `-`. Blank lines are passed by.
 * A person at a terminal is told that it is their turn.
 */
export async function* inputsOf(
  { context }: Host,
  ids: readonly string[],
  { quiet }: { readonly quiet?: boolean },
): AsyncGenerator<string> {
  const { stdin, stderr } = context;
  for (const id of ids) {
    if (id !== '-') {
      yield id;
      continue;
    }
    if (stdin.isTTY === true && quiet !== true) {
      stderr.write('Reading identifiers from the terminal, one a line; Ctrl-D ends.\n');
    }
    for await (const line of createInterface({ input: stdin })) {
      // A file of Windows may begin with a byte order mark.
      const text = line.replace(/^\ufeff/, '').trim();
      if (text !== '') yield text;
    }
  }
}

/** @throws UsageError where a second `-` would find nothing left to read */
export function refuseStdinTwice(ids: readonly string[]): void {
  if (ids.filter((id) => id === '-').length < 2) return;
  throw new UsageError('stdin_twice', "'-' reads all of standard input; give it once.");
}
