import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readings, request } from './support.js';
import type { BalanceBook, BalanceReading, ChargeableRequest } from '../../src/ledger/index.js';
import {
  knownPrices,
  most,
  pricesOf,
  readPrices,
  isPriceTold,
  limitPrices,
  unpriced,
  pricesToTell,
} from '../../src/money/price.js';
import { BALANCE_LAG } from '../../src/money/book.js';

/** Ten records between the first two readings, which are a few seconds apart from their end. */
const first = request({ begun: 6, ended: 9, found: 10 });
const second = request({ begun: 26, ended: 29, found: 4, items: 4 });

const cpf = (book: BalanceBook, set = {}) => knownPrices(book, set).cpf;

/** One observation of `price` for each, of four records, newest last. */
function seen(...prices: readonly number[]): BalanceBook {
  const used = prices.reduce((sums, price) => [...sums, (sums.at(-1) ?? 0) + 4 * price], [100]);
  return {
    readings: readings(...used.map((sum, n) => [5 + n * 20, sum] as const)),
    requests: prices.map((_, n) =>
      request({ begun: 6 + n * 20, ended: 9 + n * 20, found: 4, items: 4 }),
    ),
  };
}

/** The same book, and what came later. */
function and(book: BalanceBook, later: readonly BalanceReading[], ...more: ChargeableRequest[]) {
  const { readings: before, requests } = book;
  return { readings: [...before, ...later], requests: [...requests, ...more] };
}

