import type { Database } from '../../../../sqlite/index.js';
import type { BalanceBook, ChargeableRequest, StoredBook } from '../../../operations/balances.js';
import { toMark } from '../../../rows/row.js';
import { toRequest } from '../../../rows/spending-rows.js';

/** SQL for the keys with which the balance of an account was read. */
export const KEYS_OF_ACCOUNT = 'SELECT key_fingerprint FROM readings WHERE account = ?';

/** The requests to an account that may have been charged. */
export function createRequests(db: Database) {
  return {
    /**
     * The jobs that ended after the tick `since`, or not yet. Jobs of older versions have no ticks; those that
     * ended then lie before every reading.
     */
    jobsOf: (account: string, since: number): ChargeableRequest[] =>
      db
        .prepare(
          `SELECT j.kind, coalesce(j.begun_tick, 0) AS begun, j.found, j.items,
             iif(j.state IN ('done', 'failed', 'abandoned'), coalesce(j.ended_tick, 0), NULL) AS ended,
             j.ended_at,
             j.state IN ('unconfirmed', 'abandoned') AS doubtful
           FROM jobs j JOIN batches b ON b.num = j.batch
           WHERE j.state <> 'planned' AND j.lookup IS NULL AND (j.ended_tick IS NULL OR j.ended_tick > ?)
             AND b.key_fingerprint IN (${KEYS_OF_ACCOUNT}) ORDER BY begun`,
        )
        .all(since, account)
        .map(toRequest),
    /** What the jobs of deleted batches were charged. */
    pastJobsOf: (account: string, since: number): ChargeableRequest[] =>
      db
        .prepare(
          `SELECT kind, begun_tick AS begun, ended_tick AS ended, ended_at, found, items, doubtful FROM past_jobs
           WHERE ended_tick > ? AND key_fingerprint IN (${KEYS_OF_ACCOUNT}) ORDER BY begun`,
        )
        .all(since, account)
        .map(toRequest),
    lookupsOf: (account: string, since: number): ChargeableRequest[] =>
      db
        .prepare(
          `SELECT iif(way = 'realtime', 'realtime', kind) AS kind, begun_tick AS begun,
             ended_tick AS ended, ended_at, state = 'found' AS found, 1 AS items,
             state IN ('doubtful', 'given_up') AS doubtful
           FROM lookups WHERE (ended_tick IS NULL OR ended_tick > ?)
             AND key_fingerprint IN (${KEYS_OF_ACCOUNT}) ORDER BY begun`,
        )
        .all(since, account)
        .map(toRequest),
  };
}

/** What the service may still be doing for an account. */
export function createActivity(db: Database) {
  return {
    /** Batches whose jobs the service may be processing, and when the last job ended. */
    activityOf(account: string): Omit<StoredBook, keyof BalanceBook> {
      const live = db
        .prepare(
          `SELECT b.id FROM jobs j JOIN batches b ON b.num = j.batch
           WHERE j.state IN ('submitting', 'accepted') AND b.key_fingerprint IN (${KEYS_OF_ACCOUNT})
           GROUP BY b.id ORDER BY min(j.submitted_at)`,
        )
        .all(account);
      const end = db
        .prepare(
          `SELECT j.ended_tick AS tick, j.uptime, j.boot FROM jobs j JOIN batches b ON b.num = j.batch
           WHERE j.ended_tick IS NOT NULL AND b.key_fingerprint IN (${KEYS_OF_ACCOUNT})
           ORDER BY j.ended_tick DESC LIMIT 1`,
        )
        .get(account);
      return {
        liveBatches: live.map((row) => row['id'] as string),
        lastEnd: end === undefined ? null : { tick: Number(end['tick']), mark: toMark(end) },
      };
    },
  };
}
