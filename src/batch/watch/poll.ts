import type { Batch, Job } from '../../ledger/index.js';
import { isNotFound, ServiceError, type BatchJob, type Mark } from '../../service/index.js';
import type { Deps } from '../dependencies.js';
import { intervalAfter } from './next-poll.js';
import { storedTrouble, troubleFrom } from '../job-trouble.js';
import { hasEnded, keepResults } from './keep-results.js';
import { summarize, type Summary } from '../summary.js';

/** The job as the service described it; the error if the service does not know it. */
export type PollAnswer = BatchJob | ServiceError;

/** A running request for the results of a job. */
export interface Poll {
  readonly job: Job;
  /** Whether it is the second request, for all results, after an incomplete answer. */
  readonly isRepeated: boolean;
  readonly answer: Promise<PollAnswer>;
}

/** `known`: the results of an earlier poll of this job. Nothing is stored before `keepPoll`. */
export function beginPoll(
  { client }: Pick<Deps, 'client'>,
  job: Job,
  known: Mark | undefined,
  isRepeated: boolean,
): Poll {
  const answer = client.batchJob(job.kind, job.jobId ?? '', known).catch(notFound);
  return { job, isRepeated, answer };
}

function notFound(error: unknown): ServiceError {
  if (isNotFound(error)) return error;
  throw error;
}

/** The answer that ends a job must have all results, and not only those after the mark. */
export function mustRepeat({ isRepeated }: Poll, answer: PollAnswer): boolean {
  if (isRepeated || answer instanceof ServiceError || !hasEnded(answer)) return false;
  return answer.hasPassed;
}

/** `no_time`: the deadline left no time to ask as often as necessary. */
export type KeptPoll = 'kept' | 'ask_again' | 'no_time';

/** Stores the answer of a poll. */
export async function keepPoll(
  deps: Deps,
  batch: Batch,
  { job, isRepeated }: Poll,
  answer: PollAnswer,
  { interval, mayGoOn }: { readonly interval: number; readonly mayGoOn: boolean },
): Promise<KeptPoll> {
  if (answer instanceof ServiceError) return lose(deps, batch, job, answer);
  const look = { mayAskAgain: !isRepeated, mayGoOn };
  const { as: kept, trouble } = await keepResults(deps, batch, job, answer, look);
  if (kept === 'ask_again') return kept;
  if (kept === 'in_doubt') {
    deps.emit({ type: 'unconfirmed', seq: job.seq, trouble });
    return 'kept';
  }
  const nextMs = intervalAfter(job.polls + 1, interval, job.seq);
  await tellPolled(deps, batch, job.seq, nextMs);
  if (kept === 'ended') {
    deps.emit({ type: 'job_ended', seq: job.seq, status: answer.status, error: answer.error });
  }
  return 'kept';
}

/**
 * The summary is computed only if it is awaited: for a large batch it takes longer than the rest of a
 * poll.
 */
async function tellPolled(
  { ledger, emit, costs }: Pick<Deps, 'ledger' | 'emit' | 'costs'>,
  batch: Batch,
  seq: number,
  nextMs: number,
): Promise<void> {
  let made: Promise<Summary> | undefined;
  const summary = () => (made ??= summarize(ledger, batch.num, costs));
  emit({ type: 'polled', seq, summary, nextMs });
  await made;
}

/**
 * Marks a job that the service no longer finds as unconfirmed, because it may have been charged. One 404
 * proves nothing (spec, `GET /cpf/bulk/{jobId}`); the client repeats the request unless that would pass
 * the deadline.
 */
async function lose(
  { ledger, clock, emit }: Pick<Deps, 'ledger' | 'clock' | 'emit'>,
  batch: Batch,
  { seq }: Job,
  error: ServiceError,
): Promise<KeptPoll> {
  if (error.attempts < 2) return 'no_time';
  const trouble = troubleFrom(error);
  const outcome = { is: 'unknown', why: storedTrouble(trouble) } as const;
  await ledger.keepOutcome(batch.num, seq, outcome, clock.now());
  emit({ type: 'unconfirmed', seq, trouble });
  return 'kept';
}
