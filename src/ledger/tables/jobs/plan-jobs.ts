import type { NewJob } from '../../operations/planning.js';
import type { Db } from '../../db/db.js';

/** Planned jobs: new ones, their sizes, and those that became empty. */
export function createPlanJobs(db: Db) {
  return {
    async plan(batch: number, { seq, kind, items, round = 0 }: NewJob): Promise<void> {
      const sql = `INSERT INTO jobs (batch, seq, state, kind, items, round)
        VALUES ($1, $2, 'planned', $3, $4, $5)`;
      await db.run(sql, batch, seq, kind, items, round);
    },
    /** Removes the jobs of a batch, of which none was sent. */
    async unplan(batch: number): Promise<void> {
      await db.run('DELETE FROM jobs WHERE batch = $1', batch);
    },
    /** Reduces a planned job to its first `items` identifiers. */
    async resize(batch: number, seq: number, items: number): Promise<boolean> {
      const sql = `UPDATE jobs SET items = $1
        WHERE batch = $2 AND seq = $3 AND state = 'planned' AND items > $1`;
      return (await db.run(sql, items, batch, seq)) === 1;
    },
    /** The highest job number of the batch; 0 if it has no jobs. */
    lastSeq: (batch: number): Promise<number> =>
      db.number('SELECT coalesce(max(seq), 0) AS n FROM jobs WHERE batch = $1', batch),
    /**
     * Counts the identifiers of the planned jobs again, or of one of them, and removes the jobs that
     * have none left.
     */
    async recount(batch: number, seq: number | null = null): Promise<void> {
      const which = "batch = $1 AND seq = coalesce($2::integer, seq) AND state = 'planned'";
      await db.run(
        `UPDATE jobs SET items =
           (SELECT count(*) FROM items i WHERE i.batch = jobs.batch AND i.job = jobs.seq) WHERE ${which}`,
        ...[batch, seq],
      );
      await db.run(`DELETE FROM jobs WHERE ${which} AND items = 0`, batch, seq);
    },
  };
}
