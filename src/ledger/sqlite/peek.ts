import { join } from 'node:path';
import type { IdentifierKind } from '../../identifiers/index.js';
import { openReadOnly } from '../../sqlite/index.js';
import type { BatchQuery } from '../operations/reading.js';
import type { Batch } from '../types.js';
import type { HitRates } from '../operations/spending.js';
import type { KnownIds } from '../operations/records.js';
import { createBatches } from './tables/batches.js';
import { createKnownIds } from './tables/records.js';
import { createHitRates } from './tables/spending/hit-rates.js';

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
export function peekTick(folder: string): number {
  const db = openReadOnly(join(folder, 'ledger.db'));
  try {
    return Number(db.prepare('SELECT tick FROM ticks').get()?.['tick']);
  } finally {
    db.close();
  }
}

/**
 * Finds batches of the ledger in `folder`, newest first. Takes no lock and writes nothing.
 *
 * @throws if there is no ledger in the folder
 */
export function peekBatches(folder: string, query: BatchQuery): BatchGlimpse[] {
  const db = openReadOnly(join(folder, 'ledger.db'));
  try {
    return createBatches(db).find(query);
  } finally {
    db.close();
  }
}

/**
 * How often identifiers were found, by the ledger in `folder`. Takes no lock and writes nothing.
 *
 * @throws if there is no ledger in the folder, or one of an older version
 */
export function peekHitRates(folder: string): HitRates {
  const db = openReadOnly(join(folder, 'ledger.db'));
  try {
    return createHitRates(db).hitRates();
  } finally {
    db.close();
  }
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
): KnownIds {
  const db = openReadOnly(join(folder, 'ledger.db'));
  try {
    return createKnownIds(db).known(kind, ids, since);
  } finally {
    db.close();
  }
}
