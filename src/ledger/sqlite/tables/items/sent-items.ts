import type { IdentifierKind } from '../../../../identifiers/index.js';
import type { Database } from '../../../../sqlite/index.js';

/** Identifiers that were sent in any batch and have no answer yet. */
export function createSentItems(db: Database) {
  return {
    // CROSS JOIN makes SQLite go from the few jobs to their items, not from a million items to their
    // jobs.
    /** Another batch whose running or unconfirmed jobs have identifiers of this job, and how many. */
    elsewhere(
      batch: number,
      job: number,
      kind: IdentifierKind,
    ): { batch: string; items: number; state: 'running' | 'unconfirmed' } | undefined {
      const row = db
        .prepare(
          `SELECT b.id, count(*) AS n, max(j.state = 'unconfirmed') AS in_doubt FROM jobs j
             CROSS JOIN batches b ON b.num = j.batch
             CROSS JOIN items o ON o.batch = j.batch AND o.job = j.seq AND o.answer IS NULL
             CROSS JOIN items i ON i.batch = ? AND i.id = o.id AND i.job = ? AND i.answer IS NULL
           WHERE j.batch <> ? AND j.kind = ?
             AND j.state IN ('submitting', 'accepted', 'unconfirmed')
           GROUP BY b.id ORDER BY n DESC LIMIT 1`,
        )
        .get(batch, job, batch, kind);
      return row === undefined
        ? undefined
        : {
            batch: row['id'] as string,
            items: row['n'] as number,
            state: row['in_doubt'] === 1 ? 'unconfirmed' : 'running',
          };
    },
    /** A batch that has sent an identifier in a job begun at or after the tick `since`, without an answer. */
    sentInBatch(
      kind: IdentifierKind,
      id: string,
      since: number,
    ): { batch: string; state: 'running' | 'unconfirmed' } | undefined {
      // A running job comes first, because it answers without a decision.
      const row = db
        .prepare(
          `SELECT b.id, j.state FROM jobs j
             CROSS JOIN batches b ON b.num = j.batch
             CROSS JOIN items i ON i.batch = j.batch AND i.id = ? AND i.job = j.seq AND i.answer IS NULL
           WHERE j.kind = ? AND j.state IN ('submitting', 'accepted', 'unconfirmed')
             AND coalesce(j.begun_tick, 0) >= ?
           ORDER BY j.state = 'unconfirmed', j.submitted_at LIMIT 1`,
        )
        .get(id, kind, since);
      if (row === undefined) return undefined;
      const state = row['state'] === 'unconfirmed' ? 'unconfirmed' : 'running';
      return { batch: row['id'] as string, state };
    },
  };
}
