import { join } from 'node:path';
import { execa } from 'execa';
import { COMMAND, type User } from '../helpers/run-confere.js';
import type { Referee } from '../helpers/referee/index.js';

/** Runs the built command where no file can become larger than `limit` KB, as on a disk that is full. */
export async function runLimited(
  limit: number,
  { folder }: User,
  { url, key }: Referee,
  args: readonly string[],
) {
  const env = {
    ...{ PATH: process.env['PATH'], CONFERE_HOME: join(folder, 'home') },
    ...{ CONFERE_BASE_URL: url, CONFERE_API_KEY: key },
  };
  const { exitCode: code, stderr } = await execa(
    'bash',
    ['-c', `ulimit -f ${limit}; exec "$0" "$@"`, process.execPath, COMMAND, ...args],
    { env, extendEnv: false, stdin: 'ignore', stdout: 'ignore', reject: false },
  );
  return { code, stderr };
}
