import type { Batch, Job } from '../../ledger/index.js';
import { RecordNotFoundError, type BatchJob, type Mark } from '../../service/index.js';
import type { Deps } from '../dependencies.js';
import { intervalAfter } from './next-poll.js';
import { hasEnded, keepResults, unnamed, unnamedMessage } from './keep-results.js';
import { summarize, type Summary } from '../summary.js';

/** What the service said of a job; the error where it does not know it. */
export type PollAnswer = BatchJob | RecordNotFoundError;

/** A request for a job's results that is under way. */
export interface Poll {
  readonly job: Job;
  /** The second question, for all of an answer that was not enough. */
  readonly isRepeated: boolean;
  readonly answer: Promise<PollAnswer>;
}

/** `known`: what an earlier poll of this job brought. Nothing is written down before `keepPoll`. */
export function beginPoll(
  { client }: Pick<Deps, 'client'>,
  job: Job,
  known: Mark | undefined,
  isRepeated: boolean,
): Poll {
  const answer = client.batchJob(job.kind, job.jobId ?? '', known).catch(notFound);
  return { job, isRepeated, answer };
}

function notFound(error: unknown): RecordNotFoundError {
  if (error instanceof RecordNotFoundError) return error;
  throw error;
}

/** Results that are paid for and not named: asked once more, for all of them, before the job is given up. */
export function mustRepeat({ isRepeated }: Poll, answer: PollAnswer): boolean {
  if (isRepeated || answer instanceof RecordNotFoundError || !hasEnded(answer)) return false;
  return answer.hasPassed || unnamed(answer) > 0;
}

/** Writes down what a poll brought; false when the deadline left no time to ask as often as it takes. */
export async function keepPoll(
  deps: Deps,
  batch: Batch,
  job: Job,
  answer: PollAnswer,
  interval: number,
): Promise<boolean> {
  if (answer instanceof RecordNotFoundError) return lose(deps, batch, job, answer);
  if ((await keepResults(deps, batch, job, answer)) === 'in_doubt') {
    deps.emit({ type: 'unconfirmed', seq: job.seq, message: unnamedMessage(answer) });
    return true;
  }
  const nextMs = intervalAfter(job.polls + 1, interval, job.seq);
  await tellPolled(deps, batch, nextMs);
  if (hasEnded(answer)) {
    deps.emit({ type: 'job_ended', seq: job.seq, status: answer.status, error: answer.error });
  }
  return true;
}

/** The summary is made when it is asked for: in a large batch it takes longer than the rest of a poll. */
async function tellPolled({ ledger, emit }: Deps, batch: Batch, nextMs: number): Promise<void> {
  let made: Promise<Summary> | undefined;
  emit({ type: 'polled', summary: () => (made ??= summarize(ledger, batch.num)), nextMs });
  await made;
}

/**
 * A job that nobody can find any more may have been charged: its outcome is unknown. One 404 proves
 * nothing (spec, `GET /cpf/bulk/{jobId}`); the client asks again unless that would pass the deadline.
 */
async function lose(
  { ledger, clock, emit }: Deps,
  batch: Batch,
  { seq }: Job,
  error: RecordNotFoundError,
): Promise<boolean> {
  if (error.attempts < 2) return false;
  await ledger.doubtSubmission(batch.num, seq, error.message, clock.now());
  emit({ type: 'unconfirmed', seq, message: error.message });
  return true;
}
