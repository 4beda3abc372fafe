import type { NewItem } from '../../../sqlite/tables/items/index.js';
import type { Db } from '../../../db/db.js';

/** Adds the identifiers of a plan, and moves them from one job of a batch to another. */
export function createPlanItems(db: Db) {
  return {
    /** Adds identifiers that the batch does not have yet; those with a record are answered by it. */
    async addAll(batch: number, items: readonly NewItem[], at: number): Promise<void> {
      if (items.length === 0) return;
      await db.run(
        `INSERT INTO items (batch, id, position, job, record, answer, answered_at)
         SELECT $1::bigint, id, position, job, record, CASE WHEN record IS NOT NULL THEN 'found' END,
           CASE WHEN record IS NOT NULL THEN $2::bigint END
         FROM unnest($3::text[], $4::bigint[], $5::integer[], $6::bigint[])
           AS planned (id, position, job, record)`,
        ...[batch, at, items.map(({ id }) => id), items.map(({ position }) => position)],
        ...[items.map(({ job }) => job), items.map(({ record }) => record)],
      );
    },
    async clear(batch: number): Promise<void> {
      await db.run('DELETE FROM items WHERE batch = $1', batch);
    },
    /** Removes up to `most`; returns how many. */
    clearSome: (batch: number, most: number): Promise<number> =>
      db.run(
        'DELETE FROM items WHERE batch = $1 AND id IN (SELECT id FROM items WHERE batch = $1 ORDER BY id LIMIT $2)',
        ...[batch, most],
      ),
    async moveTo(batch: number, id: string, job: number): Promise<void> {
      await db.run('UPDATE items SET job = $1 WHERE batch = $2 AND id = $3', job, batch, id);
    },
    /** Leaves the first `keep` identifiers in `job` and moves the rest to job `to`. */
    async moveRest(batch: number, job: number, keep: number, to: number): Promise<void> {
      await db.run(
        `UPDATE items SET job = $1 WHERE batch = $2 AND job = $3 AND position >
         (SELECT position FROM items WHERE batch = $2 AND job = $3 ORDER BY position LIMIT 1 OFFSET $4)`,
        ...[to, batch, job, keep - 1],
      );
    },
    /**
     * Moves the unanswered identifiers of `jobs` into new jobs of at most `perJob`, in input order,
     * numbered from `first`. Returns how many were moved.
     */
    gather: (
      batch: number,
      jobs: readonly number[],
      first: number,
      perJob: number,
    ): Promise<number> =>
      db.run(
        `UPDATE items SET job = $1::integer + missing.n / $2::integer FROM (
           SELECT id, (row_number() OVER (ORDER BY position) - 1)::integer AS n FROM items
           WHERE batch = $3 AND answer IS NULL AND job = ANY ($4::integer[])
         ) AS missing WHERE items.batch = $3 AND items.id = missing.id`,
        ...[first, perJob, batch, jobs],
      ),
  };
}
