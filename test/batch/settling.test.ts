import { describe, expect, it } from 'vitest';
import type { Deps } from '../../src/batch/dependencies.js';
import type { BatchEvent } from '../../src/batch/events.js';
import {
  createSettlementPause,
  markInterrupted,
  settleJobs,
  type Settling,
  withSettling,
  readUnconfirmedSubmissions,
  waitForSettling,
} from '../../src/batch/settle.js';
import {
  computeSettleTime,
  type Batch,
  type Ledger,
  type Settler,
} from '../../src/ledger/index.js';
import { CHECK_OTHERS_EVERY } from '../../src/money/book.js';
import type { ServiceClient } from '../../src/service/index.js';
import { createFakeClock, type FakeClock } from '../helpers/clocks/fake-clock.js';
import { resultsOf, tested, testLedger } from '../ledger/support.js';

const NOW = Date.UTC(2026, 0, 5, 12);
const SETTLE = 60_000;
/** That of a job of one identifier. */
const WHOLE = computeSettleTime(1, SETTLE);
const USED = 100;

interface Given {
  /** `usedCredits` of each request for the balance; the last one stays. */
  readonly used?: readonly number[];
  readonly settle?: number;
  readonly deadline?: number;
  readonly stop?: AbortSignal;
  readonly onEvent?: (event: BatchEvent) => void;
  /** Called while a request for the balance is under way. */
  readonly meanwhile?: () => Promise<void>;
}

const settling = (deps: Deps, batch: Batch): Settling => withSettling({ ...deps, batch });

/** A ledger, a balance that is told in advance, and a clock that only sleeps advance. */
async function world(given: Given = {}) {
  const clock = createFakeClock(NOW - 10 * SETTLE);
  const ledger = await testLedger(clock);
  const { used = [USED], settle = SETTLE, deadline = NOW + 1e9 } = given;
  const events: BatchEvent[] = [];
  let asked = 0;
  const quota = async () => {
    const usedCredits = used[Math.min(asked, used.length - 1)] ?? 0;
    asked += 1;
    await given.meanwhile?.();
    return { plan: 'Micro', remainingCredits: 1_000, usedCredits };
  };
  const client: unknown = { quota, within: () => client };
  const deps: Deps = {
    ledger,
    clock,
    settle,
    deadline,
    baseUrl: '',
    keyFingerprint: 'finger',
    client: client as ServiceClient,
    terms: { settle },
    newId: () => 'id',
    stop: given.stop ?? new AbortController().signal,
    emit: (event) => {
      events.push(event);
      given.onEvent?.(event);
    },
  };
  return { ledger, clock, deps, events, balances: () => asked };
}

/** A reading of the balance in the book. */
async function keepReading(ledger: Ledger, used: number): Promise<void> {
  const at = NOW - 5 * SETTLE;
  await tested(ledger).read({ account: 'key:finger', askedAt: at, at, used, remaining: 1_000 });
}

/** Jobs of one identifier each whose outcome became unknown `ago` ms before now. */
async function doubted(
  { ledger, clock }: { readonly ledger: Ledger; readonly clock: FakeClock },
  ids = ['a'],
  ago = 0,
): Promise<Batch> {
  const batch = await tested(ledger).plannedBatch(ids);
  await keepReading(ledger, USED);
  until(clock, NOW - ago);
  for (const [index] of ids.entries()) {
    const job = index + 1;
    if (job < ids.length) await ledger.splitJob(batch.num, job, 1);
    await tested(ledger).begin(batch.num, { job, at: NOW - 5 * SETTLE });
    await ledger.storeOutcome(batch.num, job, { is: 'unknown', why: 'lost' }, NOW - ago);
  }
  until(clock, NOW);
  return batch;
}

function until(clock: FakeClock, at: number): void {
  clock.advance(at - clock.now());
}

/** What a run does with unconfirmed jobs before it sends them; throws why one of them is not proved free. */
async function settleUnconfirmed(work: Settling) {
  await markInterrupted(work);
  const jobs = await readUnconfirmedSubmissions(work);
  const open = await settleJobs(work, jobs);
  if (open !== undefined) throw open;
  return jobs;
}

