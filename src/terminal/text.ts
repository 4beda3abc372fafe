import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

/** Characters that take one column each. The regular expression is much faster than string-width. */
const SINGLE_WIDTH = /^[\x20-\x7e\xa1-\xac\xae-\u02ff]*$/;
/** The space between an area code and its number, at which no line may break. */
const PHONE_SPACE = /(?<=\(\d+\)) /g;
/** The space between an amount of time or money and its unit. */
const UNIT_SPACE = /(?<=\d) (?=(?:h|min|s|ms)(?!\w))|(?<=R\$) (?=\d)/g;
/** A number before its noun: "25 credits", "100% valid", `2 "CPF"`. */
const NUMBER_AND_NOUN = /(?<=^|[\s(])\d(?:[\d.,]*\d)?%? [\p{L}"]\S*/gu;
/** A number that ends a phrase, after its noun: "line 1,", "(balance 500)?". */
const NOUN_AND_NUMBER = /(?<!\S)\S*\p{L} \d(?:[\d.,]*\d)?%?(?:[,.;:)?!]+(?=\s|$)|$)/gu;
const UNBREAKABLE = '\u00a0';

/** Returns the columns that `text` takes in a terminal; codes of colors take none. */
export function measureWidth(text: string): number {
  return SINGLE_WIDTH.test(text) ? text.length : stringWidth(text);
}

/** Joins the parts that are not empty. */
export function joined(separator: string, parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(separator);
}

/** Adds blanks to a text until it is `width` columns wide. */
export function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - measureWidth(text)));
}

/** Breaks a text between words into lines of at most `width` columns; a longer word is cut. */
export function wrapCuttingWords(text: string, width: number): string[] {
  return wrapText(text.replaceAll(PHONE_SPACE, UNBREAKABLE), width, true);
}

/** A command that users copy; with a line break in it, a shell would run only its first part. */
const COMMAND =
  /'confere(?: (?:"(?:[^"\\`]|[\\`].)*"|'[^']*'(?:\\''[^']*')*|[^\s'"]+))*'|(?<=^[^':]+: )confere .*$/g;

/** Breaks a text between words, but neither inside a command nor inside a longer word. */
export function wrapKeepingCommands(text: string, width: number): string[] {
  return wrapWords(
    text.replaceAll(COMMAND, (words) => words.replaceAll(' ', UNBREAKABLE)),
    width,
  );
}

/** Breaks a line into lines of at most `width` columns that keep its indentation. */
export function breakLine(line: string, width: number): string[] {
  if (measureWidth(line) <= width) return [line];
  const indent = /^ */.exec(line)?.[0] ?? '';
  const parts = wrapKeepingCommands(line.slice(indent.length), Math.max(1, width - indent.length));
  return parts.map((part) => indent + part);
}

/** Breaks a text between words; a word longer than `width` stays whole. */
export function wrapWords(text: string, width: number): string[] {
  return wrapText(text, width, false);
}

function wrapText(text: string, width: number, cutsWords: boolean): string[] {
  const keepTogether = (words: string) =>
    measureWidth(words) > width ? words : words.replaceAll(' ', UNBREAKABLE);
  const whole = text
    .replaceAll(UNIT_SPACE, UNBREAKABLE)
    .replaceAll(NUMBER_AND_NOUN, keepTogether)
    .replaceAll(NOUN_AND_NUMBER, keepTogether);
  return wrapAnsi(whole, width, { hard: cutsWords }).replaceAll(UNBREAKABLE, ' ').split('\n');
}

/** Shortens a text to `width` columns; `cut` stands for the part that is left out. */
export function shorten(text: string, width: number, omitted: 'end' | 'middle', cut = '…'): string {
  if (measureWidth(text) <= width) return text;
  const letters = Array.from(text);
  const cutDownTo = (keptCount: number) => {
    const tail = omitted === 'end' ? 0 : Math.floor(keptCount / 2);
    return (
      letters.slice(0, keptCount - tail).join('') +
      cut +
      letters.slice(letters.length - tail).join('')
    );
  };
  let keptCount = Math.min(letters.length, Math.max(1, width - 1));
  while (keptCount > 1 && measureWidth(cutDownTo(keptCount)) > width) keptCount -= 1;
  return cutDownTo(keptCount);
}
