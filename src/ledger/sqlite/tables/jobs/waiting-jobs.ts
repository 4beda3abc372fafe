import type { Database } from '../../../../sqlite/index.js';

/** Jobs that wait until a real-time lookup is no longer in doubt. */
export function createWaitingJobs(db: Database) {
  return {
    /** The lookup is no longer in doubt: its jobs may be sent. */
    endWaitFor(lookup: number): void {
      db.prepare(
        `UPDATE jobs SET state = 'planned', lookup = NULL, begun_tick = NULL, verdict = NULL, error = NULL
         WHERE lookup = ? AND state = 'unconfirmed'`,
      ).run(lookup);
    },
    /** Only the user can decide about the jobs that wait for this lookup. */
    setVerdictOfWaiting(lookup: number, why: string): void {
      const sql = "UPDATE jobs SET verdict = ? WHERE lookup = ? AND state = 'unconfirmed'";
      db.prepare(sql).run(why, lookup);
    },
    /** Whether the user gave up waiting for this lookup in this batch. */
    hasGivenUpWaiting: (batch: number, lookup: number): boolean =>
      db
        .prepare("SELECT 1 AS one FROM jobs WHERE lookup = ? AND batch = ? AND state = 'abandoned'")
        .get(lookup, batch) !== undefined,
  };
}
