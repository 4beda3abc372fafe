import type { TextEncoding } from '../types.js';
import { StringDecoder } from 'node:string_decoder';

/**
 * A text has two forms. From `raw`, `toBytes` restores the file's bytes: for Latin-1 and for UTF-8 with
 * invalid bytes, `raw` has one character per byte. `forPeople` makes the readable form.
 */
const ONE_CHARACTER_A_BYTE: ReadonlySet<TextEncoding> = new Set(['latin1', 'utf8-broken']);

/** The characters of windows-1252 for 0x80 to 0x9f. Its five undefined bytes stay control characters. */
const C1 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

export function isByteText(encoding: TextEncoding): boolean {
  return ONE_CHARACTER_A_BYTE.has(encoding);
}

/** Decodes bytes to `raw`. The bytes must not end within a character. */
export function toRaw(bytes: Buffer, encoding: TextEncoding): string {
  if (isByteText(encoding)) return bytes.toString('latin1');
  if (encoding !== 'utf16be') return bytes.toString(encoding as BufferEncoding);
  return Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString('utf16le');
}

/** Encodes `raw` to the bytes of the file. */
export function toBytes(raw: string, encoding: TextEncoding): Buffer {
  if (isByteText(encoding)) return Buffer.from(raw, 'latin1');
  if (encoding === 'utf16be') return Buffer.from(raw, 'utf16le').swap16();
  return Buffer.from(raw, encoding as BufferEncoding);
}

/** The readable form of `raw`. Latin-1 is read as windows-1252, which spreadsheet programs write. */
export function forPeople(raw: string, encoding: TextEncoding): string {
  if (encoding === 'latin1') return asWindows1252(raw);
  if (encoding !== 'utf8-broken') return raw;
  return isAsciiText(raw) ? raw : Buffer.from(raw, 'latin1').toString('utf8');
}

function asWindows1252(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (char) => C1.charAt(char.charCodeAt(0) - 0x80));
}

function isAsciiText(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

/** Half of a surrogate pair. Other encodings cannot represent it, and the parser would drop it silently. */
export class BrokenCharacter extends Error {}

/**
 * Returns a function that decodes UTF-16 chunks to text; other encodings pass unchanged. csv-parse compares
 * bytes and would find `;` across two UTF-16 units, so it needs text. Call it without a chunk at the end.
 */
export function textDecoder(encoding: TextEncoding): (chunk?: Buffer) => Buffer {
  if (encoding !== 'utf16le' && encoding !== 'utf16be') return (chunk = Buffer.alloc(0)) => chunk;
  const decoder = new StringDecoder('utf16le');
  const littleEndian = encoding === 'utf16be' ? swapper() : (chunk: Buffer) => chunk;
  return (chunk) => {
    const text = chunk === undefined ? decoder.end() : decoder.write(littleEndian(chunk));
    if (/\p{Surrogate}/u.test(text)) throw new BrokenCharacter();
    return Buffer.from(text);
  };
}

/** Swaps the bytes of each UTF-16 unit. The first half of a unit at the end of a chunk waits for the second. */
function swapper(): (chunk: Buffer) => Buffer {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    const whole = Buffer.concat([rest, chunk]);
    const end = whole.length & ~1;
    rest = whole.subarray(end);
    return whole.subarray(0, end).swap16();
  };
}
