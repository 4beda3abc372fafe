import { expect, it } from 'vitest';
import { REQUESTER } from '../helpers/requester.js';
import type { Deps } from '../../src/batch/dependencies.js';
import type { BatchEvent } from '../../src/batch/events.js';
import {
  createSettlementPause,
  markInterrupted,
  settleJobs,
  withSettling,
  readUnconfirmedSubmissions,
  waitForSettling,
} from '../../src/batch/settle.js';
import type { ConfereError } from '../../src/base/errors.js';
import { computeSettleTime, type Batch, type LeaseHolder } from '../../src/ledger/index.js';
import { CHECK_OTHERS_EVERY } from '../../src/money/book.js';
import type { ServiceClient } from '../../src/service/index.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { resultsOf, testLedger } from '../ledger/support.js';

const NOW = Date.UTC(2026, 0, 5, 12);
const SETTLE = 60_000;
/** That of a job of one identifier. */
const WHOLE = computeSettleTime(1, SETTLE);
const USED = 100;

interface Given {
  /** How long ago (ms) the outcome of the job became unknown. */
  readonly ago?: number;
  /** `usedCredits` of each request for the balance; the last one stays. */
  readonly used?: readonly number[];
  readonly settle?: number;
  readonly deadline?: number;
  readonly stop?: AbortSignal;
  readonly onEvent?: (event: BatchEvent) => void;
}

/** A ledger with an unconfirmed job of one identifier, a balance that is told in advance, and a clock that only sleeps advance. */
async function world({ ago = 0, used = [USED], settle = SETTLE, ...given }: Given = {}) {
  const clock = createFakeClock(NOW - 10 * SETTLE);
  const ledger = await testLedger(clock);
  const events: BatchEvent[] = [];
  const left = [...used];
  const quota = () => {
    const usedCredits = (left.length > 1 ? left.shift() : left[0]) ?? 0;
    return Promise.resolve({ plan: 'Micro', remainingCredits: 1_000, usedCredits });
  };
  const client: unknown = { quota, withBounds: () => client };
  const deps: Deps = {
    ledger,
    clock,
    settleTime: settle,
    deadline: given.deadline ?? NOW + 1e9,
    baseUrl: '',
    keyFingerprint: 'finger',
    requester: REQUESTER,
    client: client as ServiceClient,
    terms: { settle },
    newId: () => 'id',
    stop: given.stop ?? new AbortController().signal,
    emit: (event) => {
      events.push(event);
      given.onEvent?.(event);
    },
  };
  const batch = await ledger.plannedBatch(['a']);
  const read = { account: 'key:finger', used: USED, remaining: 1_000 };
  await ledger.read({ ...read, askedAt: NOW - 5 * SETTLE, at: NOW - 5 * SETTLE });
  clock.advance(NOW - ago - clock.now());
  await ledger.begin(batch.num, { at: NOW - 5 * SETTLE });
  await ledger.storeOutcome(batch.num, 1, { is: 'unknown', why: 'lost' }, NOW - ago);
  clock.advance(NOW - clock.now());
  const settling = withSettling({ ...deps, batch });
  /** What a run does with unconfirmed jobs before it sends them: those proved free, or why not. */
  const settled = async () => {
    await markInterrupted(settling);
    const jobs = await readUnconfirmedSubmissions(settling);
    const open = await settleJobs(settling, jobs);
    return open === undefined ? jobs.map(({ seq }) => seq) : open;
  };
  return { ledger, clock, deps, events, batch, settling, settled };
}

const unconfirmed = (why: string, facts: object = {}) => ({
  kind: 'unconfirmed',
  code: 'submission_unconfirmed',
  facts: { batch: 'abc0000000', job: 1, items: 1, why, ...facts },
});

it.each([
  ['all of it after a doubt that has just begun', 0, SETTLE, WHOLE],
  ['the rest of it after an older doubt', 20_000, SETTLE, WHOLE - 20_000],
  ['at least a second', SETTLE - 10, SETTLE, 1_000],
  ['no longer than a short settle time', 0, 200, computeSettleTime(1, 200)],
])('settling waits for the settle time: %s', async (_, ago, settle, wait) => {
  // The wait may end at the deadline.
  const its = await world({ settle, ago, deadline: NOW + wait });
  expect(await its.settled()).toEqual([1]);
  expect(its.clock.sleeps).toEqual([wait]);
  expect(its.events).toEqual([
    { type: 'settling', seq: 1, ms: wait },
    { type: 'settled', seq: 1, decision: 'resend' },
  ]);
  // Only the check immediately before sending is written down.
  expect(await its.ledger.readDecisions(its.batch.num)).toEqual([]);
});

