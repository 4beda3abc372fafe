import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise } from 'yauzl';
import { inputLimits } from '../../base/limits.js';
import { buildTooLarge, type UnpackLimit } from '../unpack-limit.js';
import type { PartBytes } from './xml.js';

export type Archive = Awaited<ReturnType<typeof openArchive>>;

/**
 * Opens a zip file and lists its parts. `limit` bounds the bytes of all parts.
 *
 * @throws UsageError `input_too_large`; Error if the archive is damaged
 */
export async function openArchive(path: string, limit: UnpackLimit) {
  const { name } = limit;
  const zip = await openPromise(path, { autoClose: false });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    entries.set(buildPartKey(entry.fileName), entry);
    if (entries.size > inputLimits.parts) throw buildTooLarge(name, 'parts');
  }
  const requireEntry = (part: string): Entry => {
    const entry = entries.get(buildPartKey(part));
    if (entry === undefined) throw new Error(`The workbook has no part ${part}`);
    return entry;
  };
  /**
   * Reads a part of any size.
   *
   * @throws UsageError `input_too_large`, also while the part is read; Error if there is no such part
   */
  const readPart = async (part: string): Promise<PartBytes> => {
    const entry = requireEntry(part);
    // The reader fails if the part unpacks to more than its entry says.
    return compareChecksum(limit.countBytes(await zip.openReadStreamPromise(entry)), entry);
  };
  /** Reads a list of sheets, relations or formats, which must be small. @throws as `read` */
  const readList = (part: string): Promise<PartBytes> => {
    if (requireEntry(part).uncompressedSize > inputLimits.lists) throw buildTooLarge(name, 'lists');
    return readPart(part);
  };
  const close = () => {
    zip.close();
  };
  return {
    name,
    limit,
    /** All parts in the order of the archive, also folders. */
    entries,
    /** Reads a part of any size without counting its bytes. */
    readRaw: (entry: Entry): Promise<Readable> => zip.openReadStreamPromise(entry),
    has: (part: string) => entries.has(buildPartKey(part)),
    read: readPart,
    readList,
    close,
  };
}

/** Passes the bytes of a part on. @throws Error at their end if they do not have the checksum that the archive names */
async function* compareChecksum(pieces: PartBytes, entry: Entry): AsyncGenerator<Buffer> {
  let checksum = 0;
  for await (const piece of pieces) {
    checksum = crc32(piece, checksum);
    yield piece;
  }
  if (checksum !== entry.crc32) throw new Error(`The part ${entry.fileName} is damaged`);
}

/** Builds the key of a part, in which case and percent-encoding make no difference (ECMA-376, part 2). */
export function buildPartKey(part: string): string {
  return posix.resolve('/', decode(part)).toLowerCase();
}

/**
 * Returns the part that `target` names in a relation of a part in `folder`. Some programs write `\` between folders.
 */
export function resolvePart(folder: string, target: string): string {
  return posix.resolve('/', folder, target.replaceAll('\\', '/'));
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
