import { expect } from 'vitest';
import type {
  BalanceBefore,
  PriceKind,
  Prices,
  ShownPrice,
  SpendingLimit,
} from '../../../src/ledger/index.js';
import { accepted, costIn, factsOf, resultsOf, type TestLedger } from '../support.js';
import { contractOf } from './engines.js';

const UNPRICED: Prices = { cpf: 10, cnpj: 20, realtime: 30 };
const EACH = (n: number): Prices => ({ cpf: n, cnpj: n, realtime: n });

/** What a request costs of which nothing shows the price. */
const unpriced = (price: number | null = null) => ({ cost: costIn([], { price }) });

/** A reading of the balance of `account`, which belongs to these keys. */
async function readings(
  own: TestLedger,
  account: string,
  ...keys: readonly string[]
): Promise<void> {
  for (const keyFingerprint of keys) {
    const facts = { account, keyFingerprint, at: 1, plan: 'Micro', used: 0, remaining: 9 };
    await own.keepReading({ ...facts, before: await own.tick() });
  }
}

/** What readings show of requests without a price, and of those that count less. */
const shown =
  (isFirst: boolean) =>
  (kind: PriceKind, price: number, since = -1, until = Infinity): ShownPrice => {
    return { kind, price, since, until, isFirst };
  };
const [first, cheaper] = [shown(true), shown(false)] as const;

/** Credits that were spent since the beginning; what has no price counts as `UNPRICED`. */
const spent = (own: TestLedger) => own.spentSince(0, UNPRICED);

/** A batch of another key with one job. */
async function batchOf(own: TestLedger, id: string, keyFingerprint: string) {
  const batch = await own.newBatch({ id, matchKey: id, keyFingerprint });
  await own.beginPlan(batch.num, 'cpf', '{}');
  await own.addTo(batch.num, [{ id, position: 0 }]);
  await own.finishPlan(batch.num, factsOf(1), 1);
  return batch.num;
}

/** A job of two identifiers that found one of them and ended at moment 10, and a lookup that found something then. */
async function ended(own: TestLedger, price: number | null = null) {
  const { num } = await own.plannedBatch(['a', 'b']);
  await own.begin(num, unpriced(price));
  await own.keepOutcome(num, 1, accepted('job'), 2);
  await own.keepResults(resultsOf(num, ['a'], ['b'], { end: 'done', at: 10 }));
  const lookup = await own.begunLookup('x', unpriced(price));
  await own.endLookup(lookup, { is: 'found', at: 10, record: null });
  return num;
}