it('the settle time begins again when another machine ends a job', async () => {
  const { ledger, clock, batch, settling, settled } = await world({ ago: 3 * SETTLE });
  const other = await ledger.plannedBatch(['x', 'y'], { id: 'other' });
  await ledger.accept(other.num);
  settling.stopwatch((await ledger.readJobs(batch.num))[0]?.begunTick ?? 0, 0);
  clock.advance(SETTLE - 1);
  const ended = { end: 'done', at: clock.now() } as const;
  await ledger.storeResults(resultsOf(other.num, [], ['x', 'y'], ended));
  clock.move();
  expect(await settled()).toEqual([1]);
  expect(clock.sleeps).toEqual([WHOLE]);
});

it.each([
  ['before the wait', 0],
  ['during the wait', 1],
])('settling ends when the user stops it %s', async (_, told) => {
  const stop = new AbortController();
  const onEvent = () => {
    stop.abort();
  };
  const { clock, events, settled } = await world({ stop: stop.signal, onEvent });
  if (told === 0) stop.abort();
  await expect(settled()).rejects.toMatchObject({ kind: 'interrupted' });
  expect([clock.sleeps, events.length]).toEqual([[], told]);
});

it('a submission is left to the user, with the evidence, if the balance moves during the wait', async () => {
  const { ledger, events, batch, settled } = await world({ used: [USED, USED + 1] });
  expect(await settled()).toMatchObject(unconfirmed('undecided', { because: 'moved' }));
  expect(events.at(-1)).toEqual({ type: 'settled', seq: 1, decision: 'ask' });
  const since = expect.any(Number) as number;
  const used = { usedBefore: USED, usedNow: USED + 1, found: 0 };
  const evidence = { why: 'moved', ...used, since, elapsed: WHOLE };
  expect(await ledger.readDecisions(batch.num)).toEqual([
    { job: 1, at: NOW + WHOLE, decision: 'ask', evidence },
  ]);
});

const OTHER: LeaseHolder = { host: 'two', since: 1 };
const TOLD = { type: 'others_settling', host: 'two' };
const REFUSED = { code: 'others_settling', facts: { batch: 'abc0000000', by: OTHER } };
type Work = Deps & { readonly batch: Batch };

it.each<[string, number, (work: Work) => Promise<ConfereError | undefined>, number]>([
  ['settling waits, and says so once', 2, (work) => createSettlementPause(work).begin(), 2],
  ['settling waits only until its deadline', 3, (work) => createSettlementPause(work).begin(), 2],
  ['a submission waits, and says so once', 2, (work) => waitForSettling(work, false), 2],
  [
    'a submission that was proved free does not wait, because the proof does not last',
    1,
    (work) => waitForSettling(work, true),
    0,
  ],
])('while another machine settles, %s', async (_, looks, wait, waits) => {
  const { deps, batch, clock, events, ledger } = await world({
    deadline: NOW + 2 * CHECK_OTHERS_EVERY,
  });
  let left = looks;
  Object.assign(ledger, {
    findAccount: () => Promise.resolve('one'),
    pauseOthers: () => Promise.resolve(left > 0 ? undefined : { release: () => undefined }),
    findPause: () => Promise.resolve((left -= 1) >= 0 ? OTHER : undefined),
  });
  const refused = await wait({ ...deps, ledger, batch });
  if (looks === waits) expect(refused).toBeUndefined();
  else expect(refused).toMatchObject(REFUSED);
  expect(clock.sleeps).toEqual(Array(waits).fill(CHECK_OTHERS_EVERY));
  if (waits > 0) expect(events.filter(({ type }) => type !== 'waiting')).toEqual([TOLD]);
});

it('the results of running jobs are fetched while another machine settles', async () => {
  const { deps, batch, ledger } = await world();
  let [left, collected] = [2, 0];
  Object.assign(ledger, {
    findAccount: () => Promise.resolve('one'),
    findPause: () => Promise.resolve((left -= 1) >= 0 ? OTHER : undefined),
  });
  const collect = () => Promise.resolve((collected += 1));
  await waitForSettling({ ...deps, ledger, batch }, false, collect);
  expect(collected).toBe(2);
});
