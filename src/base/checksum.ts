import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

/** The SHA-256 (hex) and size (bytes) of a file. */
export interface FileFacts {
  readonly hash: string;
  readonly size: number;
}

/** Returns whether a file exists with exactly these bytes. */
export async function isIntact(path: string, { hash, size }: FileFacts): Promise<boolean> {
  const facts = await stat(path).catch(() => undefined);
  return facts?.size === size && (await computeFileFacts(path)).hash === hash;
}

export function computeFileFacts(path: string, stop?: AbortSignal): Promise<FileFacts> {
  return computeFactsOfPieces(readPieces(path), stop);
}

export async function computeFactsOfPieces(
  pieces: AsyncIterable<Uint8Array>,
  stop?: AbortSignal,
): Promise<FileFacts> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of pieces) {
    stop?.throwIfAborted();
    hash.update(piece);
    size += piece.length;
  }
  return { hash: hash.digest('hex'), size };
}

/** Yields a file in pieces of a megabyte; it is opened when the first piece is asked for. */
export async function* readPieces(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>;
}