contractOf('the prices that a reading shows', (it) => {
  it('are those of every request of the account that has none yet', async ({ own }) => {
    await readings(own, 'a', 'finger', 'second');
    await ended(own);
    const companies = await own.plannedBatch(['12ABC34501DE35', '12ABC34502DE16'], {
      id: 'companies',
      kind: 'cnpj',
    });
    await own.begin(companies.num, unpriced());
    await own.begunLookup('y', { way: 'realtime', keyFingerprint: 'second' });
    const lost = await own.begunLookup('z');
    await own.endLookup(lost, { is: 'unknown' });
    expect(await spent(own)).toBe(2 * 10 + 2 * 20 + 30 + 10);
    await own.keepPrices('a', [first('cpf', 2)]);
    expect(await spent(own)).toBe(2 * 2 + 2 * 20 + 30 + 2);
    await own.keepPrices('a', [first('cnpj', 0.5), first('realtime', 1.5)]);
    expect(await spent(own)).toBe(2 * 2 + 2 * 0.5 + 1.5 + 2);
    expect(await own.jobsOf(companies.num)).toMatchObject([{ price: 0.5 }]);
  });

  it('are not those of requests with a price, of other accounts, or not sent', async ({ own }) => {
    await readings(own, 'a', 'finger');
    await readings(own, 'b', 'of b');
    const num = await ended(own, 3);
    const other = await batchOf(own, 'other', 'of b');
    await own.begin(other, unpriced());
    await own.begunLookup('y', { keyFingerprint: 'of b' });
    const planned = await own.plannedBatch(['p'], { id: 'planned' });
    await own.keepPrices('a', [first('cpf', 2)]);
    expect(await spent(own)).toBe(2 * 3 + 2 * 10);
    const prices = [num, other, planned.num].map(async (of) => (await own.jobsOf(of))[0]?.price);
    expect(await Promise.all(prices)).toEqual([3, null, null]);
    await own.keepPrices('b', [first('cpf', 2)]);
    expect(await spent(own)).toBe(2 * 3 + 2 * 2);
  });

  it('raise those of the same kind that began after a tick, and lower none', async ({ own }) => {
    await readings(own, 'a', 'finger');
    await readings(own, 'b', 'of b');
    await ended(own, 1);
    const tick = await own.tick();
    const later = await own.plannedBatch(['c', 'd', 'e'], { id: 'later' });
    await own.begin(later.num, unpriced(1));
    await own.begunLookup('y', unpriced(1));
    await own.begunLookup('z', unpriced(4));
    await own.begunLookup('w', { way: 'realtime', ...unpriced(1) });
    await own.begunLookup('of b', { keyFingerprint: 'of b', ...unpriced(1) });
    expect(await spent(own)).toBe(2 + 3 + 1 + 4 + 1 + 1);
    await own.keepPrices('a', [cheaper('cpf', 3, Infinity), first('cpf', 3)]);
    expect(await spent(own)).toBe(2 + 3 + 1 + 4 + 1 + 1);
    await own.keepPrices('a', [cheaper('cpf', 3, tick)]);
    expect(await spent(own)).toBe(2 + 3 * 3 + 3 + 4 + 1 + 1);
    expect(await own.jobsOf(later.num)).toMatchObject([{ price: 3 }]);
  });

  it('are those of requests that began between two ticks', async ({ own }) => {
    await readings(own, 'a', 'finger');
    await own.begunLookup('before', unpriced());
    const from = await own.tick();
    await own.begunLookup('unpriced', unpriced());
    await own.begunLookup('priced', unpriced(1));
    const to = await own.tick();
    await own.begunLookup('after', unpriced());
    await own.begunLookup('later', unpriced(1));
    await own.keepPrices('a', [first('cpf', 3, from, to), cheaper('cpf', 3, from, to)]);
    expect(await spent(own)).toBe(10 + 3 + 3 + 10 + 1);
  });

  it('are those of charges whose batch was deleted, before and afterwards', async ({ own }) => {
    await readings(own, 'a', 'finger');
    const priced = await own.plannedBatch(['p', 'q'], { id: 'priced' });
    await own.begin(priced.num, unpriced(3));
    await own.keepOutcome(priced.num, 1, accepted('other job'), 2);
    await own.keepResults(resultsOf(priced.num, ['p', 'q'], [], { end: 'done', at: 10 }));
    const open = await ended(own);
    for (const num of [priced.num, open])
      expect(await own.removeBatch(num, Infinity)).toBe('removed');
    // Two at 3 credits, and nothing shows the price of the others.
    expect(await spent(own)).toBe(2 * 3 + 10 + 10);
    await own.keepPrices('a', [first('cpf', 2)]);
    expect(await spent(own)).toBe(2 * 3 + 2 + 2);
    await own.keepPrices('a', [cheaper('cpf', 4)]);
    expect(await spent(own)).toBe(4 * 4);
  });
});

