import {
  type Account,
  canPay,
  charge,
  pendingRenewal,
  readAccount,
  roundCredits,
} from './account.js';
import { type Job, jobItems } from './jobs.js';
import { type Script, readLabel } from './submissions.js';
import { refusal } from './refusals.js';
import { isKnown } from './registry.js';
import type { Database } from './state.js';

/** Spec, "Batch job status": a job without an update for this long has lost its worker. */
const ORPHAN_AFTER = 10 * 60_000;

/** Advances every job, oldest first; items before a renewal are charged to the period before it. The caller holds a transaction. */
export function advanceJobs(db: Database, now: number): void {
  if (unfinished(db).length === 0) return;
  const renewal = pendingRenewal(db, now);
  if (renewal !== undefined) advanceJobs(db, renewal - 1);
  for (const job of unfinished(db)) advanceJob(db, job, now);
  // Stores the renewal, so that the next call does not repeat the earlier periods.
  readAccount(db, now);
}

const unfinished = (db: Database) =>
  db
    .prepare(`SELECT * FROM jobs WHERE status = 'processing' ORDER BY created_at, id`)
    .all() as unknown as Job[];

function advanceJob(db: Database, job: Job, now: number): void {
  const { script } = readLabel(job.file_name);
  const last = lastItem(job, script);
  const due = Math.min(last, Math.floor(((now - job.created_at) * job.speed) / 1000));
  if (due > job.done) processItems(db, job, due, now);
  const reached = Math.min(now, Math.round(job.created_at + (due / job.speed) * 1000));
  const end = due === last ? ending(script, reached) : undefined;
  if (end !== undefined && end.at <= now) {
    const change = 'UPDATE jobs SET status = ?, error = ?, updated_at = ? WHERE id = ?';
    db.prepare(change).run(end.status, end.error, end.at, job.id);
  } else if (due > job.done) {
    db.prepare('UPDATE jobs SET updated_at = ? WHERE id = ?').run(reached, job.id);
  }
}

function lastItem({ total }: Job, script: Script | undefined): number {
  if (script === 'fail-database') return 0;
  return script === 'fail-halfway' || script === 'orphan' ? Math.floor(total / 2) : total;
}

interface Ending {
  readonly status: 'done' | 'failed';
  readonly error: string | null;
  readonly at: number;
}

function ending(script: Script | undefined, reached: number): Ending {
  const failed = (error: string, at = reached) => ({ status: 'failed', error, at }) as const;
  if (script === 'fail-database') return failed(refusal('database').message);
  if (script === 'fail-halfway') return failed(refusal('save-failed').message);
  if (script === 'orphan') return failed('Worker interrompido (job órfão)', reached + ORPHAN_AFTER);
  return { status: 'done', error: null, at: reached };
}

function processItems(db: Database, job: Job, due: number, now: number): void {
  const account = readAccount(db, now);
  const outcomes = lookUp(jobItems(db, job, job.done, due), job, account);
  charge(db, (outcomes.split('f').length - 1) * account.costs[job.kind]);
  db.prepare('UPDATE job_items SET outcomes = outcomes || ? WHERE job_id = ?').run(
    outcomes,
    job.id,
  );
  db.prepare('UPDATE jobs SET done = ? WHERE id = ?').run(due, job.id);
}

/** Returns one letter per item. If the balance does not cover an item, it is skipped (spec, "CPF batch job"). */
function lookUp(items: readonly string[], job: Job, account: Account): string {
  const skipsHalf = readLabel(job.file_name).script === 'skip' && !account.overage;
  const cost = account.costs[job.kind];
  let { used } = account;
  let outcomes = '';
  for (const [at, item] of items.entries()) {
    const skipped = skipsHalf && job.done + at >= Math.ceil(job.total / 2);
    const isPaid = !skipped && canPay({ ...account, used }, cost);
    const isFound = isPaid && isKnown(item, job.seed);
    if (isFound) used = roundCredits(used + cost);
    outcomes += isFound ? 'f' : isPaid ? 'n' : 's';
  }
  return outcomes;
}
