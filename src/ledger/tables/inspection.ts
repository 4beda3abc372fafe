import type { Flaw, LedgerCounts } from '../operations/inspection.js';
import type { Db, Row } from '../db/db.js';

/** The counts of a ledger, in words that every engine understands. */
const COUNTS_SQL = `SELECT
  (SELECT count(*) FROM records) AS records,
  (SELECT coalesce(sum(input_size), 0) FROM batches) AS copy_bytes,
  (SELECT count(*) FROM jobs WHERE state = 'submitting')
    + (SELECT count(*) FROM lookups WHERE state = 'asking') AS under_way,
  (SELECT count(*) FROM jobs WHERE state = 'unconfirmed')
    + (SELECT count(*) FROM lookups WHERE state = 'doubtful') AS unsettled`;

/** Nothing is paid from a ledger that was moved or is being copied. */
const IS_MOVING_SQL = "SELECT 1 FROM mark WHERE state <> 'here'";

type RowFlaw = Exclude<Flaw['of'], 'file'>;

/** Of a job that was sent, identifiers may have moved to another one, been answered by a record, or been erased. */
const HAS_ALL = "('planned', 'submitting')";

/** A query for each kind of flaw; every row is one. */
const FLAWS: readonly (readonly [of: RowFlaw, sql: string])[] = [
  [
    'rows',
    `SELECT * FROM (SELECT b.num, b.id AS batch, b.row_count AS told, b.invalid + b.duplicates
       + (SELECT count(*) FROM items i WHERE i.batch = b.num) AS counted
     FROM batches b WHERE b.planned_at IS NOT NULL) sums WHERE told <> counted ORDER BY num`,
  ],
  [
    'job',
    `SELECT * FROM (SELECT j.batch AS num, b.id AS batch, j.seq AS job, j.state, j.items AS told,
       (SELECT count(*) FROM items i WHERE i.batch = j.batch AND i.job = j.seq) AS counted
     FROM jobs j JOIN batches b ON b.num = j.batch WHERE b.planned_at IS NOT NULL) sums
     WHERE counted > told OR (counted < told AND state IN ${HAS_ALL}) ORDER BY num, job`,
  ],
  [
    'jobless',
    `SELECT b.id AS batch, count(*) AS counted FROM batches b JOIN items i ON i.batch = b.num
     WHERE b.planned_at IS NOT NULL AND i.answer IS NULL
       AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.batch = i.batch AND j.seq = i.job)
     GROUP BY b.num, b.id ORDER BY b.num`,
  ],
  [
    'records',
    `SELECT b.id AS batch, count(*) AS counted FROM batches b JOIN items i ON i.batch = b.num
     WHERE i.answer = 'found' AND NOT EXISTS (SELECT 1 FROM records r WHERE r.num = i.record)
     GROUP BY b.num, b.id ORDER BY b.num`,
  ],
  [
    'orphans',
    `SELECT * FROM (SELECT
       (SELECT count(*) FROM items WHERE batch NOT IN (SELECT num FROM batches))
       + (SELECT count(*) FROM jobs WHERE batch NOT IN (SELECT num FROM batches)) AS counted) sums
     WHERE counted > 0`,
  ],
  [
    'ticks',
    `SELECT * FROM (SELECT (SELECT max(tick) FROM ticks) AS told, (SELECT max(at) FROM (
       SELECT max(begun_tick) AS at FROM jobs UNION ALL SELECT max(ended_tick) FROM jobs
       UNION ALL SELECT max(begun_tick) FROM lookups UNION ALL SELECT max(ended_tick) FROM lookups
       UNION ALL SELECT max(after) FROM readings) events) AS counted) sums
     WHERE counted IS NOT NULL AND (told IS NULL OR counted > told)`,
  ],
];

/** The whole ledger: how much there is, and whether it adds up. */
export function createInspection(db: Db) {
  return {
    counts: async (): Promise<LedgerCounts> => toLedgerCounts((await db.first(COUNTS_SQL)) ?? {}),
    async flaws(): Promise<Flaw[]> {
      const all: Flaw[] = db.engine === 'sqlite' ? await damage(db) : [];
      for (const [of, sql] of FLAWS) for (const row of await db.all(sql)) all.push(toFlaw(of, row));
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
  const rows = await db.all('PRAGMA integrity_check(10)');
  const said = rows.map((row) => String(Object.values(row)[0])).filter((one) => one !== 'ok');
  return said.map((one) => ({ of: 'file', said: one }));
}

function toLedgerCounts(row: Row): LedgerCounts {
  return {
    records: Number(row['records']),
    copyBytes: Number(row['copy_bytes']),
    underWay: Number(row['under_way']),
    unsettled: Number(row['unsettled']),
  };
}

function toFlaw(of: RowFlaw, row: Row): Flaw {
  const number = (name: string) => Number(row[name]);
  const batch = row['batch'] as string;
  switch (of) {
    case 'rows':
      return { of, batch, told: number('told'), counted: number('counted') };
    case 'job':
      return { of, batch, job: number('job'), told: number('told'), counted: number('counted') };
    case 'jobless':
    case 'records':
      return { of, batch, counted: number('counted') };
    case 'orphans':
      return { of, counted: number('counted') };
    case 'ticks':
      return { of, told: number('told'), counted: number('counted') };
  }
}