contractOf('what is left of a limit', (it) => {
  it('counts what a day, a month, a run, a session and a balance are about', async ({ own }) => {
    const { num } = await own.plannedBatch(['a', 'b', 'c', 'd', 'e', 'f']);
    await own.splitJob(num, 1, 2);
    await own.splitJob(num, 2, 1);
    await own.begin(num, { at: 100, ...unpriced(2) });
    const after = await own.tick();
    const balance = await own.balanceOf(90);
    await own.begin(num, { job: 2, at: 200, ...unpriced() });
    const other = await own.plannedBatch(['x'], { id: 'other' });
    await own.begin(other.num, { at: 300, ...unpriced(1) });
    for (const [id, way, holder, price] of [
      ['m', 'simple', 'mine', 3],
      ['n', 'realtime', 'mine', null],
      ['o', 'simple', 'theirs', 5],
    ] as const)
      await own.begunLookup(id, { way, holder, at: 400, ...unpriced(price) });
    const limits = [
      { of: 'day', since: 200, limit: 80 },
      { of: 'month', since: 100, limit: 80 },
      { of: 'run', batch: num, after, limit: 80 },
      { of: 'run', batch: num, after: 0, limit: 8 },
      { of: 'session', holder: 'mine', limit: 80 },
      { of: 'session', holder: 'nobody', limit: 80 },
      balance,
    ] as const;
    const left = await own.leftOf(limits, UNPRICED);
    expect(left.map(({ limit }) => limit)).toEqual(limits);
    const later = 10 + 1 + 3 + 30 + 5;
    expect(left.map((one) => one.left)).toEqual([
      ...[80 - later, 80 - 2 * 2 - later, 80 - 10, 8 - 2 * 2 - 10, 80 - 3 - 30, 80],
      90 - 2 * 2 - later,
    ]);
  });

  it('of a session counts what was found or is in doubt', async ({ own }) => {
    const cost = costIn([{ of: 'session', holder: 'h', limit: 2 }]);
    const [found, free, lost] = [
      await own.begunLookup('a', { cost }),
      await own.begunLookup('b', { cost }),
      await own.begunLookup('c', { holder: 'another', cost }).catch(() => 0),
    ];
    expect(lost).toBe(0);
    await own.endLookup(found, { is: 'found', record: null });
    expect(await own.lookUp('d', { cost })).toMatchObject({ verdict: 'over_limit', left: 0 });
    await own.endLookup(free, { is: 'free' });
    const doubtful = await own.begunLookup('d', { cost });
    await own.endLookup(doubtful, { is: 'unknown' });
    expect(await own.lookUp('e', { cost })).toMatchObject({ verdict: 'over_limit', left: 0 });
  });
});

const claimsOf = ({ open, recent }: BalanceBefore) => [...open, ...recent];

