import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { pipeline } from 'node:stream/promises';

/** The answer is larger than anything the spec describes; reading on would only eat memory. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

const decoders = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
} as const;

/** Reads a body to its end, decompressed, as UTF-8; the limit counts decompressed bytes. */
export async function answerText(
  body: Readable,
  encoding: string | undefined,
  limit: number,
): Promise<string> {
  const chunks: Buffer[] = [];
  const collect = async (source: AsyncIterable<unknown>): Promise<void> => {
    let size = 0;
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw new TooLargeError();
      chunks.push(chunk);
    }
  };
  const decoder = decoderFor(encoding);
  await (decoder ? pipeline(body, decoder, collect) : pipeline(body, collect));
  return Buffer.concat(chunks).toString('utf8');
}

function decoderFor(encoding: string | undefined) {
  const name = encoding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return undefined;
  if (name in decoders) return decoders[name as keyof typeof decoders]();
  throw new Error(`unknown content encoding ${name}`);
}