describe('what a limit counts for a record', () => {
  it('is the default without a history, and as much as ten credits may be behind it', () => {
    const known = knownPrices({ readings: [], requests: [] });
    expect(known.cpf).toMatchObject({ limit: 1, isProved: false, settling: undefined });
    expect(known.realtime).toMatchObject({ limit: 1.5, isProved: false });
    expect(most(known.cpf)).toBe(10);
  });

  it('is what the user sets, whatever the history shows, which is kept beside it', () => {
    const known = cpf(seen(1, 1), { cpf: 2 });
    expect(known).toMatchObject({ limit: 2, isProved: true, settling: 2, seen: { price: 1 } });
    expect(most(known)).toBe(2);
  });

  it.each([
    ['dearer: at once', [2], 1, 2],
    ['dearer, the newest', [1, 1, 3], 1, 3],
    ['cheaper, twice', [1, 1], 2, 1],
    ['cheaper, once: it may be a refund', [1], 2, undefined],
    ['cheaper in different ways', [1, 2], 3, undefined],
    ['the same', [2, 2], 2, undefined],
    ['nothing', [], 2, undefined],
  ])('beside a set one the balance shows another: %s', (_, prices, set, shown) => {
    expect(cpf(seen(...prices), { cpf: set }).shown).toBe(shown);
  });

  it.each([
    ['one observation proves it', [1], 1],
    ['a rise counts at once', [1, 2, 2], 2],
    ['the dearest of the newest three counts', [1, 3, 2, 2], 3],
    ['and after three of a lower one, that', [3, 2, 2, 2], 2],
    ['one below the default counts as the default', [0.5], 1],
    ['ten credits are a price', [10], 10],
  ])('%s', (_, prices, limit) => {
    expect(cpf(seen(...prices))).toMatchObject({ limit, isProved: true });
    expect(most(cpf(seen(...prices)))).toBe(limit);
  });

  it.each([
    ['nothing moved', 0],
    ['it moved by more than ten credits for each record', 10.1],
    ['the used credits fell', -1],
  ])('is not shown where %s', (_, price) => {
    expect(cpf(seen(price))).toMatchObject({ limit: 1, isProved: false });
  });

  it('is seen only since the used credits began again', () => {
    const book = { readings: readings([5, 10], [8, 20], [20, 10]), requests: [first] };
    const later = request({ begun: 25, ended: 29, found: 5, items: 5 });
    expect(cpf(book).isProved).toBe(false);
    expect(cpf(and(book, readings([40, 20]), later))).toMatchObject({ limit: 2, isProved: true });
  });

  it('is proved again, where it rose, by the next that is no dearer: the first may be the mean of before and after', () => {
    expect(cpf(seen(1, 1, 2))).toMatchObject({ limit: 2, isProved: false });
    expect(cpf(seen(1, 2, 3))).toMatchObject({ limit: 3, isProved: false });
    expect(cpf(seen(1, 2, 3, 3))).toMatchObject({ limit: 3, isProved: true });
    expect(cpf(seen(1, 2, 1))).toMatchObject({ limit: 2, isProved: true });
  });

  it('begins anew with another plan', () => {
    const book = seen(3, 3);
    const changed = book.readings.map((one, n) => (n === 2 ? { ...one, plan: 'Micro' } : one));
    expect(cpf({ ...book, readings: changed })).toMatchObject({ limit: 1, isProved: false });
    const third = request({ begun: 46, ended: 49, found: 40, items: 40 });
    const later = and(
      { ...book, readings: changed },
      readings([65, 200, { plan: 'Micro' }]),
      third,
    );
    expect(cpf(later)).toMatchObject({ limit: (200 - 124) / 40, isProved: true });
  });

  it('prices what was charged while the plan changed, and nothing before or after', () => {
    const { readings: all, requests } = seen(1, 3, 2);
    const changed = all.map((one, n) => (n < 2 ? one : { ...one, plan: 'Micro' }));
    const across = { kind: 'cpf', price: 3, since: 25, until: 45 };
    const crossed = [
      { ...across, isFirst: true },
      { ...across, isFirst: false },
    ];
    const atChange = { readings: changed.slice(0, 3), requests: requests.slice(0, 2) };
    expect(readPrices(atChange).shown).toEqual(crossed);
    // A balance that may show a part only counts at once, and is feared until the new price is seen.
    const young = requests.slice(0, 2).map((one, n) => ({ ...one, endedAt: n === 0 ? 9e3 : 44e3 }));
    expect(readPrices({ ...atChange, requests: young }).shown).toEqual(crossed.slice(1));
    expect(cpf({ ...atChange, requests: young })).toMatchObject({ isProved: false, alone: 3 });
    expect(cpf({ readings: changed, requests })).toMatchObject({ isProved: true, alone: 2 });
    const own = { kind: 'cpf', price: 2, since: 45, until: Infinity };
    const afterwards = [
      { ...own, isFirst: true },
      { ...own, isFirst: false },
    ];
    expect(readPrices({ readings: changed, requests }).shown).toEqual([...afterwards, ...crossed]);
  });

  it('prices all that moved while the plan changed, but for the price seen before, at a kind without one', () => {
    const company = request({ kind: 'cnpj', begun: 30, ended: 31, found: 1 });
    const { shown } = readPrices(
      and(seen(1), readings([45, 111, { plan: 'Micro' }]), second, company),
    );
    expect(shown.filter(({ kind }) => kind === 'cnpj').map(({ price }) => price)).toEqual([3, 3]);
  });

  it.each([
    ['what all of it took', 10, 1.5],
    ['at least the usual price', 30, 1],
    ['nothing where others spent it', 1, undefined],
    ['nothing where the used credits began again', 10, undefined, 90],
  ])(
    'is shown of one kind at a time, and counts of two together %s',
    (_, found, price, to = 130) => {
      const company = request({ kind: 'cnpj', begun: 7, ended: 9, found });
      const requests = [{ ...first, found }, company];
      const { known, shown } = readPrices({ readings: readings([5, 100], [20, to]), requests });
      expect([known.cpf.isProved, known.cnpj.isProved]).toEqual([false, false]);
      const rows = [
        { kind: 'cpf', price, since: 5, until: 20, isFirst: true },
        { kind: 'cpf', price, since: 5, until: 20, isFirst: false },
        { kind: 'cnpj', price, since: 5, until: 20, isFirst: true },
        { kind: 'cnpj', price, since: 5, until: 20, isFirst: false },
      ];
      expect(shown).toEqual(price === undefined ? [] : rows);
    },
  );

  it.each([
    ['of another kind', { kind: 'cnpj', begun: 27, ended: 29, found: 1 }, 3, 4],
    // What has no end may have cost nothing.
    ['that runs', { begun: 27, ended: null, items: 1 }, 4, 8],
    ['in doubt', { begun: 27, ended: null, items: 1, isDoubtful: true }, 4, 8],
    // It may be free, so what is gone may be the others' price.
    ['given up in doubt', { begun: 27, ended: 29, items: 1, isDoubtful: true }, 2, 4],
  ] as const)(
    'is to be seen again where more is gone than it and a request %s explain',
    (_, more, explained, alone) => {
      const people = request({ begun: 26, ended: 29, found: 1 });
      const after = (used: number) =>
        cpf(and(seen(2), readings([45, 108 + used]), people, request(more)));
      expect(after(explained)).toMatchObject({ limit: 2, alone: 2, isProved: true });
      expect(after(2 * explained)).toMatchObject({ limit: 2, alone, isProved: false });
      // So much is what others spend.
      expect(after(6 * explained)).toMatchObject({ limit: 2, alone: 2, isProved: true });
    },
  );

  it('is proved again by the next movement of its own, after one of two kinds', () => {
    const company = request({ kind: 'cnpj', begun: 27, ended: 29, found: 1 });
    const people = request({ begun: 26, ended: 29, found: 1 });
    const later = request({ begun: 46, ended: 48, found: 1, items: 1 });
    const none = request({ kind: 'realtime', begun: 27, ended: 29 });
    const together = and(seen(3), readings([45, 118]), people, company, none);
    const book = and(together, readings([65, 121]), later);
    expect(cpf(book)).toMatchObject({ limit: 3, alone: 3, isProved: true });
    expect(knownPrices(book).realtime).toMatchObject({ isProved: false, alone: 1.5 });
    expect(knownPrices(book).cnpj).toMatchObject({ isProved: false, alone: 1.5 });
  });

  it.each([
    ['runs', request({ begun: 8, ended: null, found: 2 })],
    ['is in doubt', request({ begun: 8, isDoubtful: true })],
    ['was given up in doubt', request({ begun: 8, ended: 9, isDoubtful: true })],
  ])('is not shown while another request %s', (_, other) => {
    const book = { readings: readings([5, 100], [20, 120]), requests: [first, other] };
    expect(cpf(book).isProved).toBe(false);
    // Nobody may ever learn how it ended: a doubt hides one movement, what runs those of thirty hours.
    const at = other.ended === null && !other.isDoubtful ? 20_000 + 30 * 3_600_000 : 20_000;
    const later = readings([25, 120, { at }], [40, 128, { at: at + 20_000 }]);
    const job = { ...second, endedAt: at };
    const all = { readings: [...book.readings, ...later], requests: [...book.requests, job] };
    expect(cpf(all)).toMatchObject({ limit: 2, isProved: true });
  });

  it('is shown over a reading in the middle of a job, from before it to after it', () => {
    const book = { readings: readings([5, 100], [8, 103], [20, 120]), requests: [first] };
    expect(cpf(book)).toMatchObject({ limit: 2, isProved: true });
  });

  it('is not shared by records that the balance never showed: a period began unseen', () => {
    const at = 9_000 + 3_600_000;
    const all = readings([5, 0], [20, 0], [24, 0, { at }], [40, 8, { at: at + 20_000 }]);
    const requests = [first, { ...second, endedAt: at + 14_000 }];
    expect(cpf({ readings: all, requests })).toMatchObject({ limit: 2, isProved: true });
    expect(cpf({ readings: all.slice(0, 3), requests: [first] }).isProved).toBe(false);
    // A balance that is late by less than an hour shows them with the next ones.
    const soon = readings([5, 0], [20, 0], [24, 0], [40, 14]);
    expect(cpf({ readings: soon, requests: [first, second] })).toMatchObject({ limit: 1 });
  });

  it('is not shown from a reading that an earlier request overlaps, but from the next one on', () => {
    const earlier = request({ begun: 2, ended: 6, found: 1, items: 1 });
    const book = {
      readings: readings([5, 100], [20, 111], [40, 119]),
      requests: [earlier, first, second],
    };
    expect(cpf({ ...book, readings: book.readings.slice(0, 2) }).isProved).toBe(false);
    expect(cpf(book)).toMatchObject({ limit: 2, isProved: true });
  });

  it('is not believed to be dear over more than an hour, because others spend too', () => {
    const at = 20_000 + 3_600_000;
    const book = { readings: readings([5, 100], [20, 120, { at }]), requests: [first] };
    expect(cpf(book)).toMatchObject({ limit: 1, isProved: false });
    expect(
      cpf({ readings: readings([5, 100], [20, 110, { at }]), requests: [first] }),
    ).toMatchObject({ limit: 1, isProved: true });
  });

  it('is to be seen again where a long time makes it look dear: a tenth goes, and one alone only if it covers that', () => {
    const third = request({ begun: 46, ended: 49, found: 4, items: 4 });
    const at = 60_000 + 3_600_000;
    const long = and(seen(1, 1), readings([60, 120, { at }]), third);
    expect(cpf(long)).toMatchObject({ limit: 1, isProved: false, alone: 3 });
    expect(most(cpf(long))).toBe(10);
    const fourth = request({ begun: 66, ended: 69, found: 4, items: 4, endedAt: at + 9_000 });
    const later = and(long, readings([80, 124, { at: at + 20_000 }]), fourth);
    expect(cpf(later)).toMatchObject({ limit: 1, isProved: true, alone: 1 });
  });
});

