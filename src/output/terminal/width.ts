import { visible } from '../../foreign-text.js';

/** Scripts and symbols that terminals draw two columns wide. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const ZERO = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Columns that `text` takes in a terminal; it must not contain control characters. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e\xa1-\u02ff]*$/.test(text)) return text.replaceAll('\u00ad', '').length;
  let width = 0;
  for (const character of text) width += ZERO.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

/** Pads `text` with spaces to `width` columns. */
export function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** Foreign text as it is safe in a terminal, on one line and without blanks around it. */
export function printable(text: string): string {
  return visible(text).trim();
}

/** Lines of at most `width` columns, broken between words; a longer word is cut. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  // Keeps an area code with its number.
  for (const word of text.split(/(?<!\(\d+\)) /).flatMap((whole) => pieces(whole, width))) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

function pieces(word: string, width: number): string[] {
  if (widthOf(word) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  for (const character of word) {
    if (part !== '' && widthOf(part + character) > width) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}
