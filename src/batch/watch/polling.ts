import { setImmediate } from 'node:timers/promises';
import type { Batch, Job } from '../../ledger/index.js';
import type { Mark } from '../../service/index.js';
import type { Deps } from '../dependencies.js';
import { nextDue, type Due } from './next-poll.js';
import { beginPoll, keepPoll, mustRepeat, type Poll, type PollAnswer } from './poll.js';

export interface NextPoll extends Due {
  readonly isUnderWay: boolean;
}

/** The polls of a held batch, one after the other. */
export interface Polling {
  /** Undefined when no job is under way. */
  readonly next: () => Promise<NextPoll | undefined>;
  /** Asks for a job's results, or goes on with the request that is under way, until it is taken. */
  readonly ask: (job: Job) => Poll;
  /** Writes down what came, and asks for the next job that is due; false when the deadline left no time. */
  readonly take: (poll: Poll, answer: PollAnswer) => Promise<boolean>;
}

/** `interval`: milliseconds from a job's acceptance to its first poll. */
export function createPolling(deps: Deps, batch: Batch, interval: number): Polling {
  /** What was kept of each job's results, by its number: a poll that brings nothing new reads nothing twice. */
  const marks = new Map<number, Mark>();
  let underWay: Poll | undefined;

  const begin = (job: Job, isRepeated: boolean): Poll => {
    const poll = beginPoll(deps, job, isRepeated ? undefined : marks.get(job.seq), isRepeated);
    // One that failed is asked anew, if anybody still wants it.
    poll.answer.catch(() => (underWay = underWay === poll ? undefined : underWay));
    return poll;
  };
  const due = (without?: number) => nextDue(deps, batch.num, interval, without);

  /** The job to ask for while an answer is written down. */
  const dueNow = async (without: number): Promise<Job | undefined> => {
    const next = await due(without);
    const isOver = deps.stop.aborted || deps.clock.now() > deps.deadline;
    return next === undefined || next.ms > 0 || isOver ? undefined : next.job;
  };

  return {
    async next() {
      if (underWay !== undefined) return { job: underWay.job, ms: 0, isUnderWay: true };
      const next = await due();
      return next && { ...next, isUnderWay: false };
    },
    ask: (job) => (underWay ??= begin(job, false)),
    async take(poll, answer) {
      if (mustRepeat(poll, answer)) {
        underWay = begin(poll.job, true);
        return true;
      }
      const next = await dueNow(poll.job.seq);
      underWay = next && begin(next, false);
      // Writing down takes all of this thread; the request has left by then.
      await setImmediate();
      const isDone = await keepPoll(deps, batch, poll.job, answer, interval);
      // Not before: what could not be kept must not be passed over.
      if ('mark' in answer) marks.set(poll.job.seq, answer.mark);
      return isDone;
    },
  };
}
