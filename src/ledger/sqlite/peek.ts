import { join } from 'node:path';
import type { IdentifierKind } from '../../identifiers/index.js';
import { openReadOnly } from '../../sqlite/index.js';
import type { Db } from '../db/db.js';
import { statementsOf } from '../db/sqlite-db.js';
import type { BatchQuery } from '../operations/reading.js';
import type { Batch } from '../types.js';
import type { HitRates } from '../operations/spending.js';
import type { KnownIds } from '../operations/records.js';
import { createBatches } from '../tables/batches.js';
import { createItems } from '../tables/items.js';
import { createRecords } from '../tables/records.js';
import { createHitRates } from '../operations/spending.js';

/**
 * The description of a batch for the completion of ids. Only columns that ledgers of older versions
 * have, too.
 */
type BatchGlimpse = Pick<Batch, 'id' | 'file' | 'createdAt'>;

/**
 * The newest tick of the ledger in `folder`: all that has it or a lower one has happened. Takes no lock and writes
 * nothing.
 *
 * @throws if there is no ledger in the folder, or one of an older version
 */
export function peekTick(folder: string): Promise<number> {
  return peek(folder, (db) => db.number('SELECT tick AS n FROM ticks'));
}

/**
 * Finds batches of the ledger in `folder`, newest first. Takes no lock and writes nothing.
 *
 * @throws if there is no ledger in the folder
 */
export function peekBatches(folder: string, query: BatchQuery): Promise<BatchGlimpse[]> {
  return peek(folder, (db) => createBatches(db).find(query));
}

/**
 * How often identifiers were found, by the ledger in `folder`. Takes no lock and writes nothing.
 *
 * @throws if there is no ledger in the folder, or one of an older version
 */
export function peekHitRates(folder: string): Promise<HitRates> {
  return peek(folder, (db) => createHitRates(db).hitRates());
}

/**
 * What the ledger in `folder` knows of these identifiers. Takes no lock and writes nothing.
 *
 * @throws as `peekHitRates`
 */
export function peekKnown(
  folder: string,
  kind: IdentifierKind,
  ids: readonly string[],
  since: number,
): Promise<KnownIds> {
  return peek(folder, (db) => createRecords(db, createItems(db)).known(kind, ids, since));
}

async function peek<T>(folder: string, look: (db: Db) => Promise<T>): Promise<T> {
  const file = openReadOnly(join(folder, 'ledger.db'));
  try {
    return await look(statementsOf(file));
  } finally {
    file.close();
  }
}
