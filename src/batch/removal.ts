import { existsSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { returnKnownError, UsageError } from '../base/errors.js';
import { isFileInUse, removePath } from '../base/flush.js';
import {
  releaseAfter,
  type AccountTerms,
  type Batch,
  type Ledger,
  type WantedRemoval,
} from '../ledger/index.js';
import { inputPath, isBatchId, workbookPath } from '../ledger/batch-folder.js';
import { lostFolder } from '../ledger/lost.js';
import { computeRecordsCost } from '../money/balance.js';

/**
 * Removes a batch, and the records fetched before `before` (epoch ms) that only this batch uses. Returns false if
 * another program has the private copy open, so that only the next run can remove its folder.
 *
 * @throws an error of kind `locked`; UsageError `batch_under_way`
 */
export async function removeBatch(
  ledger: Ledger,
  batch: Batch,
  before = Number.MAX_SAFE_INTEGER,
): Promise<boolean> {
  const held = await ledger.holdBatch(batch.id);
  const verdict = await releaseAfter(held, () => ledger.removeBatch(batch.num, before));
  // Removing a batch under way would lose paid results, and the charges of other jobs could no longer be determined.
  if (verdict !== 'removed')
    throw new UsageError('batch_under_way', { batch: batch.id, state: verdict });
  return removeFolder(ledger.batchFolder(batch.id));
}

/** Removes a folder. Returns false if another program has one of its files open. */
export async function removeFolder(folder: string): Promise<boolean> {
  try {
    await removePath(folder);
    return true;
  } catch (error) {
    if (isFileInUse(error)) return false;
    throw error;
  }
}

/**
 * Removes a batch without a plan: first its files, then its row in the ledger. If this process is killed in between,
 * the next run plans the input again.
 */
export async function discardUnplanned(ledger: Ledger, batch: Batch): Promise<void> {
  await removePath(workbookPath({ ledger }, batch));
  await removePath(inputPath({ ledger }, batch));
  await ledger.discardBatch(batch.num);
}

/**
 * Removes the folders of batches that were removed from the ledger. A folder that the ledger does not know stays,
 * because it may be all that is left of a lost ledger.
 */
export async function finishRemovals(ledger: Ledger): Promise<void> {
  const folder = dirname(ledger.incomingFolder());
  const names = (await readdir(folder)).filter(isBatchId);
  const removed = new Set(await ledger.findRemovedBatches(names));
  for (const name of names) if (removed.has(name)) await removeFolder(join(folder, name));
}

interface RemovalDeps {
  readonly ledger: Ledger;
  readonly terms?: AccountTerms;
}

/** The number of records that a removal removes, and the credits that they cost. */
export interface RemovedRecords {
  readonly records: number;
  readonly credits: number;
}

/** Counts the records that the removal of a batch would remove. @throws UsageError `batch_under_way` */
export async function foreseeRemoval(
  deps: RemovalDeps,
  { id, num }: Batch,
): Promise<RemovedRecords> {
  const before = Number.MAX_SAFE_INTEGER;
  const { keptStates, removable: removed } = await countRemovable(deps, {
    batches: [num],
    before,
    includesUnused: false,
  });
  const state = keptStates.get(num);
  if (state !== undefined) throw new UsageError('batch_under_way', { batch: id, state });
  return removed;
}

/**
 * Returns what a removal would do: `keptStates` has the state of each batch (`num`) that it keeps, `removable` counts
 * the records that it removes, and `requests` the rows of the log that lose their identifier.
 */
async function countRemovable(deps: RemovalDeps, wanted: WantedRemoval) {
  const { keptStates, records, requests } = await deps.ledger.foreseeRemoval(wanted);
  const count = records.reduce((sum, group) => sum + group.records, 0);
  return {
    keptStates,
    requests,
    removable: { records: count, credits: computeRecordsCost(records, deps.terms) },
  };
}

export interface Purged extends RemovedRecords {
  readonly batches: number;
  /** How many rows of the log lose their identifier. */
  readonly requests: number;
  /** The ids of batches that are old enough, but running, unconfirmed or locked. */
  readonly kept: readonly string[];
}

/**
 * Counts the batches and records that were last used before `before` (epoch ms), and the records of single lookups that
 * a wrong clock dated after `datedAfter` (epoch ms). The returned `purge` removes them, except the batches that a run
 * has used since. With `keepsUnsent`, batches with identifiers that wait to be sent stay.
 */
export async function foreseePurge(
  deps: RemovalDeps,
  before: number,
  {
    datedAfter,
    keepsUnsent = false,
  }: { readonly datedAfter?: number; readonly keepsUnsent?: boolean } = {},
) {
  const untouched = await deps.ledger.findBatches({ untouchedSince: before });
  const old: Batch[] = [];
  for (const batch of untouched)
    if (!keepsUnsent || !(await hasUnsent(deps.ledger, batch))) old.push(batch);
  const batches = old.map(({ num }) => num);
  const wanted = { batches, before, datedAfter, includesUnused: true };
  const { keptStates, requests, removable: records } = await countRemovable(deps, wanted);
  const removable = old.filter(({ num }) => !keptStates.has(num));
  const kept = old.filter(({ num }) => keptStates.has(num)).map(({ id }) => id);
  const foreseen: Purged = { batches: removable.length, ...records, requests, kept };
  return { foreseen, purge: () => purge(deps, { before, datedAfter }, removable, foreseen) };
}

/** Returns whether a batch has identifiers that were not sent yet. */
async function hasUnsent(ledger: Ledger, { num }: Batch): Promise<boolean> {
  const jobs = await ledger.readJobs(num);
  return jobs.some(({ state, waiting }) => state === 'planned' && waiting > 0);
}

async function purge(
  deps: RemovalDeps,
  { before, datedAfter }: Pick<WantedRemoval, 'before' | 'datedAfter'>,
  removable: readonly Batch[],
  { records, credits, requests, kept }: Purged,
): Promise<Purged> {
  const { ledger } = deps;
  const notRemoved: Batch[] = [];
  for (const batch of removable)
    await removeBatch(ledger, batch, before).catch((error: unknown) => {
      const { kind, code } = returnKnownError(error);
      if (kind !== 'locked' && code !== 'batch_under_way') throw error;
      notRemoved.push(batch);
    });
  await finishRemovals(ledger);
  await removeLeftovers(ledger.incomingFolder(), before);
  if (existsSync(lostFolder(ledger))) await removeLeftovers(lostFolder(ledger), before);
  // The records that only these batches use stay; `foreseePurge` counted them among the removed ones.
  const nums = notRemoved.map(({ num }) => num);
  const { removable: keptRecords } = await countRemovable(deps, {
    batches: nums,
    before,
    includesUnused: false,
  });
  await ledger.purgeRecords(before, datedAfter);
  return {
    batches: removable.length - notRemoved.length,
    records: records - keptRecords.records,
    credits: credits - keptRecords.credits,
    requests,
    kept: [...kept, ...notRemoved.map(({ id }) => id)],
  };
}

/** Removes the files and folders in a folder that were last changed before `before` (epoch ms). */
export async function removeLeftovers(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const facts = await lstat(path).catch(() => undefined);
    if (facts !== undefined && facts.mtimeMs < before)
      await rm(path, { recursive: true, force: true });
  }
}
