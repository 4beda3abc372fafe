/** The folder of the PostgreSQL server that the workers of one run share. Nothing is started here. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ramDisk } from '../files/ram-disk.js';
import { READY, RUN_FOLDER, stopServer, type PostgresServer } from './server.js';

const PREFIX = 'confere-postgres-';

export function setup(): void {
  const parent = ramDisk().TMPDIR ?? tmpdir();
  removeLeft(parent);
  const run = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  // The server may run as another user.
  chmodSync(run, 0o755);
  process.env[RUN_FOLDER] = run;
}

export function teardown(): void {
  const run = process.env[RUN_FOLDER];
  if (run !== undefined) removeRun(run);
}

/** A run that was killed leaves its server. */
function removeLeft(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split('-')[0]) : NaN;
    if (pid > 0 && !isAlive(pid)) removeRun(join(parent, name));
  }
}

function removeRun(run: string): void {
  const ready = join(run, READY);
  try {
    if (existsSync(ready))
      stopServer(JSON.parse(readFileSync(ready, 'utf8')) as PostgresServer, 'immediate');
  } catch {
    // It was stopped already.
  }
  rmSync(run, { recursive: true, force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
