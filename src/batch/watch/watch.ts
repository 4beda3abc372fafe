import type { Clock } from '../../clock.js';
import type { Batch, Job } from '../../ledger/index.js';
import type { During, Mark } from '../../service/index.js';
import type { Deps } from '../dependencies.js';
import { asKnownError, type ConfereError, type ErrorFacts } from '../../errors.js';
import { beginPoll, keepPoll, mustRepeat, type Poll, type PollAnswer } from './poll.js';
import { pause, stopIfAsked } from '../stop.js';
import { setImmediate } from 'node:timers/promises';
import { nextDue, type Due } from './next-poll.js';

/** Fetches the results of the accepted jobs of a held batch; stores every answer at once. */
export interface Watcher {
  /**
   * Polls until each job has ended: at its beginning what ran before, at the deadline what still runs. Returns false if
   * the deadline passed first; the jobs continue at the service.
   */
  readonly toTheEnd: () => Promise<boolean>;
  /** Polls due jobs while a submission waits, without extending the wait. */
  readonly during: During;
}

/** `interval`: milliseconds from the acceptance of a job to its first poll. */
export function createWatcher(deps: Deps, batch: Batch, interval: number): Watcher {
  const polling = createPolling(deps, batch, interval);
  return {
    toTheEnd: () => watchToTheEnd(deps, batch, polling),
    during: (ms, sleep) => pollDuring(deps, polling, ms, sleep),
  };
}

async function watchToTheEnd(deps: Deps, batch: Batch, polling: Polling): Promise<boolean> {
  return retryWhileLedgerAway(deps, batch.id, async () => {
    await deps.ledger.lookAgain(batch.num);
    return pollToTheEnd(deps, batch, polling);
  });
}

async function pollToTheEnd(deps: Deps, batch: Batch, polling: Polling): Promise<boolean> {
  for (let next = await polling.next(); next; next = await polling.next()) {
    stopIfAsked(deps, batch.id);
    const left = deps.deadline + 1 - deps.clock.now();
    if (left <= 0 && next.ms > 0) return false;
    const wait = Math.min(left, next.ms);
    if (wait > 0) await pause(deps, wait);
    else {
      const poll = polling.ask(next.job);
      if (!(await polling.take(poll, await poll.answer))) return false;
    }
  }
  return true;
}

/**
 * Polls while a submission waits. A failed poll only ends the polling, because watching will report the
 * error. If results cannot be stored, the wait and the submission end too: its job id could not be
 * stored either.
 */
async function pollDuring(
  { clock }: Pick<Deps, 'clock'>,
  polling: Polling,
  ms: number,
  sleep: Clock['sleep'],
): Promise<void> {
  const end = clock.now() + ms;
  let goesOn = true;
  let left = ms;
  while (left > 0) {
    const next = goesOn ? await polling.next() : undefined;
    const wait = Math.min(left, next?.ms ?? left);
    if (next === undefined || wait > 0) {
      await sleep(wait);
      // Subtracts the wait itself, because a clock that is set back would extend the pause.
      left -= wait;
    } else {
      const poll = polling.ask(next.job);
      const answer = await within(left, poll, sleep);
      goesOn = answer !== undefined && (await polling.take(poll, answer));
    }
    left = Math.min(left, end - clock.now());
  }
}

/**
 * Resolves with the answer; with undefined if it fails or takes longer than `ms` milliseconds. A late
 * answer is used by the next poll.
 */
async function within(
  ms: number,
  { answer }: Poll,
  sleep: Clock['sleep'],
): Promise<PollAnswer | undefined> {
  const over = new AbortController();
  const late = sleep(ms, over.signal).then(() => undefined);
  const failed = (error: unknown): undefined => void asKnownError(error);
  try {
    return await Promise.race([answer.catch(failed), late]);
  } finally {
    over.abort();
  }
}

/** How long (ms) after a failure the database is asked again. */
const PAUSE = 5_000;

/**
 * Does `work`, which only asks for results, anew as often as the database of the ledger goes away meanwhile, until
 * the deadline. Results that could not be stored are asked for again; that costs nothing.
 *
 * @throws ConfereError `database_unusable` if it was away for so long
 */
async function retryWhileLedgerAway<T>(
  deps: Deps,
  batchId: string,
  work: () => Promise<T>,
): Promise<T> {
  let isTold = false;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(asKnownError(error)) || deps.clock.now() + PAUSE > deps.deadline) throw error;
      if (!isTold) deps.emit({ type: 'ledger_away' });
      isTold = true;
      await pause(deps, PAUSE);
      stopIfAsked(deps, batchId);
    }
  }
}

function isAway({ code, facts }: ConfereError): boolean {
  if (code !== 'database_unusable') return false;
  const { why } = facts as ErrorFacts['database_unusable'];
  return why === 'unreachable' || why === 'read_only';
}

interface NextPoll extends Due {
  readonly isUnderWay: boolean;
}

/** The sequence of polls of a held batch. */
interface Polling {
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
function createPolling(deps: Deps, batch: Batch, interval: number): Polling {
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
