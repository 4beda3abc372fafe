import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { whyNoServer } from './binaries.js';
import { READY, RUN_FOLDER, startServer, type PostgresServer } from './server.js';

let shared: Promise<PostgresServer> | undefined;

/** The server of this run of the tests, which the first worker that needs it starts. */
export function sharedServer(): Promise<PostgresServer> {
  shared ??= startOrFind(process.env[RUN_FOLDER] ?? '');
  return shared;
}

async function startOrFind(run: string): Promise<PostgresServer> {
  const folder = join(run, 'server');
  const ready = join(run, READY);
  if (isFirst(folder)) {
    const server = await startServer(folder);
    writeFileSync(`${ready}.part`, JSON.stringify(server));
    renameSync(`${ready}.part`, ready);
  }
  for (let waited = 0; waited < 120_000; waited += 50) {
    if (existsSync(ready)) return JSON.parse(readFileSync(ready, 'utf8')) as PostgresServer;
    await delay(50);
  }
  throw new Error('Another worker could not start PostgreSQL.');
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

const why = whyNoServer();
if (why !== undefined) process.stderr.write(`SKIPPED, what needs PostgreSQL: ${why}\n`);

/** Whether tests can have a server. Where they cannot, stderr says why; `npm run mutate` starts none. */
export const HAS_SERVER = why === undefined && process.env[RUN_FOLDER] !== undefined;
