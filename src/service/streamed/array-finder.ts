import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from './bytes.js';

/** A key that is searched for is shorter than this. */
const LONGEST_KEY = 64;

/**
 * Finds the array `outer.inner` of a JSON object whose bytes arrive in pieces. `JSON.parse` reads the same
 * bytes afterwards, so this class need not detect invalid JSON.
 */
export class ArrayFinder {
  #depth = 0;
  #inString = false;
  #escaped = false;
  #text = '';
  /** The last key at each depth. */
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
