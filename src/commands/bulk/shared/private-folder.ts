import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { removeLeftovers } from '../../../batch/removal.js';
import { isPrivate, stateFolder } from '../../../config/folders.js';
import type { Context } from '../../../context.js';
import { UsageError } from '../../../errors.js';
import { makeFolder } from '../../../flush.js';
import type { Host } from '../../shared/command-host.js';

/** No command works for so long (ms) without making or removing a file in its folder. */
const LEFT = 24 * 3_600_000;

/**
 * Runs `work` with a private folder, which is removed afterwards: below the state where there is one, otherwise in the
 * system's folder for temporary files, of which nothing else is ever removed, because others write there, too.
 *
 * @throws UsageError `temporary_folder` if there is no room for one, or no place
 */
export async function withPrivateFolder<T>(
  { context }: Host,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = newFolder((await ownFolder(context)) ?? join(tmpdir(), 'confere-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes what killed commands left more than `age` (ms) ago. */
export async function removeLeft(context: Context, age: number): Promise<void> {
  await ownFolder(context, age);
}

/** What names below the state begin with; removes what was left there. Undefined where no folder is this user's alone, or none can be made. */
async function ownFolder(context: Context, age = LEFT): Promise<string | undefined> {
  try {
    const folder = join(stateFolder(context), 'temporary');
    if (!isPrivate(dirname(folder), context.uid)) return undefined;
    makeFolder(folder);
    if (!isPrivate(folder, context.uid)) return undefined;
    await removeLeftovers(folder, context.clock.now() - age);
    return join(folder, 'work-');
  } catch {
    return undefined;
  }
}

function newFolder(begin: string): string {
  try {
    return mkdtempSync(begin);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new UsageError('temporary_folder', { folder: tmpdir(), reason }, { cause: error });
  }
}
