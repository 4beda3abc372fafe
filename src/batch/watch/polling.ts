import { setImmediate } from 'node:timers/promises';
import type { Batch, Job } from '../../ledger/index.js';
import type { Mark } from '../../service/index.js';
import type { Deps } from '../dependencies.js';
import { nextDue, type Due } from './next-poll.js';
import { beginPoll, keepPoll, mustRepeat, type Poll, type PollAnswer } from './poll.js';

export interface NextPoll extends Due {
  readonly isUnderWay: boolean;
}

/** The sequence of polls of a held batch. */
export interface Polling {
  /** Undefined if no job is running. */
  readonly next: () => Promise<NextPoll | undefined>;
  /** Requests the results of a job, or continues the request that is already running. */
  readonly ask: (job: Job) => Poll;
  /**
   * Stores the answer, and requests the next job that is due. Returns false if the deadline left no
   * time.
   */
  readonly take: (poll: Poll, answer: PollAnswer) => Promise<boolean>;
}

/** `interval`: milliseconds from the acceptance of a job to its first poll. */
export function createPolling(deps: Deps, batch: Batch, interval: number): Polling {
  /**
   * The marks of the results that are stored, by job number, so that a poll without new results parses
   * nothing twice.
   */
  const marks = new Map<number, Mark>();
  let underWay: Poll | undefined;
  /** Jobs whose answer does not account for every identifier: asked once more for all results. */
  const doubtful: Job[] = [];
  const mayGoOn = createSecondLooks(deps.clock, interval);
  const looks = { began: deps.clock.now(), asked: new Map<number, number>() };

  const begin = (job: Job, isRepeated: boolean): Poll => {
    looks.asked.set(job.seq, deps.clock.now());
    const poll = beginPoll(deps, job, isRepeated ? undefined : marks.get(job.seq), isRepeated);
    // A failed request is sent again if it is still needed.
    poll.answer.catch(() => (underWay = underWay === poll ? undefined : underWay));
    return poll;
  };
  const due = (without?: number) => nextDue(deps, batch.num, interval, looks, without);

  /** The job to request while an answer is being stored. */
  const dueNow = async (without: number): Promise<Job | undefined> => {
    const next = await due(without);
    const isOver = deps.stop.aborted || deps.clock.now() > deps.deadline;
    return next === undefined || next.ms > 0 || isOver ? undefined : next.job;
  };

  return {
    async next() {
      const [again] = underWay === undefined ? doubtful.splice(0, 1) : [];
      if (again !== undefined) underWay = begin(again, true);
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
      // Storing blocks this thread, so the request must be sent first.
      await setImmediate();
      const look = { interval, mayGoOn: mayGoOn(poll.job.seq, answer) };
      const kept = await keepPoll(deps, batch, poll, answer, look);
      if (kept === 'ask_again') doubtful.push(poll.job);
      // Set only after storing, so that results that could not be stored are not skipped.
      if ('mark' in answer) marks.set(poll.job.seq, answer.mark);
      return kept !== 'no_time';
    },
  };
}

/** A `failed` counts when a second look, an interval later, shows the same numbers. */
function createSecondLooks(clock: Deps['clock'], interval: number) {
  const failures = new Map<number, { readonly numbers: string; readonly since: number }>();
  return (seq: number, answer: PollAnswer): boolean => {
    if (!('status' in answer) || answer.status !== 'failed') return false;
    const { found, notFound, skipped, processed } = answer;
    const numbers = JSON.stringify([found, notFound, skipped, processed]);
    const before = failures.get(seq);
    const now = clock.now();
    if (before?.numbers === numbers) return now < before.since + interval;
    failures.set(seq, { numbers, since: now });
    return true;
  };
}
