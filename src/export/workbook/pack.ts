import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A part that is written to a new archive. */
export interface OutPart {
  readonly name: string;
  readonly date: Date;
  /** Whether the part is not compressed. */
  readonly isStored?: boolean;
  /** Whether the part is written after the others, because its text depends on them. */
  readonly isLate?: boolean;
  readonly read: () => AsyncIterable<Buffer>;
}

/** Packs parts one after the other. An error while a part is read ends the archive. */
export async function* packParts(parts: readonly OutPart[]): AsyncGenerator<Buffer> {
  const archive = new ZipFile();
  const output = archive.outputStream as Readable;
  const fail = (error: unknown) => {
    // An error of a part must end the archive, which yazl would leave open.
    output.destroy(error instanceof Error ? error : new Error('A part cannot be read'));
  };
  archive.on('error', fail);
  let openPart: Readable | undefined;
  for (const { name, date, isStored, read } of parts) {
    const options = { mtime: date, forceDosTimestamp: true, compress: isStored !== true };
    if (name.endsWith('/'))
      archive.addEmptyDirectory(name, { mtime: date, forceDosTimestamp: true });
    else
      archive.addReadStreamLazy(name, options, (provide) => {
        openPart = Readable.from(read(), { objectMode: false });
        openPart.once('error', fail);
        provide(null, openPart);
      });
  }
  archive.end();
  try {
    yield* output as AsyncIterable<Buffer>;
  } finally {
    openPart?.destroy();
  }
}
