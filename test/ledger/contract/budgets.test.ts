import { expect, it } from 'vitest';
import type { Ledger } from '../../../src/ledger/index.js';
import {
  accept,
  begin,
  beginLookup,
  begunLookup,
  doubt,
  keepPaid,
  plannedBatch,
  resultsOf,
} from '../support.js';
import { contractOf } from './engines.js';

const PRICES = { cpf: 2, cnpj: 5, realtime: 3 };
const day = (limit: number) => ({ of: 'day', since: 1, limit }) as const;
const lost = { is: 'unknown', at: 9 } as const;

/** Credits spent since the beginning, at one credit each. */
const spent = (ledger: Ledger) => ledger.spentSince(0, { cpf: 1, cnpj: 1, realtime: 1 });

/** A lookup that was lost, and the batch whose job 2 has taken its doubt over. */
async function movedDoubt(own: Ledger) {
  await own.endLookup(await begunLookup(own, 'a', { at: 5 }), lost);
  const { num } = await plannedBatch(own, ['a', 'b']);
  await begin(own, num);
  return num;
}

contractOf('the budget of a day or a month for single lookups', ({ ledger, two }) => {
  it.each([
    ['simple', 'cpf', 2],
    ['simple', 'cnpj', 5],
    ['realtime', 'cpf', 3],
  ] as const)('counts a %s lookup of a %s at its own price', async (way, kind, cost) => {
    const own = await ledger();
    const asked = { way, kind, prices: PRICES };
    const budget = day(cost - 0.5);
    expect(await beginLookup(own, 'a', { ...asked, budgets: [day(100), budget] })).toEqual({
      ...{ verdict: 'over_budget', cost, left: cost - 0.5, budget },
    });
    expect(await spent(own)).toBe(0);
    const enough = { ...asked, budgets: [day(cost)] };
    expect(await beginLookup(own, 'a', enough)).toMatchObject({ verdict: 'ask' });
  });

  it('counts what every process of the ledger spent, and is new in the next period', async () => {
    const [own, other] = await two();
    const budgets = [day(2)];
    const first = await begunLookup(own, 'a', { holder: 'one', budgets });
    await own.endLookup(first, { is: 'found', record: null });
    await begunLookup(other, 'b', { holder: 'two', budgets });
    expect(await beginLookup(own, 'c', { budgets })).toMatchObject({
      ...{ verdict: 'over_budget', left: 0 },
    });
    const tomorrow = [{ ...day(2), since: 2 }];
    expect(await beginLookup(own, 'c', { budgets: tomorrow })).toMatchObject({ verdict: 'ask' });
  });

  it('answers from a record whatever is left', async () => {
    const own = await ledger();
    await keepPaid(own, 'a', 20);
    const asked = { budgets: [day(0)], reuseSince: 20 };
    expect(await beginLookup(own, 'a', asked)).toMatchObject({ verdict: 'known' });
  });

  it('changes nothing when it refuses: a proof and the word stay what they were', async () => {
    const own = await ledger();
    const num = await begunLookup(own, 'a', { at: 5 });
    await own.endLookup(num, lost);
    const word = await own.tick();
    const budgets = [day(1)];
    // Without the proof the lost one counts, with it not.
    const over = { verdict: 'over_budget', cost: 1, left: 0, budget: day(1) };
    expect(await beginLookup(own, 'a', { word, budgets })).toEqual(over);
    expect(await beginLookup(own, 'a', { proved: num, budgets: [day(0)] })).toMatchObject({
      verdict: 'over_budget',
    });
    expect(await beginLookup(own, 'a')).toMatchObject({ verdict: 'doubtful' });
    expect(await beginLookup(own, 'a', { proved: num, budgets })).toMatchObject({
      verdict: 'ask',
    });
  });
});

contractOf('what counts as spent', ({ ledger, two }) => {
  it('is what a process had begun that died, until it is settled', async () => {
    const [dead, own] = await two();
    const { num } = await plannedBatch(dead, ['a', 'b', 'c']);
    await begin(dead, num);
    const lookup = await begunLookup(dead, 'x');
    await dead.close();
    expect(await spent(own)).toBe(4);
    await own.doubtCutShort(num, 'why', 5);
    const reading = {
      account: 'a',
      keyFingerprint: 'finger',
      plan: 'Micro',
      used: 0,
      remaining: 9,
    };
    await own.keepReading({ ...reading, before: await own.tick(), at: 6 });
    expect(await spent(own)).toBe(4);
    const refused = await beginLookup(own, 'y', { budgets: [day(4)] });
    expect(refused).toMatchObject({ verdict: 'over_budget', left: 0 });
    await own.endLookup(lookup, { is: 'free' });
    expect(await spent(own)).toBe(3);
    await begin(own, num, { proved: true });
    await own.keepOutcome(num, 1, { is: 'refused' }, 7);
    expect(await spent(own)).toBe(0);
  });

  it('in a batch is what its jobs cost that began after a tick', async () => {
    const own = await ledger();
    const { num } = await plannedBatch(own, ['a', 'b', 'c', 'd']);
    await own.splitJob(num, 1, 2);
    await accept(own, num);
    await own.keepResults(resultsOf(num, ['a'], ['b'], { end: 'done' }));
    const since = await own.tick();
    const { num: other } = await plannedBatch(own, ['x'], { id: 'other' });
    await begin(own, other);
    expect(await own.spentInBatch(num, since, PRICES)).toBe(0);
    await begin(own, num, { job: 2 });
    expect(await own.spentInBatch(num, since, PRICES)).toBe(2 * PRICES.cpf);
    expect(await own.spentInBatch(num, 0, PRICES)).toBe(3 * PRICES.cpf);
  });

  it('counts every record of a running job, at the price of its kind', async () => {
    const own = await ledger();
    const { num } = await plannedBatch(own, ['a', 'b', 'c'], { kind: 'cnpj' });
    await begin(own, num);
    await begunLookup(own, 'x');
    expect(await own.spentSince(0, PRICES)).toBe(3 * PRICES.cnpj + PRICES.cpf);
  });

  it('counts a doubt that a batch has taken over once', async () => {
    const own = await ledger();
    await movedDoubt(own);
    // The doubt and the other identifier of the batch.
    expect(await spent(own)).toBe(2);
  });

  it('no longer counts a doubt that a batch had taken over when it is proved free', async () => {
    const own = await ledger();
    const num = await movedDoubt(own);
    await begin(own, num, { job: 2, proved: true });
    expect(await spent(own)).toBe(2);
  });

  it('goes on counting a doubt that the user gave up, and its new submission', async () => {
    const own = await ledger();
    const num = await movedDoubt(own);
    await begin(own, num, { job: 2, resubmits: true });
    expect(await spent(own)).toBe(3);
  });

  it('goes on counting a doubt that a record has answered', async () => {
    const own = await ledger();
    const num = await movedDoubt(own);
    await keepPaid(own, 'a', 20);
    await own.doubtCutShort(num, 'why', 30);
    // The doubt, the other identifier of the batch, and the lookup that found the record.
    expect(await spent(own)).toBe(3);
  });

  it('counts a job that was given up as charged whole, also when its batch is deleted', async () => {
    const own = await ledger();
    const { num } = await plannedBatch(own, ['a', 'b', 'c']);
    await doubt(own, num);
    await own.abandon(num, [1], 4);
    expect(await spent(own)).toBe(3);
    expect(await own.removeBatch(num, Infinity)).toBe('removed');
    expect(await spent(own)).toBe(3);
  });
});
