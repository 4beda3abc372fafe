import type { Job } from '../../ledger/index.js';
import type { Deps } from '../dependencies.js';

/** The interval grows by half after each poll, from 5 s to 30 s (spec, "Credit rules", 4). */
const GROWTH = 1.5;
const LONGEST = 30_000;
/** The shortest interval (ms) for any `--interval`, to avoid a busy loop. */
const SHORTEST = 50;
/** Polls of jobs that were accepted together are spread over up to this share of the interval. */
const SPREAD = 0.2;
/** Multiples of the golden ratio are spread evenly modulo 1, for any number of jobs. */
const GOLDEN = 0.618034;

/** A job and the time until its next poll, in `ms` milliseconds; 0 or less means now. */
export interface Due {
  readonly job: Job;
  readonly ms: number;
}

/** Milliseconds between poll number `polls` of a job and the next one. */
export function intervalAfter(polls: number, interval: number, seq = 1): number {
  const apart = 1 - (((seq - 1) * GOLDEN) % 1) * SPREAD;
  return Math.max(SHORTEST, interval, Math.min(LONGEST, interval * GROWTH ** polls) * apart);
}

/** What this process has asked since `began`: the time (epoch ms) of the last request, by job number. */
export interface Looks {
  readonly began: number;
  readonly asked: ReadonlyMap<number, number>;
}

/** The accepted job of a batch to poll next, except job number `without`. */
export async function nextDue(
  { ledger, clock, deadline }: Pick<Deps, 'ledger' | 'clock' | 'deadline'>,
  batch: number,
  interval: number,
  { began, asked }: Looks,
  without?: number,
): Promise<Due | undefined> {
  const now = clock.now();
  const dueIn = (job: Job): number => {
    const last = asked.get(job.seq);
    // Only an answer after the deadline shows that the job still ran then; one is enough.
    if (now > deadline) return last !== undefined && last > deadline ? Infinity : 0;
    const isFirst = last === undefined && (job.acceptedAt ?? 0) < began;
    return isFirst ? 0 : regularlyDueIn(job, interval, now);
  };
  const jobs = await ledger.jobsOf(batch);
  return jobs
    .filter(({ state, seq }) => state === 'accepted' && seq !== without)
    .map((job) => ({ job, ms: dueIn(job) }))
    .sort((a, b) => (a.ms < b.ms ? -1 : 1))[0];
}

/** If a poll is later than now, the clock was set back. */
function regularlyDueIn(
  { polledAt, acceptedAt, polls, seq }: Job,
  interval: number,
  now: number,
): number {
  const last = polledAt ?? acceptedAt ?? 0;
  return last > now ? 0 : last + intervalAfter(polls, interval, seq) - now;
}