const seqs = (jobs: readonly { readonly seq: number }[]) => jobs.map(({ seq }) => seq);
const unconfirmed = (why: string, facts: object = {}) => ({
  kind: 'unconfirmed',
  code: 'submission_unconfirmed',
  facts: { batch: 'abc0000000', job: 1, items: 1, why, ...facts },
});

describe('the settle time', () => {
  it.each([
    ['all of it after a doubt that has just begun', 0, SETTLE, WHOLE],
    ['the rest of it after an older doubt', 20_000, SETTLE, WHOLE - 20_000],
    ['at least a second', SETTLE - 10, SETTLE, 1_000],
    ['no longer than a short settle time', 0, 200, computeSettleTime(1, 200)],
  ])('settling waits for the settle time: %s', async (_, ago, settle, wait) => {
    const given = await world({ settle });
    const { ledger, clock, deps, events } = given;
    const batch = await doubted(given, ['a'], ago);
    expect(seqs(await settleUnconfirmed(settling(deps, batch)))).toEqual([1]);
    expect(clock.sleeps).toEqual([wait]);
    expect(events).toEqual([
      { type: 'settling', seq: 1, ms: wait },
      { type: 'settled', seq: 1, decision: 'resend' },
    ]);
    // Only the check immediately before sending is written down.
    expect(await ledger.readDecisions(batch.num)).toEqual([]);
  });

  it('the wait for the settle time may end at the deadline, but not after it', async () => {
    const onTime = await world({ deadline: NOW + WHOLE });
    const batch = await doubted(onTime);
    expect(seqs(await settleUnconfirmed(settling(onTime.deps, batch)))).toEqual([1]);
    const late = await world({ deadline: NOW + WHOLE - 1 });
    const other = await doubted(late);
    await expect(settleUnconfirmed(settling(late.deps, other))).rejects.toMatchObject(
      unconfirmed('deadline'),
    );
    expect([late.clock.sleeps, late.events]).toEqual([[], []]);
  });

  it('the settle time begins again when another machine ends a job', async () => {
    const given = await world();
    const { ledger, clock, deps } = given;
    const batch = await doubted(given, ['a'], 3 * SETTLE);
    const other = await tested(ledger).plannedBatch(['x', 'y'], { id: 'other' });
    await tested(ledger).accept(other.num);
    const own = settling(deps, batch);
    own.watch((await ledger.readJobs(batch.num))[0]?.begunTick ?? 0, 0);
    clock.advance(SETTLE - 1);
    await ledger.storeResults(
      resultsOf(other.num, [], ['x', 'y'], { end: 'done', at: clock.now() }),
    );
    clock.move();
    expect(seqs(await settleUnconfirmed(own))).toEqual([1]);
    expect(clock.sleeps).toEqual([WHOLE]);
  });

  it.each([
    ['before the wait', true],
    ['during the wait', false],
  ])('settling ends when the user stops it %s', async (_, isBefore) => {
    const stop = new AbortController();
    const onEvent = ({ type }: BatchEvent) => {
      if (type === 'settling') stop.abort();
    };
    const given = await world({ stop: stop.signal, onEvent });
    const { clock, deps, events } = given;
    const batch = await doubted(given);
    if (isBefore) stop.abort();
    const settled = settleUnconfirmed(settling(deps, batch));
    await expect(settled).rejects.toMatchObject({ kind: 'interrupted' });
    expect(clock.sleeps).toEqual([]);
    expect(events).toHaveLength(isBefore ? 0 : 1);
  });
});

