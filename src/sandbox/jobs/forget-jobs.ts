import type { Database } from '../state.js';

const DAY = 86_400_000;
const KEPT_DAYS = 30;
/** The largest number of items of ended jobs to keep, so that the state of a long-running sandbox stays small. */
const KEPT_ITEMS = 10_000_000;

/** Deletes jobs that ended more than 30 days ago, and the oldest ended jobs beyond the limit of items. */
export function forgetOldJobs(db: Database, now: number, keptItems = KEPT_ITEMS): void {
  const ended = `SELECT id, updated_at, sum(total) OVER (ORDER BY updated_at DESC, id) AS items
    FROM jobs WHERE status <> 'processing'`;
  const old = db
    .prepare(`SELECT id FROM (${ended}) WHERE updated_at < ? OR items > ?`)
    .all(now - KEPT_DAYS * DAY, keptItems);
  for (const { id } of old) {
    db.prepare('DELETE FROM job_items WHERE job_id = ?').run(id ?? null);
    db.prepare('DELETE FROM turns WHERE name LIKE ?').run(`% ${id ?? ''}`);
    db.prepare('DELETE FROM jobs WHERE id = ?').run(id ?? null);
  }
}
