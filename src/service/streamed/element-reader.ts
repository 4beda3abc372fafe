import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COMMA,
  OPEN_ARRAY,
  OPEN_OBJECT,
  Pieces,
  QUOTE,
} from './bytes.js';

/**
 * Cuts the elements of one JSON array, from behind its `[`, out of bytes that come in pieces. Between two
 * elements stands one comma; whether an element is JSON is for `take` to say.
 */
export class ElementReader {
  readonly #pieces = new Pieces();
  #depth = 0;
  #inString = false;
  #escaped = false;
  #isFirst = true;
  #isPassed = false;
  #lastEnd = -1;

  /** `take`: told of each element. @throws SyntaxError where it is no JSON */
  constructor(readonly take: (json: string) => void) {}

  /** Where the last object that ended in the last bytes read ended; -1 where none did. */
  get lastEnd(): number {
    return this.#lastEnd;
  }

  /** Goes on behind an element that is known. */
  pass(): void {
    this.#isPassed = true;
  }

  /**
   * Returns where the bytes behind the array begin; -1 while it has not ended.
   * @throws SyntaxError where an element or the array is broken
   */
  read(bytes: Buffer): number {
    let start = 0;
    this.#lastEnd = -1;
    for (let at = this.#next(bytes, 0); at >= 0; at = this.#next(bytes, start)) {
      const isLast = bytes[at] === CLOSE_ARRAY;
      this.#end(bytes, start, at, isLast);
      start = at + 1;
      if (isLast) return start;
    }
    this.#pieces.add(bytes.subarray(start));
    return -1;
  }

  /** Where the element under way ends, at a comma or the closing bracket; -1 if not in these bytes. */
  #next(bytes: Buffer, from: number): number {
    // Fields are slower than variables, and this looks at every byte.
    let [depth, inString, escaped] = [this.#depth, this.#inString, this.#escaped];
    let at = from;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (inString) {
        if (byte === QUOTE && !escaped) inString = false;
        escaped = byte === BACKSLASH && !escaped;
      } else if (byte === QUOTE) inString = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth += 1;
      else if (depth === 0 && (byte === COMMA || byte === CLOSE_ARRAY)) break;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth -= 1;
      if (depth < 0) throw new SyntaxError('An object ends that did not begin.');
    }
    [this.#depth, this.#inString, this.#escaped] = [depth, inString, escaped];
    return at < bytes.length ? at : -1;
  }

  #end(bytes: Buffer, start: number, end: number, isLast: boolean): void {
    const text = this.#textTo(bytes, start, end);
    const isEmptyArray = isLast && this.#isFirst && isBlank(text);
    this.#isFirst = false;
    // Whatever follows a number may belong to it; behind an object only a comma or the end can stand.
    if (this.#isPassed || text.endsWith('}')) this.#lastEnd = end;
    if (this.#isPassed && !isBlank(text)) throw new SyntaxError('An element has no end.');
    if (!this.#isPassed && !isEmptyArray) this.take(text);
    this.#isPassed = false;
  }

  /** The element under way; nearly always all of it is in these bytes. */
  #textTo(bytes: Buffer, start: number, end: number): string {
    if (this.#pieces.isEmpty) return bytes.toString('utf8', start, end);
    this.#pieces.add(bytes.subarray(start, end));
    return this.#pieces.takeText();
  }
}

function isBlank(text: string): boolean {
  return /^[ \t\n\r]*$/.test(text);
}
