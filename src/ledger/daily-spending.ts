import { literalSql } from '../sqlite/sql.js';
import type { PriceKind } from './claims.js';
import type { LedgerEngine, Tx } from './db.js';
import type { Batch } from './batches.js';
import { REQUESTS } from './requests.js';
import { DAY, selectReuses } from './savings.js';

export type SpendingBatch = Pick<Batch, 'id' | 'file' | 'createdAt'>;

/** The records of a UTC day, from one source, of one kind and price. */
export interface DailySpending {
  /** Epoch ms of the day's start. A request counts on the day on which it began, a saving on the day of its plan. */
  readonly day: number;
  readonly kind: PriceKind;
  /** Credits of a record; null for savings, because they were never sent. */
  readonly price: number | null;
  readonly keyFingerprint: string;
  readonly source: 'batch' | 'deleted' | 'lookups';
  readonly batch: SpendingBatch | null;
  readonly found: number;
  /** Records that may still be found, or may have been found without our knowledge. */
  readonly atRisk: number;
  /** Records that may have been found before the user gave up their request. */
  readonly givenUp: number;
  /** Records of the ledger that answered instead of the service. */
  readonly saved: number;
}

/** Credits that the readings of a UTC day showed beyond our own requests. */
export interface OtherCharges {
  /** Epoch ms of the day's start. */
  readonly day: number;
  readonly credits: number;
}

export function dailySpendingOperations({ read }: LedgerEngine) {
  return {
    readDailySpending: read(readDailySpending),
    readOtherCharges: read(readOtherCharges),
  };
}

const DAILY =
  literalSql(`SELECT batch AS num, key_fingerprint AS "keyFingerprint", begun_at / ${DAY} AS day, kind, source, price,
    sum(found) AS found, sum(open) AS "atRisk", sum(given_up) AS "givenUp", 0 AS saved
  FROM ${REQUESTS} WHERE begun_at IS NOT NULL AND state <> 'free' GROUP BY 1, 2, 3, 4, 5, 6
  UNION ALL SELECT num, key_fingerprint, day, kind, 'batch', NULL, 0, 0, 0, n
    FROM (${selectReuses('TRUE')}) AS reused
  UNION ALL SELECT NULL, key_fingerprint, day, kind, source, NULL, 0, 0, 0, records FROM savings`);

async function readDailySpending(tx: Tx): Promise<DailySpending[]> {
  const batches: (SpendingBatch & { num: number })[] = await tx.all(
    'SELECT num, id, file, created_at AS "createdAt" FROM batches',
  );
  const byNum = new Map(batches.map(({ num, ...batch }) => [num, batch]));
  const rows: (Omit<DailySpending, 'batch'> & { num: number | null })[] = await tx.all(DAILY);
  return rows.map(({ num, ...row }) => {
    return { ...row, day: row.day * DAY, batch: (num !== null && byNum.get(num)) || null };
  });
}

async function readOtherCharges(tx: Tx): Promise<OtherCharges[]> {
  const rows: OtherCharges[] = await tx.all(
    `SELECT at / ${DAY} AS day, sum(extra) AS credits FROM readings WHERE extra > 0 GROUP BY 1`,
  );
  return rows.map(({ day, credits }) => ({ day: Math.floor(day) * DAY, credits }));
}
