import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../../sqlite/engine.js';
import type { LedgerCounts, LedgerFacts, Worker } from '../operations/inspection.js';
import type { Holders } from './holders.js';
import { lockFile } from './lock.js';
import type { Place } from './read-batch.js';

/** The name of the file in a batch's folder that who holds the batch locks. */
export const BATCH_LOCK = 'lock.db';

/** `holders`: asked inside a transaction of the ledger. */
export function factsOf(place: Place, counts: LedgerCounts, holders: Holders): LedgerFacts {
  const sessions = holders.others();
  const own = { host: null, since: null };
  const workers: Worker[] = [
    ...heldBatches(place).map((batch) => ({ of: 'batch' as const, batch, ...own })),
    ...Array.from({ length: sessions }, () => ({ of: 'lookups' as const, ...own })),
  ];
  const bytes = sizeOf(place.path) + sizeOf(`${place.path}-wal`);
  const where = { place: place.folder, schema: null, pooler: 'none' as const };
  return { ...counts, engine: 'sqlite', ...where, bytes, workers };
}

function heldBatches({ folder, engine }: Place): string[] {
  const batches = join(folder, 'batches');
  if (!existsSync(batches)) return [];
  return readdirSync(batches).filter((id) => isLocked(join(batches, id, BATCH_LOCK), engine));
}

function isLocked(path: string, engine: Engine): boolean {
  if (!existsSync(path)) return false;
  const lock = lockFile(path, engine);
  lock?.release();
  return lock === undefined;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
