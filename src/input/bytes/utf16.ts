import { StringDecoder } from 'node:string_decoder';
import type { TextEncoding } from '../types.js';

/** Half of a surrogate pair. Other encodings cannot represent it, and the parser would drop it silently. */
export class BrokenCharacter extends Error {}

/**
 * Returns a function that decodes UTF-16 chunks to text; other encodings pass unchanged. csv-parse compares
 * bytes and would find `;` across two UTF-16 units, so it needs text. Call it without a chunk at the end.
 */
export function textDecoder(encoding: TextEncoding): (chunk?: Buffer) => Buffer | string {
  if (encoding !== 'utf16le' && encoding !== 'utf16be') return (chunk = Buffer.alloc(0)) => chunk;
  const decoder = new StringDecoder('utf16le');
  const littleEndian = encoding === 'utf16be' ? swapper() : (chunk: Buffer) => chunk;
  return (chunk) => {
    const text = chunk === undefined ? decoder.end() : decoder.write(littleEndian(chunk));
    if (/\p{Surrogate}/u.test(text)) throw new BrokenCharacter();
    return text;
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
