import type { Flaw, LedgerCounts } from '../operations/inspection.js';
import {
  COUNTS_SQL,
  FLAWS_SQL,
  IS_MOVING_SQL,
  toFlaw,
  toLedgerCounts,
} from '../rows/inspection.js';
import type { Db } from '../db/db.js';

/** The whole ledger: how much there is, and whether it adds up. */
export function createInspection(db: Db) {
  return {
    counts: async (): Promise<LedgerCounts> => toLedgerCounts((await db.first(COUNTS_SQL)) ?? {}),
    async flaws(): Promise<Flaw[]> {
      const all: Flaw[] = db.engine === 'sqlite' ? await damage(db) : [];
      for (const { of, sql } of FLAWS_SQL)
        for (const row of await db.all(sql)) all.push(toFlaw(of, row));
      return all;
    },
    async unknownAmong(ids: readonly string[]): Promise<string[]> {
      const unknown = await db.all(
        `SELECT given.id FROM unnest($1::text[]) AS given (id) WHERE NOT EXISTS (${IS_MOVING_SQL})
         AND NOT EXISTS (SELECT 1 FROM batches b WHERE b.id = given.id)
         ${db.engine === 'postgres' ? 'AND NOT EXISTS (SELECT 1 FROM removed r WHERE r.id = given.id)' : ''}`,
        ids,
      );
      return unknown.map(({ id }) => id as string);
    },
  };
}

/** SQLite looks at every page, index and constraint of the file. */
async function damage(db: Db): Promise<Flaw[]> {
  const said = await db.all('PRAGMA integrity_check(10)');
  return said
    .map((row) => toFlaw('file', row))
    .filter((flaw) => !(flaw.of === 'file' && flaw.said === 'ok'));
}
