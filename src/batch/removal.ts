import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfereError } from '../errors.js';
import type { Batch, Ledger } from '../ledger/index.js';
import { summarize } from './summary.js';

/** Whether the service may still be working on a batch, or somebody must decide about it. */
export function isUnderWay(ledger: Ledger, batch: Batch): boolean {
  return ['running', 'unconfirmed'].includes(summarize(ledger, batch.num).state);
}

/**
 * Removes a batch: its rows in the ledger, its copy of the input, and the records that only it shows.
 * @throws kind `locked` while a run holds it
 */
export async function removeBatch(ledger: Ledger, batch: Batch): Promise<void> {
  const { release } = ledger.hold(batch.id);
  try {
    ledger.removal.batch(batch.num);
  } finally {
    release();
  }
  await rm(ledger.folderOf(batch.id), { recursive: true, force: true });
}

export interface Purged {
  readonly batches: number;
  readonly records: number;
  /** Batches that are old enough and still under way or held: they were left. */
  readonly kept: readonly string[];
}

/** Removes what was made or fetched before `before` (epoch ms); unfinished batches stay. */
export async function purge(ledger: Ledger, before: number): Promise<Purged> {
  const old = ledger.batches.list().filter(({ createdAt }) => createdAt < before);
  const kept: string[] = [];
  for (const batch of old) {
    if (isUnderWay(ledger, batch) || !(await removed(ledger, batch))) kept.push(batch.id);
  }
  await removeLeftovers(ledger.folderOf('incoming'), before);
  const records = ledger.removal.records(before);
  return { batches: old.length - kept.length, records, kept };
}

async function removed(ledger: Ledger, batch: Batch): Promise<boolean> {
  try {
    await removeBatch(ledger, batch);
    return true;
  } catch (error) {
    if (error instanceof ConfereError && error.kind === 'locked') return false;
    throw error;
  }
}

/** Copies of inputs that a killed run left before they belonged to a batch. */
async function removeLeftovers(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => undefined);
    if (facts !== undefined && facts.mtimeMs < before) await rm(path, { force: true });
  }
}
