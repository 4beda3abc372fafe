import { expect, it } from 'vitest';
import type { Ledger } from '../../../src/ledger/index.js';
import {
  accepted,
  balanceOf,
  begin,
  beginLookup,
  begunLookup,
  claimed,
  costIn,
  figuresOf,
  keepPaid,
  plannedBatch,
  spentSince,
  submissionOf,
  itemsOf,
} from '../support.js';
import { contractOf } from './engines.js';

const WAYS = ['simple', 'realtime'] as const;

/** A lookup of `id` has no answer; returns its number. */
async function doubted(own: Ledger, id: string, way: 'simple' | 'realtime' = 'simple') {
  const num = await begunLookup(own, id, { way, word: await own.tick() });
  await own.endLookup(num, { is: 'unknown' });
  return num;
}

const jobsOf = async (own: Ledger, batch: number) =>
  (await own.jobsOf(batch)).map(({ seq, state, items }) => `${seq} ${state} ${items}`);

contractOf('an identifier whose single lookup is in doubt', ({ ledger, two, planned }) => {
  it.each(WAYS)('is left out of what a batch sends (%s), in one job of its own', async (way) => {
    const own = await ledger();
    for (const id of ['a', 'c']) await doubted(own, id, way);
    const { num } = await plannedBatch(own, ['a', 'b', 'c', 'd']);
    await own.splitJob(num, 1, 2);
    expect(await begin(own, num)).toMatchObject({ verdict: 'begun', ids: ['b'] });
    expect(await begin(own, num, { job: 2 })).toMatchObject({ verdict: 'begun', ids: ['d'] });
    const jobs = ['1 submitting 1', '2 submitting 1', '3 planned 2'];
    expect(await jobsOf(own, num)).toEqual(jobs);
    expect(await begin(own, num, { job: 3 })).toEqual({ verdict: 'empty' });
    expect(await jobsOf(own, num)).toEqual(jobs);
    expect(await own.leftOut(num)).toMatchObject([
      { id: 'a', job: 3, doubt: { way, verdict: null } },
      { id: 'c', job: 3 },
    ]);
  });

  it('is left out before the cost is reckoned, and no reason why others were not sent is its own', async () => {
    const own = await ledger();
    await doubted(own, 'a');
    const { num } = await plannedBatch(own, ['a', 'b']);
    const sendable = await own.answerFromRecords({ ...submissionOf(num), proved: [] });
    expect(sendable.jobs).toMatchObject([{ seq: 1, items: 1 }]);
    await own.keepWhyUnsent(num, 'not covered');
    const left = { seq: 2, state: 'planned', error: '{"code":"lookup_in_doubt"}' };
    expect(await own.jobsOf(num)).toMatchObject([{ error: 'not covered' }, left]);
    // The word that another batch may have it covers this, too.
    const word = { ...submissionOf(num), proved: [], evenIfElsewhere: true };
    expect((await own.answerFromRecords(word)).jobs).toMatchObject([{ seq: 1 }, { seq: 2 }]);
  });

  it('is left out when its session has died, and is waited for while that lives', async () => {
    const [own, other] = await two();
    await begunLookup(own, 'a', { holder: 'one' });
    const { num } = await plannedBatch(other, ['a', 'b']);
    expect(await begin(other, num)).toEqual({ verdict: 'looked_up_now', items: 1 });
    await own.close();
    expect(await begin(other, num)).toMatchObject({ ids: ['b'] });
    expect(await other.leftOut(num)).toMatchObject([{ id: 'a' }]);
  });

  it('counts as unconfirmed, once, in this batch and among all', async () => {
    const own = await ledger();
    for (const way of WAYS) await doubted(own, 'a', way);
    const { num } = await plannedBatch(own, ['a', 'b']);
    const { num: other } = await plannedBatch(own, ['c'], { id: 'other' });
    const counts = { pending: 1, unconfirmed: 1 };
    expect(await figuresOf(own, num)).toMatchObject({ counts });
    expect(await figuresOf(own, other)).toMatchObject({ counts: { pending: 1, unconfirmed: 0 } });
    const all = await own.figures();
    expect(all.find(({ batch }) => batch.num === num)).toMatchObject({ counts });
    await begin(own, num);
    expect(await figuresOf(own, num)).toMatchObject({ counts: { pending: 0, unconfirmed: 2 } });
  });

  it('may be charged once, and is sent once its lookup is proved free', async () => {
    const own = await ledger();
    const lookup = await doubted(own, 'a');
    const { num } = await plannedBatch(own, ['a', 'b']);
    await begin(own, num);
    const once = async () => [await claimed(own), await spentSince(own, 0)];
    expect(await once()).toEqual([2, 2]);
    await own.endLookup(lookup, { is: 'free' });
    expect(await own.leaveOut(num)).toEqual([]);
    expect(await own.jobsOf(num)).toMatchObject([{}, { state: 'planned', error: null }]);
    expect(await begin(own, num, { job: 2 })).toMatchObject({ verdict: 'begun', ids: ['a'] });
    expect(await once()).toEqual([2, 2]);
  });

  it('is answered by a record that was found since', async () => {
    const own = await ledger();
    await doubted(own, 'a');
    const { num } = await plannedBatch(own, ['a', 'b']);
    await begin(own, num);
    await keepPaid(own, 'a', 20);
    await own.answerFromRecords({ ...submissionOf(num), proved: [], reuseSince: 20 });
    expect(await jobsOf(own, num)).toEqual(['1 submitting 1']);
    expect(await itemsOf(own, num, ['a'])).toMatchObject([{ answer: 'found' }]);
  });

  it.each(WAYS)('is sent at the word of the user; a %s doubt', async (way) => {
    const own = await ledger();
    const lookup = await doubted(own, 'a', way);
    const { num } = await plannedBatch(own, ['a', 'b']);
    await begin(own, num);
    const refused = { job: 2, resubmits: true, cost: costIn([await balanceOf(own, 0)]) };
    expect(await begin(own, num, refused)).toMatchObject({ verdict: 'over_limit' });
    expect(await own.leftOut(num)).toHaveLength(1);
    expect(await begin(own, num, { job: 2, resubmits: true })).toMatchObject({ ids: ['a'] });
    expect(await own.decisionsOf(num)).toMatchObject([{ job: 2, decision: 'resubmit' }]);
    await own.keepOutcome(num, 2, accepted('job 2'), 30);
    // What was agreed to for a simple record is no word for a real-time record.
    const again = await beginLookup(own, 'a', { way: 'realtime', word: undefined });
    expect(again).toMatchObject(
      way === 'realtime'
        ? { verdict: 'doubtful', doubt: { num: lookup } }
        : { verdict: 'in_batch' },
    );
  });

  it('is left out again when the word was for a job of which it was a part', async () => {
    const { own, num } = await planned(['a', 'b']);
    await begin(own, num);
    await own.keepOutcome(num, 1, { is: 'unknown', why: 'lost' }, 3);
    await doubted(own, 'a');
    expect(await begin(own, num, { resubmits: true })).toMatchObject({ job: 2, ids: ['b'] });
    expect(await jobsOf(own, num)).toEqual(['1 abandoned 2', '2 submitting 1', '3 planned 1']);
  });
});
