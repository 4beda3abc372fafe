import { describe, expect, it } from 'vitest';
import { readings, request } from './support.js';
import type { KnownPrices } from '../../src/money/price.js';
import type { BalanceReading, ChargeableRequest } from '../../src/ledger/index.js';
import { elapsedOf, missingPrices, settle } from '../../src/money/settle.js';
import {
  BALANCE_LAG,
  chargesBetween,
  isExact,
  isFreePlan,
  kindsOf,
  SOON,
  TOLERANCE,
} from '../../src/money/book.js';

const SETTLE = 660_000;
const HOUR = 3_600_000;
const FIRST = Date.UTC(2026, 10, 2);
const proved = {
  cpf: { limit: 1, alone: 1, isProved: true, settling: 1, seen: undefined, isYoung: false },
  cnpj: { limit: 1, alone: 1, isProved: true, settling: 1, seen: undefined, isYoung: false },
  realtime: {
    limit: 1.5,
    alone: 1.5,
    isProved: true,
    settling: 1.5,
    seen: undefined,
    isYoung: false,
  },
};
const unproved = {
  ...proved,
  cpf: { limit: 1, alone: 1, isProved: true, settling: undefined, seen: undefined, isYoung: false },
};
const doubtful = request({ begun: 10, isDoubtful: true, items: 10 });

interface Case {
  readonly readings: readonly BalanceReading[];
  readonly requests?: readonly ChargeableRequest[];
  readonly elapsed?: number;
  readonly prices?: KnownPrices;
}

/** The outcome became unknown `elapsed` ms ago. */
function decide({ readings: all, requests = [], elapsed = SETTLE, prices = proved }: Case) {
  const book = { readings: all, requests: [doubtful, ...requests], lastEnd: null };
  const doubt = { begun: 10, since: { ms: 1_000, boot: 'b' }, settle: SETTLE, isJob: true };
  const now = { ms: 1_000 + elapsed, host: 'h', boot: 'b' };
  return settle(doubt, { book, prices, now, watched: now });
}

const at = (ms: number) => ({ at: FIRST + ms });
/** The same used credits at these hours: before the request, and after it. */
const aged = (...hours: number[]) =>
  readings(...hours.map((hour, n) => [5 + 15 * n, 100, at(hour * HOUR)] as const));
const own = request({ begun: 6, ended: 15, found: 7 });
const ours = { requests: [own] };
const later = request({ begun: 13, ended: 15, found: 3 });
it.each<[string, BalanceReading[], Partial<Case>?]>([
  ['when the balance did not move', readings([10, 100], [20, 100])],
  ['when it rose by what adding fractions leaves', readings([5, 0], [20, TOLERANCE])],
  ['when it fell by what adding fractions leaves', readings([5, TOLERANCE], [20, 0])],
  [
    'when our own requests explain every credit',
    readings([5, 100], [20, 107]),
    { requests: [{ ...own, ended: 19 }] },
  ],
  ['when ours are known from an earlier reading on', readings([5, 100], [9, 103], [20, 107]), ours],
  ['by the next nightly run', aged(0, 30)],
  ['within an hour, where nothing was used', readings([5, 0, at(0)], [20, 0, at(HOUR)])],
  ['where a clock was corrected by a minute', aged(0, -1 / 60)],
])('a request with an unknown outcome may be sent again %s', (_, given, more) => {
  expect(decide({ readings: given, ...more })).toEqual({ decision: 'resend' });
  const early = decide({ readings: given, ...more, elapsed: SETTLE - 1 });
  expect(early).toEqual({ decision: 'wait', ms: 1 });
});

it.each<[string, string, BalanceReading[], Partial<Case>?]>([
  ['without a reading before the request', 'no_reading', readings([20, 100])],
  ['without a reading at all', 'no_reading', []],
  [
    'without a reading where ours were known',
    'no_reading',
    readings([5, 100], [20, 107]),
    { requests: [{ ...own, begun: 2 }] },
  ],
  ['when the balance moved', 'moved', readings([5, 100], [12, 100], [20, 110])],
  [
    'where what a user adopted would explain it',
    'no_reading',
    readings([5, 100], [20, 107]),
    { requests: [{ ...own, isAdopted: true }] },
  ],
  ['when it moved by a part', 'moved', readings([5, 100], [20, 100.5])],
  [
    'when a reading between is above what is ours',
    'moved',
    readings([5, 100], [12, 108], [20, 110]),
    { requests: [own, later] },
  ],
  ['when it moved by less than what is ours', 'moved', readings([5, 100], [20, 104]), ours],
  [
    'when nothing proves the price of ours',
    'price_unknown',
    readings([5, 100], [20, 107]),
    { ...ours, prices: unproved },
  ],
  ['after a refund or a renewal', 'fell', readings([5, 100], [20, 90])],
  [
    'after a refund while others run',
    'fell',
    readings([5, 100], [20, 90]),
    { requests: [request({ begun: 8 })] },
  ],
  ['when it fell back to what is ours', 'fell', readings([5, 100], [12, 110], [20, 107]), ours],
  ['after a change of the plan', 'plan_changed', readings([5, 100], [20, 100, { plan: 'Micro' }])],
  [
    'after a change of the plan before it',
    'plan_changed',
    readings([5, 100, { plan: 'Micro' }], [9, 103], [20, 107]),
    ours,
  ],
  ['a month later, when it may have renewed', 'period', aged(0, 32 * 24)],
  ['after more than 30 hours', 'period', aged(0, 31)],
  ['after 30 hours in steps of fewer', 'period', aged(0, 20, 40)],
  [
    'after an hour from 0 on: a renewal leaves no trace',
    'period',
    readings([5, TOLERANCE, at(0)], [20, TOLERANCE, at(HOUR + 1)]),
  ],
  ['over the end of a month', 'period', aged(29 * 24 - 1, 29 * 24)],
  ['when the clock was set back', 'period', aged(2, 1, 3)],
  [
    'when the last reading where ours are known is too old',
    'period',
    readings([5, 100, at(0)], [9, 103, at(10 * HOUR)], [20, 107, at(31 * HOUR)]),
    ours,
  ],
])('only the user decides %s', (_, why, given, more) => {
  expect(decide({ readings: given, ...more })).toEqual({ decision: 'ask', why });
});

