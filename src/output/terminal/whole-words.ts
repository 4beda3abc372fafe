import type { Context } from '../../context.js';
import { changingStderr } from './stderr-lines.js';
import { columnsOf, lookOf, type Look } from './terminal.js';
import { widthOf, wrapAround } from './width.js';

/** A command to copy: a line break in it would run only the first part, without the options of the rest. */
const COMMAND = /'confere [^']*'|(?<=^[^':]+: )confere .*$/g;
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

/** Lines shorter than `columns`: a terminal would break a line within a word. */
export function brokenBetweenWords(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => broken(line, columns))
    .join('\n');
}

/** The same in a terminal; elsewhere the text as it is. */
export function fittingLines(text: string, { isTerminal, columns }: Look): string {
  return isTerminal ? brokenBetweenWords(text, columns) : text;
}

/** Keeps the indentation of a line. */
function broken(line: string, columns: number): string {
  if (line.length < columns || widthOf(line) < columns) return line;
  const indent = /^ */.exec(line)?.[0] ?? '';
  const room = Math.max(1, columns - 1 - indent.length);
  return wrapAround(line.slice(indent.length), room, COMMAND)
    .map((part) => indent + part)
    .join('\n');
}
