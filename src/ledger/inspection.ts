import type { Db, LedgerEngine } from './db.js';
import { idAt, isSound } from './job-items.js';
import { iterateItems, hasRightCounts } from './jobs.js';
import { unreadableValue } from './stored-values.js';
import { type Sql, literalSql } from '../sqlite/sql.js';

export interface LedgerCounts {
  readonly records: number;
  /** Bytes of the private copies of inputs. */
  readonly copyBytes: number;
  /** Jobs and lookups that are being sent or asked for. */
  readonly underWay: number;
  /** Jobs and lookups in doubt. */
  readonly unsettled: number;
}

export interface LedgerFacts extends LedgerCounts {
  readonly engine: 'sqlite' | 'postgres';
  /** The folder, or the address of the database without a password. */
  readonly place: string;
  readonly schema: string | null;
  readonly bytes: number;
}

/** A stored count (`told`, a key that `ledger check --json` prints), and the same one as it is counted now. */
type CountMismatch = { readonly told: number; readonly counted: number };

export type IntegrityIssue =
  /** `rows = invalid + duplicates + unique` does not hold. */
  | ({ readonly of: 'rows'; readonly batch: string } & CountMismatch)
  | ({ readonly of: 'job'; readonly batch: string; readonly job: number } & CountMismatch)
  /** Identifiers wait, but their job is missing. */
  | { readonly of: 'jobless'; readonly batch: string; readonly counted: number }
  /** The packed values of a job do not fit together. `job` is below 1 for identifiers that the ledger answered. */
  | { readonly of: 'values'; readonly batch: string; readonly job: number }
  /** Identifiers stand in a batch more than once. */
  | { readonly of: 'twice'; readonly batch: string; readonly counted: number }
  | { readonly of: 'records'; readonly batch: string; readonly counted: number }
  /** A stored tick is later than the newest tick of the ledger. */
  | ({ readonly of: 'ticks' } & CountMismatch)
  /** The database file is damaged. `said`: SQLite's own words. */
  | { readonly of: 'file'; readonly said: string };

export function inspectionOperations({ read }: LedgerEngine) {
  return {
    /** @throws ConfereError `state_unusable` */
    ledgerCounts: read(async (tx) => {
      const counts = await tx.first<LedgerCounts>(COUNTS);
      if (counts === undefined) throw unreadableValue('records');
      return counts;
    }),
    findFlaws: read(findFlaws),
    findFlawsOfBatch: read(findFlawsOfBatch),
    /** Returns the batch ids that the ledger neither has nor removed; none while it is being moved. */
    findUnknownBatches: read(async (tx, ids: readonly string[]) => {
      const unknown: { id: string }[] = await tx.all(
        `SELECT given.id FROM unnest($1::text[]) AS given (id) WHERE NOT EXISTS (${IS_MOVING})
         AND given.id NOT IN (SELECT id FROM batches UNION ALL SELECT id FROM removed)`,
        ids,
      );
      return unknown.map(({ id }) => id);
    }),
  };
}

const COUNTS = literalSql(`SELECT
  (SELECT count(*) FROM records) AS records,
  (SELECT coalesce(sum(input_size), 0) FROM batches) AS "copyBytes",
  (SELECT count(*) FROM jobs WHERE state = 'submitting')
    + (SELECT count(*) FROM lookups WHERE state = 'asking') AS "underWay",
  (SELECT count(*) FROM jobs WHERE state = 'unconfirmed')
    + (SELECT count(*) FROM lookups WHERE state = 'doubtful') AS unsettled`);

/**
 * SQL for whether the ledger is being moved or was moved. No request is sent from it then. The table `mark` has the
 * state of a move; the marks of accounts are in `meters`.
 */
const IS_MOVING = "SELECT 1 FROM mark WHERE state <> 'here'";

/**
 * The states in which a job has all of its identifiers: later, some may be moved to another job, answered by a record,
 * or erased.
 */
const STATES_WITH_ALL_ITEMS = "('planned', 'submitting')";

