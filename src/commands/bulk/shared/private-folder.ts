import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '../../../context.js';
import { UsageError } from '../../../errors.js';
import type { Host } from '../../shared/command-host.js';

/**
 * Runs `work` with a private folder, which is removed afterwards. `purpose`: the command whose folder it is. What a killed
 * command left is removed first.
 *
 * @throws UsageError `temporary_folder` if there is no room for one, or no place
 */
export async function withPrivateFolder<T>(
  { context }: Host,
  work: (folder: string) => Promise<T>,
  purpose: 'check' | 'diff',
): Promise<T> {
  removeLeft(context);
  const folder = makeFolder(`confere-${purpose}-${context.pid ?? 0}-`);
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeFolder(begin: string): string {
  const folder = tmpdir();
  try {
    return mkdtempSync(join(folder, begin));
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new UsageError('temporary_folder', { folder, reason }, { cause: error });
  }
}

function removeLeft(context: Context): void {
  const isRunning = (pid: number) => context.isRunning?.(pid) ?? true;
  for (const name of namesIn(tmpdir())) {
    const [, pid] = /^confere-(?:check|diff)-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) discard(join(tmpdir(), name));
  }
}

/** A folder that cannot be read has nothing for us to remove. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
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
