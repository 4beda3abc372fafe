/** Stands in the place of `node:fs/promises` in confere: the simulated disk, where everything is done at once. */
import { theWorld } from '../current.js';
import * as fs from './file-system.js';

function promised<Given extends unknown[], T>(work: (...given: Given) => T) {
  // eslint-disable-next-line @typescript-eslint/require-await -- done at once
  return async (...given: Given): Promise<T> => work(...given);
}

export const access = promised((path: string) => void fs.statSync(path));
export const appendFile = promised(fs.appendFileSync);
export const chmod = promised(fs.chmodSync);
export const chown = promised(fs.chownSync);
export const copyFile = promised(fs.copyFileSync);
export const lstat = promised(fs.lstatSync);
export const mkdir = promised(fs.mkdirSync);
export const mkdtemp = promised(fs.mkdtempSync);
export const readdir = promised(fs.readdirSync);
export const readFile = promised(fs.readFileSync);
export const realpath = promised(fs.realpathSync);
export const rename = promised(fs.renameSync);
export const rm = promised(fs.rmSync);
export const stat = promised(fs.statSync);
export const unlink = promised(fs.unlinkSync);
export const writeFile = promised(fs.writeFileSync);

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
