import type { PriceKind } from '../../operations/balances.js';
import type { DailySpending, SpendingBatch } from '../../operations/spending.js';
import { DAY } from '../../rows/spending-rows.js';
import type { Db, Row } from '../../db/db.js';
import {
  FOUND_BY_JOB,
  GIVEN_UP_IN_JOB,
  GIVEN_UP_IN_PAST_JOB,
  MAY_HAVE_COST,
  OPEN_IN_JOB,
  PRICE_KIND,
  WAS_SENT,
} from './charged-records.js';
import { reusedInBatches } from './savings.js';

const DAILY = `SELECT j.batch AS num, b.key_fingerprint, j.submitted_at / ${DAY} AS day, j.kind,
    sum(${FOUND_BY_JOB}) AS found, sum(${OPEN_IN_JOB}) AS at_risk, sum(${GIVEN_UP_IN_JOB}) AS given_up,
    0 AS saved, 'batch' AS source
  FROM jobs j JOIN batches b ON b.num = j.batch
  WHERE ${WAS_SENT} AND j.submitted_at IS NOT NULL GROUP BY 1, 2, 3, 4
  UNION ALL SELECT num, key_fingerprint, day, kind, 0, 0, 0, n, 'batch'
    FROM (${reusedInBatches('TRUE')}) AS reused
  UNION ALL SELECT NULL, key_fingerprint, submitted_at / ${DAY}, kind, sum(found) AS found, 0,
    sum(${GIVEN_UP_IN_PAST_JOB}), 0, 'deleted' FROM past_jobs GROUP BY 2, 3, 4
  UNION ALL SELECT NULL, l.key_fingerprint, l.begun_at / ${DAY}, ${PRICE_KIND},
    count(*) FILTER (WHERE l.state = 'found'),
    count(*) FILTER (WHERE l.state IN ('asking', 'doubtful')),
    count(*) FILTER (WHERE l.state = 'given_up'), 0, 'lookups'
    FROM lookups l WHERE ${MAY_HAVE_COST} GROUP BY 2, 3, 4
  UNION ALL SELECT NULL, key_fingerprint, day, kind, 0, 0, 0, records, source FROM savings`;

/** An account and the fingerprints of its keys. */
export interface AccountKeys {
  readonly account: string;
  readonly keys: string[];
}

/** What was ever spent and saved, by UTC day. */
export function createDailySpending(db: Db) {
  return {
    /** In no order. */
    async daily(batches: ReadonlyMap<number, SpendingBatch>): Promise<DailySpending[]> {
      return (await db.all(DAILY)).map((row) => toDaily(row, batches));
    },
    /** The batches by their numbers. */
    async spendingBatches(): Promise<ReadonlyMap<number, SpendingBatch>> {
      return toSpendingBatches(await db.all('SELECT num, id, file, created_at FROM batches'));
    },
    async accounts(): Promise<AccountKeys[]> {
      return toAccountKeys(
        await db.all(
          `SELECT account, key_fingerprint FROM readings GROUP BY 1, 2 ORDER BY min(after)`,
        ),
      );
    },
  };
}

/** The batches by their numbers. */
function toSpendingBatches(rows: readonly Row[]): ReadonlyMap<number, SpendingBatch> {
  return new Map(
    rows.map(({ num, id, file, created_at: createdAt }) => [
      num as number,
      { id: id as string, file: file as string, createdAt: createdAt as number },
    ]),
  );
}

function toAccountKeys(rows: readonly Row[]): AccountKeys[] {
  const keys = new Map<string, string[]>();
  for (const { account, key_fingerprint: key } of rows)
    keys.set(account as string, [...(keys.get(account as string) ?? []), key as string]);
  return Array.from(keys, ([account, own]) => ({ account, keys: own }));
}

function toDaily(row: Row, batches: ReadonlyMap<number, SpendingBatch>): DailySpending {
  return {
    day: (row['day'] as number) * DAY,
    kind: row['kind'] as PriceKind,
    keyFingerprint: row['key_fingerprint'] as string,
    source: row['source'] as DailySpending['source'],
    batch: batches.get(row['num'] as number) ?? null,
    found: Number(row['found']),
    atRisk: Number(row['at_risk']),
    givenUp: Number(row['given_up']),
    saved: Number(row['saved']),
  };
}
