import type { Database } from '../../sqlite/index.js';

export type Removal = ReturnType<typeof createRemoval>;

/** Takes stored data away for good: freed pages are overwritten, and the write-ahead log is emptied. */
export function createRemoval(db: Database) {
  return {
    /**
     * Removes an ended batch with the records that its own jobs paid for before `before` (epoch ms), unless
     * another batch shows them.
     */
    batch(num: number, before: number): void {
      forGood(db, () => {
        db.prepare(
          `DELETE FROM records WHERE single = 0 AND fetched_at < ?
             AND num IN (SELECT record FROM items WHERE batch = ? AND job IS NOT NULL)
             AND num NOT IN (SELECT record FROM items WHERE batch <> ? AND record IS NOT NULL)`,
        ).run(before, num, num);
        db.prepare('DELETE FROM batches WHERE num = ?').run(num);
        for (const table of ['items', 'decisions', 'jobs']) {
          db.prepare(`DELETE FROM ${table} WHERE batch = ?`).run(num);
        }
      });
    },
    /** Removes records older than `before` (epoch ms) that no batch shows; returns how many. */
    records: (before: number): number =>
      forGood(
        db,
        () =>
          db
            .prepare(
              `DELETE FROM records WHERE fetched_at < ?
               AND num NOT IN (SELECT record FROM items WHERE record IS NOT NULL)`,
            )
            .run(before).changes,
      ),
  };
}

/** Without foreign keys: nothing indexes items by record, so each deletion would read all of them. */
function forGood<T>(db: Database, work: () => T): T {
  db.exec('PRAGMA foreign_keys=OFF; PRAGMA secure_delete=ON');
  try {
    return db.transaction(work);
  } finally {
    db.exec('PRAGMA foreign_keys=ON');
    db.emptyLog();
  }
}
