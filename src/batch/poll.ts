import type { JobTrouble } from '../errors/jobs.js';
import type { Job } from '../ledger/index.js';
import { isNotFound, ServiceError, type BatchJob, type Mark } from '../service/index.js';
import type { Work } from './dependencies.js';
import { storedTrouble, troubleFrom } from './job-trouble.js';
import { summarize, type Summary } from './summary.js';

/** The interval grows by half after each poll, from 5 s to 30 s (spec, "Credit rules", 4). */
const GROWTH = 1.5;
const LONGEST = 30_000;
const SHORTEST = 50;
/** Polls of jobs that were accepted together are spread over up to this share of the interval. */
const SPREAD = 0.2;
const GOLDEN = 0.618034;

export function intervalAfter(polls: number, interval: number, seq = 1): number {
  const apart = 1 - (((seq - 1) * GOLDEN) % 1) * SPREAD;
  return Math.max(SHORTEST, interval, Math.min(LONGEST, interval * GROWTH ** polls) * apart);
}

export type PollAnswer = BatchJob | ServiceError;

export interface Poll {
  readonly job: Job;
  /** The second request, for all results. */
  readonly isRepeated: boolean;
  readonly answer: Promise<PollAnswer>;
}

export function beginPoll({ client }: Work, job: Job, isRepeated: boolean, known?: Mark): Poll {
  const answer = client.batchJob(job.kind, job.jobId ?? '', known).catch((error: unknown) => {
    if (isNotFound(error)) return error;
    throw error;
  });
  return { job, isRepeated, answer };
}

/** The answer that ends a job must have all results. */
export function mustRepeat({ isRepeated }: Poll, answer: PollAnswer): boolean {
  if (isRepeated || answer instanceof ServiceError || !hasEnded(answer)) return false;
  return answer.hasPassed;
}

/** `no_time`: the deadline leaves no time to ask again. `mayGoOn`: a `failed` may still change. */
export async function storePoll(
  work: Work,
  { job, isRepeated }: Poll,
  answer: PollAnswer,
  interval: number,
  mayGoOn: boolean,
): Promise<'stored' | 'ask_again' | 'no_time'> {
  const { ledger, clock, emit, batch } = work;
  const { seq } = job;
  if (answer instanceof ServiceError) {
    // One 404 proves nothing (spec, `GET /cpf/bulk/{jobId}`); the client asks again unless that would pass the deadline.
    if (answer.attempts < 2) return 'no_time';
    const trouble = troubleFrom(answer);
    const outcome = { is: 'unknown', why: storedTrouble(trouble) } as const;
    await ledger.keepOutcome(batch.num, seq, outcome, clock.now());
    emit({ type: 'unconfirmed', seq, trouble });
    return 'stored';
  }
  const { as, trouble } = await storeResults(work, job, answer, {
    mayAskAgain: !isRepeated,
    mayGoOn,
  });
  if (as === 'ask_again') return as;
  if (as === 'in_doubt') {
    emit({ type: 'unconfirmed', seq, trouble });
    return 'stored';
  }
  // Computed only if it is awaited: for a large batch it takes longer than the rest of a poll.
  let made: Promise<Summary> | undefined;
  const summary = () => (made ??= summarize(ledger, batch.num, work.costs));
  emit({ type: 'polled', seq, summary, nextMs: intervalAfter(job.polls + 1, interval, seq) });
  await made;
  if (as === 'ended') emit({ type: 'job_ended', seq, status: answer.status, error: answer.error });
  return 'stored';
}

/** Stores all or nothing. `in_doubt`: its numbers do not account for every identifier. `mayGoOn`: after the interval. */
export async function storeResults(
  work: Work,
  job: Job,
  answer: BatchJob,
  look: { readonly mayAskAgain: boolean; readonly mayGoOn: boolean },
) {
  const { ledger, clock, batch } = work;
  const trouble = await misfitTrouble(work, job, answer);
  const as = await ledger.keepResults({
    ...{ batch: batch.num, job: job.seq, answer, ...look },
    end: hasEnded(answer) ? answer.status : null,
    doubt: storedTrouble(trouble),
    at: clock.now(),
    seenAt: await ledger.now(),
  });
  return { as, trouble };
}

export function hasEnded<T extends BatchJob>(
  answer: T,
): answer is T & { readonly status: 'done' | 'failed' } {
  return answer.status !== 'processing';
}

async function misfitTrouble(
  { ledger, batch }: Work,
  { seq, items, rejected }: Job,
  answer: BatchJob,
): Promise<JobTrouble> {
  const { totalRecords: total, found, results } = answer;
  const named = new Set<string>();
  for (const { id, record } of results) if (record !== null) named.add(id);
  // So many the service counts as found, and charges, without naming them.
  if (found > named.size) return { code: 'unnamed', found, unnamed: found - named.size };
  const isPart =
    total < items &&
    hasEnded(answer) &&
    (await ledger.decisionsOf(batch.num)).some(
      ({ job, decision }) => job === seq && decision === 'adopt',
    );
  if (isPart) return { code: 'adopted_part', items, total };
  return { code: 'miscounted', total: Math.max(total, items - rejected) };
}
