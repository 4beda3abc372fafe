import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../clock.js';
import { asKnownError, ConfereError, type ErrorFacts } from '../errors.js';
import type { Batch, Job } from '../ledger/index.js';
import type { During, Mark } from '../service/index.js';
import type { Deps, Work } from './dependencies.js';
import { holdBatch, type HeldBatch } from './plan/open-batch.js';
import {
  beginPoll,
  intervalAfter,
  mustRepeat,
  storePoll,
  type Poll,
  type PollAnswer,
} from './poll.js';
import { pause, pauseOrStop, stopIfAsked } from './stop.js';
import { summarize } from './summary.js';

export interface Watcher {
  /** Also once at the deadline. False if some run on at the service. */
  readonly toTheEnd: () => Promise<boolean>;
  /** Without extending the wait. */
  readonly during: During;
}

export function createWatcher(work: Work, interval: number): Watcher {
  const polling = createPolling(work, interval);
  return {
    toTheEnd: () =>
      retryWhileLedgerAway(work, async () => {
        await work.ledger.lookAgain(work.batch.num);
        return pollToTheEnd(work, polling);
      }),
    during: (ms, sleep) => pollDuring(work, polling, ms, sleep),
  };
}

async function pollToTheEnd(work: Work, polling: Polling): Promise<boolean> {
  for (let next = await polling.next(); next; next = await polling.next()) {
    stopIfAsked(work);
    const left = work.deadline + 1 - work.clock.now();
    if (left <= 0 && next.ms > 0) return false;
    const wait = Math.min(left, next.ms);
    if (wait > 0) await pause(work, wait);
    else {
      const poll = polling.ask(next.job);
      if (!(await polling.take(poll, await poll.answer))) return false;
    }
  }
  return true;
}

/** A failed poll only ends the polling: watching will report it. */
async function pollDuring(
  { clock }: Work,
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

/** A late answer is used by the next poll. */
async function within(ms: number, { answer }: Poll, sleep: Clock['sleep']) {
  const over = new AbortController();
  const late = sleep(ms, over.signal).then(() => undefined);
  const failed = (error: unknown): undefined => void asKnownError(error);
  try {
    return await Promise.race([answer.catch(failed), late]);
  } finally {
    over.abort();
  }
}

/** Ms. */
const PAUSE = 5_000;

/** Asks again until the deadline while the database is away; that costs nothing. @throws ConfereError `database_unusable` */
async function retryWhileLedgerAway<T>(work: Work, poll: () => Promise<T>): Promise<T> {
  for (let isTold = false; ; isTold = true) {
    try {
      return await poll();
    } catch (error) {
      if (!isAway(asKnownError(error)) || work.clock.now() + PAUSE > work.deadline) throw error;
      if (!isTold) work.emit({ type: 'ledger_away' });
      await pauseOrStop(work, PAUSE);
    }
  }
}

function isAway({ code, facts }: ConfereError): boolean {
  if (code !== 'database_unusable') return false;
  const { why } = facts as ErrorFacts['database_unusable'];
  return why === 'unreachable' || why === 'read_only';
}

interface Due {
  readonly job: Job;
  readonly ms: number;
}

interface Polling {
  readonly next: () => Promise<Due | undefined>;
  readonly ask: (job: Job) => Poll;
  /** False if the deadline left no time. */
  readonly take: (poll: Poll, answer: PollAnswer) => Promise<boolean>;
}

function createPolling(work: Work, interval: number): Polling {
  const { clock, stop, deadline } = work;
  const marks = new Map<number, Mark>();
  let underWay: Poll | undefined;
  /** Asked once more for all results. */
  const doubtful: Job[] = [];
  const mayGoOn = createSecondLooks(clock, interval);
  const looks: Looks = { began: clock.now(), asked: new Map() };

  const begin = (job: Job, isRepeated: boolean): Poll => {
    looks.asked.set(job.seq, clock.now());
    const poll = beginPoll(work, job, isRepeated, isRepeated ? undefined : marks.get(job.seq));
    // A failed request is sent again if it is still needed.
    poll.answer.catch(() => (underWay = underWay === poll ? undefined : underWay));
    return poll;
  };

  return {
    async next() {
      const [again] = underWay === undefined ? doubtful.splice(0, 1) : [];
      if (again !== undefined) underWay = begin(again, true);
      return underWay === undefined ? nextDue(work, interval, looks) : { job: underWay.job, ms: 0 };
    },
    ask: (job) => (underWay ??= begin(job, false)),
    async take(poll, answer) {
      const { seq } = poll.job;
      if (mustRepeat(poll, answer)) {
        underWay = begin(poll.job, true);
        return true;
      }
      const next = await nextDue(work, interval, looks, seq);
      const isNow = next !== undefined && next.ms <= 0 && !stop.aborted && clock.now() <= deadline;
      underWay = isNow ? begin(next.job, false) : undefined;
      // Storing blocks this thread, so the request must be sent first.
      await setImmediate();
      const stored = await storePoll(work, poll, answer, interval, mayGoOn(seq, answer));
      if (stored === 'ask_again') doubtful.push(poll.job);
      // Set only after storing, so that results that could not be stored are not skipped.
      if ('mark' in answer) marks.set(seq, answer.mark);
      return stored !== 'no_time';
    },
  };
}

/** When this process asked last (epoch ms), by job number. */
interface Looks {
  readonly began: number;
  readonly asked: Map<number, number>;
}

async function nextDue(
  { ledger, clock, deadline, batch }: Work,
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
  const jobs = await ledger.jobsOf(batch.num);
  return jobs
    .filter(({ state, seq }) => state === 'accepted' && seq !== without)
    .map((job) => ({ job, ms: dueIn(job) }))
    .sort((a, b) => (a.ms < b.ms ? -1 : 1))[0];
}

function regularlyDueIn(job: Job, interval: number, now: number): number {
  const last = job.polledAt ?? job.acceptedAt ?? 0;
  return last > now ? 0 : last + intervalAfter(job.polls, interval, job.seq) - now;
}

/** A `failed` counts when a second look, an interval later, shows the same numbers. */
function createSecondLooks(clock: Clock, interval: number) {
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

/** While another run has it, shows what that one writes into the ledger, and changes nothing. */
export async function followUntilFree(
  deps: Deps,
  batch: Batch,
  interval: number,
): Promise<HeldBatch | ConfereError> {
  const { ledger, clock, deadline, emit, costs } = deps;
  for (let isTold = false; ; isTold = true) {
    const held = await holdBatch(deps, batch).catch(asKnownError);
    if (!(held instanceof ConfereError)) return held;
    if (held.code !== 'batch_held') throw held;
    const nextMs = Math.min(interval, deadline - clock.now());
    if (nextMs <= 0) return held;
    if (!isTold) emit({ type: 'following', id: batch.id });
    const summary = () => summarize(ledger, batch.num, costs, true);
    emit({ type: 'polled', seq: null, summary, nextMs });
    await pauseOrStop({ ...deps, batch }, nextMs);
  }
}
