import { ConfereError } from '../../errors.js';
import { ONE_EACH, unclaimed, type Batch, type Job, type Prices } from '../../ledger/index.js';
import { accountPrices, assumedPrices, dearestPrices } from '../../money/account-prices.js';
import { expectedCost } from '../../money/expected-cost.js';
import { balanceFor } from '../../money/balance.js';
import { tightestBudget, type PeriodLimits } from '../../money/period-budgets.js';
import { affordable } from '../../money/budget.js';
import type { Deps } from '../dependencies.js';
import type { PlanNumbers } from '../events.js';
import { carefulStart, type CarefulStart } from './careful-start.js';
import { costOfJobs, count, countsOf, fittingIn, leastPriceOf } from './job-costs.js';

export interface SpendingLimits {
  readonly maxCredits?: number;
  /** Credits that may be spent in a day and in a month. */
  readonly periods?: PeriodLimits;
  readonly allowOverage: boolean;
  readonly fitBalance: boolean;
  /** Records paid for at or after this moment (epoch ms) are reused. */
  readonly reuseSince: number;
  /** Send also identifiers that another batch is looking up, as the user asked. */
  readonly evenIfElsewhere: boolean;
  /** Asks the user, if there is a terminal. When it returns false, nothing is sent. */
  readonly confirm?: (numbers: PlanNumbers) => Promise<boolean>;
  /** The user has seen the numbers and agreed to them before. */
  readonly isGoingOn?: boolean;
}

/** What may be sent. */
export interface Agreement {
  /** Credits that the identifiers to send may cost. */
  readonly credits: number;
  /** Credits of a found record of each kind. */
  readonly prices: Prices;
  /** The most that a record of each kind may turn out to cost. */
  readonly dearest: Prices;
  /** What to send first, while nothing shows the price. */
  readonly start?: CarefulStart | undefined;
}

/**
 * Reports the numbers, asks for confirmation if possible, and returns what may be spent.
 *
 * @throws ConfereError kind `credits` if a guard or the user stops it
 */
export async function agree(
  deps: Deps,
  batch: Batch,
  jobs: readonly Job[],
  limits: SpendingLimits,
): Promise<Agreement> {
  if (count(jobs) === 0) return { credits: 0, prices: ONE_EACH, dearest: ONE_EACH };
  // They were proved not to be charged, so they claim no credits yet.
  const proved = jobs.filter(({ state }) => state === 'unconfirmed');
  const needed = (prices: Prices) => costOfJobs(jobs, prices) - costOfJobs(proved, prices);
  const { quota, taken, prices } = await balanceFor(deps, needed);
  const worstCase = costOfJobs(jobs, prices);
  const { outstanding } = await deps.ledger.claims(prices);
  const remaining = quota.remainingCredits;
  const free = unclaimed(remaining, outstanding, taken) + costOfJobs(proved, prices);
  const balance = Math.min(remaining, free);
  const counts = countsOf(jobs);
  const expected = expectedCost(await deps.ledger.hitRates(), counts.kinds, prices);
  const numbers = {
    ...(await factsOf(deps, batch)),
    ...{ ...counts, worstCase, balance },
    ...{ expected: expected?.credits ?? null, expectedFrom: expected?.answered ?? 0 },
    assumed: await assumedPrices(deps, new Set(jobs.map(({ kind }) => kind))),
  };
  if (limits.isGoingOn !== true) deps.emit({ type: 'plan', numbers });
  const period = await tightestBudget(deps, limits.periods ?? {}, prices);
  const leastPrice = leastPriceOf(jobs, prices);
  const { plan } = quota;
  const credits = affordable({ worstCase, balance, period, plan, leastPrice, ...limits });
  const toSend = fittingIn(jobs, credits, prices);
  await askUser(limits, { ...numbers, toSend, worstCase: Math.min(credits, worstCase) });
  // What was spent in the period at a price that nothing shows may have cost as much as the dearest.
  const dearest = await dearestPrices(deps);
  const careful = await tightestBudget(deps, limits.periods ?? {}, dearest);
  const budget = Math.min(limits.maxCredits ?? Infinity, careful?.left ?? Infinity);
  const { allowOverage } = limits;
  const question = { credits, prices, budget, balance, allowOverage, plan };
  return { credits, prices, dearest, start: await carefulStart(deps, jobs, question) };
}

/**
 * Refuses a planned batch by what is known without a request: the budget of this run, of the day and of the month.
 *
 * @throws ConfereError kind `credits`
 */
export async function refuseOverBudget(
  deps: Deps,
  { num }: Batch,
  limits: SpendingLimits,
): Promise<void> {
  const jobs = (await deps.ledger.jobsOf(num)).filter(({ state }) => state === 'planned');
  if (jobs.length === 0) return;
  const prices = await accountPrices(deps);
  const worstCase = costOfJobs(jobs, prices);
  const period = await tightestBudget(deps, limits.periods ?? {}, prices);
  const leastPrice = leastPriceOf(jobs, prices);
  affordable({ worstCase, balance: worstCase, period, leastPrice, ...limits });
}

async function factsOf({ ledger }: Deps, batch: Batch) {
  const { id, rows, invalid, duplicates, repaired } = batch;
  const [figures] = await ledger.figures(batch.num);
  const reused = figures?.counts.reused ?? 0;
  const unique = rows - invalid - duplicates;
  return { batch: id, rows, invalid, duplicates, repaired, unique, reused };
}

async function askUser({ confirm }: SpendingLimits, numbers: PlanNumbers): Promise<void> {
  if (confirm === undefined || numbers.toSend === 0 || (await confirm(numbers))) return;
  throw new ConfereError('declined', { nothing: 'sent' });
}
