import { existsSync } from 'node:fs';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asKnownError, UsageError } from '../errors.js';
import { isHeld, removeFile } from '../flush.js';
import type { Batch, Ledger } from '../ledger/index.js';
import { lostFolder, REMOVAL_MARK as MARK } from '../ledger/lost.js';

/**
 * Removes a batch: its rows in the ledger, its copy of the input, and the records fetched before
 * `before` (epoch ms) that only this batch uses. Returns false if another program has the copy open: then
 * `finishRemovals` of a later command removes it.
 *
 * @throws ConfereError kind `locked` while a run has it; UsageError while the service may be processing
 * it
 */
export async function removeBatch(
  ledger: Ledger,
  batch: Batch,
  before = Number.MAX_SAFE_INTEGER,
): Promise<boolean> {
  const { release } = await ledger.holdBatch(batch.id);
  const mark = join(ledger.folderOf(batch.id), MARK);
  try {
    await writeFile(mark, '', { mode: 0o600 });
    const verdict = await ledger.removeBatch(batch.num, before);
    if (verdict !== 'removed') {
      await rm(mark, { force: true });
      // The paid results would be lost, and the charges of other jobs could no longer be determined.
      throw new UsageError('batch_under_way', { batch: batch.id, state: verdict });
    }
  } finally {
    await release();
  }
  return removeFolder(ledger.folderOf(batch.id));
}

/** Removes the mark last, so that a folder of which a file is held open is not forgotten. */
export async function removeFolder(folder: string): Promise<boolean> {
  try {
    const names = await readdir(folder);
    for (const name of names.filter((one) => one !== MARK)) await removeFile(join(folder, name));
    await removeFile(folder);
    return true;
  } catch (error) {
    if (isHeld(error)) return false;
    throw error;
  }
}

/**
 * Removes the folders of removals that were cut short: those with the mark whose batch the ledger no longer has; and
 * those of batches that another machine has removed.
 * A folder without the mark stays, because it may be all that is left of a lost ledger.
 */
export async function finishRemovals(ledger: Ledger): Promise<void> {
  const folder = dirname(ledger.folderOf(INCOMING));
  const names = await readdir(folder);
  for (const name of await ledger.removedAmong(names)) await removeFolder(join(folder, name));
  for (const name of names) {
    if (!existsSync(join(folder, name, MARK))) continue;
    const alike = await ledger.findBatches({ idPrefix: name });
    const isKnown = alike.some(({ id }) => id === name.toLowerCase());
    if (!isKnown) await removeFolder(join(folder, name));
  }
}

/** Where inputs lie that belong to no batch yet. */
const INCOMING = 'incoming';

export interface Purged {
  readonly batches: number;
  readonly records: number;
  /** Batches that are old enough but were kept because they are running, unconfirmed or locked. */
  readonly kept: readonly string[];
}

/**
 * Removes batches and records last used before `before` (epoch ms), except running or unconfirmed
 * batches.
 */
export async function purge(ledger: Ledger, before: number): Promise<Purged> {
  const old = await ledger.findBatches({ untouchedSince: before });
  const kept: string[] = [];
  for (const batch of old) {
    if (!(await removed(ledger, batch, before))) kept.push(batch.id);
  }
  await finishRemovals(ledger);
  await removeLeftovers(ledger.folderOf(INCOMING), before);
  if (existsSync(lostFolder(ledger))) await removeLeftovers(lostFolder(ledger), before);
  const records = await ledger.purgeRecords(before);
  return { batches: old.length - kept.length, records, kept };
}

async function removed(ledger: Ledger, batch: Batch, before: number): Promise<boolean> {
  try {
    await removeBatch(ledger, batch, before);
    return true;
  } catch (error) {
    const { kind, code } = asKnownError(error);
    if (kind === 'locked' || code === 'batch_under_way') return false;
    throw error;
  }
}

/** Removes copies of inputs that belong to no batch. */
async function removeLeftovers(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => undefined);
    const isOld = facts !== undefined && facts.mtimeMs < before;
    if (isOld) await rm(path, { recursive: true, force: true });
  }
}
