import type { Database } from '../../../../sqlite/index.js';
import type { NewJob } from '../../../operations/planning.js';

/** Planned jobs: new ones, their sizes, and those that became empty. */
export function createPlanJobs(db: Database) {
  return {
    plan(batch: number, { seq, kind, items, round = 0 }: NewJob): void {
      db.prepare(
        "INSERT INTO jobs (batch, seq, state, kind, items, round) VALUES (?, ?, 'planned', ?, ?, ?)",
      ).run(batch, seq, kind, items, round);
    },
    /** Removes the jobs of a batch, of which none was sent. */
    unplan(batch: number): void {
      db.prepare('DELETE FROM jobs WHERE batch = ?').run(batch);
    },
    /** Reduces a planned job to its first `items` identifiers. */
    resize: (batch: number, seq: number, items: number): boolean =>
      db
        .prepare(
          "UPDATE jobs SET items = ? WHERE batch = ? AND seq = ? AND state = 'planned' AND items > ?",
        )
        .run(items, batch, seq, items).changes === 1,
    /** The highest job number of the batch; 0 if it has no jobs. */
    lastSeq: (batch: number): number =>
      Number(
        db.prepare('SELECT coalesce(max(seq), 0) AS n FROM jobs WHERE batch = ?').get(batch)?.['n'],
      ),
    /**
     * Counts the identifiers of the planned jobs again, or of one of them, and removes the jobs that
     * have none left.
     */
    recount(batch: number, seq: number | null = null): void {
      const which = "batch = ? AND seq = coalesce(?, seq) AND state = 'planned'";
      db.prepare(
        `UPDATE jobs SET items = (SELECT count(*) FROM items i WHERE i.batch = jobs.batch AND i.job = jobs.seq)
         WHERE ${which}`,
      ).run(batch, seq);
      db.prepare(`DELETE FROM jobs WHERE ${which} AND items = 0`).run(batch, seq);
    },
  };
}
