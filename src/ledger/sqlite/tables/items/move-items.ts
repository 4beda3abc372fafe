import type { Database } from '../../../../sqlite/index.js';

/** Moves identifiers from one job of a batch to another. */
export function createMoveItems(db: Database) {
  return {
    moveTo(batch: number, id: string, job: number): void {
      db.prepare('UPDATE items SET job = ? WHERE batch = ? AND id = ?').run(job, batch, id);
    },
    /** Leaves the first `keep` identifiers in `job` and moves the rest to job `to`. */
    moveRest(batch: number, job: number, keep: number, to: number): void {
      db.prepare(
        `UPDATE items SET job = ? WHERE batch = ? AND job = ? AND position >
         (SELECT position FROM items WHERE batch = ? AND job = ? ORDER BY position LIMIT 1 OFFSET ?)`,
      ).run(to, batch, job, batch, job, keep - 1);
    },
    /**
     * Moves the unanswered identifiers of `jobs` into new jobs of at most `perJob`, in input order,
     * numbered from `first`. Returns how many were moved. Numbers are bound as REAL, hence the casts.
     */
    gather: (batch: number, jobs: readonly number[], first: number, perJob: number): number =>
      db
        .prepare(
          `UPDATE items SET job = CAST(? AS INTEGER) + missing.n / CAST(? AS INTEGER) FROM (
             SELECT id, row_number() OVER (ORDER BY position) - 1 AS n FROM items
             WHERE batch = ? AND answer IS NULL AND job IN (${jobs.map(() => '?').join(', ')})
           ) AS missing WHERE items.batch = ? AND items.id = missing.id`,
        )
        .run(first, perJob, batch, ...jobs, batch).changes,
  };
}
