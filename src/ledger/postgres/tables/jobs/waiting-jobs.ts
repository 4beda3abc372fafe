import type { Session } from '../../connection/session.js';

/** Jobs that wait until a real-time lookup is no longer in doubt. */
export function createWaitingJobs(db: Session) {
  return {
    /** The lookup is no longer in doubt: its jobs may be sent. */
    async endWaitFor(lookup: number): Promise<void> {
      await db.run(
        `UPDATE jobs SET state = 'planned', lookup = NULL, begun_tick = NULL, verdict = NULL, error = NULL
         WHERE lookup = $1 AND state = 'unconfirmed'`,
        lookup,
      );
    },
    /** Only the user can decide about the jobs that wait for this lookup. */
    async setVerdictOfWaiting(lookup: number, why: string): Promise<void> {
      const sql = "UPDATE jobs SET verdict = $1 WHERE lookup = $2 AND state = 'unconfirmed'";
      await db.run(sql, why, lookup);
    },
    /** Whether the user gave up waiting for this lookup in this batch. */
    hasGivenUpWaiting: (batch: number, lookup: number): Promise<boolean> =>
      db.has(
        "SELECT 1 FROM jobs WHERE lookup = $1 AND batch = $2 AND state = 'abandoned'",
        ...[lookup, batch],
      ),
  };
}
