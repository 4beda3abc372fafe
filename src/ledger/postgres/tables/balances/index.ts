import type { Prices } from '../../../operations/balances.js';
import { creditsOf } from '../../../rows/spending-rows.js';
import type { Session } from '../../connection/session.js';
import {
  CHARGED_IN_JOB,
  COUNTS_OF_JOB,
  FOUND_BY_JOB,
  MAY_HAVE_COST,
  PRICE_KIND,
  WAS_SENT,
} from '../spending/charged-records.js';
import { createReadings } from './readings.js';
import { createActivity, createRequests } from './requests.js';

/** The readings of the balance, and the requests that may have been charged. */
export function createBalances(db: Session) {
  return {
    ...createReadings(db),
    ...createRequests(db),
    ...createActivity(db),
    ...createCharges(db),
  };
}

/** What requests cost, those of deleted batches too. */
function createCharges(db: Session) {
  return {
    /** Credits charged, or perhaps still charged, for requests that began at or after `since` (epoch ms). */
    async spentSince(since: number, prices: Prices): Promise<number> {
      const rows = await db.all(
        `SELECT j.kind, sum(${CHARGED_IN_JOB}) AS n
           FROM jobs j ${COUNTS_OF_JOB} WHERE ${WAS_SENT} AND j.submitted_at >= $1 GROUP BY j.kind
         UNION ALL SELECT kind, sum(CASE WHEN doubtful = 1 THEN items ELSE found END) FROM past_jobs
           WHERE submitted_at >= $1 GROUP BY kind
         UNION ALL SELECT ${PRICE_KIND}, count(*) FROM lookups l
           WHERE l.begun_at >= $1 AND ${MAY_HAVE_COST} GROUP BY 1`,
        since,
      );
      return creditsOf(rows, prices);
    },
    /** Without its identifiers, so that a later balance can still be explained. */
    async keepChargesOf(batch: number): Promise<void> {
      await db.run(
        `INSERT INTO past_jobs (key_fingerprint, kind, submitted_at, begun_tick, ended_tick, found, items,
           doubtful)
         SELECT b.key_fingerprint, j.kind, j.submitted_at, j.begun_tick, j.ended_tick, ${FOUND_BY_JOB},
           j.items, (j.state = 'abandoned')::integer
         FROM jobs j JOIN batches b ON b.num = j.batch
         WHERE j.batch = $1 AND ${WAS_SENT} AND j.begun_tick IS NOT NULL AND j.ended_tick IS NOT NULL`,
        batch,
      );
    },
  };
}
