/** `\p{Cc}` and the line separators, by their ranges: the class itself takes milliseconds to compile. */
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
/** What nothing is drawn for: zero-width and bidirectional characters, fillers, selectors of variants, marks, tags. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]+/gu;
/** The same characters where they stand in JSON; C0 is always escaped there. */
const UNSAFE_IN_JSON = /[\u007f-\u009f\u2028\u2029\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
/** Nearly every text has none of them; one class without `u` is the fastest way to see it, by the first halves of pairs. */
const SUSPECT =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud82f\ud834\udb40-\udb43]/;

/**
 * Text of others as it may stand in a line for people: control characters, line ends among them, become a
 * space, and what changes the direction of a text or cannot be seen goes (contract, "Streams").
 */
export function visible(text: string): string {
  return SUSPECT.test(text) ? text.replace(CONTROLS, ' ').replace(INVISIBLE, '') : text;
}

/** Foreign text as it is safe in a terminal, on one line and without blanks around it. */
export function printable(text: string): string {
  return visible(text).trim();
}

/** `visible` without blanks around it, at most `longest` characters long. */
export function visibleLine(text: string, longest: number): string {
  // What is far beyond the limit is not worth reading.
  const line = visible(text.slice(0, 4 * longest)).trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

/** Lines of data for a terminal: line ends and tabs stay. */
export function visibleLines(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/[^\n\t]+/g, visible);
}

/**
 * `JSON.stringify` with every character escaped that a terminal could obey or hide (contract, "Streams"); it
 * parses to the same value.
 */
export function safeJson(value: unknown, indent?: number): string {
  return escapedJson(JSON.stringify(value, null, indent));
}

/** The same for JSON that is a text already. */
export function escapedJson(json: string): string {
  if (!SUSPECT.test(json)) return json;
  return json.replace(UNSAFE_IN_JSON, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

/**
 * Reads bytes as text, by the mark that they begin with, or UTF-16 by the zeros of its first character: PowerShell
 * writes files and pipes like that. Everything else is UTF-8.
 */
export function decoderOf([first, second]: Uint8Array): InstanceType<typeof TextDecoder> {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0))
    return new TextDecoder('utf-16le');
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0))
    return new TextDecoder('utf-16be');
  return new TextDecoder();
}

export function textByMark(bytes: Uint8Array): string {
  return decoderOf(bytes).decode(bytes);
}

/** Characters of a line that need not have their half of zeros: a mark, and what the line was cut at. */
const LOOSE = 3;

/** DOS programs end a file with Ctrl-Z. */
const END_OF_FILE = '\x1a';

/** Whether a line has nothing that could be read. */
export function isBlankText(line: string): boolean {
  const text = line.trim();
  return text === '' || text === END_OF_FILE;
}

/** A line of a stream as plain text, without a mark; what was read as UTF-8 and is UTF-16 has its ASCII characters. */
export function unmarked(line: string): string {
  const bare = line.replaceAll('\0', '');
  const zeros = line.length - bare.length;
  if (zeros === 0) return line.replace(/^\ufeff/, '');
  return Math.abs(bare.length - zeros) <= LOOSE ? bare.replace(/^\ufffd+/, '') : line;
}
