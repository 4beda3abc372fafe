import { Transform } from 'node:stream';
import { UsageError } from '../../errors.js';

/** Bytes, about a hundred million rows. A file that unpacks to more is not a list of identifiers. */
export const MAX_UNPACKED = 4 * 2 ** 30;

export function tooLarge(name: string, limit = MAX_UNPACKED): UsageError {
  return new UsageError('input_too_large', { file: name, maxBytes: limit });
}

/** A stream that fails after `limit` bytes. */
export function limitBytes(name: string, limit: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      seen += chunk.length;
      if (seen > limit) done(tooLarge(name, limit));
      else done(null, chunk);
    },
  });
}
