import { basename, dirname } from 'node:path';

interface File {
  bytes: Buffer;
  mtimeMs: number;
  readonly ino: number;
}

/** The disk of a simulated machine, in memory. The path `/p12/x` of process 12 is the path `/x` of all. */
export class Disk {
  readonly #files = new Map<string, File>();
  readonly #folders = new Set<string>(['/']);
  /** What a power cut leaves: the bytes of files that were flushed, and the names in folders that were. */
  readonly #flushed = new Map<number, Buffer>();
  readonly #named = new Map<string, number>();
  #writes = 0;

  read(path: string): Buffer {
    return this.#file(path).bytes;
  }

  exists(path: string): boolean {
    const own = shared(path);
    return this.#files.has(own) || this.#folders.has(own);
  }

  /** `flag`: `w` replaces, `a` appends, `wx` refuses to replace. */
  write(path: string, bytes: Buffer, flag = 'w'): void {
    const own = shared(path);
    const old = this.#files.get(own);
    if (old !== undefined && flag.includes('x')) throw trouble('EEXIST', path);
    const before = flag.startsWith('a') && old !== undefined ? [old.bytes] : [];
    const mtimeMs = (this.#writes += 1);
    const all = before.length > 0 ? Buffer.concat([...before, bytes]) : bytes;
    this.#files.set(own, { bytes: all, mtimeMs, ino: old?.ino ?? mtimeMs });
  }

  /** The bytes of a file, or the names in a folder, are on disk. */
  flush(path: string): void {
    const own = shared(path);
    const file = this.#files.get(own);
    // Most file systems write a new name down with its file.
    if (file !== undefined) {
      this.#flushed.set(file.ino, file.bytes);
      this.#named.set(own, file.ino);
    }
    if (!this.#folders.has(own)) return;
    for (const name of this.#named.keys()) if (dirname(name) === own) this.#named.delete(name);
    for (const [name, { ino }] of this.#files)
      if (dirname(name) === own) this.#named.set(name, ino);
  }

  /** What was not flushed is gone; files for which `isKept` are on disk at once. */
  cutPower(isKept: (name: string) => boolean): void {
    const files = new Map([...this.#files.values()].map((file) => [file.ino, file]));
    for (const name of [...this.#files.keys()]) if (!isKept(name)) this.#files.delete(name);
    for (const [name, ino] of this.#named) {
      const bytes = this.#flushed.get(ino) ?? Buffer.alloc(0);
      const { mtimeMs = 0 } = files.get(ino) ?? {};
      if (!isKept(name)) this.#files.set(name, { bytes, mtimeMs, ino });
    }
  }

  makeFolder(path: string): void {
    for (let folder = shared(path); !this.#folders.has(folder); folder = dirname(folder))
      this.#folders.add(folder);
  }

  /** A file, or a folder with all in it. */
  rename(from: string, to: string): void {
    const [old, own] = [shared(from), shared(to)];
    if (!this.exists(from)) throw trouble('ENOENT', from);
    const moved = (name: string) =>
      `${name}/`.startsWith(`${old}/`) ? own + name.slice(old.length) : name;
    for (const [name, file] of [...this.#files]) {
      if (moved(name) === name) continue;
      this.#files.delete(name);
      this.#files.set(moved(name), file);
    }
    for (const name of [...this.#folders]) {
      if (moved(name) === name) continue;
      this.#folders.delete(name);
      this.#folders.add(moved(name));
    }
  }

  remove(path: string, isForced: boolean): void {
    const own = shared(path);
    if (!isForced && !this.exists(path)) throw trouble('ENOENT', path);
    for (const names of [this.#files, this.#folders])
      for (const name of names.keys()) if (`${name}/`.startsWith(`${own}/`)) names.delete(name);
  }

  list(path: string): string[] {
    const own = shared(path);
    if (!this.#folders.has(own)) throw trouble('ENOENT', path);
    const all = [...this.#files.keys(), ...this.#folders];
    return all
      .filter((name) => dirname(name) === own && name !== own)
      .map((name) => basename(name));
  }

  facts(path: string) {
    const isFolder = this.#folders.has(shared(path));
    const { bytes, mtimeMs, ino } = isFolder ? FOLDER : this.#file(path);
    return {
      size: bytes.length,
      mode: 0o600,
      mtimeMs,
      mtimeNs: BigInt(mtimeMs),
      ino,
      isFile: () => !isFolder,
      isDirectory: () => isFolder,
    };
  }

  #file(path: string): File {
    const file = this.#files.get(shared(path));
    if (file === undefined) throw trouble('ENOENT', path);
    return file;
  }
}

const FOLDER: File = { bytes: Buffer.alloc(0), mtimeMs: 0, ino: 0 };

export function shared(path: string): string {
  return path.replace(/\/p\d+(?=\/|$)/, '') || '/';
}

function trouble(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code, path });
}