contractOf('a balance that is read', (it) => {
  it('may lack what is under way, and what ended a moment ago', async ({ own }) => {
    await ended(own, 2);
    const { num } = await own.plannedBatch(['c', 'd'], { id: 'running' });
    await own.begin(num, unpriced());
    await own.begunLookup('y', { way: 'realtime', ...unpriced(1.5) });
    const open = [
      { kind: 'cpf', price: null, records: 2 },
      { kind: 'realtime', price: 1.5, records: 1 },
    ];
    const sorted = async (since: number) =>
      claimsOf(await own.beginReading(since, Infinity)).toSorted((a, b) =>
        a.kind.localeCompare(b.kind),
      );
    expect(await sorted(10)).toEqual(open);
    const young = { kind: 'cpf', price: 2, records: 1 };
    const all = await sorted(9);
    expect(all).toHaveLength(4);
    expect(all).toEqual(expect.arrayContaining([...open, young]));
    expect(all.filter(({ price }) => price === 2)).toEqual([young, young]);
  });

  it('may lack what a running job has found, or a moment before it was lost', async ({ own }) => {
    const { num } = await own.plannedBatch(['a', 'b', 'c']);
    await own.accept(num);
    await own.keepResults(resultsOf(num, ['a'], ['b'], { at: 10 }));
    const missing = async (since: number) =>
      claimsOf(await own.beginReading(since, Infinity)).map(({ records }) => records);
    expect([await missing(9), await missing(10)]).toEqual([
      [1, 1],
      [1, 1],
    ]);
    await own.keepOutcome(num, 1, { is: 'unknown', why: 'gone' }, 11);
    expect([await missing(9), await missing(10)]).toEqual([[1, 1], [1]]);
    await own.abandon(num, [1], 12);
    expect([await missing(9), await missing(10)]).toEqual([[1], []]);
  });

  it('leaves room for what a job may still take that was given up', async ({ own }) => {
    const { num } = await own.plannedBatch(['a', 'b', 'c']);
    await own.accept(num);
    await own.keepResults(resultsOf(num, ['a'], ['b'], { at: 10 }));
    await own.abandon(num, [1], 12);
    const open = async (since: number) => (await own.beginReading(Infinity, since)).open;
    expect(await open(11)).toMatchObject([{ records: 1 }]);
    expect(await open(12)).toEqual([]);
  });

  it('has a tick after which everything counts as spent', async ({ own, other }) => {
    const before = await own.beginReading(Infinity, Infinity);
    expect(before).toEqual({
      tick: await own.tick().then((tick) => tick - 1),
      open: [],
      recent: [],
    });
    await other.begunLookup('a');
    const balance = { of: 'balance', limit: 5, before } as const;
    expect(await own.leftOf([balance], EACH(2))).toMatchObject([{ left: 3 }]);
    const again = await own.beginReading(Infinity, Infinity);
    expect(again.open).toMatchObject([{ records: 1 }]);
    expect(await own.leftOf([{ ...balance, before: again }], EACH(2))).toMatchObject([{ left: 3 }]);
  });

  it('covers again what was claimed for a job in doubt, at its price', async ({ own }) => {
    const { num } = await own.plannedBatch(['a', 'b']);
    await own.begin(num, unpriced(3));
    await own.keepOutcome(num, 1, { is: 'unknown', why: 'lost' }, 3);
    const asked = async (limit: number) => {
      const cost = costIn([await own.balanceOf(limit)]);
      return own.begin(num, { proved: true, cost });
    };
    expect(await asked(1)).toMatchObject({ verdict: 'over_limit', left: 1 });
    expect(await asked(2)).toMatchObject({ verdict: 'begun' });
  });

  it('counts what came into doubt after it, until it is proved free', async ({ own }) => {
    const balance = await own.balanceOf(3);
    const { num } = await own.plannedBatch(['a', 'b']);
    await own.doubt(num);
    expect(await own.leftOf([balance], EACH(1))).toMatchObject([{ left: 1 }]);
    const cost = costIn([{ ...balance, limit: 1 }]);
    expect(await own.begin(num, { proved: true, cost })).toMatchObject({
      ...{ verdict: 'over_limit', left: 1 },
    });
    expect(await own.begin(num, { proved: true, cost: costIn([balance]) })).toMatchObject({
      verdict: 'begun',
    });
  });
});

const DAY = 86_400_000;
const day = (limit: number) => ({ of: 'day', since: 1, limit }) as const;
const lost = { is: 'unknown' } as const;

/** What a record costs one credit of. */
const within = (...limits: readonly SpendingLimit[]) => ({ cost: costIn(limits) });

/** A lookup that was lost, and the batch whose job 2 has taken its doubt over. */
async function movedDoubt(own: TestLedger) {
  await own.endLookup(await own.begunLookup('a', { at: 5 }), lost);
  const { num } = await own.plannedBatch(['a', 'b']);
  await own.begin(num);
  return num;
}

