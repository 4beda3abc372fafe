import { expect, it } from 'vitest';
import { computeSettleTime, type BalanceReading, type Evidence } from '../../src/ledger/index.js';
import { isFreePlan, pricesOf, TOLERANCE, untoldPrices } from '../../src/money/book.js';
import { elapsedOf, settle } from '../../src/money/settle.js';
import { readings } from './support.js';

const SETTLE = 660_000;
const LAG = 120_000;
const HOUR = 3_600_000;
const FIRST = Date.UTC(2026, 10, 2);
const mark = (ms: number, boot = 'b') => ({ ms, boot });

interface Case extends Partial<Omit<Evidence, 'readings'>> {
  readonly elapsed?: number;
}

/** The request began at tick 10, and its outcome became unknown `elapsed` ms ago. */
function decide(all: readonly BalanceReading[], { elapsed = SETTLE, ...given }: Case = {}) {
  const facts = { found: 0, isBusy: false, liveBatches: [], lastEnd: null };
  const evidence = { ...facts, ...given, readings: all };
  const now = { ms: 1_000 + elapsed, host: 'h', boot: 'b' };
  const doubt = { begun: 10, since: mark(1_000), settle: SETTLE };
  return settle(doubt, { evidence, now, watched: now, lag: LAG });
}

const at = (ms: number) => ({ at: FIRST + ms });
/** The same used credits at these hours: before the request, and after it. */
const aged = (...hours: number[]) =>
  readings(...hours.map((hour, n) => [5 + 15 * n, 100, at(hour * HOUR)] as const));

it.each<[string, BalanceReading[]]>([
  ['the used credits stood still', readings([10, 100], [20, 100])],
  ['they rose by what adding fractions leaves', readings([5, 1], [20, 1 + TOLERANCE])],
  ['the next nightly run looks', aged(0, 30)],
  ['nothing was used, within an hour', readings([5, 0, at(0)], [20, 0, at(HOUR)])],
  ['a clock was corrected by a minute', aged(0, -1 / 60)],
])('a request with an unknown outcome is sent again once it was quiet, where %s', (_, given) => {
  expect(decide(given)).toEqual({ decision: 'resend' });
  expect(decide(given, { elapsed: SETTLE - 1 })).toEqual({ decision: 'wait', ms: 1 });
});

it.each<[string, string, BalanceReading[], Case?]>([
  ['no balance was read', 'no_reading', []],
  ['none was read before the request', 'no_reading', readings([20, 100])],
  ['the used credits moved', 'moved', readings([5, 100], [12, 100], [20, 110])],
  ['they moved by a part of a credit', 'moved', readings([5, 100], [20, 100.5])],
  [
    'others of ours were found, by any price',
    'others_found',
    readings([5, 100], [20, 100]),
    { found: 1 },
  ],
  ['others of ours were found and run', 'others_found', aged(0, 1), { found: 1, isBusy: true }],
  ['they moved while others run', 'moved', readings([5, 100], [20, 110]), { isBusy: true }],
  ['they moved, and nothing was quiet yet', 'moved', readings([5, 100], [20, 101]), { elapsed: 0 }],
  ['they fell', 'fell', readings([5, 100], [20, 90])],
  ['the plan changed', 'plan_changed', readings([5, 100], [20, 100, { plan: 'Micro' }])],
  ['a month went by', 'period', aged(0, 32 * 24)],
  ['more than 30 hours went by', 'period', aged(0, 31)],
  ['more than 30 hours went by in steps', 'period', aged(0, 20, 40)],
  ['a month ended', 'period', aged(29 * 24 - 1, 29 * 24)],
  ['the clock was set back', 'period', aged(2, 1, 3)],
  [
    'nothing was used, for more than an hour',
    'period',
    readings([5, 0, at(0)], [20, 0, at(HOUR + 1)]),
  ],
])('only the user decides where %s', (_, why, given, more) => {
  expect(decide(given, more)).toEqual({ decision: 'ask', why });
});

it('others of ours that run must end first', () => {
  expect(decide(aged(0, 1), { isBusy: true })).toEqual({ decision: 'busy' });
});

it('a lookup or job of ours that ended less than two minutes ago may still move the balance', () => {
  const lastEnd = { tick: 1, mark: mark(1_000 + SETTLE - LAG + 1) };
  expect(decide(aged(0, 1), { lastEnd })).toEqual({ decision: 'wait', ms: 1 });
});

it.each([
  ['counts from the moment when the outcome became unknown', mark(1_000), 8_000],
  ['is what this process watched, of another boot', mark(1_000, 'c'), 2_000],
  ['is what this process watched, where nothing was noted', null, 2_000],
  ['is what this process watched, where no boot has a name', mark(1_000, ''), 2_000],
] as const)('the time that has surely passed %s', (_, since, passed) => {
  const now = { ms: 9_000, host: 'h', boot: since?.boot === '' ? '' : 'b' };
  const evidence = { readings: [], found: 0, isBusy: false, liveBatches: [], lastEnd: null };
  expect(elapsedOf({ since }, { evidence, now, watched: { ...now, ms: 7_000 } })).toBe(passed);
});

it('the settle time of a job is 11 minutes and a fifth of a second for each identifier', () => {
  expect([0, 1, 10_000].map((items) => Math.round(computeSettleTime(items)))).toEqual([
    660_000, 660_200, 2_660_000,
  ]);
});

it('a price is the one that the user told, otherwise that of the service', () => {
  expect(pricesOf()).toEqual({ cpf: 1, cnpj: 1, realtime: 1.5 });
  expect(pricesOf({ cnpj: 2 })).toEqual({ cpf: 1, cnpj: 2, realtime: 1.5 });
});

it('a limit needs the prices of an account that others use, too', () => {
  expect(untoldPrices({ shared: true, cpf: 1 }, ['cpf', 'cnpj'])).toEqual(['cnpj']);
  expect(untoldPrices({}, ['cpf', 'cnpj'])).toEqual([]);
});

it.each([
  ['Grátis', true],
  ['Grátis'.normalize('NFD'), true],
  ['Micro', false],
])('the plan %s is the one without overage: %s', (plan, isFree) => {
  expect(isFreePlan(plan)).toBe(isFree);
});
