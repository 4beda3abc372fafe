import { describe, expect, it } from 'vitest';
import {
  accountBook,
  accountOf,
  assumedPrices,
  balanceLeft,
  balanceNotes,
  expectedCost,
  isOutdated,
  whatItCost,
  worthOf,
  type AccountBalance,
} from '../../src/money/balance.js';
import { BALANCE_LAG } from '../../src/money/book.js';
import { knownPrices, NO_BOOK } from '../../src/money/price.js';
import type { QuotaRecord } from '../../src/service/index.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { testLedger } from '../ledger/support.js';
import { ledgerOf, readings, request } from './support.js';

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 10, 30, 12);
const quota = { plan: 'Micro', usedCredits: 100, remainingCredits: 900, userId: 'u' };
const ten = request({ begun: 6, ended: 9, found: 10 });
/** Two credits for each record. */
const dear = { readings: readings([5, 100], [20, 120]), requests: [ten] };

it.each<[string, unknown, string]>([
  ['the one of the service', 'u', 'u'],
  ['the key, where its name is empty', '', 'key:finger'],
  ['the key, where its name is no text', 7, 'key:finger'],
])('an account is %s', (_, userId, account) => {
  expect(accountOf({ ...quota, userId } as QuotaRecord, 'finger')).toBe(account);
});

it('what another request learns of the balance is a reading like any other', async () => {
  const ledger = await testLedger(createFakeClock(NOON));
  const deps = { ledger, keyFingerprint: 'finger' };
  expect(await accountBook(deps)).toBe(NO_BOOK);
  const notes = balanceNotes(deps);
  const before = await notes.before();
  await notes.keep(quota, before);
  const reading = { at: NOON, plan: 'Micro', used: 100, remaining: 900 };
  const book = await accountBook(deps);
  expect(book).toMatchObject({ readings: [{ ...reading, before, after: before + 1 }] });
});

it('nothing more is sent by a reading of more than two minutes', () => {
  const clock = createFakeClock();
  const balance = { askedAt: clock.uptime().ms } as AccountBalance;
  clock.advance(120_000);
  expect(isOutdated(balance, clock)).toBe(false);
  clock.advance(1);
  expect(isOutdated(balance, clock)).toBe(true);
});

it('prices are assumed of the kinds that nothing proves', () => {
  expect(assumedPrices(knownPrices(dear), ['cpf', 'realtime'])).toEqual({ realtime: 1.5 });
});

const cpf = { ids: 50, paid: 10 };
const cnpj = { ids: 9, paid: 5 };
const none = { ids: 0, paid: 0 };
const RATES = { cpf: { answered: 100, found: 80 }, cnpj: { answered: 20, found: 20 } };
const few = { ...RATES, cnpj: { answered: 19, found: 19 } };
it.each([
  ['what was paid before and a share of the rest', RATES, cpf, none, 42, 100],
  ['both kinds, each at its price', RATES, cpf, cnpj, 60, 120],
  ['one kind, whatever is known of the other', few, cpf, none, 42, 100],
  [
    'no more than there are, though more were found than answered',
    ...([{ ...RATES, cpf: { answered: 20, found: 80 } }, cpf, none, 50, 20] as const),
  ],
])('the expected cost counts %s', (_, rates, ofCpf, ofCnpj, credits, answered) => {
  const expected = expectedCost(rates, { cpf: ofCpf, cnpj: ofCnpj }, PRICES);
  expect(expected).toEqual({ credits, answered });
});
const PRICES = { cpf: 1, cnpj: 2, realtime: 3 };

it.each([
  ['without identifiers', RATES, none, none],
  ['where too few of a kind were answered', few, cpf, cnpj],
])('nothing is expected %s', (_, rates, ofCpf, ofCnpj) => {
  expect(expectedCost(rates, { cpf: ofCpf, cnpj: ofCnpj }, PRICES)).toBeNull();
});

describe('what is left of the last balance', () => {
  const at = NOON;
  const old = request({ begun: 6, ended: 9, endedAt: at - HOUR });
  const since = request({ begun: 21, ended: 25, found: 7 });
  const just = { ...old, found: 1, endedAt: at - BALANCE_LAG + 1 };
  it.each([
    ['all of it', [old], 0, 700],
    [
      'less what our requests were charged since',
      [since, { ...since, kind: 'realtime' }],
      0,
      682.5,
    ],
    ['less what the user has adopted', [{ ...since, isAdopted: true }], 0, 693],
    ['never less than nothing', [{ ...since, found: 701 }], 0, 0],
    ['all of it later in the month', [], 11 * HOUR, 700],
    ['unknown in the next month', [], 12 * HOUR, undefined],
    ['unknown while a request runs', [old, request({ begun: 21 })], 0, undefined],
    ['unknown while one is in doubt', [old, { ...since, isDoubtful: true }], 0, undefined],
    ['unknown where it may lack what was just charged', [just, since], 0, undefined],
    ['all of it where that was free', [{ ...just, found: 0 }], 0, 700],
    ['all of it once it lacks nothing', [{ ...just, endedAt: at - BALANCE_LAG }], 0, 700],
  ] as const)('is %s', async (_, requests, later, left) => {
    const book = { readings: readings([5, 100], [20, 300, { at }]), requests };
    const deps = { ledger: ledgerOf({ u: book }), keyFingerprint: 'finger' };
    expect(await balanceLeft(deps, at + later)).toBe(left);
    const paid = { cpf: 3, realtime: 1 };
    expect(await whatItCost(deps, paid, at + later)).toEqual({ credits: 4.5, left });
  });

  it.each([
    [24 * HOUR, 700],
    [24 * HOUR + 1, undefined],
  ])('is known for a day: %i ms later', async (later, left) => {
    const first = Date.UTC(2026, 10, 2);
    const book = { readings: readings([20, 300, { at: first }]), requests: [] };
    const deps = { ledger: ledgerOf({ u: book }), keyFingerprint: 'finger' };
    expect(await balanceLeft(deps, first + later)).toBe(left);
  });

  it('is unknown where it was never read', async () => {
    const deps = { ledger: ledgerOf({}), keyFingerprint: 'finger' };
    expect(await balanceLeft(deps, NOON)).toBeUndefined();
  });
});

it.each([
  ['the price of its job, others at that of the first account', { u: dear, v: NO_BOOK }, 7],
  ['the price of its job, others at the default', {}, 5],
])('records are worth %s', async (_, books, worth) => {
  const record = { kind: 'cpf', records: 2, price: null } as const;
  const all = [record, { ...record, records: 1, price: 3 }];
  expect(await worthOf({ ledger: ledgerOf(books) }, all)).toBe(worth);
});