contractOf('the budget of a day or a month for single lookups', (it) => {
  it('counts what every process spent, and is new in the next period', async ({ own, other }) => {
    const first = await own.begunLookup('a', { holder: 'one', ...within(day(2)) });
    await own.endLookup(first, { is: 'found', record: null });
    await other.begunLookup('b', { holder: 'two', ...within(day(2)) });
    expect(await own.lookUp('c', within(day(2)))).toMatchObject({
      ...{ verdict: 'over_limit', left: 0 },
    });
    const tomorrow = within({ ...day(2), since: 2 });
    expect(await own.lookUp('c', tomorrow)).toMatchObject({ verdict: 'ask' });
  });

  it('counts what was spent while the clock was set back, by less than a day', async ({ own }) => {
    const today = within({ ...day(3), since: 10 * DAY });
    await own.begunLookup('a', { at: 10.5 * DAY, ...today });
    // The clock says yesterday.
    const yesterday = { at: 9.6 * DAY, ...within({ ...day(3), since: 9 * DAY }) };
    await own.begunLookup('b', yesterday);
    const { num } = await own.plannedBatch(['c']);
    expect(await own.begin(num, yesterday)).toMatchObject({ at: 10.5 * DAY + 2 });
    expect(await own.lookUp('d', yesterday)).toMatchObject({ left: 0 });
    expect(await own.lookUp('d', { at: 10.6 * DAY, ...today })).toMatchObject({ left: 0 });
  });

  it('does not count what a clock stamped that was a year ahead', async ({ own }) => {
    await own.begunLookup('a', { at: 375 * DAY });
    const { num } = await own.plannedBatch(['b']);
    const today = { at: 10 * DAY, ...within({ ...day(2), since: 10 * DAY }) };
    expect(await own.begin(num, today)).toMatchObject({ verdict: 'begun', at: 10 * DAY });
    await own.begunLookup('c', today);
    expect(await own.lookUp('d', today)).toMatchObject({ left: 0 });
    const tomorrow = { at: 12 * DAY, ...within({ ...day(1), since: 12 * DAY }) };
    expect(await own.lookUp('d', tomorrow)).toMatchObject({ verdict: 'ask' });
  });

  it('changes nothing when it refuses: a proof and the word stay', async ({ own }) => {
    const num = await own.begunLookup('a', { at: 5 });
    await own.endLookup(num, lost);
    const word = await own.tick();
    // Without the proof the lost one counts, with it not.
    const over = { verdict: 'over_limit', left: 0, limit: day(1) };
    expect(await own.lookUp('a', { word, ...within(day(1)) })).toEqual(over);
    expect(await own.lookUp('a', { proved: num, ...within(day(0)) })).toMatchObject({
      verdict: 'over_limit',
    });
    expect(await own.lookUp('a')).toMatchObject({ verdict: 'doubtful' });
    expect(await own.lookUp('a', { proved: num, ...within(day(1)) })).toMatchObject({
      verdict: 'ask',
    });
  });
});

contractOf('what counts as spent', (it) => {
  it('is what a dead process had begun, until it is settled', async ({ own: dead, other: own }) => {
    const { num } = await dead.plannedBatch(['a', 'b', 'c']);
    await dead.begin(num);
    const lookup = await dead.begunLookup('x');
    await dead.close();
    expect(await own.spentSince(0)).toBe(4);
    await own.doubtCutShort(num, 'why');
    const reading = {
      account: 'a',
      keyFingerprint: 'finger',
      plan: 'Micro',
      used: 0,
      remaining: 9,
    };
    await own.keepReading({ ...reading, before: await own.tick(), at: 6 });
    expect(await own.spentSince(0)).toBe(4);
    const refused = await own.lookUp('y', within(day(4)));
    expect(refused).toMatchObject({ verdict: 'over_limit', left: 0 });
    await own.endLookup(lookup, { is: 'free' });
    expect(await own.spentSince(0)).toBe(3);
    await own.begin(num, { proved: true });
    await own.keepOutcome(num, 1, { is: 'refused' }, 7);
    expect(await own.spentSince(0)).toBe(0);
  });

  it.for([
    ['once', undefined, 2],
    ['no longer when it is proved free, but anew', { proved: true }, 2],
    ['also when the user gave it up, and its new submission', { resubmits: true }, 3],
  ] as const)(
    'counts a doubt that a batch has taken over %s',
    async ([, sent, credits], { own }) => {
      const num = await movedDoubt(own);
      if (sent !== undefined) await own.begin(num, { job: 2, ...sent });
      // The doubt and the other identifier of the batch.
      expect(await own.spentSince(0)).toBe(credits);
    },
  );

  it('goes on counting a doubt that a record has answered', async ({ own }) => {
    const num = await movedDoubt(own);
    await own.keepPaid('a', 20);
    await own.doubtCutShort(num, 'why');
    // The doubt, the other identifier of the batch, and the lookup that found the record.
    expect(await own.spentSince(0)).toBe(3);
  });
});
