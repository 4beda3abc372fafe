/** Stands in the place of `node:fs/promises` in confere: the simulated disk, where everything is done at once. */
import { theWorld } from '../current.js';
import * as fs from './file-system.js';

function promised<Given extends unknown[], T>(work: (...given: Given) => T) {
  // eslint-disable-next-line @typescript-eslint/require-await -- done at once
  return async (...given: Given): Promise<T> => work(...given);
}

const all = Object.entries(fs).map(([name, work]) => [name.replace(/Sync$/, ''), work] as const);
const own = Object.fromEntries(
  all.map(([name, work]) => [name, promised(work as (...given: unknown[]) => unknown)]),
);

export const { access, appendFile, chmod, chown, copyFile, lstat, mkdir, mkdtemp, readdir } = own;
export const { readFile, realpath, rename, rm, stat, unlink, writeFile } = own;

/** A file as it was when it was opened: nothing stays open when a process dies. */
export const open = promised((path: string, flag: string = 'r') => {
  fs.openSync(path, flag === 'r+' ? 'r' : flag);
  const isFolder = fs.statSync(path)?.isDirectory() === true;
  const bytes = isFolder ? Buffer.alloc(0) : Buffer.from(fs.readFileSync(path));
  return {
    stat: promised(() => fs.statSync(path)),
    sync: promised(() => {
      theWorld().disk.flush(path);
    }),
    close: promised(() => undefined),
    writeFile: promised((data: string | Buffer) => {
      fs.writeFileSync(path, data);
    }),
    read: promised((buffer: Buffer, offset: number, length: number, position: number) => {
      return { buffer, bytesRead: bytes.copy(buffer, offset, position, position + length) };
    }),
  };
});
