import type { IdentifierKind } from '../../../../identifiers/index.js';
import type { Session } from '../../connection/session.js';

/** Identifiers that were sent in any batch and have no answer yet. */
export function createSentItems(db: Session) {
  return {
    /** Another batch whose running or unconfirmed jobs have identifiers of this job, and how many. */
    async elsewhere(
      batch: number,
      job: number,
      kind: IdentifierKind,
    ): Promise<{ batch: string; items: number; state: 'running' | 'unconfirmed' } | undefined> {
      const row = await db.first(
        `SELECT b.id, count(*) AS n, max(CASE WHEN j.state = 'unconfirmed' THEN 1 ELSE 0 END) AS in_doubt
         FROM jobs j JOIN batches b ON b.num = j.batch
           JOIN items o ON o.batch = j.batch AND o.job = j.seq AND o.answer IS NULL
           JOIN items i ON i.batch = $1 AND i.id = o.id AND i.job = $2 AND i.answer IS NULL
         WHERE j.batch <> $1 AND j.kind = $3
           AND j.state IN ('submitting', 'accepted', 'unconfirmed')
         GROUP BY b.id ORDER BY n DESC, b.id LIMIT 1`,
        ...[batch, job, kind],
      );
      if (row === undefined) return undefined;
      const state = row['in_doubt'] === 1 ? 'unconfirmed' : 'running';
      return { batch: row['id'] as string, items: row['n'] as number, state };
    },
    /** A batch that has sent an identifier in a job begun at or after the tick `since`, without an answer. */
    async sentInBatch(
      kind: IdentifierKind,
      id: string,
      since: number,
    ): Promise<{ batch: string; state: 'running' | 'unconfirmed' } | undefined> {
      // A running job comes first, because it answers without a decision.
      const row = await db.first(
        `SELECT b.id, j.state FROM jobs j JOIN batches b ON b.num = j.batch
           JOIN items i ON i.batch = j.batch AND i.id = $1 AND i.job = j.seq AND i.answer IS NULL
         WHERE j.kind = $2 AND j.state IN ('submitting', 'accepted', 'unconfirmed')
           AND coalesce(j.begun_tick, 0) >= $3
         ORDER BY j.state = 'unconfirmed', j.submitted_at LIMIT 1`,
        ...[id, kind, since],
      );
      if (row === undefined) return undefined;
      const state = row['state'] === 'unconfirmed' ? 'unconfirmed' : 'running';
      return { batch: row['id'] as string, state };
    },
  };
}
