import { DEEPEST_ANSWER } from '../../limits.js';
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
 * Cuts the elements of one JSON array, starting after its `[`, out of bytes that arrive in pieces. It checks
 * that one comma separates two elements; `take` checks that an element is JSON.
 */
export class ElementReader {
  readonly #pieces = new Pieces();
  #depth = 0;
  #inString = false;
  #escaped = false;
  #isFirst = true;
  #isPassed = false;
  #isTooDeep = false;
  #lastEnd = -1;

  /** `take` receives each element. It throws a SyntaxError if the element is not JSON. */
  constructor(readonly take: (json: string) => void) {}

  /** The end of the last object that ended in the bytes of the latest `read`; -1 if none ended there. */
  get lastEnd(): number {
    return this.#lastEnd;
  }

  /** Continues after an element that was skipped. */
  pass(): void {
    this.#isPassed = true;
  }

  /**
   * Returns the offset of the first byte after the array; -1 while the array has not ended.
   * @throws SyntaxError if an element or the array is invalid
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

  /** The end of the current element, at a comma or the closing bracket; -1 if it is not in these bytes. */
  #next(bytes: Buffer, from: number): number {
    // Local variables are faster than fields, and this loop reads every byte.
    let [depth, inString, escaped] = [this.#depth, this.#inString, this.#escaped];
    let at = from;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (inString) {
        if (byte === QUOTE && !escaped) inString = false;
        escaped = byte === BACKSLASH && !escaped;
      } else if (byte === QUOTE) inString = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        depth += 1;
        if (depth > DEEPEST_ANSWER) this.#isTooDeep = true;
      } else if (depth === 0 && (byte === COMMA || byte === CLOSE_ARRAY)) break;
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
    // Only an object has a certain end. What follows a number in a later answer may belong to that number.
    if (this.#isPassed || text.endsWith('}')) this.#lastEnd = end;
    if (this.#isPassed && !isBlank(text)) throw new SyntaxError('An element has no end.');
    // Such an element is left out like one of no known shape: the others of the answer are still good.
    if (!this.#isPassed && !isEmptyArray && !this.#isTooDeep) this.take(text);
    this.#isPassed = this.#isTooDeep = false;
  }

  /** The text of the current element. Nearly always, all of it is in these bytes. */
  #textTo(bytes: Buffer, start: number, end: number): string {
    if (this.#pieces.isEmpty) return bytes.toString('utf8', start, end);
    this.#pieces.add(bytes.subarray(start, end));
    return this.#pieces.takeText();
  }
}

function isBlank(text: string): boolean {
  return /^[ \t\n\r]*$/.test(text);
}
