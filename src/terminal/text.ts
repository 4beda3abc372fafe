import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

/** Characters that take one column each. The regular expression is much faster than string-width. */
const NARROW = /^[\x20-\x7e\xa1-\xac\xae-\u02ff]*$/;
/** The space between an area code and its number, which is replaced by one at which no line breaks. */
const IN_PHONE = /(?<=\(\d+\)) /g;
const UNBREAKABLE = '\u00a0';

/** Returns the columns that `text` takes in a terminal, without colours. */
export function measureWidth(text: string): number {
  return NARROW.test(text) ? text.length : stringWidth(text);
}

/** Joins the parts that are not empty. */
export function joined(separator: string, parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(separator);
}

export function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - measureWidth(text)));
}

/** Breaks a text between words into lines of at most `width` columns; a longer word is cut. */
export function wrap(text: string, width: number): string[] {
  return wrapText(text.replaceAll(IN_PHONE, UNBREAKABLE), width, true);
}

/** A command that users copy: with a line break in it, only the first part would run. */
const COMMAND =
  /'confere(?: (?:"(?:[^"\\`]|[\\`].)*"|'[^']*'(?:\\''[^']*')*|[^\s'"]+))*'|(?<=^[^':]+: )confere .*$/g;

export function wrapKeepingCommands(text: string, width: number): string[] {
  return wrapWords(
    text.replaceAll(COMMAND, (words) => words.replaceAll(' ', UNBREAKABLE)),
    width,
  );
}

/** Breaks a line into lines of at most `room` columns, with its indentation. */
export function breakLine(line: string, room: number): string[] {
  if (measureWidth(line) <= room) return [line];
  const indent = /^ */.exec(line)?.[0] ?? '';
  const parts = wrapKeepingCommands(line.slice(indent.length), Math.max(1, room - indent.length));
  return parts.map((part) => indent + part);
}

export function wrapWords(text: string, width: number): string[] {
  return wrapText(text, width, false);
}

function wrapText(text: string, width: number, hard: boolean): string[] {
  return wrapAnsi(text, width, { hard }).replaceAll(UNBREAKABLE, ' ').split('\n');
}

/** Shortens a text to `width` columns: its end is left out, or its middle where both ends matter. */
export function shorten(text: string, width: number, from: 'end' | 'middle', cut = '…'): string {
  if (measureWidth(text) <= width) return text;
  const letters = Array.from(text);
  const cutTo = (kept: number) => {
    const tail = from === 'end' ? 0 : Math.floor(kept / 2);
    return (
      letters.slice(0, kept - tail).join('') + cut + letters.slice(letters.length - tail).join('')
    );
  };
  let kept = Math.min(letters.length, Math.max(1, width - 1));
  while (kept > 1 && measureWidth(cutTo(kept)) > width) kept -= 1;
  return cutTo(kept);
}
