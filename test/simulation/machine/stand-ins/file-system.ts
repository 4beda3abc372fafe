/** Stands in the place of `node:fs` in confere: the simulated disk, where everything is done at once. */
import { Readable, Writable } from 'node:stream';
import { theWorld } from '../current.js';
import type { Disk } from '../disk.js';

/** Not imported, since this file is what such an import gives. */
export const { constants } = process.getBuiltinModule('node:fs');

const disk = () => theWorld().disk;

type Encoding = BufferEncoding | { encoding?: BufferEncoding } | undefined;
type Stat = { throwIfNoEntry?: boolean } | undefined;

export function readFileSync(path: string, encoding?: Encoding): Buffer | string {
  const wanted = typeof encoding === 'object' ? encoding.encoding : encoding;
  const bytes = disk().read(path);
  return wanted === undefined ? bytes : bytes.toString(wanted);
}

export function writeFileSync(
  file: string | number,
  data: string | Buffer,
  options?: unknown,
): void {
  const path = typeof file === 'number' ? (opened[file] ?? '') : file;
  disk().write(path, Buffer.from(data), flagOf(options));
}

export function statSync(path: string, options?: Stat): ReturnType<Disk['facts']> | undefined {
  if (options?.throwIfNoEntry === false && !disk().exists(path)) return undefined;
  return disk().facts(path);
}

/** The simulated disk has no links, and no devices: only those and empty files are read by their number. */
export const lstatSync = (path: string, options?: Stat) => statSync(path, options);
export const readSync = () => 0;
export const writeSync = (_: number, bytes: Uint8Array) => bytes.length;
export const accessSync = (path: string) => {
  disk().facts(path);
};
export const existsSync = (path: string) => disk().exists(path);
export const readdirSync = (path: string) => disk().list(path);
export const chmodSync = () => undefined;
export const chownSync = () => undefined;
export const closeSync = () => undefined;

/** The paths behind the numbers of files; one that is opened is written at once, so few are needed. */
const opened: string[] = Array.from({ length: 8 }, () => '');
let openings = 0;

export function openSync(path: string, flag = 'r'): number {
  if (flag.startsWith('r')) disk().facts(path);
  else disk().write(path, Buffer.alloc(0), flag);
  const number = (openings += 1) % opened.length;
  opened[number] = path;
  return number;
}

export const fsyncSync = (file: number) => {
  disk().flush(opened[file] ?? '');
};
export const appendFileSync = (path: string, data: string | Buffer) => {
  disk().write(path, Buffer.from(data), 'a');
};
export const renameSync = (from: string, to: string) => {
  disk().rename(from, to);
};
export const copyFileSync = (from: string, to: string) => {
  disk().write(to, disk().read(from));
};
export const rmSync = (path: string, options?: { force?: boolean }) => {
  disk().remove(path, options?.force === true);
};
export const unlinkSync = (path: string) => {
  disk().remove(path, false);
};

export function mkdirSync(path: string): string {
  disk().makeFolder(path);
  return path;
}

export const mkdtempSync = (prefix: string) => mkdirSync(prefix + theWorld().newId());

export function realpathSync(path: string): string {
  disk().facts(path);
  return path;
}

export function createReadStream(path: string, { start = 0 }: { start?: number } = {}): Readable {
  // eslint-disable-next-line @typescript-eslint/require-await -- a stream wants an async source
  async function* content() {
    const bytes = disk().read(path).subarray(start);
    if (bytes.length > 0) yield bytes;
  }
  return Readable.from(content(), { objectMode: false });
}

export function createWriteStream(path: string, options?: unknown): Writable {
  let flag = flagOf(options);
  const append = (chunk: Buffer, done: () => void) => {
    disk().write(path, chunk, flag);
    flag = 'a';
    done();
  };
  return new Writable({
    write: (chunk: Buffer, _, done) => {
      append(chunk, done);
    },
    final: (done) => {
      append(Buffer.alloc(0), done);
    },
  });
}

function flagOf(options: unknown): string {
  const { flag, flags } = Object(options) as Record<string, unknown>;
  const named = flag ?? flags;
  return typeof named === 'string' ? named : 'w';
}
