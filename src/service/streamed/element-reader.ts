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
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (this.#inString) this.#readText(byte);
      else if (byte === QUOTE) this.#inString = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.#depth += 1;
      else if (this.#depth === 0 && (byte === COMMA || byte === CLOSE_ARRAY)) {
        this.#end(bytes, start, at, byte === CLOSE_ARRAY);
        if (byte === CLOSE_ARRAY) return at + 1;
        start = at + 1;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.#close();
    }
    this.#pieces.add(bytes.subarray(start));
    return -1;
  }

  #readText(byte: number): void {
    if (byte === QUOTE && !this.#escaped) this.#inString = false;
    this.#escaped = byte === BACKSLASH && !this.#escaped;
  }

  #close(): void {
    this.#depth -= 1;
    if (this.#depth < 0) throw new SyntaxError('An object ends that did not begin.');
  }

  #end(bytes: Buffer, start: number, end: number, isLast: boolean): void {
    this.#pieces.add(bytes.subarray(start, end));
    const text = this.#pieces.takeText();
    const isEmptyArray = isLast && this.#isFirst && isBlank(text);
    this.#isFirst = false;
    // Whatever follows a number may belong to it; behind an object only a comma or the end can stand.
    if (this.#isPassed || text.endsWith('}')) this.#lastEnd = end;
    if (this.#isPassed && !isBlank(text)) throw new SyntaxError('An element has no end.');
    if (!this.#isPassed && !isEmptyArray) this.take(text);
    this.#isPassed = false;
  }
}

function isBlank(text: string): boolean {
  return /^[ \t\n\r]*$/.test(text);
}
