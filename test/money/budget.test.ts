import { expect, it } from 'vitest';
import type { LimitLeft, SpendingLimit } from '../../src/ledger/index.js';
import {
  buildBudgets,
  countCovered,
  findExceededLimitError,
  findOverLimitError,
  findTightest,
  type RefusedCost,
} from '../../src/money/budget.js';
import { TOLERANCE } from '../../src/money/book.js';
import { lowestLimit } from '../../src/money/period-limits.js';

it.each([
  ['all of them when all are covered', 30, 10, 3, 10],
  ['all of them when the limit is exactly the cost, despite rounding errors', 3.3, 3, 1.1, 3],
  ['only the covered ones', 29, 10, 3, 9],
  ['none of them when not even one is covered', 2, 10, 3, 0],
  ['none of them when the limit is overdrawn', -5, 50, 1, 0],
])('identifiers that are sent together: %s', (_, left, items, price, expected) => {
  expect(countCovered(left, items, price)).toBe(expected);
});

/** So many credits are left of a limit. */
const left = (of: SpendingLimit['of'], credits: number, limit = 10) =>
  ({ limit: { of, limit }, left: credits }) as LimitLeft;

it('the tightest limit is the one that leaves the least', () => {
  const day = left('day', 9, 30);
  expect(findTightest([left('month', 20, 100), day])).toBe(day);
  expect(findTightest([])).toBeUndefined();
});

const [DAY, MONTH] = [
  { of: 'day', since: Date.UTC(2026, 1, 28), limit: 5 } as const,
  { of: 'month', since: Date.UTC(2026, 1), limit: 90 } as const,
];
it.each([
  ['both', { maxCreditsPerDay: 5, maxCreditsPerMonth: 90 }, [DAY, MONTH], 5],
  ['of the day', { maxCreditsPerDay: 5 }, [DAY], 5],
  ['of the month', { maxCreditsPerMonth: 90 }, [MONTH], 90],
  ['none', {}, [], Infinity],
])('the budgets of the UTC day and month, and the lowest: %s', (_, limits, expected, lowest) => {
  expect(buildBudgets(Date.UTC(2026, 1, 28, 23, 59), limits)).toEqual(expected);
  expect(lowestLimit(limits)).toBe(lowest);
});

const whole: RefusedCost = { costOf: 'batch', fitsBalance: false, cost: 9, itemPrice: 2 };
const fitsBalance = true;
it.each([
  ['a cost that is covered to a millionth', left('run', 3), { ...whole, cost: 3 + TOLERANCE }],
  ['a batch of which a part fits', left('run', 2), { ...whole, fitsBalance }],
  [
    'a cost below the usual price of one identifier',
    left('run', 1),
    { ...whole, fitsBalance, cost: 1 },
  ],
])('the check before a submission allows %s', (_, limit, refused) => {
  expect(findOverLimitError([left('day', 9), limit], refused, refused.itemPrice)).toBeUndefined();
});

const [PERIOD, RUN] = ['over_period_budget', 'over_max_credits'] as const;
/** The facts of what may cost 9 credits where 2 of 10 are left. */
const FACTS = {
  [PERIOD]: { cost: 9, left: 2, limit: 10, fits: false },
  [RUN]: { worstCase: 9, maxCredits: 2 },
  over_balance: { worstCase: 9, balance: 2 },
};
const isPartSent = true;
it.each<[SpendingLimit['of'], number, Partial<RefusedCost>, keyof typeof FACTS, object]>([
  ['day', 2, {}, PERIOD, { of: 'day', isPartSent }],
  ['month', 1, { fitsBalance }, PERIOD, { of: 'month', left: 1, fits: true }],
  ['day', -5, { cost: 1.1 * 3 }, PERIOD, { of: 'day', cost: 3.3, left: 0 }],
  ['session', 0, { cost: 1 }, RUN, { of: 'lookup', worstCase: 1, maxCredits: 0, limit: 10 }],
  ['run', 2, { itemPrice: 2 + TOLERANCE }, RUN, { of: 'batch', isPartSent }],
  ['files', 10, { cost: 11, itemPrice: 11 }, RUN, { of: 'batch', worstCase: 11, maxCredits: 10 }],
  ['files', 1, {}, RUN, { of: 'batch', maxCredits: 1, limit: 10 }],
  ['files', 2, { costOf: 'rest' }, RUN, { of: 'rest', isPartSent }],
  ['run', 2, { costOf: 'resubmission' }, RUN, { of: 'batch' }],
  [
    'balance',
    2,
    { plan: 'Free' },
    'over_balance',
    { of: 'batch', isPartSent, withoutOverage: 'Free' },
  ],
  ['balance', 2, { costOf: 'rest', plan: 'Micro' }, 'over_balance', { of: 'next_job', isPartSent }],
  ['balance', 2, { costOf: 'resubmission' }, 'over_balance', { of: 'resubmission' }],
])('the %s limit with %d credits left refuses %o with %s', (of, rest, given, code, facts) => {
  const refused = { ...whole, ...given };
  const error = findOverLimitError(
    [left('run', 99), left(of, rest), left('run', 0)],
    refused,
    refused.itemPrice,
  );
  expect([error?.code, error?.facts]).toEqual([code, { ...FACTS[code], ...facts }]);
});

it.each<[string, LimitLeft[], object?]>([
  ['none', [left('run', 0), left('day', -TOLERANCE)]],
  ['the day', [left('run', 1), left('day', -2.2)], { of: 'day', limit: 10, spent: 12.2 }],
  ['the run', [left('run', -1)], { of: 'run', limit: 10, spent: 11 }],
  ['that of several batches', [left('files', -1)], { of: 'run', limit: 10, spent: 11 }],
  ['that of a list', [left('session', -1)], { of: 'run', limit: 10, spent: 11 }],
  ['the balance, which the service knows itself', [left('balance', -1)]],
])('the limit that was passed: %s', (_, all, expected) => {
  const error = findExceededLimitError(all);
  expect(error && [error.code, error.facts]).toEqual(expected && ['limit_passed', expected]);
});
