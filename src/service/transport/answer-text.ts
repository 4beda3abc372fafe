import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** The answer is larger than any that the spec describes. Reading more of it would only use memory. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

const decoders = new Map<string, () => Transform>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
  ['deflate', () => createInflate()],
]);

/** Receives a body, decompressed, while it arrives. `finish` returns its text, or the part to parse. */
export interface BodyReader {
  take(bytes: Buffer): void;
  finish(): string;
}

/** A reader that returns the whole body as UTF-8. */
export function wholeText(): BodyReader {
  const chunks: Buffer[] = [];
  return {
    take: (bytes) => void chunks.push(bytes),
    finish: () => Buffer.concat(chunks).toString('utf8'),
  };
}

/**
 * Decompresses a body and passes it to `reader`. `limit` counts decompressed bytes. `onPart` is called for each part as it
 * arrives.
 * @throws TooLargeError beyond the limit
 */
export async function answerText(
  body: Readable,
  encoding: string | undefined,
  limit: number,
  reader: BodyReader,
  onPart: () => void,
): Promise<string> {
  let size = 0;
  const arriving = async function* (source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const chunk of source) {
      onPart();
      yield chunk;
    }
  };
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > limit) throw new TooLargeError();
      reader.take(chunk);
    }
  };
  const decoder = decoders.get(encoding?.trim().toLowerCase() ?? '')?.();
  try {
    // An unknown encoding is passed on undecoded; the envelope then fails to parse.
    await (decoder
      ? pipeline(body, arriving, decoder, collect)
      : pipeline(body, arriving, collect));
  } catch (error) {
    // A stopped stream reports an abort instead of the reason why it was stopped.
    throw size > limit ? new TooLargeError() : error;
  }
  return reader.finish();
}
