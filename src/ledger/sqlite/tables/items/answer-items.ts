import type { IdentifierKind } from '../../../../identifiers/index.js';
import type { Database } from '../../../../sqlite/index.js';
import { packed, packedNumber, packedText } from '../packed.js';

/** Stores answers: of the service, and of records that were paid for before. */
export function createAnswerItems(db: Database) {
  // Adds many answers at once. An answer is written once; only found may replace not found, which was
  // free. MATERIALIZED and the `+` make SQLite start from the few answers and look up their items.
  const answerAll = db.prepare(
    `WITH told AS MATERIALIZED (
       SELECT ${packedText(1)} AS id, ${packedNumber(0)} AS record FROM json_each(?))
     UPDATE items SET answer = iif(told.record = 0, 'not_found', 'found'),
       record = nullif(told.record, 0), answered_at = ?
     FROM told WHERE items.batch = ? AND items.id = told.id AND +items.job = ?
       AND (items.answer IS NULL OR items.answer = 'not_found')`,
  );
  const takeBack = db.prepare(
    "UPDATE items SET answer = NULL, answered_at = NULL WHERE batch = ? AND job = ? AND answer = 'not_found'",
  );
  return {
    /** Answers identifiers of one job, each with the number of its record, or null for not found. */
    answerAll(
      batch: number,
      job: number,
      answers: ReadonlyMap<string, number | null>,
      at: number,
    ): void {
      const rows = Array.from(answers, ([id, record]) => packed([record ?? 0], id));
      answerAll.run(JSON.stringify(rows), at, batch, job);
    },
    /** What was not found in one job has no answer any more. */
    takeBack: (batch: number, job: number): void => void takeBack.run(batch, job),
    /** Answers the identifiers of one job from records that were paid for since; returns how many. */
    reuseIn: (
      batch: number,
      job: number,
      kind: IdentifierKind,
      since: number,
      at: number,
    ): number =>
      db
        .prepare(
          `UPDATE items SET answer = 'found', job = NULL, answered_at = ?,
             record = (SELECT num FROM records r WHERE r.kind = ? AND r.id = items.id
                       ORDER BY fetched_at DESC, num DESC LIMIT 1)
           WHERE batch = ? AND id IN (
             SELECT i.id FROM items i WHERE i.batch = ? AND i.job = ? AND i.answer IS NULL
               AND EXISTS (SELECT 1 FROM records r
                           WHERE r.kind = ? AND r.id = i.id AND r.fetched_at >= ?))`,
        )
        .run(at, kind, batch, batch, job, kind, since).changes,
    /** Marks unanswered identifiers of an ended job as invalid: the service counted them without naming them. */
    rejectWaiting(batch: number, job: number, at: number): void {
      db.prepare(
        "UPDATE items SET answer = 'rejected', answered_at = ? WHERE batch = ? AND job = ? AND answer IS NULL",
      ).run(at, batch, job);
    },
    /** Marks all identifiers of a refused job as invalid; they no longer belong to a job. */
    rejectAll(batch: number, job: number, at: number): void {
      db.prepare(
        "UPDATE items SET answer = 'rejected', job = NULL, answered_at = ? WHERE batch = ? AND job = ? AND answer IS NULL",
      ).run(at, batch, job);
    },
  };
}
