import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

/** Characters that take one column each; string-width takes much longer to say so. */
const NARROW = /^[\x20-\x7e\xa1-\xac\xae-\u02ff]*$/;
/** The space between an area code and its number, and one at which no line breaks. */
const IN_PHONE = /(?<=\(\d+\)) /g;
const KEPT = '\u00a0';

/** Columns that `text` takes in a terminal, colours aside. */
export function widthOf(text: string): number {
  return NARROW.test(text) ? text.length : stringWidth(text);
}

/** Pads `text` with spaces to `width` columns. */
export function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** Lines of at most `width` columns, broken between words; a longer word is cut. */
export function wrap(text: string, width: number): string[] {
  const lines = wrapAnsi(text.replaceAll(IN_PHONE, KEPT), width, { hard: true });
  return lines.replaceAll(KEPT, ' ').split('\n');
}
