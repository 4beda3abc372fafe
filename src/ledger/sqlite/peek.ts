import { join } from 'node:path';
import type { IdentifierKind } from '../../identifiers/index.js';
import { openReadOnly } from '../../sqlite/index.js';
import type { Db } from '../db.js';
import { composeConditions, type Batch, type BatchQuery } from '../reading.js';
import { countKnown } from '../records.js';
import { readHitRates } from '../requests.js';
import { createDb } from './db.js';
import { literalSql } from '../../sqlite/sql.js';

/** Reads a ledger without a lock and without writing. @throws if there is no ledger, or one of another version */
async function peek<T>(folder: string, read: (db: Db) => Promise<T>): Promise<T> {
  const file = openReadOnly(join(folder, 'ledger.db'));
  try {
    return await read(createDb(file));
  } finally {
    file.close();
  }
}

/** Returns the tick; every event up to it has happened. */
export const peekTick = (folder: string): Promise<number> =>
  peek(folder, (db) => db.number('SELECT tick AS n FROM ticks'));

/** Returns batches for the completion of ids, from columns that every version has. */
export const peekBatches = (folder: string, query: BatchQuery) => {
  const [condition, ...values] = composeConditions(query);
  const sql = literalSql(
    `SELECT id, file, created_at AS "createdAt" FROM batches b WHERE ${condition}`,
  );
  return peek(folder, (db) => db.all<Pick<Batch, 'id' | 'file' | 'createdAt'>>(sql, ...values));
};

export const peekHitRates = (folder: string) => peek(folder, readHitRates);

export const peekKnown = (
  folder: string,
  kind: IdentifierKind,
  ids: readonly string[],
  since: number,
) => peek(folder, (db) => countKnown(db, kind, ids, since));
