import { expect, it } from 'vitest';
import type { Ledger, SpendingLimit } from '../../../src/ledger/index.js';
import {
  begin,
  beginLookup,
  begunLookup,
  costIn,
  keepPaid,
  plannedBatch,
  spentSince,
} from '../support.js';
import { contractOf } from './engines.js';

const DAY = 86_400_000;
const PRICES = { cpf: 2, cnpj: 5, realtime: 3 };
const day = (limit: number) => ({ of: 'day', since: 1, limit }) as const;
const lost = { is: 'unknown' } as const;

/** What a record costs one credit of. */
const within = (...limits: readonly SpendingLimit[]) => ({ cost: costIn(limits) });

/** Credits spent since the beginning, at one credit each. */
const spent = (ledger: Ledger) => spentSince(ledger, 0);

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
    const asked = (...limits: SpendingLimit[]) => ({
      ...{ way, kind },
      cost: costIn(limits, { most: cost, alone: cost, price: null, unpriced: PRICES }),
    });
    const limit = day(cost - 0.5);
    expect(await beginLookup(own, 'a', asked(day(100), limit))).toEqual({
      ...{ verdict: 'over_limit', left: cost - 0.5, limit },
    });
    expect(await spent(own)).toBe(0);
    expect(await beginLookup(own, 'a', asked(day(cost)))).toMatchObject({ verdict: 'ask' });
    expect(await own.leftOf([day(10)], PRICES)).toMatchObject([{ left: 10 - cost }]);
  });

  it('counts what every process of the ledger spent, and is new in the next period', async () => {
    const [own, other] = await two();
    const first = await begunLookup(own, 'a', { holder: 'one', ...within(day(2)) });
    await own.endLookup(first, { is: 'found', record: null });
    await begunLookup(other, 'b', { holder: 'two', ...within(day(2)) });
    expect(await beginLookup(own, 'c', within(day(2)))).toMatchObject({
      ...{ verdict: 'over_limit', left: 0 },
    });
    const tomorrow = within({ ...day(2), since: 2 });
    expect(await beginLookup(own, 'c', tomorrow)).toMatchObject({ verdict: 'ask' });
  });

  it('counts what was spent while the clock was set back, by less than a day', async () => {
    const own = await ledger();
    const today = within({ ...day(3), since: 10 * DAY });
    await begunLookup(own, 'a', { at: 10.5 * DAY, ...today });
    // The clock says yesterday.
    const yesterday = { at: 9.6 * DAY, ...within({ ...day(3), since: 9 * DAY }) };
    await begunLookup(own, 'b', yesterday);
    const { num } = await plannedBatch(own, ['c']);
    expect(await begin(own, num, yesterday)).toMatchObject({ at: 10.5 * DAY + 2 });
    expect(await beginLookup(own, 'd', yesterday)).toMatchObject({ left: 0 });
    expect(await beginLookup(own, 'd', { at: 10.6 * DAY, ...today })).toMatchObject({ left: 0 });
  });

  it('does not count what a clock stamped that was a year ahead, nor stamps anything after it', async () => {
    const own = await ledger();
    await begunLookup(own, 'a', { at: 375 * DAY });
    const { num } = await plannedBatch(own, ['b']);
    const today = { at: 10 * DAY, ...within({ ...day(2), since: 10 * DAY }) };
    expect(await begin(own, num, today)).toMatchObject({ verdict: 'begun', at: 10 * DAY });
    await begunLookup(own, 'c', today);
    expect(await beginLookup(own, 'd', today)).toMatchObject({ left: 0 });
    const tomorrow = { at: 12 * DAY, ...within({ ...day(1), since: 12 * DAY }) };
    expect(await beginLookup(own, 'd', tomorrow)).toMatchObject({ verdict: 'ask' });
  });

  it('changes nothing when it refuses: a proof and the word stay what they were', async () => {
    const own = await ledger();
    const num = await begunLookup(own, 'a', { at: 5 });
    await own.endLookup(num, lost);
    const word = await own.tick();
    // Without the proof the lost one counts, with it not.
    const over = { verdict: 'over_limit', left: 0, limit: day(1) };
    expect(await beginLookup(own, 'a', { word, ...within(day(1)) })).toEqual(over);
    expect(await beginLookup(own, 'a', { proved: num, ...within(day(0)) })).toMatchObject({
      verdict: 'over_limit',
    });
    expect(await beginLookup(own, 'a')).toMatchObject({ verdict: 'doubtful' });
    expect(await beginLookup(own, 'a', { proved: num, ...within(day(1)) })).toMatchObject({
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
    await own.doubtCutShort(num, 'why');
    const reading = {
      account: 'a',
      keyFingerprint: 'finger',
      plan: 'Micro',
      used: 0,
      remaining: 9,
    };
    await own.keepReading({ ...reading, before: await own.tick(), at: 6 });
    expect(await spent(own)).toBe(4);
    const refused = await beginLookup(own, 'y', within(day(4)));
    expect(refused).toMatchObject({ verdict: 'over_limit', left: 0 });
    await own.endLookup(lookup, { is: 'free' });
    expect(await spent(own)).toBe(3);
    await begin(own, num, { proved: true });
    await own.keepOutcome(num, 1, { is: 'refused' }, 7);
    expect(await spent(own)).toBe(0);
  });

  it.each([
    ['once', undefined, 2],
    ['no longer when it is proved free, but anew', { proved: true }, 2],
    ['also when the user gave it up, and its new submission', { resubmits: true }, 3],
  ])('counts a doubt that a batch has taken over %s', async (_, sent, credits) => {
    const own = await ledger();
    const num = await movedDoubt(own);
    if (sent !== undefined) await begin(own, num, { job: 2, ...sent });
    // The doubt and the other identifier of the batch.
    expect(await spent(own)).toBe(credits);
  });

  it('goes on counting a doubt that a record has answered', async () => {
    const own = await ledger();
    const num = await movedDoubt(own);
    await keepPaid(own, 'a', 20);
    await own.doubtCutShort(num, 'why');
    // The doubt, the other identifier of the batch, and the lookup that found the record.
    expect(await spent(own)).toBe(3);
  });
});
