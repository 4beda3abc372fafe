import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { dirname } from 'node:path';
import { flushFile, flushFolder, moveFile, removeFile } from '../flush.js';
import { isIntact, type FileFacts } from './private-copy.js';

/** Bytes of a piece. */
const PIECE = 1 << 20;

/** The bytes of a private copy in pieces of a megabyte. The file is opened when the first one is asked for. */
export async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { highWaterMark: PIECE }) as AsyncIterable<Buffer>;
}

/**
 * Makes the private copy at `path` of stored pieces. Pieces that do not have this checksum leave everything as it was.
 * `partPath`: a file beside it that nobody else uses.
 */
export async function mendCopy(
  path: string,
  partPath: string,
  { hash }: Pick<FileFacts, 'hash'>,
  pieces: () => AsyncIterable<Uint8Array>,
): Promise<void> {
  const sum = createHash('sha256');
  const counted = async function* (bytes: AsyncIterable<Uint8Array>) {
    for await (const piece of bytes) {
      sum.update(piece);
      yield piece;
    }
  };
  try {
    await pipeline(pieces, counted, createWriteStream(partPath, { mode: 0o600 }));
    if (sum.digest('hex') !== hash) return;
    await flushFile(partPath);
    await moveFile(partPath, path);
    await flushFolder(dirname(path));
  } finally {
    await removeFile(partPath);
  }
}

/** The private copy as the ledger knows it; of an earlier version it has no checksum. */
interface PlannedCopy {
  readonly inputHash: string | null;
  readonly inputSize: number | null;
}

/** Where a copy without some rows waits until the ledger has its checksum. */
export function nextCopyOf(path: string): string {
  return `${path}.next`;
}

/**
 * Makes the waiting copy the private copy at `path` if it is the one that the ledger knows: whoever wrote it may have been
 * killed in between.
 */
export async function settleCopy(
  path: string,
  { inputHash: hash, inputSize: size }: PlannedCopy,
): Promise<void> {
  const next = nextCopyOf(path);
  if (!existsSync(next) || hash === null || size === null) return;
  if (!(await isIntact(next, { hash, size }))) return;
  await moveFile(next, path);
  await flushFolder(dirname(path));
}
