import { expect, it } from 'vitest';
import type { Ledger } from '../../../src/ledger/index.js';
import {
  begin,
  beginLookup,
  begunLookup,
  claimed,
  doubt,
  plannedBatch,
  spentSince,
  submissionOf,
} from '../support.js';
import { contractOf } from './engines.js';

const PRICES = { cpf: 1, cnpj: 1, realtime: 1.5 };
const REALTIME = { way: 'realtime' } as const;

/** The real-time lookup of `a` is in doubt, and a batch with `a` and `b` sets `a` aside. */
async function setAside(own: Ledger) {
  const num = await begunLookup(own, 'a', REALTIME);
  await own.endLookup(num, { is: 'unknown', at: 9 });
  const batch = await plannedBatch(own, ['a', 'b']);
  expect(await begin(own, batch.num)).toMatchObject({ verdict: 'begun', ids: ['b'] });
  const doubtful = async (asked = {}) =>
    (await beginLookup(own, 'a', { ...REALTIME, ...asked })).verdict === 'doubtful';
  expect(await doubtful()).toBe(true);
  const states = async (of = batch.num) =>
    (await own.jobsOf(of)).map(({ seq, state }) => `${seq} ${state}`);
  expect(await states()).toEqual(['1 submitting', '2 unconfirmed']);
  return { num, batch: batch.num, doubtful, states };
}

contractOf('a CPF whose real-time lookup is in doubt', ({ ledger }) => {
  it('waits in a job of its own, and what may have been charged counts once', async () => {
    const own = await ledger();
    const { batch } = await setAside(own);
    const once = async () => [await claimed(own, PRICES), await spentSince(own, 0, PRICES)];
    expect(await once()).toEqual([2.5, 2.5]);
    await own.keepReading({
      ...{ account: 'x', keyFingerprint: 'finger', before: await own.tick() },
      ...{ at: 9, plan: 'Micro', used: 0, remaining: 9 },
    });
    const doubts = async () =>
      (await own.balanceBook('x')).requests.filter(({ isDoubtful }) => isDoubtful);
    expect(await doubts()).toMatchObject([{ kind: 'realtime', found: 0 }]);
    await own.abandon(batch, [2], 30);
    expect([await once(), (await own.balanceBook('x')).lastEnd]).toEqual([[2.5, 2.5], 0]);
    expect(await doubts()).toHaveLength(1);
    // Once it is given up for another one, both may have been charged.
    await begunLookup(own, 'a', { ...REALTIME, word: await own.tick() });
    expect(await spentSince(own, 0, PRICES)).toBe(4);
  });

  it('is sent in the batch at the word of the user, and stays in doubt as a real-time lookup', async () => {
    const own = await ledger();
    const { batch, doubtful, states } = await setAside(own);
    const resubmitted = { job: 2, resubmits: true };
    const begun = { verdict: 'begun', job: 3, ids: ['a'] };
    expect(await begin(own, batch, resubmitted)).toMatchObject(begun);
    expect(await doubtful()).toBe(true);
    // After a refusal by the service the word still holds.
    await own.keepOutcome(batch, 3, { is: 'refused' }, 30);
    expect(await begin(own, batch, { job: 3 })).toMatchObject(begun);
    expect(await states()).toEqual(['1 submitting', '2 abandoned', '3 submitting']);
    expect(await doubtful()).toBe(true);
    expect(await doubtful({ word: 1e9 })).toBe(false);
  });

  it.each(['fresh batch', 'simple lookup'])(
    'stays in doubt when the user agrees to pay for a simple record in a %s',
    async (way) => {
      const own = await ledger();
      const num = await begunLookup(own, 'a', REALTIME);
      await own.endLookup(num, { is: 'unknown', at: 9 });
      if (way === 'simple lookup') {
        const simple = await begunLookup(own, 'a', { word: await own.tick() });
        await own.endLookup(simple, { is: 'free' });
      } else {
        const batch = await plannedBatch(own, ['a']);
        const sent = await begin(own, batch.num, { evenIfElsewhere: true });
        expect(sent).toMatchObject({ ids: ['a'] });
      }
      expect(await beginLookup(own, 'a', REALTIME)).toMatchObject({
        verdict: 'doubtful',
        doubt: { num },
      });
    },
  );

  it('is sent by every batch that waits, once a batch or a lookup has proved it free', async () => {
    const own = await ledger();
    const { batch, num, doubtful, states } = await setAside(own);
    const other = await plannedBatch(own, ['a'], { id: 'other' });
    expect(await begin(own, other.num)).toEqual({ verdict: 'empty' });
    expect(await begin(own, batch, { job: 2, proved: true })).toMatchObject({ ids: ['a'] });
    expect(await states(other.num)).toEqual(['2 planned']);
    expect(await claimed(own, PRICES)).toBe(2);
    expect(await doubtful({ proved: num })).toBe(false);
  });

  it('is planned again, once the user agrees to pay for another real-time record', async () => {
    const own = await ledger();
    const { states } = await setAside(own);
    await begunLookup(own, 'a', { ...REALTIME, word: await own.tick() });
    expect(await states()).toEqual(['1 submitting', '2 planned']);
  });

  it('has one verdict, whoever found it', async () => {
    const own = await ledger();
    const { num, batch } = await setAside(own);
    await own.keepLookupVerdict(num, 'fell');
    expect(await own.jobsOf(batch)).toMatchObject([{}, { verdict: 'fell' }]);
    const evidence = { why: 'moved' };
    await own.recordDecision(batch, { job: 2, at: 1, decision: 'ask', evidence });
    expect(await beginLookup(own, 'a', REALTIME)).toMatchObject({ doubt: { verdict: 'moved' } });
  });

  it.each([
    ['after it', ['realtime', 'simple']],
    ['before it', ['simple', 'realtime']],
  ] as const)(
    'whose simple lookup is in doubt %s, too, is set aside for that one first',
    async (_, ways) => {
      const own = await ledger();
      const nums: number[] = [];
      for (const way of ways) {
        const num = await begunLookup(own, 'a', { way, word: await own.tick() });
        await own.endLookup(num, { is: 'unknown', at: 9 });
        nums.push(num);
      }
      const { num } = await plannedBatch(own, ['a']);
      expect(await begin(own, num)).toEqual({ verdict: 'empty' });
      const jobs = () => own.jobsOf(num);
      expect(await jobs()).toMatchObject([{ seq: 2, state: 'unconfirmed', lookup: null }]);
      expect(await claimed(own, PRICES)).toBe(2.5);
      expect(await begin(own, num, { job: 2, proved: true })).toEqual({ verdict: 'empty' });
      const realtime = nums[ways.indexOf('realtime')];
      expect(await jobs()).toMatchObject([{ seq: 3, state: 'unconfirmed', lookup: realtime }]);
    },
  );

  it('is in the way of no other batch: each sets it aside for itself', async () => {
    const own = await ledger();
    await setAside(own);
    const other = await plannedBatch(own, ['a', 'c'], { id: 'other' });
    const { elsewhere } = await own.answerFromRecords({ ...submissionOf(other.num), proved: [] });
    expect(elsewhere).toBeNull();
    await doubt(own, other.num);
    expect(await own.jobsOf(other.num)).toMatchObject([{ items: 1 }, { lookup: 1 }]);
  });
});
