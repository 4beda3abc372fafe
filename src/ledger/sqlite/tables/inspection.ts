import type { Database } from '../../../sqlite/index.js';
import type { Flaw, LedgerCounts } from '../../operations/inspection.js';
import {
  COUNTS_SQL,
  FLAWS_SQL,
  IS_MOVING_SQL,
  toFlaw,
  toLedgerCounts,
} from '../../rows/inspection.js';

/** The whole ledger: how much there is, and whether it adds up. */
export function createInspection(db: Database) {
  return {
    counts: (): LedgerCounts => toLedgerCounts(db.prepare(COUNTS_SQL).get() ?? {}),
    flaws: (): Flaw[] => [
      ...damage(db),
      ...FLAWS_SQL.flatMap(({ of, sql }) =>
        db
          .prepare(sql)
          .all()
          .map((row) => toFlaw(of, row)),
      ),
    ],
    unknownAmong: (ids: readonly string[]): string[] =>
      db
        .prepare(
          `SELECT value AS id FROM json_each(?) WHERE value NOT IN (SELECT id FROM batches)
           AND NOT EXISTS (${IS_MOVING_SQL})`,
        )
        .all(JSON.stringify(ids))
        .map(({ id }) => id as string),
  };
}

/** SQLite looks at every page, index and constraint of the file. */
function damage(db: Database): Flaw[] {
  const said = db.prepare('PRAGMA integrity_check(10)').all();
  return said
    .map((row) => toFlaw('file', row))
    .filter((flaw) => !(flaw.of === 'file' && flaw.said === 'ok'));
}
