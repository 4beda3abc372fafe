import { expect, it } from 'vitest';
import { ConfereError } from '../../src/base/errors.js';
import type { AccountTerms, Ledger } from '../../src/ledger/index.js';
import {
  awaitBalance,
  balanceNotes,
  creditsLeft,
  expectedCost,
  readBeforeSending,
  worthOf,
} from '../../src/money/balance.js';
import { ServiceError, type ServiceClient } from '../../src/service/index.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { testLedger } from '../ledger/support.js';

const NOON = Date.UTC(2026, 10, 30, 12);
const HOUR = 3_600_000;

/** An account of which each reading shows the next of these used credits, or fails where it has none. */
async function account(used: readonly (number | null)[], terms: AccountTerms = {}) {
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
  const client: unknown = { quota, within: () => client };
  const deps = {
    ledger,
    clock,
    terms,
    keyFingerprint: 'finger',
    client: client as ServiceClient,
  };
  const patience = { until: NOON + HOUR, pause: (ms: number) => clock.sleep(ms) };
  return { deps, clock, ledger, patience, asked: () => asked };
}

/** A lookup that was found, and cost what was told. */
async function lookUp(ledger: Ledger, { cpf: price = 1 }: AccountTerms = {}) {
  const at = await ledger.now();
  const id = '52998224725';
  const begun = await ledger.beginLookup({
    kind: 'cpf',
    id,
    way: 'simple',
    keyFingerprint: 'finger',
    holder: 'h',
    reuseSince: Infinity,
    asked: '',
    undeliveredSince: Infinity,
    mayAsk: true,
    cost: { kind: 'cpf', price, keyFingerprint: 'finger', limits: [], terms: { shared: true }, at },
    at,
  });
  if (begun.verdict !== 'ask') throw new Error(begun.verdict);
  await ledger.endLookup(begun.num, { is: 'found', at, record: null });
}

it('what another request learns of the balance is a reading like any other', async () => {
  const { ledger } = await account([]);
  const notes = balanceNotes({ ledger, keyFingerprint: 'finger' });
  const before = await notes.before();
  const quota = { plan: 'Micro', usedCredits: 100, remainingCredits: 900 };
  await notes.keep(quota, before);
  const reading = { account: 'key:finger', at: NOON, plan: 'Micro', used: 100, remaining: 900 };
  expect(await ledger.newestReading('finger')).toMatchObject({ ...reading, before });
});

it('a balance that could not be read is not asked for again for a minute, within the deadline', async () => {
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

it('what needs the balance says so where it cannot be read, and what needs none goes on', async () => {
  const { deps, patience } = await account([null]);
  const soon = { ...patience, until: NOON };
  const failure = await readBeforeSending(deps, soon, 'balance').catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'balance_unreadable', facts: { only: true } });
  expect(await readBeforeSending(deps, soon, 'nothing')).toBeUndefined();
});

const tenLookups = async (used: readonly number[], terms: AccountTerms = {}) => {
  const world = await account(used, terms);
  await readBeforeSending(world.deps, world.patience, 'balance');
  for (let n = 0; n < 10; n += 1) await lookUp(world.ledger, terms);
  const ended = await readBeforeSending(world.deps, world.patience, 'balance').catch(
    (error: unknown) => error,
  );
  return { ...world, ended };
};

it.each<[string, readonly number[], AccountTerms, object]>([
  ['twice as much was charged', [0, 20], {}, { records: 10, expected: 10, charged: 20, price: 2 }],
  [
    'the price would have more than two decimals',
    [0, 20.01],
    {},
    { charged: 20.01, price: undefined },
  ],
  ['three times as much was charged as told', [0, 60], { cpf: 2 }, { expected: 20, price: 6 }],
])('nothing more is sent where %s', async (_, used, terms, facts) => {
  const { ended, deps, patience, asked } = await tenLookups(used, terms);
  expect(ended).toMatchObject({ code: 'unexpected_charges', facts });
  // The mark binds every command, until another price is told.
  const again = await readBeforeSending(deps, patience, 'nothing').catch((error: unknown) => error);
  expect([again instanceof ConfereError && again.code, asked()]).toEqual(['unexpected_charges', 4]);
  const told = { ...deps, terms: { cpf: 6.5 } };
  expect(await readBeforeSending(told, patience, 'balance')).toBeDefined();
  const setAgain = { ...deps, terms: { ...terms, setAt: NOON + HOUR } };
  expect(await readBeforeSending(setAgain, patience, 'balance')).toBeDefined();
});

it.each<[string, readonly number[], AccountTerms]>([
  ['as much was charged as told', [0, 20], { cpf: 2 }],
  ['no more than five credits are beyond it', [0, 15], {}],
  ['other programs use the account', [0, 80], { shared: true, cpf: 1 }],
  ['a second look shows that it was given back', [0, 20, 10], {}],
  ['less was charged', [0, 4], {}],
])('what is asked for is sent where %s', async (_, used, terms) => {
  expect((await tenLookups(used, terms)).ended).toMatchObject({ quota: { plan: 'Micro' } });
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

it.each([
  [0, 899],
  [11 * HOUR, 899],
  [12 * HOUR, undefined],
])(
  'what is left by the balance book is known for a day of the month: %i ms later',
  async (later, left) => {
    const { deps, ledger, patience } = await account([0]);
    await readBeforeSending(deps, patience, 'balance');
    await lookUp(ledger);
    expect(await creditsLeft(deps, NOON + later)).toBe(left);
    expect(await creditsLeft({ ...deps, keyFingerprint: 'other' }, NOON)).toBeUndefined();
  },
);

it('records are worth the price that they were asked for at, others what is told', () => {
  const record = { kind: 'cpf', records: 2, price: null } as const;
  expect(worthOf([record, { ...record, records: 1, price: 3 }], { cpf: 2 })).toBe(7);
  expect(worthOf([record])).toBe(2);
});
