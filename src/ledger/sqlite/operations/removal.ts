import type { Database } from '../../../sqlite/index.js';
import { BUSY_TIMEOUT } from '../patience.js';
import type { Tables } from '../tables/index.js';

/** How long (ms) a deletion waits for another process. */
const PATIENCE = 10_000;

/** Deletes a batch unless the service may still be processing a job of it. */
export function removeBatch(
  db: Database,
  { balances, items, jobs, spending }: Tables,
  num: number,
  before: number,
): 'removed' | 'running' | 'unconfirmed' {
  return forGood(db, () => {
    if (items.counts(num).unconfirmed > 0) return 'unconfirmed';
    if (jobs.of(num).some(({ state }) => state === 'accepted')) return 'running';
    db.prepare(
      `DELETE FROM records WHERE single = 0 AND fetched_at < ?
         AND num IN (SELECT record FROM items WHERE batch = ? AND job IS NOT NULL)
         AND num NOT IN (SELECT record FROM items WHERE batch <> ? AND record IS NOT NULL)`,
    ).run(before, num, num);
    balances.keepChargesOf(num);
    spending.keepSavingsOf(num);
    db.prepare('DELETE FROM batches WHERE num = ?').run(num);
    for (const table of ['items', 'decisions', 'jobs']) {
      db.prepare(`DELETE FROM ${table} WHERE batch = ?`).run(num);
    }
    return 'removed';
  });
}

/** Deletes records older than `before` (epoch ms) that no batch uses; returns how many. */
export function purgeRecords(db: Database, before: number): number {
  return forGood(db, () => {
    db.prepare('DELETE FROM unshown WHERE fetched_at < ?').run(before);
    return db
      .prepare(
        `DELETE FROM records WHERE fetched_at < ?
         AND num NOT IN (SELECT record FROM items WHERE record IS NOT NULL)`,
      )
      .run(before).changes;
  });
}

/**
 * Empties the write-ahead log, which still has what was deleted. Foreign keys are off meanwhile: items have no
 * index by record, so each deletion would read all of them. It waits for other processes itself, because a second
 * attempt would count nothing.
 */
function forGood<T>(db: Database, work: () => T): T {
  db.exec(`PRAGMA busy_timeout=${PATIENCE}; PRAGMA foreign_keys=OFF`);
  try {
    return db.transaction(work);
  } finally {
    db.exec('PRAGMA foreign_keys=ON');
    db.emptyLog();
    db.exec(`PRAGMA busy_timeout=${BUSY_TIMEOUT}`);
  }
}
