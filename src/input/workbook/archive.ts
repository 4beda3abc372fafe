import { posix } from 'node:path';
import { type Entry, openPromise } from 'yauzl';
import { inputLimits } from '../../base/limits.js';
import { tooLarge, type Unpacked } from '../unpacked.js';
import type { PartBytes } from './xml.js';

export type Archive = Awaited<ReturnType<typeof openArchive>>;

/** The parts of a zip file. `unpacked` counts the bytes of all of them. */
export async function openArchive(path: string, unpacked: Unpacked) {
  const { name } = unpacked;
  const zip = await openPromise(path, { autoClose: false });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    entries.set(keyOf(entry.fileName), entry);
    if (entries.size > inputLimits.parts) throw tooLarge(name, 'parts');
  }
  const known = (part: string): Entry => {
    const entry = entries.get(keyOf(part));
    if (entry === undefined) throw new Error(`The workbook has no part ${part}`);
    return entry;
  };
  /** A part of any size. @throws UsageError `input_too_large`, also while it is read; Error if there is no such part */
  const read = async (part: string): Promise<PartBytes> => {
    // The reader fails if the part unpacks to more than its entry says.
    return unpacked.counted(await zip.openReadStreamPromise(known(part)));
  };
  /** A list of sheets, relations or formats. @throws as `read` */
  const readList = (part: string): Promise<PartBytes> => {
    if (known(part).uncompressedSize > inputLimits.lists) throw tooLarge(name, 'lists');
    return read(part);
  };
  const close = () => {
    zip.close();
  };
  return { name, unpacked, has: (part: string) => entries.has(keyOf(part)), read, readList, close };
}

/** Two parts whose keys are the same are one: case and percent-encoding make no difference (ECMA-376, part 2). */
export function keyOf(part: string): string {
  return posix.resolve('/', decoded(part)).toLowerCase();
}

/** The part that `target` names in a relation of a part in `folder`. Some programs write `\` between folders. */
export function partAt(folder: string, target: string): string {
  return posix.resolve('/', folder, target.replaceAll('\\', '/'));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