const FLAWS: readonly (readonly [of: IntegrityIssue['of'], sql: Sql])[] = [
  [
    'rows',
    literalSql(`SELECT batch, told, counted FROM (SELECT b.num, b.id AS batch, b.row_count AS told, b.invalid + b.duplicates + coalesce((
       SELECT sum(i.waiting + i.found + i.not_found + i.rejected + i.reused + i.refused)
       FROM items i WHERE i.batch = b.num), 0) AS counted
     FROM batches b WHERE b.planned_at IS NOT NULL) sums WHERE told <> counted ORDER BY num`),
  ],
  [
    'job',
    literalSql(`SELECT batch, job, told, counted FROM (SELECT j.batch AS num, b.id AS batch, j.seq AS job, j.state, j.items AS told,
       coalesce(i.waiting + i.found + i.not_found + i.rejected, 0) AS counted
     FROM jobs j JOIN batches b ON b.num = j.batch
       LEFT JOIN items i ON i.batch = j.batch AND i.seq = j.seq
     WHERE b.planned_at IS NOT NULL) sums
     WHERE counted > told OR (counted < told AND state IN ${STATES_WITH_ALL_ITEMS}) ORDER BY num, job`),
  ],
  [
    'jobless',
    literalSql(`SELECT b.id AS batch, sum(i.waiting) AS counted FROM batches b JOIN items i ON i.batch = b.num
     WHERE b.planned_at IS NOT NULL AND i.waiting > 0
       AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.batch = i.batch AND j.seq = i.seq)
     GROUP BY b.num, b.id ORDER BY b.num`),
  ],
  [
    'ticks',
    literalSql(`SELECT * FROM (SELECT (SELECT max(tick) FROM ticks) AS told, (SELECT max(at) FROM (
       SELECT max(begun_tick) AS at FROM jobs UNION ALL SELECT max(ended_tick) FROM jobs
       UNION ALL SELECT max(begun_tick) FROM lookups UNION ALL SELECT max(ended_tick) FROM lookups
       UNION ALL SELECT max(after) FROM readings) events) AS counted) sums
     WHERE counted IS NOT NULL AND (told IS NULL OR counted > told)
     UNION ALL SELECT * FROM (SELECT (SELECT max(record) FROM ticks) AS told,
       (SELECT max(num) FROM records) AS counted) numbers
     WHERE counted IS NOT NULL AND (told IS NULL OR counted > told)`),
  ],
];

async function findFlaws(db: Db): Promise<IntegrityIssue[]> {
  const issues: IntegrityIssue[] = db.engine === 'sqlite' ? await checkDatabaseFile(db) : [];
  for (const [of, sql] of FLAWS)
    for (const row of await db.all<object>(sql)) issues.push({ of, ...row } as IntegrityIssue);
  return issues;
}

/**
 * Finds packed values that do not fit together, found identifiers without a record, and identifiers that a batch has
 * twice.
 */
async function findFlawsOfBatch(db: Db, num: number, batch: string): Promise<IntegrityIssue[]> {
  const issues: IntegrityIssue[] = [];
  const seen = new Set<string>();
  let [lostRecords, repeatedIds] = [0, 0];
  for await (const { seq, items } of iterateItems(db, num)) {
    if (!isSound(items) || !(await hasRightCounts(db, num, seq, items))) {
      issues.push({ of: 'values', batch, job: seq });
      continue;
    }
    const before = seen.size;
    for (const at of items.rows.keys()) seen.add(idAt(items, at));
    repeatedIds += items.rows.length - (seen.size - before);
    const records = [...items.records].filter((record) => record > 0);
    const sql = 'SELECT count(*) AS n FROM records WHERE num = ANY ($1::bigint[])';
    lostRecords += new Set(records).size - (await db.number(sql, records));
  }
  if (lostRecords > 0) issues.push({ of: 'records', batch, counted: lostRecords });
  return repeatedIds > 0 ? [...issues, { of: 'twice', batch, counted: repeatedIds }] : issues;
}

async function checkDatabaseFile(db: Db): Promise<IntegrityIssue[]> {
  const rows = await db.all('PRAGMA integrity_check(10)');
  const said = rows.map((row) => String(Object.values(row)[0])).filter((one) => one !== 'ok');
  return said.map((one) => ({ of: 'file', said: one }));
}
