import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { asKnownError } from '../../errors.js';
import type { Deps } from '../dependencies.js';
import { recoverJobIds, waitingJob } from './keep-job-id.js';

type KeepDeps = Pick<Deps, 'ledger' | 'clock'>;

/**
 * Writes down the job ids of every batch that waited on this machine while the database of a shared ledger was away.
 * `folder`: that of the ledger on this machine. What cannot be written now, as of a batch that another machine works
 * on, stays for the next time.
 */
export async function deliverJobIds(deps: KeepDeps, folder: string): Promise<void> {
  const batches = join(folder, 'batches');
  for (const id of await namesIn(batches)) {
    const names = await namesIn(join(batches, id));
    if (names.some((name) => waitingJob(name) !== undefined))
      await deliver(deps, id).catch(asKnownError);
  }
}

async function deliver(deps: KeepDeps, id: string): Promise<void> {
  const alike = await deps.ledger.findBatches({ idPrefix: id });
  const batch = alike.find((one) => one.id === id);
  if (batch === undefined) return;
  // Nobody else may decide about its jobs meanwhile.
  const { release } = await deps.ledger.holdBatch(id);
  try {
    await recoverJobIds(deps, batch);
  } finally {
    await release();
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