describe('what requests turned out to cost', () => {
  const always = { kind: 'cpf', until: Infinity } as const;

  it.each([
    ['what they took, where the next sure price explains it', 3, {}, 3],
    ['at most the next sure price', 2, {}, 2],
    ['the usual price, where that is seen again', 1, {}, 1],
    ['what they took, where the plan changed as well', 3, { plan: 'Micro' }, 3],
  ])('in an hour in which others may have spent is %s', (_, price, plan, counted) => {
    const at = 60_000 + 3_600_000;
    const one = request({ begun: 46, ended: 49, found: 4, items: 4 });
    const next = request({ begun: 66, ended: 69, found: 4, items: 4, endedAt: at + 6e4 });
    const late = and(seen(1, 1), readings([65, 120, { at, ...plan }]), one);
    const book = and(late, readings([85, 120 + 4 * price, { at: at + 9e4, ...plan }]), next);
    const shown = (of: BalanceBook) =>
      readPrices(of).shown.filter(({ since, until }) => since < 46 && until === 65);
    expect(shown({ ...late, requests: book.requests })).toEqual([]);
    const share = { kind: 'cpf', price: counted, since: 45, until: 65 };
    expect(shown(book)).toEqual([
      { ...share, isFirst: true },
      { ...share, isFirst: false },
    ]);
  });

  it('in such an hour of two kinds is what the next sure price of each explains', () => {
    const at = 60_000 + 3_600_000;
    const people = request({ begun: 46, ended: 49, found: 4, items: 4 });
    const late = and(
      seen(1, 1),
      readings([65, 124, { at }]),
      ...[people, { ...people, kind: 'cnpj' as const }],
    );
    const next = request({ begun: 66, ended: 69, found: 4, items: 4, endedAt: at + 6e4 });
    const once = and(late, readings([85, 132, { at: at + 9e4 }]), next);
    const other = request({ ...next, kind: 'cnpj', begun: 86, ended: 89, endedAt: at + 12e4 });
    const twice = and(once, readings([105, 138, { at: at + 15e4 }]), other);
    const shown = (book: BalanceBook) =>
      readPrices(book).shown.flatMap(({ since, until, isFirst, kind, price }) =>
        since === 45 && until === 65 && isFirst ? [[kind, price]] : [],
      );
    expect([late, once, twice].map(shown)).toEqual([[], [['cpf', 2]], [['cnpj', 1.5]]]);
  });

  it('is what the first observation shows, also of what was asked for before any reading', () => {
    expect(readPrices(seen(3)).shown).toEqual([
      { ...always, price: 3, since: -1, isFirst: true },
      { ...always, price: 3, since: 5, isFirst: false },
      { ...always, price: 3, since: -1, until: 5, isFirst: false },
    ]);
  });

  it('is dearer from the request on that shows it', () => {
    expect(readPrices(seen(1, 3)).shown).toEqual([
      { ...always, price: 3, since: -1, until: 45, isFirst: true },
      { ...always, price: 3, since: 25, isFirst: false },
    ]);
  });

  it('is dearer from the first request on that showed it, to the credit or nearly', () => {
    const since = (book: BalanceBook) =>
      readPrices(book).shown.find(({ isFirst }) => !isFirst)?.since;
    expect(since(seen(1, 3, 3 + 1e-9))).toBe(25);
    expect(since(seen(1, 3, 3, 3, 3, 3 + 1e-9))).toBe(25);
    expect(since(seen(1, 3, 1, 3 + 1e-9, 1))).toBe(65);
    const young = request({ begun: 66, ended: 69, found: 4, items: 4 });
    expect(since(and(seen(1, 3, 3), readings([70, 144]), young))).toBe(65);
  });

  it('is what the user sets, whatever was seen', () => {
    expect(readPrices(seen(3), { cpf: 2 }).shown).toEqual([
      { ...always, price: 2, since: -1, isFirst: true },
    ]);
  });

  it('does not depend on the order in which requests are listed', () => {
    const { readings: all, requests } = seen(1, 2, 3);
    const book = { readings: all, requests: requests.toReversed() };
    expect(readPrices(book)).toEqual(readPrices(seen(1, 2, 3)));
  });

  it.each([
    ['at the prices that were seen before', 138, {}, [2, 1]],
    ['dearer, as many times each, or all the rest where no price was seen', 153, {}, [3, 2.5]],
    ['at ten credits', 228, {}, [8, 10]],
    ['at ten credits each', 258, {}, [10, 10]],
    ['dearer within an hour', 153, { at: 3_625_000 }, [3, 2.5]],
    ['of which none is dearer than ten', 229, {}, [242 / 30, 10]],
    ['not where others spent it', 259, {}, undefined],
    ['at the usual prices over an hour', 138, { at: 3_700_000 }, [2, 1]],
    ['not dearer over an hour, because others spend too', 153, { at: 3_700_000 }, undefined],
    ['not where nothing moved', 108, {}, undefined],
  ])('is shared by two kinds together %s', (_, used, more, prices) => {
    const company = request({ kind: 'cnpj', begun: 27, ended: 29, found: 10 });
    const people = request({ begun: 26, ended: 29, found: 10 });
    const book = and(seen(2), readings([45, used, more]), people, company);
    const together = readPrices(book).shown.filter(({ until }) => until === 45);
    const rows = (['cpf', 'cnpj'] as const).flatMap((kind, n) =>
      [true, false].map((isFirst) => {
        return { kind, price: prices?.[n], since: 25, until: 45, isFirst };
      }),
    );
    expect(together).toEqual(prices === undefined ? [] : rows);
    const doubt = request({ begun: 28, ended: 29, isDoubtful: true });
    const doubted = readPrices(and(book, [], doubt));
    expect(doubted.shown.filter(({ until }) => until === 45)).toEqual([]);
    const set = readPrices(book, { cnpj: 1 });
    expect(set.shown.filter(({ until }) => until === 45)).toEqual([]);
    expect(set.known.cnpj.limit).toBe(1);
  });
});

