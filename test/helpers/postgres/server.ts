import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reservedPort } from '../ports.js';
import { runServerProgram, SERVER_USER, usableBinaries } from './binaries.js';

export interface PostgresServer {
  /** On 127.0.0.1. */
  readonly port: number;
  /** The folder that holds its data. */
  readonly folder: string;
  /** The folder of its programs. */
  readonly native: string;
}

interface ServerOptions {
  /** Whether commits are flushed to disk; only a test of crashes of the machine needs it. */
  readonly flushes?: boolean;
  /** Makes the superuser need this password on the network. */
  readonly password?: string;
  /** More settings, as the server's command line has them. */
  readonly settings?: string;
}

/** The variable with the folder of this run of the tests; `each-run.ts` sets it for every worker. */
export const RUN_FOLDER = 'CONFERE_TEST_POSTGRES';

export const READY = 'ready.json';

/** The superuser of the server, who needs no password. */
const SUPERUSER = 'confere';

/** Makes a cluster in `folder`, which must be empty, and starts it. */
export async function startServer(
  folder: string,
  options: ServerOptions = {},
): Promise<PostgresServer> {
  const native = usableBinaries(folder);
  const data = join(folder, 'data');
  mkdirSync(data);
  chmodSync(folder, 0o755);
  if (SERVER_USER.uid !== undefined) chownSync(data, SERVER_USER.uid, SERVER_USER.gid);
  const rules = ['-U', SUPERUSER, '-E', 'UTF8', '--locale=C', '--no-sync'];
  runServerProgram(native, 'initdb', ['-D', data, ...rules, ...authentication(folder, options)]);
  const server = { port: await reservedPort(), folder, native };
  restartServer(server, options);
  return server;
}

export function restartServer(
  { port, folder, native }: PostgresServer,
  { flushes = false, settings = '' }: ServerOptions = {},
): void {
  const data = join(folder, 'data');
  const network = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`;
  const all = `${network} -c max_connections=200 -c fsync=${flushes ? 'on' : 'off'} ${settings}`;
  const log = join(data, 'server.log');
  runServerProgram(native, 'pg_ctl', ['-D', data, '-w', '-l', log, '-o', all, 'start']);
}

/** `immediate` is what a crash does: nothing is written any more. */
export function stopServer(
  { folder, native }: Pick<PostgresServer, 'folder' | 'native'>,
  how: 'fast' | 'immediate' = 'fast',
): void {
  runServerProgram(native, 'pg_ctl', ['-D', join(folder, 'data'), '-w', '-m', how, 'stop']);
}

export function urlOf({ port }: Pick<PostgresServer, 'port'>, database = 'postgres'): string {
  return `postgres://${SUPERUSER}@127.0.0.1:${port}/${database}`;
}

function authentication(folder: string, { password }: ServerOptions): string[] {
  if (password === undefined) return ['--auth=trust'];
  const file = join(folder, 'password');
  writeFileSync(file, password, { mode: 0o644 });
  return ['--auth-host=scram-sha-256', '--auth-local=trust', `--pwfile=${file}`];
}
