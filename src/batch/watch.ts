import type { Batch, Job } from '../ledger/index.js';
import { RecordNotFoundError, type BatchJob, type Mark } from '../service/index.js';
import type { Deps } from './deps.js';
import { hasEnded, isInDoubt, keepResults, unnamed, unnamedMessage } from './results.js';
import { pause, stopIfAsked } from './stop.js';
import { summarize } from './summary.js';

/** The interval grows by half at each poll, from 5 s to 30 s (spec, "Credit rules", 4). */
const GROWTH = 1.5;
const LONGEST = 30_000;
/** Whatever `--interval` says: a hot loop helps nobody. */
const SHORTEST = 50;

/**
 * Polls the accepted jobs of a held batch until each has ended; whatever arrives is kept at once.
 * @returns false when the deadline passed first; the jobs go on without us
 */
export async function watchBatch(deps: Deps, batch: Batch, interval: number): Promise<boolean> {
  deps.ledger.jobs.lookAgain(batch.num);
  const kept: Kept = new Map();
  for (
    let job = nextDue(deps, batch.num, interval);
    job;
    job = nextDue(deps, batch.num, interval)
  ) {
    stopIfAsked(deps, batch.id);
    const wait = dueIn(deps, job, interval);
    if (deps.clock.now() + Math.max(0, wait) > deps.deadline) return false;
    if (wait > 0) await pause(deps, wait);
    else if (!(await poll(deps, batch, job, interval, kept))) return false;
  }
  return true;
}

/** Milliseconds between poll number `polls` and the next one. */
export function intervalAfter(polls: number, interval: number): number {
  return Math.max(SHORTEST, interval, Math.min(LONGEST, interval * GROWTH ** polls));
}

/** Milliseconds until the next poll. One that lies ahead of the clock tells that the clock was put back. */
function dueIn({ clock }: Deps, job: Job, interval: number): number {
  const now = clock.now();
  const last = job.polledAt ?? job.acceptedAt ?? 0;
  return last > now ? 0 : last + intervalAfter(job.polls, interval) - now;
}

function nextDue(deps: Deps, batch: number, interval: number): Job | undefined {
  const live = deps.ledger.jobs.of(batch).filter((job) => job.state === 'accepted');
  return live.sort((a, b) => dueIn(deps, a, interval) - dueIn(deps, b, interval))[0];
}

/** What was kept of each job's results, by its number: a poll that brings nothing new reads nothing twice. */
type Kept = Map<number, Mark>;

/** False when the deadline left no time to ask as often as it takes. */
async function poll(
  deps: Deps,
  batch: Batch,
  job: Job,
  interval: number,
  kept: Kept,
): Promise<boolean> {
  let answer = await ask(deps, batch, job, kept.get(job.seq));
  // Results that are paid for and not named: asked once more before the job is given up.
  if (typeof answer === 'object' && hasEnded(answer) && (answer.hasPassed || unnamed(answer) > 0)) {
    answer = await ask(deps, batch, job);
  }
  if (answer === 'lost') return true;
  if (answer === 'too_late') return false;
  keepResults(deps, batch, job, answer);
  kept.set(job.seq, answer.mark);
  if (isInDoubt(deps, batch, job, answer)) {
    deps.emit({ type: 'unconfirmed', seq: job.seq, message: unnamedMessage(answer) });
    return true;
  }
  const nextMs = intervalAfter(job.polls + 1, interval);
  deps.emit({ type: 'polled', summary: summarize(deps.ledger, batch.num), nextMs });
  if (hasEnded(answer)) {
    deps.emit({ type: 'job_ended', seq: job.seq, status: answer.status, error: answer.error });
  }
  return true;
}

/**
 * A job that nobody can find any more may have been charged: its outcome is unknown. One 404 proves
 * nothing (spec, `GET /cpf/bulk/{jobId}`); the client asks again unless that would pass the deadline.
 */
async function ask(
  deps: Deps,
  batch: Batch,
  job: Job,
  known?: Mark,
): Promise<BatchJob | 'lost' | 'too_late'> {
  try {
    return await deps.client.batchJob(job.kind, job.jobId ?? '', known);
  } catch (error) {
    if (!(error instanceof RecordNotFoundError)) throw error;
    if (error.attempts < 2) return 'too_late';
    deps.ledger.jobs.unconfirmed(batch.num, job.seq, error.message, deps.clock.now());
    deps.emit({ type: 'unconfirmed', seq: job.seq, message: error.message });
    return 'lost';
  }
}