describe('what the balance should show, and does not', () => {
  /** Two jobs, a credit for each record, and an hour later one of ten, of which `used` more is shown. */
  const late = (
    used: number,
    more: Partial<BalanceReading> = {},
    ...others: ChargeableRequest[]
  ) => {
    const at = 3_700_000;
    const job = request({ begun: 56, ended: 59, found: 10, endedAt: at });
    const read = readings([55, 108, { at }], [70, 108 + used, { at: at + 30_000, ...more }]);
    return and(seen(1, 1), read, job, ...others);
  };
  const run = request({ begun: 20, found: 3 });

  it.each([
    ['all of it', late(0), 10],
    ['a part', late(4), 6],
    ['nothing', late(10), 0],
    ['nothing where others spent', late(15), 0],
    ['nothing after a refund', late(-2), 0],
    ['nothing where a period began', late(-108), 0],
    ['nothing where the plan changed', late(0, { plan: 'Micro' }), 0],
    ['nothing of what began before and has no end', late(10, {}, run), 0],
    [
      'nothing of what ended while it was read',
      late(10, {}, request({ begun: 68, ended: 70, found: 1 })),
      0,
    ],
    [
      'nothing of another kind',
      late(0, {}, request({ kind: 'cnpj', begun: 61, ended: 62, found: 1, endedAt: 3_700_000 })),
      10,
    ],
    ['nothing after two minutes', late(0, { at: 3_820_000 }), 0],
  ])('is %s', (_, book, credits) => {
    expect(readPrices(book).unshown).toBe(credits);
  });

  it('is counted by what was seen, whatever the user sets', () => {
    expect(readPrices(late(10), { cpf: 2 }).unshown).toBe(0);
    expect(readPrices(late(0), { cpf: 2 }).unshown).toBe(10);
    expect(readPrices({ ...late(0), readings: late(0).readings.slice(2) }).unshown).toBe(0);
  });
});

