import type { BalanceReading, PriceKind } from '../../operations/balances.js';
import type { DatedRequest } from '../../operations/spending.js';
import { DAY } from '../../rows/spending-rows.js';
import type { Db, Row } from '../../db/db.js';
import { KEYS_OF_ACCOUNT } from '../balances/requests.js';
import {
  GIVEN_UP_IN_PAST_JOB,
  AT_RISK_IN_JOB,
  FOUND_BY_JOB,
  MAY_HAVE_COST,
  PRICE_KIND,
  WAS_SENT,
} from './charged-records.js';

const READINGS = `SELECT before, after, at, plan, used, remaining FROM (
    SELECT *, lag(used) OVER course AS was, lead(used) OVER course AS becomes,
      lag(plan) OVER course AS was_plan, lag(at / ${DAY}) OVER course AS was_day
    FROM readings WHERE account = $1 WINDOW course AS (ORDER BY after)) AS all_of_them
  WHERE was IS DISTINCT FROM used OR becomes IS DISTINCT FROM used OR was_plan IS DISTINCT FROM plan
    OR was_day IS DISTINCT FROM at / ${DAY}
  ORDER BY after`;

const REQUESTS = `SELECT j.kind, coalesce(j.begun_tick, 0) AS begun, j.submitted_at AS at,
    ${FOUND_BY_JOB} AS found, ${AT_RISK_IN_JOB} AS at_risk,
    CASE WHEN j.state IN ('done', 'failed', 'abandoned') THEN coalesce(j.ended_tick, 0) END AS ended
  FROM jobs j JOIN batches b ON b.num = j.batch
  WHERE ${WAS_SENT} AND j.submitted_at IS NOT NULL AND b.key_fingerprint IN (${KEYS_OF_ACCOUNT})
  UNION ALL SELECT kind, begun_tick, submitted_at, found, ${GIVEN_UP_IN_PAST_JOB}, ended_tick
    FROM past_jobs WHERE key_fingerprint IN (${KEYS_OF_ACCOUNT})
  UNION ALL SELECT ${PRICE_KIND}, l.begun_tick, l.begun_at, (l.state = 'found')::integer,
    (l.state <> 'found')::integer, l.ended_tick
    FROM lookups l WHERE ${MAY_HAVE_COST} AND l.key_fingerprint IN (${KEYS_OF_ACCOUNT})
  ORDER BY begun`;

/** The whole course of an account: no limit on readings, and no requests that cannot have cost anything. */
export function createCourse(db: Db) {
  return {
    async readingsOf(account: string): Promise<BalanceReading[]> {
      return (await db.all(READINGS, account)).map((row) => row as unknown as BalanceReading);
    },
    async datedRequests(account: string): Promise<DatedRequest[]> {
      return (await db.all(REQUESTS, account)).map(toDatedRequest);
    },
  };
}

function toDatedRequest(row: Row): DatedRequest {
  return {
    kind: row['kind'] as PriceKind,
    begun: row['begun'] as number,
    ended: row['ended'] as number | null,
    at: row['at'] as number,
    found: Number(row['found']),
    atRisk: Number(row['at_risk']),
  };
}
