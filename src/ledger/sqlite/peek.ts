import { join } from 'node:path';
import type { IdentifierKind } from '../../identifiers/index.js';
import { openReadOnly } from '../../sqlite/index.js';
import type { Db } from '../db.js';
import { composeConditions, type Batch, type BatchQuery } from '../batches.js';
import { countKnown } from '../records.js';
import { readHitRates } from '../requests.js';
import { createStatements } from './db.js';
import { literalSql } from '../../sqlite/sql.js';

/**
 * Reads a ledger without a lock, without writing, and without checking its version. @throws if there is no ledger, or if
 * it lacks a column that is read
 */
async function peek<T>(folder: string, read: (db: Db) => Promise<T>): Promise<T> {
  const file = openReadOnly(join(folder, 'ledger.db'));
  try {
    return await read(createStatements(file));
  } finally {
    file.close();
  }
}

/** Returns the tick; every event up to it has happened. */
export const peekTick = (folder: string): Promise<number> =>
  peek(folder, (db) => db.number('SELECT tick AS n FROM ticks'));

/** Returns the batches that the shell offers to complete an id. Every version has the columns that are read. */
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
