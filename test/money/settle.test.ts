import { expect, it } from 'vitest';
import { computeSettleTime, type BalanceReading, type Evidence } from '../../src/ledger/index.js';
import {
  isFreePlan,
  resolvePrices,
  REREAD_AFTER,
  TOLERANCE,
  findUnsetPrices,
} from '../../src/money/book.js';
import { computeElapsed, settle } from '../../src/money/settle.js';
import { readings } from './support.js';

const SETTLE = 660_000;
const LAG = 120_000;
const HOUR = 3_600_000;
const FIRST = Date.UTC(2026, 10, 2);
const uptime = (ms: number, boot = 'b') => ({ ms, boot });

interface Case extends Partial<Omit<Evidence, 'readings'>> {
  readonly elapsed?: number;
}

/** The request began at tick 10, and its outcome became unknown `elapsed` ms ago. */
function decide(all: readonly BalanceReading[], { elapsed = SETTLE, ...given }: Case = {}) {
  const facts = { found: 0, isBusy: false, liveBatches: [], lastEnd: null };
  const evidence = { ...facts, ...given, readings: all };
  const readAt = { ms: 1_000 + elapsed, host: 'h', boot: 'b' };
  const doubt = { begunTick: 10, since: uptime(1_000), settleTime: SETTLE };
  return settle(doubt, { evidence, readAt, watchedSince: readAt, lag: LAG });
}

const at = (ms: number) => ({ at: FIRST + ms });
/** The same used credits at these hours: before the request, and after it. */
const aged = (...hours: number[]) =>
  readings(...hours.map((hour, n) => [5 + 15 * n, 100, at(hour * HOUR)] as const));

it.each<[string, BalanceReading[]]>([
  ['the used credits stood still', readings([10, 100], [20, 100])],
  ['the used credits rose by a rounding error', readings([5, 1], [20, 1 + TOLERANCE / 10])],
  ['the next nightly run reads the balance', aged(0, 30)],
  ['no credits were used within an hour', readings([5, 0, at(0)], [20, 0, at(HOUR)])],
  ['the clock was corrected by a minute', aged(0, -1 / 60)],
])('a doubtful request is sent again after a quiet time if %s', (_, given) => {
  expect(decide(given)).toEqual({ is: 'resend' });
  expect(decide(given, { elapsed: SETTLE - 1 })).toEqual({ is: 'wait', ms: 1 });
});

it('only the user decides where the readings prove nothing, with the reason', () => {
  const still = readings([5, 100], [20, 100]);
  const plan = readings([5, 100], [20, 100, { plan: 'Micro' }]);
  const noneUsed = readings([5, 0, at(0)], [20, 0, at(HOUR + 1)]);
  const asks: readonly (readonly [facts: string, why: string, BalanceReading[], Case?])[] = [
    ['no balance was read', 'no_reading', []],
    ['the balance was not read before the request', 'no_reading', readings([20, 100])],
    ['the used credits moved', 'moved', readings([5, 100], [12, 100], [20, 110])],
    ['they moved by a part of a credit', 'moved', readings([5, 100], [20, 100.5])],
    ['other records of ours were found', 'others_found', still, { found: 1 }],
    ['the same while requests run', 'others_found', still, { found: 1, isBusy: true }],
    [
      'they moved while other requests run',
      'moved',
      readings([5, 100], [20, 110]),
      { isBusy: true },
    ],
    ['they moved before it was quiet', 'moved', readings([5, 100], [20, 101]), { elapsed: 0 }],
    ['the used credits fell', 'fell', readings([5, 100], [20, 90])],
    ['the plan changed', 'plan_changed', plan],
    ['a month went by', 'period', aged(0, 32 * 24)],
    ['more than 30 hours went by', 'period', aged(0, 31)],
    ['more than 30 hours went by in steps', 'period', aged(0, 20, 40)],
    ['a month ended', 'period', aged(29 * 24 - 1, 29 * 24)],
    ['the clock was set back', 'period', aged(2, 1, 3)],
    ['no credits were used for more than an hour', 'period', noneUsed],
  ];
  for (const [facts, why, given, more] of asks)
    expect([facts, decide(given, more)]).toEqual([facts, { is: 'ask', why }]);
});

it('a doubt is settled only after other running requests have ended, by a later reading', () => {
  expect(decide(aged(0, 1), { isBusy: true })).toEqual({ is: 'busy' });
  expect(decide(readings([10, 100]))).toEqual({ is: 'wait', ms: REREAD_AFTER });
});

it('a doubt is settled two minutes after the last end of another request', () => {
  const lastEnd = { tick: 1, uptime: uptime(1_000 + SETTLE - LAG + 1) };
  expect(decide(aged(0, 1), { lastEnd })).toEqual({ is: 'wait', ms: 1 });
});

it.each([
  ['counts from when the outcome became unknown', uptime(1_000), 8_000],
  ['is what this process has watched if the uptime is of another boot', uptime(1_000, 'c'), 2_000],
  ['is what this process has watched if there is no stored uptime', null, 2_000],
  ['is what this process has watched if boots have no names', uptime(1_000, ''), 2_000],
] as const)('the elapsed time %s', (_, since, passed) => {
  const readAt = { ms: 9_000, host: 'h', boot: since?.boot === '' ? '' : 'b' };
  const evidence = { readings: [], found: 0, isBusy: false, liveBatches: [], lastEnd: null };
  expect(
    computeElapsed({ since }, { evidence, readAt, watchedSince: { ...readAt, ms: 7_000 } }),
  ).toBe(passed);
});

it('the settle time of a job is 11 minutes and a fifth of a second for each identifier', () => {
  expect([0, 1, 10_000].map((items) => Math.round(computeSettleTime(items)))).toEqual([
    660_000, 660_200, 2_660_000,
  ]);
});

it('a price is the one that the user set, otherwise the default of the service', () => {
  expect(resolvePrices()).toEqual({ cpf: 1, cnpj: 1, realtime: 1.5 });
  expect(resolvePrices({ cnpj: 2 })).toEqual({ cpf: 1, cnpj: 2, realtime: 1.5 });
});

it('a limit on a shared account needs the price of each kind', () => {
  expect(findUnsetPrices({ shared: true, cpf: 1 }, ['cpf', 'cnpj'])).toEqual(['cnpj']);
  expect(findUnsetPrices({}, ['cpf', 'cnpj'])).toEqual([]);
});

it.each([
  ['Grátis', true],
  ['Grátis'.normalize('NFD'), true],
  ['Micro', false],
])('the plan %s is the free one: %s', (plan, isFree) => {
  expect(isFreePlan(plan)).toBe(isFree);
});
