import type { IdentifierKind } from '../../../../identifiers/index.js';
import { LEFT_OUT } from '../../../tables/jobs.js';
import type { Db } from '../../../db/db.js';

/** Identifiers that were sent in any batch and have no answer yet. */
export function createSentItems(db: Db) {
  return { ...createItemsUnderWay(db), ...createGivenUpItems(db) };
}

function createItemsUnderWay(db: Db) {
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

/** Identifiers of abandoned jobs: the service may have charged them, and no answer will come. */
function createGivenUpItems(db: Db) {
  return {
    // What a single lookup left in doubt is planned, but not sent.
    /** How many identifiers that a batch is about to send are in a job that was sent at or after `since` and given up. */
    givenUpIn: (batch: number, since: number): Promise<number> =>
      db.number(
        `SELECT count(DISTINCT i.id) AS n FROM jobs j
           JOIN items o ON o.batch = j.batch AND o.job = j.seq AND o.answer IS NULL
           JOIN items i ON i.batch = $1 AND i.id = o.id AND i.answer IS NULL
           JOIN jobs p ON p.batch = i.batch AND p.seq = i.job AND p.kind = j.kind
         WHERE j.state = 'abandoned' AND j.submitted_at >= $2
           AND p.state = 'planned' AND p.error IS DISTINCT FROM $3`,
        ...[batch, since, LEFT_OUT],
      ),
    /** The batch whose job, sent at or after `since` and given up, has an identifier; the last one if several have. */
    async givenUpBatch(
      kind: IdentifierKind,
      id: string,
      since: number,
    ): Promise<string | undefined> {
      const row = await db.first(
        `SELECT b.id FROM jobs j JOIN batches b ON b.num = j.batch
           JOIN items i ON i.batch = j.batch AND i.id = $1 AND i.job = j.seq AND i.answer IS NULL
         WHERE j.kind = $2 AND j.state = 'abandoned' AND j.submitted_at >= $3
         ORDER BY j.submitted_at DESC, b.id LIMIT 1`,
        ...[id, kind, since],
      );
      return row?.['id'] as string | undefined;
    },
  };
}
