import type { Readable } from 'node:stream';
import { openPromise, type Entry } from 'yauzl';
import { tooLarge } from '../bytes/unpack-limits.js';

/** The parts of a workbook, by name. */
export interface Archive {
  readonly has: (part: string) => boolean;
  /** @throws UsageError `input_too_large` if the part unpacks to more than the limit */
  readonly read: (part: string) => Promise<Readable>;
  readonly close: () => void;
}

/** Opens a zip archive. `limit`: the largest size of one part after unpacking, in bytes. */
export async function openArchive(path: string, name: string, limit: number): Promise<Archive> {
  const zip = await openPromise(path, { autoClose: false });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return {
    has: (part) => entries.has(part),
    read: (part) => {
      const entry = entries.get(part);
      if (entry === undefined) throw new Error(`The workbook has no part ${part}`);
      if (entry.uncompressedSize > limit) throw tooLarge(name, limit);
      // The reader fails if the part unpacks to more than its entry says.
      return zip.openReadStreamPromise(entry);
    },
    close: () => {
      zip.close();
    },
  };
}
