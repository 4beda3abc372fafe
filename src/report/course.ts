import { readTrouble } from '../batch/job-trouble.js';
import type { Answer, BatchReading, Job } from '../ledger/index.js';
import type { Course, JobCourse, Span } from './types.js';

/** The number of spans into which the time of a batch is divided. */
const SPANS = 60;

type Counts = { -readonly [Name in keyof Span]: Span[Name] };

/** Counts answers by their time. The first span starts when the batch was created. */
export function createCourse({ figures, lastAnswerAt }: BatchReading) {
  const { batch, jobs } = figures;
  const from = batch.createdAt;
  const to = Math.max(from, lastAnswerAt ?? from, ...jobs.flatMap(timesOf));
  const spans = Array.from({ length: SPANS }, empty);
  return {
    add(answer: Answer): void {
      const share = to > from ? (answer.answeredAt - from) / (to - from) : 1;
      // If the clock was set back, a time may be before the start.
      const index = Math.max(0, Math.min(SPANS - 1, Math.floor(share * SPANS)));
      const span = spans[index];
      if (span !== undefined) span[nameOf(answer)] += 1;
    },
    result: (): Course => ({ from, to, spans, jobs: jobs.map(toCourse) }),
  };
}

function empty(): Counts {
  return { found: 0, reused: 0, notFound: 0, rejected: 0 };
}

/** `found` counts only results of this batch; reused records count as `reused`. */
function nameOf({ answer, reused }: Answer): keyof Span {
  if (answer === 'not_found') return 'notFound';
  if (answer === 'rejected') return 'rejected';
  return reused ? 'reused' : 'found';
}

function timesOf({ submittedAt, acceptedAt, endedAt }: Job): number[] {
  return [submittedAt, acceptedAt, endedAt].filter((at) => at !== null);
}

function toCourse(job: Job): JobCourse {
  const { seq, kind, state, items, found, notFound, skipped, error } = job;
  return {
    ...{ job: seq, kind, state, items, found, notFound, skipped },
    error: readTrouble(error),
    submittedAt: job.submittedAt,
    acceptedAt: job.acceptedAt,
    endedAt: job.endedAt,
  };
}
