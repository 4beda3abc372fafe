import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ConfereError } from '../base/errors.js';
import { INPUT, isBatchId } from './batch-folder.js';
import type { Ledger } from './ledger.js';

export function hasLedger(folder: string): boolean {
  return existsSync(join(folder, 'ledger.db')) || existsSync(join(folder, 'batches'));
}

/**
 * Refuses a folder with batches but no ledger: a new ledger would pay again for their records. @throws ConfereError
 * `ledger_lost`
 */
export function refuseMissingLedger(folder: string): void {
  const size = statSync(join(folder, 'ledger.db'), { throwIfNoEntry: false })?.size ?? 0;
  const batches =
    size > 0 ? 0 : listBatchFolders(folder).filter((id) => wasWorkedOn(folder, id)).length;
  if (batches > 0)
    throw new ConfereError('ledger_lost', { why: 'missing', place: folder, batches });
}

/**
 * Refuses a ledger that lacks batches of this machine: a restored backup would pay for them again. @throws ConfereError
 * `ledger_lost`
 */
export async function refuseOutdatedLedger(ledger: Ledger, place: string): Promise<void> {
  const { length: batches } = await findLostBatches(ledger);
  if (batches > 0) throw new ConfereError('ledger_lost', { why: 'behind', place, batches });
}

/** Moves aside the folders of batches that the ledger does not know. Returns the number of these batches. */
export async function acceptLoss(ledger: Ledger): Promise<number> {
  const lost = await findLostBatches(ledger);
  const lostPath = lostFolder(ledger);
  if (lost.length > 0) mkdirSync(lostPath, { recursive: true, mode: 0o700 });
  for (const id of lost) {
    rmSync(join(lostPath, id), { recursive: true, force: true });
    renameSync(join(ledger.folder, 'batches', id), join(lostPath, id));
  }
  return lost.length;
}

export function lostFolder({ folder }: Pick<Ledger, 'folder'>): string {
  return join(folder, 'lost');
}

/**
 * A ledger from a backup may know a batch, but not its newest jobs. Returns the folder for the ids of such jobs, after
 * the user has accepted their loss.
 */
export function lostBatchFolder(ledger: Pick<Ledger, 'folder'>, batchId: string): string {
  return join(lostFolder(ledger), batchId);
}

/**
 * Returns the lost batches. Folders are listed before the ledger is asked, so that a batch that begins in between does
 * not count as lost.
 */
async function findLostBatches(ledger: Ledger): Promise<string[]> {
  const names = listBatchFolders(ledger.folder);
  const unknown = new Set(names.length === 0 ? [] : await ledger.findUnknownBatches(names));
  return names.filter((id) => unknown.has(id) && wasWorkedOn(ledger.folder, id));
}

/** Returns the ids of the batches that have a folder on this machine. */
export function listBatchFolders(folder: string): string[] {
  const batches = join(folder, 'batches');
  return existsSync(batches) ? readdirSync(batches).filter(isBatchId) : [];
}

function wasWorkedOn(folder: string, id: string): boolean {
  return existsSync(join(folder, 'batches', id, INPUT));
}
