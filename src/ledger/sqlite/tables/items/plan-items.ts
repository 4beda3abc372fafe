import type { Database } from '../../../../sqlite/index.js';
import { packed, packedNumber, packedText } from '../packed.js';

/** An identifier of a plan: in a job, or answered by the number of a paid record. */
export type NewItem = { readonly id: string; readonly position: number } & (
  | { readonly job: number; readonly record: null }
  | { readonly job: null; readonly record: number }
);

/** Adds the identifiers of a plan. */
export function createAddItems(db: Database) {
  // One call for thousands of rows, because each call into the library costs more than the row.
  const addToSend = db.prepare(
    `INSERT INTO items (batch, id, position, job)
     SELECT ?, ${packedText(2)}, ${packedNumber(0)}, ${packedNumber(1)} FROM json_each(?)`,
  );
  const addPaid = db.prepare(
    `INSERT INTO items (batch, id, position, record, answer, answered_at)
     SELECT ?, ${packedText(2)}, ${packedNumber(0)}, ${packedNumber(1)}, 'found', ? FROM json_each(?)`,
  );
  return {
    /**
     * Adds identifiers that the batch does not have yet; those with a record are answered by it. Fastest
     * when sorted by identifier.
     */
    addAll(batch: number, items: readonly NewItem[], at: number): void {
      const toSend: string[] = [];
      const paid: string[] = [];
      for (const { id, position, job, record } of items) {
        if (job === null) paid.push(packed([position, record], id));
        else toSend.push(packed([position, job], id));
      }
      addToSend.run(batch, JSON.stringify(toSend));
      addPaid.run(batch, at, JSON.stringify(paid));
    },
    clear(batch: number): void {
      db.prepare('DELETE FROM items WHERE batch = ?').run(batch);
    },
    /** Removes up to `most`, in the order of the table, because others touch every page; returns how many. */
    clearSome(batch: number, most: number): number {
      const next = db
        .prepare('SELECT id FROM items WHERE batch = ? ORDER BY id LIMIT 1 OFFSET ?')
        .get(batch, most);
      // A subquery in the deletion would have SQLite collect the identifiers first.
      const sql = `DELETE FROM items WHERE batch = ?${next === undefined ? '' : ' AND id < ?'}`;
      return db.prepare(sql).run(batch, ...(next === undefined ? [] : [String(next['id'])]))
        .changes;
    },
  };
}

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