describe('what a movement of the balance prices', () => {
  it.each([
    ['a company on the way does not price the people', { kind: 'cnpj', ended: 13, found: 0 }, 3],
    ['nor does one that found nothing', { ended: 13, found: 0, items: 500 }, 3],
  ] as const)('%s', (_, other, limit) => {
    const known = knownPrices(and(seen(3), [], request({ begun: 7, ...other })));
    expect(known.cpf.limit).toBe(limit);
    expect(known.cnpj.isProved).toBe(false);
  });

  it('ends where nothing of ours is under way: the request that ended last counts', () => {
    // Whatever the clock says.
    const long = request({ begun: 6, ended: 31, endedAt: 0, found: 2 });
    const short = request({ begun: 7, ended: 9, endedAt: 0, found: 2 });
    const book = { readings: readings([5, 100], [20, 102], [45, 112]), requests: [long, short] };
    expect(cpf(book).limit).toBe(3);
    expect(cpf({ ...book, requests: [long, { ...short, begun: 5.5 }] }).limit).toBe(3);
  });

  it('is believed in the same hour, and a time at the edge of it', () => {
    const book = (at: number) => ({
      readings: readings([5, 100, { at: 0 }], [25, 112, { at }]),
      requests: [request({ begun: 6, ended: 9, endedAt: 9_000, found: 4 })],
    });
    expect(cpf(book(3_600_000)).isProved).toBe(true);
    expect(cpf(book(3_600_001)).isProved).toBe(false);
  });
});

