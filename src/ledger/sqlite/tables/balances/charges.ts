import type { Database } from '../../../../sqlite/index.js';
import type { PriceKind, Prices } from '../../../operations/balances.js';

/** Whether a job stands for what the lookup `l` left in doubt: it began with the same tick. */
const IN_JOB = `(EXISTS (SELECT 1 FROM jobs j WHERE j.begun_tick = l.begun_tick)
  OR EXISTS (SELECT 1 FROM past_jobs p WHERE p.begun_tick = l.begun_tick))`;

/** What requests cost, those of deleted batches too. */
export function createCharges(db: Database) {
  // What a job found, and what it may still find. What was given up may have been charged whole.
  const spent = db.prepare(
    `SELECT j.kind, total(iif(j.state = 'abandoned', j.items, max(j.found,
         (SELECT count(*) FROM items i WHERE i.batch = j.batch AND i.job = j.seq AND i.answer = 'found')) +
         iif(j.state IN ('submitting', 'accepted', 'unconfirmed'), (SELECT count(*) FROM items i
           WHERE i.batch = j.batch AND i.job = j.seq AND i.answer IS NULL), 0))
       ) AS n FROM jobs j WHERE j.state <> 'planned' AND j.lookup IS NULL AND j.submitted_at >= ? GROUP BY j.kind
     UNION ALL SELECT kind, total(iif(doubtful, items, found)) FROM past_jobs
       WHERE submitted_at >= ? GROUP BY kind
     UNION ALL SELECT iif(way = 'realtime', 'realtime', kind), count(*) FROM lookups l
       WHERE state <> 'free' AND begun_at >= ? AND NOT (state = 'given_up' AND ${IN_JOB}) GROUP BY 1`,
  );
  return {
    /** Credits charged, or perhaps still charged, for requests that began at or after `since` (epoch ms). */
    spentSince: (since: number, prices: Prices): number =>
      spent
        .all(since, since, since)
        .reduce((sum, row) => sum + Number(row['n']) * prices[row['kind'] as PriceKind], 0),
    /** Without its identifiers, so that a later balance can still be explained. */
    keepChargesOf(batch: number): void {
      db.prepare(
        `INSERT INTO past_jobs
         SELECT b.key_fingerprint, j.kind, j.submitted_at, j.begun_tick, j.ended_tick, j.found, j.items,
           j.state = 'abandoned'
         FROM jobs j JOIN batches b ON b.num = j.batch
         WHERE j.batch = ? AND j.lookup IS NULL AND j.begun_tick IS NOT NULL AND j.ended_tick IS NOT NULL`,
      ).run(batch);
    },
  };
}
