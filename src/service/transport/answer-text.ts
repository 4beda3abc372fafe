import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** The answer is larger than anything the spec describes; reading on would only eat memory. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

const decoders = new Map<string, () => Transform>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
  ['deflate', () => createInflate()],
]);

/** Takes a body, decompressed, as it comes; `finish` tells its text, or what is left of it. */
export interface BodyReader {
  take(bytes: Buffer): void;
  finish(): string;
}

/** The whole body as UTF-8. */
export function wholeText(): BodyReader {
  const chunks: Buffer[] = [];
  return {
    take: (bytes) => void chunks.push(bytes),
    finish: () => Buffer.concat(chunks).toString('utf8'),
  };
}

/** Reads a body to its end, decompressed, through `reader`; the limit counts decompressed bytes. */
export async function answerText(
  body: Readable,
  encoding: string | undefined,
  limit: number,
  reader: BodyReader,
): Promise<string> {
  // Kept here because the stream, once stopped, reports its own stop in place of the reason.
  const stopped = { tooLarge: false };
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    let size = 0;
    for await (const chunk of source) {
      size += chunk.length;
      stopped.tooLarge = size > limit;
      if (stopped.tooLarge) throw new TooLargeError();
      reader.take(chunk);
    }
  };
  const decoder = decoders.get(encoding?.trim().toLowerCase() ?? '')?.();
  try {
    // An encoding nobody asked for is read as it is; the envelope will not make sense of it.
    await (decoder ? pipeline(body, decoder, collect) : pipeline(body, collect));
  } catch (error) {
    throw stopped.tooLarge ? new TooLargeError() : error;
  }
  return reader.finish();
}