describe('a balance that lags behind the charges', () => {
  const young = (used: number, more: Partial<typeof first> = {}) => ({
    readings: readings([5, 100], [10, used]),
    requests: [{ ...first, ...more }],
  });

  it('is looked at again where it may show a part of a job', () => {
    const known = knownPrices(young(112));
    expect(known.cpf).toMatchObject({ limit: 1.2, isProved: false });
    expect(limitPrices(known)).toEqual({ cpf: 1.2, cnpj: 1, realtime: 1.5 });
    expect(unpriced(known)).toEqual({ cpf: 10, cnpj: 10, realtime: 10 });
    const old = readings([5, 100], [10, 112, { at: 9_000 + BALANCE_LAG }]);
    expect(cpf({ ...young(112), readings: old })).toMatchObject({ limit: 1.2, isProved: true });
    const later = { ...young(112), readings: readings([5, 100], [10, 112], [16, 130]) };
    expect(cpf(later)).toMatchObject({ limit: 3, isProved: true });
  });

  it.each([
    ['of one record', young(102, { found: 1, items: 1 }), 2],
    ['of many records at the default', young(120, { found: 20, items: 20 }), 1],
  ])('is believed where it shows the charge %s', (_, book, limit) => {
    expect(cpf(book)).toMatchObject({ limit, isProved: true });
  });

  it('is not believed because another kind was seen at the same price', () => {
    const company = request({ kind: 'cnpj', begun: 1, ended: 3, endedAt: -3000, found: 4 });
    const known = knownPrices({
      readings: [...readings([1, 96]), ...young(110).readings],
      requests: [company, ...young(110).requests],
    });
    expect(known).toMatchObject({ cnpj: { isProved: true }, cpf: { isProved: false, limit: 1 } });
  });

  it('is believed where it agrees with what was seen before, and dearer is feared at once', () => {
    const more = (used: number) => and(seen(1), readings([30, used]), second);
    expect(cpf(more(108))).toMatchObject({ limit: 1, isProved: true });
    expect(cpf(more(112))).toMatchObject({ limit: 2, isProved: false, seen: { since: 25 } });
    expect(cpf(more(106))).toMatchObject({ limit: 1, isProved: false, isYoung: true });
    expect(cpf(and(more(112), readings([40, 116])))).toMatchObject({ limit: 3, isProved: false });
    expect(cpf(and(seen(3), readings([30, 124]), second)).settling).toBe(3);
    // Hours later, what others spent meanwhile is not ours.
    const later = and(more(112), readings([40, 130, { at: 40_000 + 7_200_000 }]));
    expect(cpf(later)).toMatchObject({ limit: 2, isProved: false });
  });

  it('that rose is the mean of before and after until more of ours follows, whose price then is its own', () => {
    const young = and(seen(1), readings([30, 112]), second);
    // What is late is shown by a later reading, if nothing is asked for before it.
    expect(cpf(and(young, readings([32, 116])))).toMatchObject({ limit: 3, isProved: false });
    const one = request({ begun: 33, ended: 34, found: 1, items: 1 });
    expect(cpf({ ...young, requests: [...young.requests, one] })).toMatchObject({ limit: 2 });
    const next = and(young, readings([35, 115]), one);
    expect(cpf(next)).toMatchObject({ limit: 3, isProved: true, seen: { price: 3, since: 30 } });
    expect(cpf(and(next, readings([45, 115])))).toMatchObject({ limit: 3, isProved: true });
  });

  describe('that shows later what it did not show at first, beside what others spent', () => {
    const two = request({ begun: 26, ended: 29, found: 2 });
    const agrees = and(seen(1), readings([30, 106]), two);
    const one = request({ begun: 33, ended: 34, found: 1, items: 1 });

    it.each([
      ['with the next record', 35, 117, [one], 13 / 3],
      ['never alone', 35, 112, [], 1],
      ['with less than ten credits for the next record', 35, 114, [one], 8],
      ['with more than ten for each of both', 35, 137, [one], 1],
    ])('is shared %s', (_, after, used, more, price) => {
      expect(cpf(and(agrees, readings([after, used]), ...more)).limit).toBeCloseTo(price, 6);
      // What was seen when everything had its time lacks nothing.
      const old = and(seen(1), readings([30, 106, { at: 34_000 }]), two);
      const later = and(old, readings([after, used, { at: 153_000 }]), ...more);
      expect(cpf(later).limit).toBe(price === 8 ? 8 : 1);
    });
  });

  it.each([
    ['where others spend', 640],
    ['after a refund', 119],
    ['in a new period', 0],
  ])('that showed a dearer price is not forgotten %s', (_, used) => {
    const risen = and(seen(1), readings([30, 120]), second);
    expect(cpf(risen)).toMatchObject({ limit: 4, isProved: false });
    expect(cpf(and(risen, readings([45, used])))).toMatchObject({ limit: 4, isProved: false });
    // What is as cheap as before may be a part.
    const four = request({ begun: 46, ended: 49, found: 4, items: 4 });
    const part = and(seen(3, 3), readings([50, 130]), four);
    expect(cpf(and(part, readings([65, 640])))).toMatchObject({ limit: 3, settling: 3 });
    // Of the first one nobody knows what it lacks, and over a long time others may have spent it.
    const company = request({ kind: 'cnpj', begun: 12, ended: 13, found: 5 });
    expect(cpf(and(young(112), readings([22, 150]), company)).isProved).toBe(false);
    const at = 60_000 + 3_600_000;
    const long = { ...second, begun: 46, ended: 49, endedAt: at - 1_000 };
    const unsure = and(seen(1, 1), readings([50, 120, { at }]), long);
    expect(cpf(and(unsure, readings([65, 640, { at: 2 * at }])))).toMatchObject({
      ...{ limit: 1, alone: 1, isProved: true },
    });
  });

  it('is no price of both where others may have spent it', () => {
    const few = request({ begun: 46, ended: 49, found: 7, items: 7 });
    const late = and(seen(1, 1), readings([50, 117]), few);
    const at = 60_000 + 3_600_000;
    const one = request({ begun: 56, ended: 59, found: 1, items: 1, endedAt: at - 6_000 });
    const later = and(late, readings([65, 180, { at }]), one);
    expect(cpf(later)).toMatchObject({ isProved: false, alone: 9 });
    // Nor is what a reading showed of the second alone.
    const two = request({ begun: 26, ended: 29, found: 2 });
    const more = request({ begun: 33, ended: 34, found: 2 });
    const part = and(seen(1), readings([30, 106], [35, 110]), two, more);
    expect(cpf(part)).toMatchObject({ limit: 2, alone: 2 });
    const shared = and(part, readings([50, 130, { at }]));
    expect(cpf(shared)).toMatchObject({ limit: 1, alone: 6.5, isProved: false });
  });

  it('that rose is no mean where what follows finds nothing', () => {
    const none = request({ begun: 33, ended: 34, items: 1 });
    const young = (after: number) =>
      cpf(and(seen(1), readings([30, 112], [after, 116]), second, none));
    expect(young(148)).toMatchObject({ limit: 3, isProved: false });
    expect(young(149)).toMatchObject({ limit: 2, isProved: false });
  });

  it.each([
    ['less than was seen before', 107.5, 1, true],
    ['as much', 108, 1, false],
    ['more', 109, 1, false],
    ['less, but is old', 107.5, 7, false],
  ])('is read again where it shows %s', (_, used, age, isYoung) => {
    const people = request({ begun: 26, ended: 29, found: 2 });
    const companies = request({ kind: 'cnpj', begun: 26, ended: 29, found: 2 });
    const book = and(seen(1), readings([29 + age, used]), people, companies);
    const known = knownPrices(book);
    expect([known.cpf.isYoung, known.cnpj.isYoung]).toEqual([isYoung, isYoung]);
    expect(known.realtime.isYoung).toBe(false);
    const alone = and(seen(2), readings([29 + age, used + 8]), { ...people, found: 4 });
    expect(cpf(alone).isYoung).toBe(isYoung);
  });

  it('is looked at again where it shows nothing of what was found, however old it is', () => {
    const book = { readings: readings([5, 100], [20, 100], [40, 120]), requests: [first] };
    expect(cpf(book)).toMatchObject({ limit: 2, isProved: true });
  });

  it('never proves less than what a record really costs, whatever part it shows', () => {
    const cases = fc.record({
      price: fc.integer({ min: 1, max: 10 }),
      found: fc.integer({ min: 2, max: 19 }),
      shown: fc.integer({ min: 0, max: 99 }),
      age: fc.integer({ min: 0, max: 2 * BALANCE_LAG }),
    });
    fc.assert(
      fc.property(cases, ({ price, found, shown, age }) => {
        const charged = price * found;
        const used = 100 + (age < BALANCE_LAG ? Math.floor((charged * shown) / 100) : charged);
        const at = 9_000 + age;
        const job = request({ begun: 6, ended: 9, found, items: found });
        const book = { readings: readings([5, 100], [10, used, { at }]), requests: [job] };
        const known = cpf(book);
        expect(most(known)).toBeGreaterThanOrEqual(price);
      }),
    );
  });
});

