import { expect, it } from 'vitest';
import type { NoAnswerFacts } from '../../src/base/facts.js';
import type { AccountTerms } from '../../src/ledger/index.js';
import {
  awaitBalance,
  type BalanceDeps,
  type BalanceNeed,
  createBalanceRecorder,
  readBalance,
  readCreditsLeft,
  estimateCost,
  readBeforeSending,
  computeRecordsCost,
  summarizeCost,
} from '../../src/money/balance.js';
import { SECOND_READING_AFTER } from '../../src/money/meter.js';
import { ServiceError, type ServiceClient } from '../../src/service/index.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { testLedger, type TestLedger } from '../ledger/support.js';

const NOON = Date.UTC(2026, 10, 30, 12);
const HOUR = 3_600_000;

const REQUEST = { endpoint: 'quota', attempts: 1, mayHaveCharged: false };
const AWAY = new ServiceError('service_failed', { ...REQUEST, httpStatus: 503 });
const lost = (obstacle: NoAnswerFacts) => new ServiceError('network', { ...REQUEST, ...obstacle });

/** An account of which each reading shows the next of these used credits, or fails with the error. */
async function account(used: readonly (number | Error)[], terms?: AccountTerms, start = NOON) {
  const clock = createFakeClock(start);
  const ledger = await testLedger(clock);
  let asked = 0;
  const quota = () => {
    const usedCredits = used[Math.min(asked, used.length - 1)] ?? 0;
    asked += 1;
    if (typeof usedCredits !== 'number') throw usedCredits;
    return { plan: 'Micro', usedCredits, remainingCredits: 900 - usedCredits, userId: 'u' };
  };
  const bounds: unknown[] = [];
  const client: unknown = { quota, withBounds: (given: object) => bounds.push(given) && client };
  const own = { ledger, clock, keyFingerprint: 'finger', client: client as ServiceClient };
  const deps: BalanceDeps = terms === undefined ? own : { ...own, terms };
  const patience = { until: start + HOUR, sleep: (ms: number) => clock.sleep(ms) };
  const read = (need: BalanceNeed) =>
    readBeforeSending(deps, patience, need).catch((error: unknown) => error);
  return { deps, clock, ledger, patience, read, bounds, asked: () => asked };
}

/** A lookup that was found. */
const lookUp = (ledger: TestLedger) =>
  ledger.keepRecord({ kind: 'cpf', id: '52998224725', data: {}, fetchedAt: NOON, single: true });

it.each([{}, { userId: '' }])(
  'a balance that the client reads for a refusal is stored: %o',
  async (user) => {
    const { ledger } = await account([]);
    const notes = createBalanceRecorder({ ledger, keyFingerprint: 'finger' });
    const before = await notes.readTick();
    const quota = { plan: 'Micro', usedCredits: 100, remainingCredits: 900, ...user };
    await notes.storeReading(quota, before);
    const reading = { account: 'key:finger', at: NOON, plan: 'Micro', used: 100, remaining: 900 };
    expect(await ledger.newestReading('finger')).toMatchObject({ ...reading, before });
  },
);

it('a reading says nothing about what happens between its question and its answer', async () => {
  const { deps, ledger, clock } = await account([100]);
  const { client } = deps;
  let between = 0;
  const quota = async () => {
    clock.advance(1000);
    between = await ledger.tick();
    return client.quota();
  };
  const slow: ServiceClient = Object.assign({}, client, { quota, withBounds: () => slow });
  await readBalance({ ...deps, client: slow });
  const reading = await ledger.newestReading('finger');
  expect(reading).toMatchObject({ askedAt: NOON, at: NOON + 1000 });
  expect(reading?.before).toBeLessThan(between);
  expect(reading?.after).toBeGreaterThan(between);
});

it('after a failure the balance is not asked for again within a minute, unless the deadline allows the wait', async () => {
  const { deps, clock, patience, asked, bounds } = await account([AWAY, 100]);
  const wait = (until: number) => awaitBalance(deps, { ...patience, until });
  await expect(wait(NOON)).rejects.toBe(AWAY);
  await expect(wait(NOON)).rejects.toBe(AWAY);
  expect([asked(), bounds]).toEqual([1, [{ timeout: 10_000, deadline: NOON + 10_000 }]]);
  expect((await wait(NOON + 60_000)).quota.usedCredits).toBe(100);
  expect(clock.now() - NOON).toBe(60_000);
});

it('after a failure the balance is asked for at once if the clock was set back', async () => {
  const { deps, clock, patience } = await account([AWAY, 100]);
  await expect(awaitBalance(deps, { ...patience, until: NOON })).rejects.toBe(AWAY);
  clock.set(-1);
  expect(await awaitBalance(deps, { ...patience, until: 0 })).toBeDefined();
});

it.each([
  [AWAY, 'HTTP 503'],
  [lost({ reason: 'unreachable', host: 'h', code: 'ECONNREFUSED' }), 'h: ECONNREFUSED'],
  [lost({ reason: 'unreachable', host: 'h', code: undefined }), undefined],
  [lost({ reason: 'timeout' }), undefined],
])(
  'an unreadable balance stops only use cases that need it, and says why: %o',
  async (error, why) => {
    const { read, clock } = await account([error]);
    expect(await read('nothing')).toBeUndefined();
    expect(clock.sleeps).toEqual([]);
    for (const need of ['balance', 'limit'] as const) {
      const facts = { only: need === 'balance', why };
      expect(await read(need)).toMatchObject({ code: 'balance_unreadable', facts, cause: error });
    }
  },
);

