import type { Database } from '../../../../sqlite/index.js';
import type { BalanceReading } from '../../../operations/balances.js';
import type { DatedRequest } from '../../../operations/spending.js';
import {
  AT_RISK_IN_JOB,
  FOUND_BY_JOB,
  GIVEN_UP_IN_PAST_JOB,
  MAY_HAVE_COST,
  PRICE_KIND,
  WAS_SENT,
} from './charged-records.js';
import { KEYS_OF_ACCOUNT } from '../balances/requests.js';
import { DAY, toDatedRequest } from '../../../rows/spending-rows.js';

/** The whole course of an account: no limit on readings, and no requests that cannot have cost anything. */
export function createCourse(db: Database) {
  const readings = db.prepare(
    `SELECT before, after, at, plan, used, remaining FROM (
       SELECT *, lag(used) OVER course AS was, lead(used) OVER course AS becomes,
         lag(plan) OVER course AS was_plan, lag(at / ${DAY}) OVER course AS was_day
       FROM readings WHERE account = ? WINDOW course AS (ORDER BY after))
     WHERE was IS NOT used OR becomes IS NOT used OR was_plan IS NOT plan OR was_day IS NOT at / ${DAY}
     ORDER BY after`,
  );
  const requests = db.prepare(
    `SELECT j.kind, coalesce(j.begun_tick, 0) AS begun, j.submitted_at AS at, ${FOUND_BY_JOB} AS found,
       ${AT_RISK_IN_JOB} AS at_risk,
       iif(j.state IN ('done', 'failed', 'abandoned'), coalesce(j.ended_tick, 0), NULL) AS ended
     FROM jobs j JOIN batches b ON b.num = j.batch
     WHERE ${WAS_SENT} AND j.submitted_at IS NOT NULL AND b.key_fingerprint IN (${KEYS_OF_ACCOUNT})
     UNION ALL SELECT kind, begun_tick, submitted_at, found, ${GIVEN_UP_IN_PAST_JOB},
       ended_tick FROM past_jobs WHERE key_fingerprint IN (${KEYS_OF_ACCOUNT})
     UNION ALL SELECT ${PRICE_KIND}, l.begun_tick, l.begun_at, l.state = 'found', l.state <> 'found',
       l.ended_tick FROM lookups l WHERE ${MAY_HAVE_COST} AND l.key_fingerprint IN (${KEYS_OF_ACCOUNT})
     ORDER BY begun`,
  );
  return {
    readingsOf: (account: string): BalanceReading[] =>
      readings.all(account).map((row) => row as unknown as BalanceReading),
    datedRequests: (account: string): DatedRequest[] =>
      requests.all(account, account, account).map(toDatedRequest),
  };
}
