import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A part of a new archive, in the order in which it is written. */
export interface OutPart {
  readonly name: string;
  readonly date: Date;
  /** Whether the part is not compressed. */
  readonly isStored?: boolean;
  readonly isLate?: boolean;
  readonly read: () => AsyncIterable<Buffer>;
}

/** Packs parts one after the other. What reading a part throws ends the archive. */
export async function* packParts(parts: readonly OutPart[]): AsyncGenerator<Buffer> {
  const archive = new ZipFile();
  const output = archive.outputStream as Readable;
  const fail = (error: unknown) => {
    // An error of a part must end the archive, which yazl would leave open.
    output.destroy(error instanceof Error ? error : new Error('A part cannot be read'));
  };
  archive.on('error', fail);
  let open: Readable | undefined;
  for (const { name, date, isStored, read } of parts) {
    const options = { mtime: date, forceDosTimestamp: true, compress: isStored !== true };
    if (name.endsWith('/'))
      archive.addEmptyDirectory(name, { mtime: date, forceDosTimestamp: true });
    else
      archive.addReadStreamLazy(name, options, (take) => {
        open = Readable.from(read(), { objectMode: false });
        open.once('error', fail);
        take(null, open);
      });
  }
  archive.end();
  try {
    yield* output as AsyncIterable<Buffer>;
  } finally {
    open?.destroy();
  }
}
