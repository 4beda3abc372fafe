import type { Database } from '../../../../sqlite/index.js';
import type { DailySpending, SpendingBatch } from '../../../operations/spending.js';
import {
  FOUND_BY_JOB,
  GIVEN_UP_IN_JOB,
  GIVEN_UP_IN_PAST_JOB,
  MAY_HAVE_COST,
  OPEN_IN_JOB,
  PRICE_KIND,
  WAS_SENT,
} from './charged-records.js';
import { DAY, toAccountKeys, toDaily, toSpendingBatches } from '../../../rows/spending-rows.js';
import { reusedInBatches } from './savings.js';

/** What was ever spent and saved, by UTC day. */
export function createDailySpending(db: Database) {
  const daily = db.prepare(
    `SELECT num, key_fingerprint, day, kind, found, at_risk, given_up, saved, 'batch' AS source FROM (
       SELECT j.batch AS num, b.key_fingerprint, j.submitted_at / ${DAY} AS day, j.kind,
         total(${FOUND_BY_JOB}) AS found, total(${OPEN_IN_JOB}) AS at_risk,
         total(${GIVEN_UP_IN_JOB}) AS given_up, 0 AS saved
       FROM jobs j JOIN batches b ON b.num = j.batch
       WHERE ${WAS_SENT} AND j.submitted_at IS NOT NULL GROUP BY 1, 3, 4
       UNION ALL SELECT num, key_fingerprint, day, kind, 0, 0, 0, n FROM (${reusedInBatches('TRUE')}))
     UNION ALL SELECT NULL, key_fingerprint, submitted_at / ${DAY}, kind, total(found) AS found, 0,
       total(${GIVEN_UP_IN_PAST_JOB}), 0, 'deleted' FROM past_jobs GROUP BY 2, 3, 4
     UNION ALL SELECT NULL, l.key_fingerprint, l.begun_at / ${DAY}, ${PRICE_KIND},
       total(l.state = 'found'), total(l.state IN ('asking', 'doubtful')), total(l.state = 'given_up'), 0,
       'lookups' FROM lookups l
       WHERE ${MAY_HAVE_COST} GROUP BY 2, 3, 4
     UNION ALL SELECT NULL, key_fingerprint, day, kind, 0, 0, 0, records, source FROM savings`,
  );
  const accounts = db.prepare(
    `SELECT account, json_group_array(DISTINCT key_fingerprint) AS keys FROM readings
     GROUP BY account ORDER BY min(after)`,
  );
  return {
    /** In no order. */
    daily: (batches: ReadonlyMap<number, SpendingBatch>): DailySpending[] =>
      daily.all().map((row) => toDaily(row, batches)),
    spendingBatches: (): ReadonlyMap<number, SpendingBatch> =>
      toSpendingBatches(db.prepare('SELECT num, id, file, created_at FROM batches').all()),
    accounts: () => toAccountKeys(accounts.all()),
  };
}