describe('submissions without proof', () => {
  it('a submission is left to the user, with the evidence, if the balance moves during the wait', async () => {
    const given = await world({ used: [USED, USED + 1] });
    const { ledger, deps, events } = given;
    const batch = await doubted(given);
    const settled = settleUnconfirmed(settling(deps, batch));
    await expect(settled).rejects.toMatchObject(unconfirmed('undecided', { because: 'moved' }));
    expect(events.at(-1)).toEqual({ type: 'settled', seq: 1, decision: 'ask' });
    const used = { usedBefore: USED, usedNow: USED + 1, found: 0 };
    const evidence = {
      why: 'moved',
      ...used,
      since: expect.any(Number) as number,
      elapsed: WHOLE,
    };
    expect(await ledger.readDecisions(batch.num)).toEqual([
      { job: 1, at: NOW + WHOLE, decision: 'ask', evidence },
    ]);
  });

  it('a submission is left to the user if our own requests found something between the two readings', async () => {
    const given = await world();
    const batch = await doubted(given);
    await tested(given.ledger).keepPaid('x', NOW);
    const settled = settleUnconfirmed(settling(given.deps, batch));
    await expect(settled).rejects.toMatchObject(
      unconfirmed('undecided', { because: 'others_found' }),
    );
    // A balance that happens to fit later overturns no verdict.
    given.clock.advance(10 * SETTLE);
    const again = settleUnconfirmed(settling(given.deps, batch));
    await expect(again).rejects.toMatchObject(
      unconfirmed('undecided', { because: 'others_found' }),
    );
  });

  it('settling waits for jobs of other batches, and names these batches', async () => {
    const given = await world();
    const { ledger, clock, deps, events } = given;
    const batch = await doubted(given);
    const other = await tested(ledger).plannedBatch(['x'], { id: 'other' });
    await tested(ledger).accept(other.num);
    await expect(settleUnconfirmed(settling(deps, batch))).rejects.toMatchObject(
      unconfirmed('others_running', { liveBatches: ['other'] }),
    );
    expect([clock.sleeps, events, await ledger.readDecisions(batch.num)]).toEqual([[], [], []]);
  });
});

/** Another machine settles something, for so many looks of this one, which has time for two waits. */
async function besideOther(looks: number) {
  const given = await world({ deadline: NOW - 10 * SETTLE + 2 * CHECK_OTHERS_EVERY });
  let left = looks;
  Object.assign(given.ledger, {
    findAccount: () => Promise.resolve('one'),
    pauseOthers: () => Promise.resolve(left > 0 ? undefined : { release: () => undefined }),
    findPause: () => Promise.resolve((left -= 1) >= 0 ? OTHER : undefined),
  });
  return { ...given, work: { ...given.deps, batch: { id: 'abc0000000' } as Batch } };
}

const OTHER: Settler = { host: 'two', since: 1 };
const TOLD = { type: 'others_settling', host: 'two' };
const REFUSED = { code: 'others_settling', facts: { batch: 'abc0000000', by: OTHER } };

describe('another machine that settles', () => {
  it('settling waits until another machine has settled, and says so once', async () => {
    const { work, clock, events } = await besideOther(2);
    expect(await createSettlementPause(work).begin()).toBeUndefined();
    expect([clock.sleeps, events]).toEqual([[CHECK_OTHERS_EVERY, CHECK_OTHERS_EVERY], [TOLD]]);
  });

  it('settling is given up if the deadline leaves no time to wait for another machine', async () => {
    const { work, clock } = await besideOther(3);
    expect(await createSettlementPause(work).begin()).toMatchObject(REFUSED);
    expect(clock.sleeps).toHaveLength(2);
  });

  it('a submission waits for a settling machine, and the results of running jobs are fetched meanwhile', async () => {
    const { work, clock, events } = await besideOther(2);
    let collected = 0;
    await waitForSettling(work, false, () => Promise.resolve((collected += 1)));
    expect([clock.sleeps, events]).toEqual([[CHECK_OTHERS_EVERY, CHECK_OTHERS_EVERY], [TOLD]]);
    expect(collected).toBe(2);
  });

  it('a submission that was proved free does not wait for a settling machine, because the proof does not last', async () => {
    const { work, clock } = await besideOther(1);
    expect(await waitForSettling(work, true)).toMatchObject(REFUSED);
    expect(clock.sleeps).toEqual([]);
  });
});
