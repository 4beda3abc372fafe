import type { Context } from '../../context.js';
import { changingStderr } from './stderr-lines.js';
import { columnsOf, lookOf } from './terminal.js';
import { widthOf, wrap } from './width.js';

/** A command to copy stays on one line where that has room. */
const COMMAND = /'confere [^']*'/g;
const KEPT = '\u00a0';
/** Every error begins with it, and nothing else does. */
const ERROR = /^confere:/;

/**
 * The same context for a terminal: lines on stderr break between words, where the terminal would cut one at its
 * edge, and what begins an error is red.
 */
export function withWholeWords(context: Context, { color }: { readonly color: boolean }): Context {
  const { stderr } = context;
  const { paint } = lookOf(stderr, context, { color });
  const show = (line: string): string =>
    // A program reads an error as JSON.
    line.startsWith('{"')
      ? line
      : broken(line, columnsOf(stderr)).replace(ERROR, (word) => paint.bold(paint.red(word)));
  return changingStderr(context, { text: (text) => text.split('\n').map(show).join('\n') });
}

/** Keeps the indentation of a line. */
function broken(line: string, columns: number): string {
  if (line.length < columns || widthOf(line) < columns) return line;
  const indent = /^ */.exec(line)?.[0] ?? '';
  const room = Math.max(1, columns - 1 - indent.length);
  const kept = line
    .slice(indent.length)
    .replace(COMMAND, (words) => (words.length <= room ? words.replaceAll(' ', KEPT) : words));
  return wrap(kept, room)
    .map((part) => indent + part)
    .join('\n');
}
