import type { IdentifierKind } from '../../../../identifiers/index.js';
import type { Database } from '../../../../sqlite/index.js';
import { LEFT_OUT } from '../../../tables/jobs.js';

/** Identifiers that were sent in any batch and have no answer yet. */
export function createSentItems(db: Database) {
  return { ...createItemsUnderWay(db), ...createGivenUpItems(db) };
}

function createItemsUnderWay(db: Database) {
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

/** Identifiers of abandoned jobs: the service may have charged them, and no answer will come. */
function createGivenUpItems(db: Database) {
  return {
    // What a single lookup left in doubt is planned, but not sent.
    /** How many identifiers that a batch is about to send are in a job that was sent at or after `since` and given up. */
    givenUpIn(batch: number, since: number): number {
      const row = db
        .prepare(
          `SELECT count(DISTINCT i.id) AS n FROM jobs j
             CROSS JOIN items o ON o.batch = j.batch AND o.job = j.seq AND o.answer IS NULL
             CROSS JOIN items i ON i.batch = ? AND i.id = o.id AND i.answer IS NULL
             CROSS JOIN jobs p ON p.batch = i.batch AND p.seq = i.job AND p.kind = j.kind
           WHERE j.state = 'abandoned' AND j.submitted_at >= ?
             AND p.state = 'planned' AND p.error IS NOT ?`,
        )
        .get(batch, since, LEFT_OUT);
      return row?.['n'] as number;
    },
    /** The batch whose job, sent at or after `since` and given up, has an identifier; the last one if several have. */
    givenUpBatch(kind: IdentifierKind, id: string, since: number): string | undefined {
      const row = db
        .prepare(
          `SELECT b.id FROM jobs j
             CROSS JOIN batches b ON b.num = j.batch
             CROSS JOIN items i ON i.batch = j.batch AND i.id = ? AND i.job = j.seq AND i.answer IS NULL
           WHERE j.kind = ? AND j.state = 'abandoned' AND j.submitted_at >= ?
           ORDER BY j.submitted_at DESC, b.id LIMIT 1`,
        )
        .get(id, kind, since);
      return row?.['id'] as string | undefined;
    },
  };
}
