import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '../../../context.js';
import { ConfereError } from '../../../errors.js';
import { exitCodes } from '../../../exit-codes.js';
import { errorLine } from '../../../output/error-line.js';
import type { Host } from '../../shared/command-host.js';

interface Owner {
  /** The command whose folder it is. */
  readonly purpose: 'check' | 'diff';
  /** How an error is written. */
  readonly json: boolean;
}

/**
 * Runs `work` with a private folder, which is removed afterwards, also if the user stops the command. What a
 * killed command left is removed first.
 */
export async function withPrivateFolder<T>(
  { context, next }: Host,
  work: (folder: string) => Promise<T>,
  { purpose, json }: Owner,
): Promise<T> {
  removeLeft(context);
  const folder = mkdtempSync(join(tmpdir(), `confere-${purpose}-${context.pid ?? 0}-`));
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
  };
  const forget = context.onStopSignal((signal) => {
    remove();
    const [error, code] =
      signal === 'SIGTERM'
        ? [new ConfereError('terminated', { during: 'call' }), exitCodes.terminated]
        : [new ConfereError('interrupted', { during: 'call' }), exitCodes.interrupted];
    context.stderr.write(errorLine(error, code, json, next));
    context.exit(code);
  });
  try {
    return await work(folder);
  } finally {
    forget();
    remove();
  }
}

function removeLeft(context: Context): void {
  const isRunning = (pid: number) => context.isRunning?.(pid) ?? true;
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = /^confere-(?:check|diff)-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) discard(join(tmpdir(), name));
  }
}

/** Another user's folder stays. */
function discard(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // It is in nobody's way.
  }
}
