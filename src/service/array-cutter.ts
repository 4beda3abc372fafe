import { DEEPEST_ANSWER } from '../limits.js';
import type { BodyReader } from './transport.js';

export interface ArrayConsumer {
  /** The array begins. If the body has it twice, the last one counts, as with `JSON.parse`. */
  readonly begin: () => void;
  /** Receives one element. @throws SyntaxError if it is not JSON */
  readonly take: (json: string) => void;
}

/**
 * Cuts the elements of the array `outer.inner` out of a body while it arrives, so that 60 MB are never held as
 * one text and one tree. The rest, with an empty array in their place, is for `JSON.parse`; together they
 * accept exactly what it accepts.
 */
export class ArrayCutter implements BodyReader {
  readonly #rest = new Pieces();
  readonly #finder: ArrayFinder;
  #reader: ElementReader | undefined;
  #isBroken = false;

  constructor(
    path: readonly [outer: string, inner: string],
    readonly consumer: ArrayConsumer,
  ) {
    this.#finder = new ArrayFinder(path);
  }

  take(bytes: Buffer): void {
    if (this.#isBroken) return;
    try {
      if (this.#reader === undefined) this.#outside(bytes);
      else this.#inside(this.#reader, bytes);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.#isBroken = true;
    }
  }

  /** The rest; an empty text, which is not JSON, if an element was invalid or the array did not end. */
  finish(): string {
    return this.#isBroken || this.#reader !== undefined ? '' : this.#rest.takeText();
  }

  #outside(bytes: Buffer): void {
    const at = this.#finder.find(bytes);
    this.#rest.add(at < 0 ? bytes : bytes.subarray(0, at));
    if (at < 0) return;
    this.consumer.begin();
    this.#reader = new ElementReader(this.consumer.take);
    this.take(bytes.subarray(at));
  }

  #inside(reader: ElementReader, bytes: Buffer): void {
    const end = reader.read(bytes);
    if (end < 0) return;
    this.#reader = undefined;
    this.#outside(bytes.subarray(end - 1));
  }
}

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

class Pieces {
  #list: Buffer[] = [];

  get isEmpty(): boolean {
    return this.#list.length === 0;
  }

  add(piece: Buffer): void {
    if (piece.length > 0) this.#list.push(piece);
  }

  /** Returns all pieces as UTF-8 and empties the collection. */
  takeText(): string {
    const text = Buffer.concat(this.#list).toString('utf8');
    this.#list = [];
    return text;
  }
}

const LONGEST_KEY = 64;

/** Finds the array `outer.inner` in bytes that arrive in pieces; `JSON.parse` reads them afterwards, and detects invalid JSON. */
class ArrayFinder {
  #depth = 0;
  #inString = false;
  #escaped = false;
  #text = '';
  readonly #keys: string[] = [];
  #afterColon = false;

  constructor(readonly path: readonly [outer: string, inner: string]) {}

  /** The offset of the array's first element in `bytes`; -1 if the array does not begin in them. */
  find(bytes: Buffer): number {
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (this.#inString) this.#readText(byte);
      else if (this.#readStructure(byte)) return at + 1;
    }
    return -1;
  }

  #readText(byte: number): void {
    if (byte === QUOTE && !this.#escaped) this.#inString = false;
    else if (this.#text.length < LONGEST_KEY) this.#text += String.fromCharCode(byte);
    this.#escaped = byte === BACKSLASH && !this.#escaped;
  }

  /** Reads a byte outside strings; true at the bracket that begins the array. */
  #readStructure(byte: number): boolean {
    if (byte <= 0x20) return false;
    const isValue = this.#afterColon;
    this.#afterColon = byte === COLON;
    if (byte === QUOTE) {
      this.#inString = true;
      this.#text = '';
    } else if (byte === COLON) this.#keys[this.#depth] = unescaped(this.#text);
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      this.#depth += 1;
      return byte === OPEN_ARRAY && isValue && this.#isThere();
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) this.#depth -= 1;
    return false;
  }

  #isThere(): boolean {
    return this.#depth === 3 && this.#keys[1] === this.path[0] && this.#keys[2] === this.path[1];
  }
}

/** A key may be written with escapes: `cp\u0066s`. */
function unescaped(key: string): string {
  if (!key.includes('\\')) return key;
  try {
    return String(JSON.parse(`"${key}"`));
  } catch {
    return key;
  }
}

/**
 * Cuts the elements of one JSON array, starting after its `[`, out of bytes that arrive in pieces. It checks
 * that one comma separates two elements; `take` checks that an element is JSON.
 */
class ElementReader {
  readonly #pieces = new Pieces();
  #depth = 0;
  #inString = false;
  #escaped = false;
  #isFirst = true;
  #isTooDeep = false;

  /** `take` throws a SyntaxError if an element is not JSON. One that is nested too deep is left out: the others are still good. */
  constructor(readonly take: (json: string) => void) {}

  /** The offset of the first byte after the array; -1 while it has not ended. @throws SyntaxError if it or an element is invalid */
  read(bytes: Buffer): number {
    let start = 0;
    for (let at = this.#next(bytes, 0); at >= 0; at = this.#next(bytes, start)) {
      const isLast = bytes[at] === CLOSE_ARRAY;
      this.#end(this.#textTo(bytes, start, at), isLast);
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

  #end(text: string, isLast: boolean): void {
    const isEmptyArray = isLast && this.#isFirst && isBlank(text);
    this.#isFirst = false;
    if (!this.#isTooDeep && !isEmptyArray) this.take(text);
    this.#isTooDeep = false;
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
