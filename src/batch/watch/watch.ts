import type { Clock } from '../../clock.js';
import type { Batch } from '../../ledger/index.js';
import type { During } from '../../service/index.js';
import type { Deps } from '../dependencies.js';
import { asKnownError } from '../../errors.js';
import type { Poll, PollAnswer } from './poll.js';
import { createPolling, type Polling } from './polling.js';
import { pause, stopIfAsked } from '../stop.js';

/** Brings the accepted jobs of a held batch home; whatever arrives is kept at once. */
export interface Watcher {
  /** Polls until each has ended; false when the deadline passed first: the jobs go on without us. */
  readonly toTheEnd: () => Promise<boolean>;
  /** Polls what is due while something else has to wait, which no poll makes wait longer. */
  readonly during: During;
}

/** `interval`: milliseconds from a job's acceptance to its first poll. */
export function createWatcher(deps: Deps, batch: Batch, interval: number): Watcher {
  const polling = createPolling(deps, batch, interval);
  return {
    toTheEnd: () => watchToTheEnd(deps, batch, polling),
    during: (ms, sleep) => pollDuring(deps, polling, ms, sleep),
  };
}

async function watchToTheEnd(deps: Deps, batch: Batch, polling: Polling): Promise<boolean> {
  await deps.ledger.lookAgain(batch.num);
  for (let next = await polling.next(); next; next = await polling.next()) {
    stopIfAsked(deps, batch.id);
    const wait = Math.max(0, next.ms);
    if (!next.isUnderWay && deps.clock.now() + wait > deps.deadline) return false;
    if (wait > 0) await pause(deps, wait);
    else {
      const poll = polling.ask(next.job);
      if (!(await polling.take(poll, await poll.answer))) return false;
    }
  }
  return true;
}

/**
 * What goes wrong with a poll shows again in the watching; here it only ends the polling. Results that cannot be
 * written down end the pause and with it the submission, whose job id could not be written down either.
 */
async function pollDuring(
  { clock }: Deps,
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
      // By the clock alone, one that is put back would make the pause longer.
      left -= wait;
    } else {
      const poll = polling.ask(next.job);
      const answer = await within(left, poll, sleep);
      goesOn = answer !== undefined && (await polling.take(poll, answer));
    }
    left = Math.min(left, end - clock.now());
  }
}

/** The answer; undefined where it fails or does not come in `ms` milliseconds. A late one is taken next time. */
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
