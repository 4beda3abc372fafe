import { expect, it } from 'vitest';
import { ConfereError } from '../../src/base/errors.js';
import type { AccountTerms } from '../../src/ledger/index.js';
import {
  awaitBalance,
  createBalanceRecorder,
  readCreditsLeft,
  estimateCost,
  readBeforeSending,
  computeRecordsCost,
} from '../../src/money/balance.js';
import { ServiceError, type ServiceClient } from '../../src/service/index.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { testLedger, type TestLedger } from '../ledger/support.js';

const NOON = Date.UTC(2026, 10, 30, 12);
const HOUR = 3_600_000;

/** An account of which each reading shows the next of these used credits, or fails where it has none. */
async function account(used: readonly (number | null)[]) {
  const clock = createFakeClock(NOON);
  const ledger = await testLedger(clock);
  let asked = 0;
  const quota = () => {
    const usedCredits = used[Math.min(asked, used.length - 1)] ?? null;
    asked += 1;
    const request = { endpoint: 'quota', attempts: 1, mayHaveCharged: false };
    if (usedCredits === null) throw new ServiceError('service_failed', request);
    return { plan: 'Micro', usedCredits, remainingCredits: 900 - usedCredits, userId: 'u' };
  };
  const client: unknown = { quota, withBounds: () => client };
  const deps = {
    ledger,
    clock,
    terms: {} as AccountTerms,
    keyFingerprint: 'finger',
    client: client as ServiceClient,
  };
  const patience = { until: NOON + HOUR, sleep: (ms: number) => clock.sleep(ms) };
  return { deps, clock, ledger, patience, asked: () => asked };
}

/** A lookup that was found. */
const lookUp = (ledger: TestLedger) =>
  ledger.keepRecord({ kind: 'cpf', id: '52998224725', data: {}, fetchedAt: NOON, single: true });

it('a balance that the client reads for a refusal is stored as a reading', async () => {
  const { ledger } = await account([]);
  const notes = createBalanceRecorder({ ledger, keyFingerprint: 'finger' });
  const before = await notes.readTick();
  const quota = { plan: 'Micro', usedCredits: 100, remainingCredits: 900 };
  await notes.storeReading(quota, before);
  const reading = { account: 'key:finger', at: NOON, plan: 'Micro', used: 100, remaining: 900 };
  expect(await ledger.newestReading('finger')).toMatchObject({ ...reading, before });
});

it('after a failure the balance is not asked for again within a minute, unless the deadline allows the wait', async () => {
  const { deps, clock, patience, asked } = await account([null, 100]);
  await expect(awaitBalance(deps, { ...patience, until: NOON })).rejects.toBeInstanceOf(
    ServiceError,
  );
  await expect(awaitBalance(deps, { ...patience, until: NOON })).rejects.toBeInstanceOf(
    ServiceError,
  );
  expect(asked()).toBe(1);
  expect((await awaitBalance(deps, patience)).quota.usedCredits).toBe(100);
  expect(clock.now() - NOON).toBe(60_000);
});

it('an unreadable balance stops only use cases that need it', async () => {
  const { deps, patience } = await account([null]);
  const soon = { ...patience, until: NOON };
  const failure = await readBeforeSending(deps, soon, 'balance').catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'balance_unreadable', facts: { only: true } });
  expect(await readBeforeSending(deps, soon, 'nothing')).toBeUndefined();
});

const tenLookups = async (used: readonly number[]) => {
  const world = await account(used);
  await readBeforeSending(world.deps, world.patience, 'balance');
  for (let n = 0; n < 10; n += 1) await lookUp(world.ledger);
  const ended = await readBeforeSending(world.deps, world.patience, 'balance').catch(
    (error: unknown) => error,
  );
  return { ...world, ended };
};

it('nothing more is sent after two readings show unexpected charges, until another price is told', async () => {
  const { ended, deps, patience, asked } = await tenLookups([0, 20]);
  const facts = { records: 10, expected: 10, charged: 20, price: 2 };
  expect(ended).toMatchObject({ code: 'unexpected_charges', facts });
  const again = await readBeforeSending(deps, patience, 'nothing').catch((error: unknown) => error);
  expect([again instanceof ConfereError && again.code, asked()]).toEqual(['unexpected_charges', 4]);
  expect(
    await readBeforeSending({ ...deps, terms: { cpf: 6.5 } }, patience, 'balance'),
  ).toBeDefined();
});

it('requests are sent where a second reading shows a refund', async () => {
  expect((await tenLookups([0, 20, 10])).ended).toMatchObject({ quota: { plan: 'Micro' } });
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
  [0, 899],
  [11 * HOUR, 899],
  [12 * HOUR, undefined],
])('a reading shows what is left for a day within its month: %i ms later', async (later, left) => {
  const { deps, ledger, patience } = await account([0]);
  await readBeforeSending(deps, patience, 'balance');
  await lookUp(ledger);
  expect(await readCreditsLeft(deps, NOON + later)).toBe(left);
  expect(await readCreditsLeft({ ...deps, keyFingerprint: 'other' }, NOON)).toBeUndefined();
});

it('records are worth the price of their requests, or else the price that the user set', () => {
  const record = { kind: 'cpf', records: 2, price: null } as const;
  expect(computeRecordsCost([record, { ...record, records: 1, price: 3 }], { cpf: 2 })).toBe(7);
  expect(computeRecordsCost([record])).toBe(2);
});
