import { canPay, charge, readAccount } from './account.js';
import { jobItems, type Job } from './jobs.js';
import { isKnown } from './registry.js';
import type { Database } from './state.js';

const ITEM_COST = 1;

/**
 * Brings every unfinished job to where it stands now, oldest first. Progress is a function of time
 * alone, so a job goes on while no process runs; callers hold the transaction.
 */
export function advanceJobs(db: Database, now: number): void {
  const select = `SELECT * FROM jobs WHERE status = 'processing' ORDER BY created_at, id`;
  for (const job of db.prepare(select).all() as unknown as Job[]) advance(db, job, now);
}

function advance(db: Database, job: Job, now: number): void {
  const due = Math.min(job.total, Math.floor(((now - job.created_at) * job.speed) / 1000));
  if (due <= job.outcomes.length) return;
  const items = jobItems(db, job.id).slice(job.outcomes.length, due);
  const outcomes = job.outcomes + lookUp(db, items, job.seed, now);
  const reached = Math.round(job.created_at + (due / job.speed) * 1000);
  db.prepare('UPDATE jobs SET outcomes = ?, status = ?, updated_at = ? WHERE id = ?').run(
    ...[outcomes, due === job.total ? 'done' : 'processing', Math.min(now, reached), job.id],
  );
}

/** Looks items up and charges those found; without credit an item is skipped, not looked up. */
function lookUp(db: Database, items: readonly string[], seed: number, now: number): string {
  const account = readAccount(db, now);
  let used = account.used;
  let outcomes = '';
  for (const item of items) {
    const outcome = canPay({ ...account, used }, ITEM_COST) ? lookUpOne(item, seed) : 's';
    if (outcome === 'f') used += ITEM_COST;
    outcomes += outcome;
  }
  charge(db, used - account.used);
  return outcomes;
}

const lookUpOne = (item: string, seed: number) => (isKnown(item, seed) ? 'f' : 'n');
