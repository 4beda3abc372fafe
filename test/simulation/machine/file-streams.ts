/** Stands in the place of `node:fs` in confere: streams that read and write at once. */
import * as fs from 'node:fs';
import { Readable, Writable } from 'node:stream';

export * from 'node:fs';

export function createReadStream(path: string, { start = 0 }: { start?: number } = {}): Readable {
  // eslint-disable-next-line @typescript-eslint/require-await -- a stream wants an async source
  async function* content() {
    const bytes = fs.readFileSync(path).subarray(start);
    if (bytes.length > 0) yield bytes;
  }
  return Readable.from(content(), { objectMode: false });
}

export function createWriteStream(path: string, options: fs.WriteFileOptions): Writable {
  const file = typeof options === 'object' ? options : {};
  let isOpen = false;
  return new Writable({
    write(chunk: Buffer, _, done) {
      fs.writeFileSync(path, chunk, { ...file, flag: isOpen ? 'a' : 'w' });
      isOpen = true;
      done();
    },
    final(done) {
      if (!isOpen) fs.writeFileSync(path, '', file);
      done();
    },
  });
}
