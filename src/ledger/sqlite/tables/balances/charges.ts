import type { Database } from '../../../../sqlite/index.js';
import type { Prices } from '../../../operations/balances.js';
import { creditsOf } from '../../../rows/spending-rows.js';
import {
  AT_RISK_IN_JOB,
  FOUND_BY_JOB,
  MAY_HAVE_COST,
  PRICE_KIND,
  WAS_SENT,
} from '../spending/charged-records.js';

/** What requests cost, those of deleted batches too. */
export function createCharges(db: Database) {
  const spent = db.prepare(
    `SELECT j.kind, total(${FOUND_BY_JOB} + ${AT_RISK_IN_JOB}) AS n
       FROM jobs j WHERE ${WAS_SENT} AND j.submitted_at >= ? GROUP BY j.kind
     UNION ALL SELECT kind, total(iif(doubtful, items, found)) FROM past_jobs
       WHERE submitted_at >= ? GROUP BY kind
     UNION ALL SELECT ${PRICE_KIND}, count(*) FROM lookups l
       WHERE l.begun_at >= ? AND ${MAY_HAVE_COST} GROUP BY 1`,
  );
  return {
    /** Credits charged, or perhaps still charged, for requests that began at or after `since` (epoch ms). */
    spentSince: (since: number, prices: Prices): number =>
      creditsOf(spent.all(since, since, since), prices),
    /** Without its identifiers, so that a later balance can still be explained. */
    keepChargesOf(batch: number): void {
      db.prepare(
        `INSERT INTO past_jobs
         SELECT b.key_fingerprint, j.kind, j.submitted_at, j.begun_tick, j.ended_tick, ${FOUND_BY_JOB}, j.items,
           j.state = 'abandoned'
         FROM jobs j JOIN batches b ON b.num = j.batch
         WHERE j.batch = ? AND ${WAS_SENT} AND j.begun_tick IS NOT NULL AND j.ended_tick IS NOT NULL`,
      ).run(batch);
    },
  };
}
