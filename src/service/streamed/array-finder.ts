import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from './bytes.js';

/** Longer texts are no key that is looked for. */
const LONGEST_KEY = 64;

/**
 * Finds the array `outer.inner` of a JSON object whose bytes come in pieces. What it reads is parsed by
 * `JSON.parse` afterwards, so it need not notice what is no JSON.
 */
export class ArrayFinder {
  #depth = 0;
  #inString = false;
  #escaped = false;
  #text = '';
  /** At each depth the key that was read last. */
  readonly #keys: string[] = [];
  #afterColon = false;

  constructor(readonly path: readonly [outer: string, inner: string]) {}

  /** Where the array's elements begin in `bytes`; -1 where it does not begin there. */
  find(bytes: Buffer): number {
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (this.#inString) this.#readText(byte);
      else if (this.#takes(byte)) return at + 1;
    }
    return -1;
  }

  #readText(byte: number): void {
    if (byte === QUOTE && !this.#escaped) this.#inString = false;
    else if (this.#text.length < LONGEST_KEY) this.#text += String.fromCharCode(byte);
    this.#escaped = byte === BACKSLASH && !this.#escaped;
  }

  /** True at the bracket that begins the array. */
  #takes(byte: number): boolean {
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
