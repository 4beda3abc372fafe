import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ConfereError } from '../base/errors.js';
import { INPUT, isBatchId } from './batch-folder.js';
import type { Ledger } from './ledger.js';

export function hasLedger(folder: string): boolean {
  return existsSync(join(folder, 'ledger.db')) || existsSync(join(folder, 'batches'));
}

/** A new ledger would not know what the batches beside it paid for. @throws ConfereError `ledger_lost` */
export function refuseMissing(folder: string): void {
  const size = statSync(join(folder, 'ledger.db'), { throwIfNoEntry: false })?.size ?? 0;
  const batches =
    size > 0 ? 0 : batchFoldersIn(folder).filter((id) => wasWorkedOn(folder, id)).length;
  if (batches > 0)
    throw new ConfereError('ledger_lost', { why: 'missing', place: folder, batches });
}

/** A backup that came back pays again for what came after it. @throws ConfereError `ledger_lost` */
export async function refuseBehind(ledger: Ledger, place: string): Promise<void> {
  const { length: batches } = await lostBatches(ledger);
  if (batches > 0) throw new ConfereError('ledger_lost', { why: 'behind', place, batches });
}

/** What the ledger does not know moves aside; returns how many batches that are. */
export async function acceptLoss(ledger: Ledger): Promise<number> {
  const lost = await lostBatches(ledger);
  const aside = lostFolder(ledger);
  if (lost.length > 0) mkdirSync(aside, { recursive: true, mode: 0o700 });
  for (const id of lost) {
    rmSync(join(aside, id), { recursive: true, force: true });
    renameSync(join(ledger.folder, 'batches', id), join(aside, id));
  }
  return lost.length;
}

export function lostFolder({ folder }: Pick<Ledger, 'folder'>): string {
  return join(folder, 'lost');
}

/** Where the ids of jobs go that the user accepted as lost from a batch that the ledger knows. */
export function lostFolderOf(ledger: Pick<Ledger, 'folder'>, batchId: string): string {
  return join(lostFolder(ledger), batchId);
}

/** Names are read before the ledger is asked: a batch that is begun meanwhile is none that it does not know. */
async function lostBatches(ledger: Ledger): Promise<string[]> {
  const names = batchFoldersIn(ledger.folder);
  const unknown = new Set(names.length === 0 ? [] : await ledger.unknownAmong(names));
  return names.filter((id) => unknown.has(id) && wasWorkedOn(ledger.folder, id));
}

/** The ids of the batches that have a folder on this machine. */
export function batchFoldersIn(folder: string): string[] {
  const batches = join(folder, 'batches');
  return existsSync(batches) ? readdirSync(batches).filter(isBatchId) : [];
}

function wasWorkedOn(folder: string, id: string): boolean {
  return existsSync(join(folder, 'batches', id, INPUT));
}