describe('what settling assumes', () => {
  it.each([
    ['one observation of few records proves nothing', [1], undefined],
    ['two that agree do', [0.5, 0.5], 0.5],
    ['of the newest three all must agree', [1, 1, 2], undefined],
    ['older ones do not count', [3, 1, 1, 1], 1],
  ])('%s', (_, prices, settling) => {
    expect(cpf(seen(...prices)).settling).toBe(settling);
  });

  it.each([
    [19, 1, undefined],
    [20, 1, 1],
    [20, 2, undefined],
  ])('%i records at %d credits in one observation: %s', (found, price, settling) => {
    const job = { ...first, found, items: found };
    const book = { readings: readings([5, 100], [20, 100 + found * price]), requests: [job] };
    expect(cpf(book).settling).toBe(settling);
  });

  it('is seen beside a doubt that is looked at all the time', () => {
    const doubt = request({ begun: 4, ended: null, endedAt: 1e15, found: 1, isDoubtful: true });
    const book = { readings: readings([5, 100], [20, 120]), requests: [doubt, first] };
    expect(cpf(book)).toMatchObject({ limit: 2, isProved: true });
  });

  it('is none that what is in doubt may have a part in', () => {
    const doubt = request({ begun: 4, isDoubtful: true, items: 8 });
    const book = seen(2, 2);
    const all = { readings: [...readings([2, 90]), ...book.readings], requests: book.requests };
    expect(cpf(and(all, [], doubt))).toMatchObject({
      limit: 2,
      isProved: true,
      settling: undefined,
    });
    expect(cpf(and(book, [], { ...doubt, begun: 46 })).settling).toBe(2);
  });

  it('is also what is told of the cost, where it is known', () => {
    expect(pricesOf(knownPrices(seen(0.5, 0.5))).cpf).toBe(0.5);
    expect(pricesOf(knownPrices(seen(0.5))).cpf).toBe(1);
    expect(pricesOf(knownPrices(seen(1, 2))).cpf).toBe(2);
    // A rise that the last reading shows is told at once, too.
    const job = request({ begun: 46, ended: 49, found: 4, items: 4 });
    const risen = and(seen(1, 1), readings([45, 108], [50, 116, { at: 50_000 }]), job);
    expect(knownPrices(risen).cpf.settling).toBe(1);
    expect(pricesOf(knownPrices(risen)).cpf).toBe(2);
  });
});

it.each([
  ['its own, where nothing is set', {}, ['cpf']],
  ['its own, where others are set', { cnpj: 1, realtime: 2 }, ['cpf']],
  ['the others, where it is set', { cpf: 1 }, ['cnpj', 'realtime']],
  ['those that are not set', { cpf: 1, realtime: 2 }, ['cnpj']],
  ['none, where all are set', { cpf: 1, cnpj: 1, realtime: 2 }, []],
])('the prices to tell for a CPF are %s', (_, set, expected) => {
  expect(pricesToTell('cpf', set)).toEqual(expected);
});

it.each([
  ['price_unknown', { cnpj: 1 }, true],
  ['price_unknown', {}, false],
  ['price_unknown', undefined, false],
  ['moved', { cnpj: 1 }, false],
  [null, { cnpj: 1 }, false],
])('after the verdict %s, prices %o make a new one: %s', (verdict, set, expected) => {
  expect(isPriceTold(verdict, set)).toBe(expected);
});