it.each([new Error('defect'), new ServiceError('key_refused', REQUEST)])(
  'a failure that will not pass is no reason to wait: %o',
  async (error) => {
    const { read, asked } = await account([error]);
    for (const need of ['nothing', 'balance'] as const) expect(await read(need)).toBe(error);
    expect(asked()).toBe(2);
  },
);

/** Ten lookups at an account of these used credits, and what then stops the next one. */
async function tenLookups(need: BalanceNeed, ...its: Parameters<typeof account>) {
  const world = await account(...its);
  await world.read(need);
  for (let n = 0; n < 10; n += 1) await lookUp(world.ledger);
  return { ...world, ended: await world.read(need) };
}

it.each<[BalanceNeed, object, object?, AccountTerms?, number?]>([
  ['balance', { withoutPrice: [], isSandbox: false, isUsedUp: false }],
  ['limit', { withoutPrice: ['cpf'] }],
  ['limit', { withoutPrice: [] }, [SECOND_READING_AFTER], { cpf: 1 }],
  ['nothing', { isSandbox: true }, [], { isSandbox: true }],
  ['nothing', { isUsedUp: true }, [SECOND_READING_AFTER], {}, 900],
])(
  'nothing more is sent after two readings show unexpected charges: %s, %o',
  async (need, more, sleeps = [SECOND_READING_AFTER], terms, charged = 20) => {
    const { ended, clock } = await tenLookups(need, [0, charged], terms);
    const facts = { records: 10, expected: 10, charged, ...more };
    expect(ended).toMatchObject({ code: 'unexpected_charges', facts });
    expect(clock.sleeps).toEqual(sleeps);
  },
);

it('unexpected charges stop every request until another price is told', async () => {
  const { deps, patience, read, asked } = await tenLookups('balance', [0, 20]);
  const stopped = { code: 'unexpected_charges', facts: { price: 2, isUsedUp: false } };
  expect([await read('nothing'), asked()]).toMatchObject([stopped, 4]);
  const told = { ...deps, terms: { cpf: 6.5 } };
  expect(await readBeforeSending(told, patience, 'balance')).toBeDefined();
});

it('a second reading of unexpected charges decides, and is needed', async () => {
  const refund = await tenLookups('balance', [0, 20, 10]);
  expect(refund.ended).toMatchObject({ quota: { plan: 'Micro' } });
  const { ended } = await tenLookups('balance', [0, 20, AWAY]);
  expect(ended).toMatchObject({ code: 'balance_unreadable', facts: { only: false } });
});

const cpf = { ids: 50, paid: 10 };
const cnpj = { ids: 9, paid: 5 };
const none = { ids: 0, paid: 0 };
const RATES = { cpf: { answered: 100, found: 80 }, cnpj: { answered: 20, found: 20 } };
const few = { ...RATES, cnpj: { answered: 19, found: 19 } };
it.each([
  ['earlier records and the usual share of the rest', RATES, cpf, none, 42, 100],
  ['both kinds at their own prices', RATES, cpf, cnpj, 60, 120],
  ['one kind although the other has too few answers', few, cpf, none, 42, 100],
  [
    'no more records than identifiers, though the ledger has more records than answers',
    ...([{ ...RATES, cpf: { answered: 20, found: 80 } }, cpf, none, 50, 20] as const),
  ],
])('the estimate counts %s', (_, rates, ofCpf, ofCnpj, credits, answered) => {
  const expected = estimateCost(rates, { cpf: ofCpf, cnpj: ofCnpj }, PRICES);
  expect(expected).toEqual({ credits, answered });
});
const PRICES = { cpf: 1, cnpj: 2, realtime: 3 };

it.each([
  ['without identifiers', RATES, none, none],
  ['with too few answers of a kind', few, cpf, cnpj],
])('there is no estimate %s', (_, rates, ofCpf, ofCnpj) => {
  expect(estimateCost(rates, { cpf: ofCpf, cnpj: ofCnpj }, PRICES)).toBeNull();
});

it.each([
  [NOON, 0, 899],
  [NOON, 11 * HOUR, 899],
  [NOON, 12 * HOUR, undefined],
  [NOON - 24 * HOUR, 24 * HOUR, 899],
  [NOON - 24 * HOUR, 24 * HOUR + 1, undefined],
])(
  'a reading shows what is left for a day within its month: %i, %i',
  async (start, later, left) => {
    const { deps, ledger, read } = await account([0], undefined, start);
    await read('balance');
    await lookUp(ledger);
    const shown = await summarizeCost(deps, { realtime: 2 }, start + later);
    expect(shown).toEqual({ credits: 3, left });
    expect(await readCreditsLeft({ ...deps, keyFingerprint: 'other' }, start)).toBeUndefined();
  },
);

it('records are worth the price of their requests, or else the price that the user set', () => {
  const record = { kind: 'cpf', records: 2, price: null } as const;
  expect(computeRecordsCost([record, { ...record, records: 1, price: 3 }], { cpf: 2 })).toBe(7);
  expect(computeRecordsCost([record])).toBe(2);
});
