import type { Database } from '../../../../sqlite/index.js';
import { packed, packedNumber, packedText } from '../packed.js';

/** An identifier of a plan: in a job, or answered by the number of a paid record. */
export type NewItem = { readonly id: string; readonly position: number } & (
  { readonly job: number; readonly record: null } | { readonly job: null; readonly record: number }
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
  };
}
