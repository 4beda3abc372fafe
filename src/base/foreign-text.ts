/** The characters of `\p{Cc}` and the line separators, as ranges, because the class takes milliseconds to compile. */
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
/** Invisible characters: zero-width and bidirectional ones, fillers, variation selectors, marks, tags. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]+/gu;
/** The same characters within JSON, where C0 is always escaped. */
const UNSAFE_IN_JSON = /[\u007f-\u009f\u2028\u2029\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
/**
 * A fast first test, because nearly every text has none of them: one class without `u`, with high
 * surrogates for the characters beyond U+FFFF.
 */
const SUSPECT =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud82f\ud834\udb40-\udb43]/;

/**
 * Returns foreign text that is safe in a line for people: control characters, line ends among them, become a space, and
 * characters that are invisible or change the direction of text are removed (contract, "Streams").
 */
export function removeInvisible(text: string): string {
  return SUSPECT.test(text) ? text.replace(CONTROLS, ' ').replace(INVISIBLE, '') : text;
}

/** Returns foreign text that is safe in a terminal, on one line and without blanks around it. */
export function makePrintable(text: string): string {
  return removeInvisible(text).trim();
}

/**
 * Returns text without invisible characters, on one line and without blanks around it; more than `longest` characters
 * are cut, and end in `…`.
 */
export function visibleLine(text: string, longest: number): string {
  // Only a part is converted, because the text may be very long.
  const line = removeInvisible(text.slice(0, 4 * longest)).trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

/** Returns lines of data for a terminal: line ends and tabs stay. */
export function visibleLines(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/[^\n\t]+/g, removeInvisible);
}

/**
 * Returns JSON in which every character is escaped that a terminal could obey or hide (contract, "Streams"). It parses
 * to the same value.
 */
export function safeJson(value: unknown, indent?: number): string {
  return escapeJson(JSON.stringify(value, null, indent));
}

/** Escapes in a text of JSON every character that a terminal could obey or hide. */
export function escapeJson(json: string): string {
  if (!SUSPECT.test(json)) return json;
  return json.replace(UNSAFE_IN_JSON, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

/**
 * Returns a decoder for bytes, by their byte order mark, or for UTF-16 by the zero in the first character, as
 * PowerShell writes files and pipes. Everything else is UTF-8.
 */
export function chooseDecoder([first, second]: Uint8Array): InstanceType<typeof TextDecoder> {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0))
    return new TextDecoder('utf-16le');
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0))
    return new TextDecoder('utf-16be');
  return new TextDecoder();
}

export function decodeByByteOrderMark(bytes: Uint8Array): string {
  return chooseDecoder(bytes).decode(bytes);
}

/**
 * Each ASCII character of UTF-16 consists of its own byte and a zero byte. In a line, at most this many characters have
 * no zero byte: the byte order mark, and those where the line was cut.
 */
const MAX_WITHOUT_ZERO_BYTE = 3;

/** Ctrl-Z, with which DOS programs end a file. */
const END_OF_FILE = '\x1a';

/** Returns whether a line has no content. */
export function isBlankText(line: string): boolean {
  const text = line.trim();
  return text === '' || text === END_OF_FILE;
}

/**
 * Returns the ASCII characters of a line of UTF-16 that was read as UTF-8, and any other line without its byte order
 * mark.
 */
export function recoverLine(line: string): string {
  const bare = line.replaceAll('\0', '');
  const zeros = line.length - bare.length;
  if (zeros === 0) return line.replace(/^\ufeff/, '');
  return Math.abs(bare.length - zeros) <= MAX_WITHOUT_ZERO_BYTE
    ? bare.replace(/^\ufffd+/, '')
    : line;
}
