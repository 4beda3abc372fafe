import { join } from 'node:path';
import type { IdentifierKind } from '../../identifiers/index.js';
import { openReadOnly } from '../../sqlite/index.js';
import type { Db } from '../db.js';
import { conditionsOf, type BatchQuery } from '../reading.js';
import { knownAmong, type KnownIds } from '../records.js';
import { hitRates, type HitRates } from '../spending.js';
import type { Batch } from '../types.js';
import { statementsOf } from './db.js';

/** Takes no lock, writes nothing. @throws if there is none, or one of another version */
async function peek<T>(folder: string, look: (db: Db) => Promise<T>): Promise<T> {
  const file = openReadOnly(join(folder, 'ledger.db'));
  try {
    return await look(statementsOf(file));
  } finally {
    file.close();
  }
}

/** The newest tick: all that has it or a lower one has happened. */
export function peekTick(folder: string): Promise<number> {
  return peek(folder, (db) => db.number('SELECT tick AS n FROM ticks'));
}

/** For the completion of ids: only columns that every version has. */
export function peekBatches(
  folder: string,
  query: BatchQuery,
): Promise<Pick<Batch, 'id' | 'file' | 'createdAt'>[]> {
  const [which, ...given] = conditionsOf(query);
  const sql = `SELECT id, file, created_at AS "createdAt" FROM batches b WHERE ${which}`;
  return peek(folder, (db) => db.all(sql, ...given));
}

export function peekHitRates(folder: string): Promise<HitRates> {
  return peek(folder, hitRates);
}

export function peekKnown(
  folder: string,
  kind: IdentifierKind,
  ids: readonly string[],
  since: number,
): Promise<KnownIds> {
  return peek(folder, (db) => knownAmong(db, kind, ids, since));
}
