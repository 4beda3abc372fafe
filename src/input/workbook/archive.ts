import { openPromise, type Entry } from 'yauzl';
import { inputLimits } from '../../limits.js';
import { tooLarge, type Unpacked } from '../bytes/unpack-limits.js';

/** A part of a workbook, unpacked while it is read. */
export type Part = AsyncIterable<Buffer>;

/** The parts of a workbook, by name. */
export interface Archive {
  /** What people call the workbook. */
  readonly name: string;
  readonly has: (part: string) => boolean;
  /** A part of any size. @throws UsageError `input_too_large`, also while it is read */
  readonly read: (part: string) => Promise<Part>;
  /** A list of sheets, relations or formats. @throws UsageError `input_too_large` */
  readonly readList: (part: string) => Promise<Part>;
  readonly close: () => void;
}

/** Opens a zip archive; `unpacked` counts the bytes of all parts. */
export async function openArchive(path: string, unpacked: Unpacked): Promise<Archive> {
  const { name } = unpacked;
  const zip = await openPromise(path, { autoClose: false });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName, entry);
    if (entries.size > inputLimits.parts) throw tooLarge(name, 'parts');
  }
  const read = async (part: string): Promise<Part> => {
    // The reader fails if the part unpacks to more than its entry says.
    return counted(await zip.openReadStreamPromise(known(entries, part)), unpacked);
  };
  const readList = (part: string): Promise<Part> => {
    if (known(entries, part).uncompressedSize > inputLimits.lists) throw tooLarge(name, 'lists');
    return read(part);
  };
  const close = () => {
    zip.close();
  };
  return { name, has: (part) => entries.has(part), read, readList, close };
}

function known(entries: ReadonlyMap<string, Entry>, part: string): Entry {
  const entry = entries.get(part);
  if (entry === undefined) throw new Error(`The workbook has no part ${part}`);
  return entry;
}

async function* counted(part: Part, unpacked: Unpacked): AsyncGenerator<Buffer> {
  for await (const chunk of part) {
    unpacked.count(chunk.length);
    yield chunk;
  }
}