const now = { ms: 9_000, host: 'h', boot: 'b' };
const watched = { ...now, ms: 7_000 };
const mark = (ms: number, boot = 'b') => ({ ms, boot });
const end = (ms: number, boot?: string) => ({ tick: 1, mark: mark(ms, boot) });
it.each([
  ['counts from the moment when the outcome became unknown', mark(1_000), null, true, 8_000],
  ['counts from the end of the last job', mark(1_000), end(4_000), true, 5_000],
  ['counts not from an end before', mark(4_000), end(1_000), true, 5_000],
  ['of a lookup does not wait for jobs', mark(1_000), end(4_000), false, 8_000],
  ['is what this process watched, of another boot', mark(1_000, 'c'), null, true, 2_000],
  ['is what this process watched, of a job of another boot', mark(1), end(1, 'c'), true, 2_000],
  ['is what this process watched, where nothing was noted', null, null, true, 2_000],
  ['is what this process watched, where no boot has a name', mark(1_000, ''), null, true, 2_000],
] as const)('the time that has surely passed %s', (_, since, lastEnd, isJob, passed) => {
  const at = since?.boot === '' ? { ...now, boot: '' } : now;
  const book = { readings: [], requests: [], lastEnd };
  expect(elapsedOf({ since, isJob }, { book, now: at, watched })).toBe(passed);
});

it('a job that is processing must end first', () => {
  const running = request({ begun: 12, ended: null });
  expect(decide({ readings: readings([5, 100], [20, 100]), requests: [running] })).toEqual({
    decision: 'busy',
  });
});

it.each([
  ['ended during it', { ended: 20 }, SOON],
  ['ended so shortly before that it may lack its charge', { ended: 16 }, BALANCE_LAG],
  ['found nothing then', { ended: 16, found: 0 }, undefined],
  ['ended before that', { ended: 15 }, undefined],
])('the balance is read again where another request %s', (_, facts, ms) => {
  const other = request({ begun: 12, found: 1, ...facts });
  // A charge that comes late may hide that of the doubt.
  const verdict = decide({
    readings: readings([5, 100], [20, 100 + other.found]),
    requests: [other],
  });
  expect(verdict).toEqual(
    ms === undefined ? { decision: 'resend' } : { decision: 'read_again', ms },
  );
});

it('the prices that are missing are those of what was charged beside it, or still may be', () => {
  const own = request({ begun: 12, ended: 15, found: 7 });
  const missing = (other: ChargeableRequest, prices: KnownPrices, given = readings([5, 100])) =>
    missingPrices({ begun: 10 }, { readings: given, requests: [other] }, prices);
  expect(missing(own, unproved)).toEqual(['cpf']);
  expect(missing(request({ begun: 25 }), unproved)).toEqual(['cpf']);
  expect(missing(own, proved)).toEqual([]);
  expect(missing(request({ begun: 10, isDoubtful: true, found: 3 }), unproved)).toEqual([]);
  expect(missing(own, unproved, [])).toEqual([]);
  expect(missing(own, unproved, readings([20, 100]))).toEqual([]);
});

/** Asked for between the ticks 4 and 5, and 19 and 20. */
const [from, to] = readings([5, 100], [20, 120]) as [never, never];
const ZERO = { cpf: 0, cnpj: 0, realtime: 0 };

describe('what was charged between two readings', () => {
  it.each([
    ['a request that ended before the first', { begun: 1, ended: 4 }, 0, 0],
    ['one that overlaps the first', { begun: 1, ended: 5 }, 0, 3],
    ['one between them', { begun: 5, ended: 15 }, 3, 3],
    ['one whose charge may be too late for the second', { begun: 5, ended: 16 }, 0, 3],
    ['one that overlaps the second', { begun: 6, ended: 20 }, 0, 3],
    ['one that began before the first and runs', { begun: 1 }, 0, 10],
    ['one that runs', { begun: 6 }, 0, 10],
    ['one in doubt', { begun: 6, isDoubtful: true }, 3, 3],
    ['one that began after the second', { begun: 20 }, 0, 0],
  ])('of %s', (_, facts, least, most) => {
    const charges = chargesBetween([request({ found: 3, items: 10, ...facts })], from, to);
    expect(charges).toEqual({ least: { ...ZERO, cpf: least }, most: { ...ZERO, cpf: most } });
    expect(isExact(charges)).toBe(least === most);
    expect(kindsOf(charges)).toEqual(most === 0 ? [] : ['cpf']);
  });

  it('adds requests up, each kind by itself', () => {
    const done = { begun: 6, ended: 9, found: 3 };
    const all = [request(done), request(done), request({ ...done, kind: 'realtime', found: 1 })];
    const sums = { ...ZERO, cpf: 6, realtime: 1 };
    const charges = chargesBetween(all, from, to);
    expect(charges).toEqual({ least: sums, most: sums });
    expect(kindsOf(charges)).toEqual(['cpf', 'realtime']);
  });
});

it.each([
  ['Grátis', true],
  ['Grátis'.normalize('NFD'), true],
  ['Micro', false],
])('the plan %s is the one without overage: %s', (plan, isFree) => {
  expect(isFreePlan(plan)).toBe(isFree);
});
