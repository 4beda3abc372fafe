/** Stands in the place of `node:fs/promises`: real files, but each call is done at once and in its order. */
import * as fs from 'node:fs';

// eslint-disable-next-line @typescript-eslint/require-await -- an exception becomes a rejection
const done = async <T>(work: () => T): Promise<T> => work();

export const chmod = (path: string, mode: number) =>
  done(() => {
    fs.chmodSync(path, mode);
  });
export const copyFile = (from: string, to: string) =>
  done(() => {
    fs.copyFileSync(from, to);
  });
export const mkdir = (path: string, options: fs.MakeDirectoryOptions) =>
  done(() => fs.mkdirSync(path, options));
export const mkdtemp = (prefix: string) => done(() => fs.mkdtempSync(prefix));
export const readdir = (path: string) => done(() => fs.readdirSync(path));
export const realpath = (path: string) => done(() => fs.realpathSync(path));
export const rename = (from: string, to: string) =>
  done(() => {
    fs.renameSync(from, to);
  });
export const rm = (path: string, options: fs.RmOptions) =>
  done(() => {
    fs.rmSync(path, options);
  });
export const stat = (path: string, options: fs.StatSyncOptions = {}) =>
  done(() => fs.statSync(path, options));

/** A file as it was when it was opened: nothing stays open when a process dies. */
export const open = (path: string) =>
  done(() => {
    const bytes = fs.readFileSync(path);
    return {
      stat: () => done(() => fs.statSync(path)),
      sync: () => done(() => undefined),
      close: () => done(() => undefined),
      read: (buffer: Buffer, offset: number, length: number, position: number) =>
        done(() => {
          const bytesRead = bytes.copy(buffer, offset, position, position + length);
          return { buffer, bytesRead };
        }),
    };
  });
