import { expect, it } from 'vitest';
import type { Ledger, SpendingBatch } from '../../src/ledger/index.js';
import {
  type LedgerSpending,
  type SpendingReport,
  type Sums,
  readSpending,
  buildSpendingReport,
} from '../../src/money/spending.js';

const DAY = 86_400_000;
const one: LedgerSpending['spending'][number] = {
  day: 0,
  kind: 'cpf',
  keyFingerprint: 'k',
  source: 'deleted',
  batch: null,
  found: 0,
  saved: 0,
  atRisk: 0,
  givenUp: 0,
  price: 1,
};

const [OLD, YOUNG] = [
  { id: 'old', file: 'f', createdAt: 1 },
  { id: 'a', file: 'f', createdAt: 5 },
];
const [MINE, SANDBOX] = [
  { profile: 'default', baseUrl: 'https://u' },
  { profile: 'default', baseUrl: null },
];

/** Groups of these pieces, in a period of the days 10 to 40. */
const LEDGERS: readonly LedgerSpending[] = [
  {
    owner: MINE,
    spending: [
      { ...one, day: 40 * DAY - 1, kind: 'realtime', found: 3, price: 1.5 },
      { ...one, day: 10 * DAY, batch: YOUNG, source: 'batch', found: 2, price: 1.1 },
      { ...one, day: 31 * DAY, kind: 'cnpj', source: 'lookups', saved: 4, price: 3 },
      { ...one, day: 10 * DAY - 1, found: 100, price: 7 },
      { ...one, day: 40 * DAY, found: 100, price: 7 },
    ],
    otherCharges: [
      { day: 12 * DAY, credits: 0.5 },
      { day: 40 * DAY, credits: 9 },
    ],
  },
  {
    owner: SANDBOX,
    spending: [
      { ...one, day: 10 * DAY, batch: OLD, source: 'batch', found: 1, atRisk: 5, givenUp: 6 },
    ],
    otherCharges: [],
  },
];
const NONE = { found: 0, charged: 0, otherCharges: 0, saved: 0, atRisk: 0, possiblyCharged: 0 };
const deleted = { ...NONE, found: 3, charged: 4.5 };
const young = { ...NONE, found: 2, charged: 2.2 };
const lookups = { ...NONE, saved: 12 };
const old = { ...NONE, found: 1, charged: 1, atRisk: 5, possiblyCharged: 6 };
const cpfs = { ...old, found: 3, charged: 3.2 };
const mine = { ...young, found: 5, charged: 6.7, saved: 12 };

const month = (name: string) => ({ of: 'month', name });
const day = (name: string) => ({ of: 'day', name });
const batch = (of: SpendingBatch) => ({ of: 'batch', batch: of });
const [GONE, SINGLE] = [{ of: 'deleted' }, { of: 'lookups' }];
const kind = (name: string) => ({ of: 'kind', kind: name });
it.each<[SpendingReport['by'], ...(readonly [object, Sums])[]]>([
  [
    'month',
    [month('1970-01'), { ...cpfs, otherCharges: 0.5 }],
    [month('1970-02'), { ...deleted, saved: 12 }],
  ],
  [
    'day',
    [day('1970-01-11'), cpfs],
    [day('1970-01-13'), { ...NONE, otherCharges: 0.5 }],
    [day('1970-02-01'), lookups],
    [day('1970-02-09'), deleted],
  ],
  // The oldest first, and last what has none any more.
  ['batch', [batch(OLD), old], [batch(YOUNG), young], [GONE, deleted], [SINGLE, lookups]],
  ['kind', [kind('cpf'), cpfs], [kind('cnpj'), lookups], [kind('realtime'), deleted]],
  [
    'profile',
    [{ of: 'profile', ...SANDBOX }, old],
    [
      { of: 'profile', ...MINE },
      { ...mine, otherCharges: 0.5 },
    ],
  ],
])('the spending of a period is grouped by %s', (by, ...groups) => {
  const days = { since: 10 * DAY, until: 40 * DAY };
  expect(buildSpendingReport(LEDGERS, by, days)).toEqual({
    by,
    days,
    groups: groups.map(([key, sums]) => ({ key, ...sums })),
    total: { ...cpfs, found: 6, charged: 7.7, otherCharges: 0.5, saved: 12 },
  });
});

it('a request counts at its own price, and savings at the price of now', async () => {
  const asked = { ...one, found: 1, price: 3 };
  const saved = { ...one, saved: 1, price: null };
  const otherCharges = [{ day: 0, credits: 4 }];
  const ledger = {
    readDailySpending: () => Promise.resolve([asked, saved]),
    readOtherCharges: () => Promise.resolve(otherCharges),
  } as unknown as Ledger;
  const spending = [asked, { ...saved, price: 2 }];
  expect(await readSpending(ledger, MINE, { cpf: 2 })).toEqual({
    owner: MINE,
    spending,
    otherCharges,
  });
});
