import { join } from 'node:path';
import type { IdentifierKind } from '../../identifiers/index.js';
import { openReadOnly } from '../../sqlite/index.js';
import type { Db } from '../db.js';
import { conditionsOf, type Batch, type BatchQuery } from '../reading.js';
import { knownAmong } from '../records.js';
import { readHitRates } from '../requests.js';
import { statementsOf } from './db.js';
import { written } from '../../sqlite/sql.js';

/** Takes no lock, writes nothing. @throws if there is none, or one of another version */
async function peek<T>(folder: string, look: (db: Db) => Promise<T>): Promise<T> {
  const file = openReadOnly(join(folder, 'ledger.db'));
  try {
    return await look(statementsOf(file));
  } finally {
    file.close();
  }
}

/** All that has this tick or a lower one has happened. */
export const peekTick = (folder: string): Promise<number> =>
  peek(folder, (db) => db.number('SELECT tick AS n FROM ticks'));

/** For the completion of ids: only columns that every version has. */
export const peekBatches = (folder: string, query: BatchQuery) => {
  const [which, ...given] = conditionsOf(query);
  const sql = written(`SELECT id, file, created_at AS "createdAt" FROM batches b WHERE ${which}`);
  return peek(folder, (db) => db.all<Pick<Batch, 'id' | 'file' | 'createdAt'>>(sql, ...given));
};

export const peekHitRates = (folder: string) => peek(folder, readHitRates);

export const peekKnown = (
  folder: string,
  kind: IdentifierKind,
  ids: readonly string[],
  since: number,
) => peek(folder, (db) => knownAmong(db, kind, ids, since));
