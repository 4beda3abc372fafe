import type { IdentifierKind } from '../../../../identifiers/index.js';
import type { Db } from '../../../db/db.js';

/** Stores answers: of the service, and of records that were paid for before. */
export function createAnswerItems(db: Db) {
  const reject = async (set: string, batch: number, job: number, at: number): Promise<void> => {
    const sql = `UPDATE items SET answer = 'rejected', answered_at = $1${set}
      WHERE batch = $2 AND job = $3 AND answer IS NULL`;
    await db.run(sql, at, batch, job);
  };
  return {
    /**
     * Answers identifiers of one job, each with the number of its record, or null for not found. An answer is
     * written once; only found may replace not found, which was free.
     */
    async answerAll(
      batch: number,
      job: number,
      answers: ReadonlyMap<string, number | null>,
      at: number,
    ): Promise<void> {
      await db.run(
        `UPDATE items SET answer = CASE WHEN told.record IS NULL THEN 'not_found' ELSE 'found' END,
           record = told.record, answered_at = $1
         FROM unnest($2::text[], $3::bigint[]) AS told (id, record)
         WHERE items.batch = $4 AND items.id = ANY ($2::text[]) AND items.id = told.id AND items.job = $5
           AND (items.answer IS NULL OR items.answer = 'not_found')`,
        ...[at, [...answers.keys()], [...answers.values()], batch, job],
      );
    },
    /** What was not found in one job has no answer any more. */
    async takeBack(batch: number, job: number): Promise<void> {
      const sql = `UPDATE items SET answer = NULL, answered_at = NULL
        WHERE batch = $1 AND job = $2 AND answer = 'not_found'`;
      await db.run(sql, batch, job);
    },
    /** Answers the identifiers of one job from records that were paid for since; returns how many. */
    reuseIn: (
      batch: number,
      job: number,
      kind: IdentifierKind,
      since: number,
      at: number,
    ): Promise<number> =>
      db.run(
        `UPDATE items SET answer = 'found', job = NULL, answered_at = $1, record = paid.num
         FROM (SELECT DISTINCT ON (r.id) r.id, r.num FROM items i
                 JOIN records r ON r.kind = $2 AND r.id = i.id AND r.fetched_at >= $3
               WHERE i.batch = $4 AND i.job = $5 AND i.answer IS NULL
               ORDER BY r.id, r.fetched_at DESC, r.num DESC) AS paid
         WHERE items.batch = $4 AND items.id = paid.id`,
        ...[at, kind, since, batch, job],
      ),
    /**
     * Marks unanswered identifiers as invalid: the job ended, and the service counted them without
     * naming them.
     */
    rejectWaiting: (batch: number, job: number, at: number) => reject('', batch, job, at),
    /** Marks all identifiers of a refused job as invalid; they no longer belong to a job. */
    rejectAll: (batch: number, job: number, at: number) => reject(', job = NULL', batch, job, at),
  };
}
