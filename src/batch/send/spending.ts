import { ConfereError } from '../../errors.js';
import {
  creditsOf,
  type Batch,
  type Job,
  type LimitLeft,
  type Prices,
  type SpendingLimit,
} from '../../ledger/index.js';
import { budgetsAt, overLimit, tightest } from '../../money/budget.js';
import type { PeriodLimits } from '../../money/period-limits.js';
import { TOLERANCE } from '../../money/book.js';
import { expectedCost } from '../../money/expected-cost.js';
import { BALANCE_LAG, limitPrices, type KnownPrices } from '../../money/price.js';
import {
  accountPrices,
  assumedPrices,
  leftAsAssumed,
  readBalance,
  leftOf,
  type AccountBalance,
  type PriceDeps,
} from '../../money/read-balance.js';
import { knownOfJobs } from '../check/paid-ids.js';
import type { Deps } from '../dependencies.js';
import type { PlanNumbers } from '../events.js';
import { pause, stopIfAsked } from '../stop.js';
import { exactCredits } from '../../money/spending/sums.js';

export interface SpendingLimits {
  readonly maxCredits?: number;
  /** The limit of the whole command where it runs several files. */
  readonly ofFiles?: SpendingLimit;
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
}

/** One run of a batch that may spend. */
export interface SendingRun {
  readonly limits: SpendingLimits;
  /** The ledger's tick before its first submission. */
  readonly after: number;
  /** Credits that it may spend: what the user allowed, and what the user was told and agreed to. */
  cap: number;
  /** The same with what ran already, which may turn out to cost more than whoever named the limit was told. */
  readonly withRunning?: SpendingLimit;
  /** The user has seen the numbers and agreed to them. */
  isGoingOn: boolean;
}

export async function beginRun(
  deps: PriceDeps,
  { num, fresh }: Pick<Batch, 'num' | 'fresh'>,
  given: SpendingLimits,
): Promise<SendingRun> {
  // A batch made with `--fresh` reuses no records later either.
  const limits = fresh ? { ...given, reuseSince: Number.MAX_SAFE_INTEGER } : given;
  const { maxCredits: cap = Infinity } = limits;
  const withRunning = cap === Infinity ? undefined : await limitWithRunning(deps, num, cap);
  return { limits, after: await deps.ledger.tick(), cap, withRunning, isGoingOn: false };
}

async function limitWithRunning(
  deps: PriceDeps,
  batch: number,
  cap: number,
): Promise<SpendingLimit | undefined> {
  const running = (await deps.ledger.jobsOf(batch)).filter(({ state }) => state === 'accepted');
  if (running.length === 0) return undefined;
  const after = Math.min(...running.map(({ begunTick }) => begunTick ?? 0)) - 1;
  const since = { of: 'run', batch, after, limit: cap } as const;
  const [told] = await leftAsAssumed(deps, [since], await accountPrices(deps));
  return { ...since, limit: 2 * cap - (told?.left ?? cap) };
}

/** What limits the run at this moment, by the clock of the ledger; `balance`: as it was just read. */
export async function limitsNow(
  { ledger }: Pick<Deps, 'ledger'>,
  { num }: Pick<Batch, 'num'>,
  { limits, after, cap, withRunning }: SendingRun,
  balance?: SpendingLimit,
): Promise<SpendingLimit[]> {
  const { periods = {}, allowOverage, ofFiles } = limits;
  return [
    ...(ofFiles === undefined ? [] : [ofFiles]),
    ...(cap === Infinity ? [] : [{ of: 'run', batch: num, after, limit: cap } as const]),
    ...(withRunning === undefined ? [] : [withRunning]),
    ...budgetsAt(await ledger.now(), periods),
    ...(allowOverage || balance === undefined ? [] : [balance]),
  ];
}

/** Whether anything limits the run. */
export function isLimited({ limits, cap }: SendingRun): boolean {
  const { maxPerDay, maxPerMonth } = limits.periods ?? {};
  return (
    !limits.allowOverage || Math.min(cap, maxPerDay ?? Infinity, maxPerMonth ?? Infinity) < Infinity
  );
}

/**
 * Reports the numbers and asks for confirmation if possible. Returns whether anything may be sent, the error if a limit
 * or the user stops it.
 */
export async function agree(
  deps: Deps,
  batch: Batch,
  jobs: readonly Job[],
  run: SendingRun,
): Promise<boolean | ConfereError> {
  if (count(jobs) === 0) return false;
  const { limits, isGoingOn } = run;
  const { reading, left } = await readLeft(deps, batch, jobs, run);
  const prices = limitPrices(reading.prices);
  const worstCase = costOfJobs(jobs, prices);
  const told = isGoingOn ? undefined : await planNumbers(deps, batch, jobs, reading, limits);
  if (told !== undefined) tellPlan(deps, told, reading.prices);
  const binding = tightest(left);
  const mayFit =
    limits.fitBalance && (binding?.left ?? 0) + TOLERANCE >= leastPriceOf(jobs, prices);
  const over = left.find((one) => worstCase > one.left + TOLERANCE);
  if (over !== undefined && !mayFit) {
    if (isGoingOn && limits.fitBalance) return false;
    const part = isGoingOn ? 'rest' : 'batch';
    const { plan } = reading.quota;
    return overLimit(over, { cost: worstCase, part, fits: limits.fitBalance, plan });
  }
  if (told === undefined) return true;
  const most = binding?.left ?? Infinity;
  const credits = Math.min(worstCase, most);
  const toSend = fittingIn(jobs, credits, prices);
  const mayAsk = limits.confirm !== undefined && toSend > 0;
  if (mayAsk && !(await limits.confirm({ ...told, toSend, worstCase: credits })))
    return new ConfereError('declined', { nothing: 'sent' });
  // Whoever was told a number agreed to no more; what fits is what there was.
  if (limits.confirm !== undefined) run.cap = Math.min(run.cap, credits);
  else if (limits.fitBalance) run.cap = Math.min(run.cap, most);
  run.isGoingOn = true;
  return true;
}

/** The numbers, and which prices that the user set the balance contradicts. */
function tellPlan({ emit }: Pick<Deps, 'emit'>, numbers: PlanNumbers, known: KnownPrices): void {
  emit({ type: 'plan', numbers });
  for (const kind of ['cpf', 'cnpj'] as const) {
    const { shown, limit: set } = known[kind];
    if (numbers.kinds[kind] > 0 && shown !== undefined)
      emit({ type: 'price_differs', kind, set, shown });
  }
}

/**
 * What is left of each limit. A balance that our own requests of this moment may still be missing in is read once more
 * when it is too small without them.
 */
async function readLeft(
  deps: Deps,
  batch: Batch,
  jobs: readonly Job[],
  run: SendingRun,
): Promise<{ reading: AccountBalance; left: LimitLeft[] }> {
  const read = async () => {
    const reading = await readBalance(deps);
    const prices = limitPrices(reading.prices);
    const own = ownClaims(jobs, prices);
    const limits = await limitsNow(deps, batch, run, reading.limit);
    const left = await leftAsAssumed(deps, limits, reading.prices);
    const free = left.map((one) =>
      one.limit.of === 'balance' ? { ...one, left: one.left + own } : one,
    );
    const isShort = free.some(
      (one) => one.limit.of === 'balance' && costOfJobs(jobs, prices) > one.left + TOLERANCE,
    );
    return { reading, left: free, isShort };
  };
  const first = await read();
  if (!first.isShort || !hasClaims(first.reading)) return first;
  await pause(deps, BALANCE_LAG);
  return read();
}

/** What is set aside for jobs in doubt that are about to be sent again: it is free for them. */
function ownClaims(jobs: readonly Job[], prices: Prices): number {
  return costOfJobs(
    jobs.filter(({ state }) => state === 'unconfirmed'),
    prices,
  );
}

/** Whether a balance may lack something of ours. */
export function hasClaims({ limit: { before } }: AccountBalance): boolean {
  return before.open.length + before.recent.length > 0;
}

/** What remains of the balance when all is charged that was sent, and what is set aside for that, without `jobs`. */
export function freeOf(
  { limit, prices: known }: Pick<AccountBalance, 'limit' | 'prices'>,
  jobs: readonly Job[] = [],
): { readonly balance: number; readonly setAside: number } {
  const prices = limitPrices(known);
  const open = creditsOf(limit.before.open, prices) - ownClaims(jobs, prices);
  const setAside = Math.min(limit.limit, Math.max(0, open));
  return { balance: limit.limit - setAside, setAside };
}

/**
 * The error of a planned batch that what is known without a request does not cover: the budget of this run, of the day
 * and of the month.
 */
export async function overBudget(
  deps: Deps,
  batch: Batch,
  limits: SpendingLimits,
): Promise<ConfereError | undefined> {
  const jobs = (await deps.ledger.jobsOf(batch.num)).filter(({ state }) => state === 'planned');
  if (jobs.length === 0) return undefined;
  const known = await accountPrices(deps);
  const prices = limitPrices(known);
  const left = await leftAsAssumed(
    deps,
    await limitsNow(deps, batch, await beginRun(deps, batch, limits)),
    known,
  );
  const cost = costOfJobs(jobs, prices);
  const least = limits.fitBalance ? leastPriceOf(jobs, prices) : cost;
  const over = left.find((one) => least > one.left + TOLERANCE);
  return over && overLimit(over, { cost, part: 'batch', fits: limits.fitBalance });
}

async function planNumbers(
  deps: Deps,
  batch: Batch,
  jobs: readonly Job[],
  reading: AccountBalance,
  { reuseSince }: Pick<SpendingLimits, 'reuseSince'>,
): Promise<PlanNumbers> {
  const { ledger } = deps;
  const { prices: known } = reading;
  const { id, rows, invalid, duplicates, repaired } = batch;
  const [figures] = await ledger.figures(batch.num);
  const { reused = 0, found = 0, notFound = 0 } = figures?.counts ?? {};
  const unique = rows - invalid - duplicates;
  const prices = limitPrices(known);
  const counts = countsOf(jobs);
  const asked = await knownOfJobs(ledger, batch.num, jobs, () => {
    stopIfAsked(deps, batch.id);
  });
  const expected = expectedCost(await ledger.hitRates(), asked, prices);
  return {
    ...{ batch: id, rows, invalid, duplicates, repaired, unique, reused, ...counts },
    givenUp: await ledger.givenUpIn(batch.num, reuseSince),
    erased: await erasedBefore(ledger, batch),
    answered: found + notFound,
    worstCase: costOfJobs(jobs, prices),
    ...{ expected: expected?.credits ?? null, expectedFrom: expected?.answered ?? 0 },
    paidBefore: asked.cpf.paid + asked.cnpj.paid,
    assumed: assumedPrices(known, new Set(jobs.map(({ kind }) => kind))),
    ...freeOf(reading, jobs),
  };
}

/** Nothing is kept by which an erased identifier, or the file that had it, could be known again. */
async function erasedBefore(
  ledger: Deps['ledger'],
  { num, file, rows }: Batch,
): Promise<PlanNumbers['erased']> {
  const alike = (await ledger.findBatches()).filter(
    (one) => one.num !== num && one.file === file && one.rows === rows,
  );
  return { file, rows: Math.max(0, ...alike.map(({ reasons }) => reasons['erased'] ?? 0)) };
}

/**
 * Remembers the limit that the user gives a batch, before anything is sent: whatever another command advises later,
 * in another terminal, keeps to it. What the batch sent before is not of this limit.
 */
export async function keepLimit(
  deps: Deps,
  { num }: Batch,
  { maxCredits, ofFiles }: SpendingLimits,
): Promise<void> {
  if (maxCredits === undefined) return;
  const shared = ofFiles && (await leftOf(deps, [ofFiles], await accountPrices(deps)));
  const left = shared?.[0]?.left ?? maxCredits;
  await deps.ledger.keepAgreed(num, Math.max(0, exactCredits(left)));
}

/** A user who agreed to credits without a limit has taken back an earlier one. */
export async function forgetLimit(
  { ledger }: Pick<Deps, 'ledger'>,
  { num, agreed }: Batch,
  { maxCredits }: SpendingLimits,
): Promise<void> {
  if (agreed !== null && maxCredits === undefined) await ledger.keepAgreed(num, null);
}

/** How many identifiers to send, in all and of each kind. */
function countsOf(jobs: readonly Job[]) {
  const kinds = { cpf: count(jobs.filter(isOf('cpf'))), cnpj: count(jobs.filter(isOf('cnpj'))) };
  return { toSend: count(jobs), kinds };
}

/** Credits of these jobs if every identifier is found. */
export function costOfJobs(jobs: readonly Job[], prices: Prices): number {
  return jobs.reduce((sum, { kind, items }) => sum + items * prices[kind], 0);
}

/** The price of the cheapest record to send. */
function leastPriceOf(jobs: readonly Job[], prices: Prices): number {
  return Math.min(...jobs.map(({ kind }) => prices[kind]));
}

/** How many identifiers, in the order of the jobs, these credits pay for. */
function fittingIn(jobs: readonly Job[], credits: number, prices: Prices): number {
  let left = credits;
  return jobs.reduce((sum, { kind, items }) => {
    const fitting = Math.min(items, affordableItems(left, prices[kind]));
    left -= fitting * prices[kind];
    return sum + fitting;
  }, 0);
}

/** How many records of this price these credits pay for. */
function affordableItems(credits: number, price: number): number {
  return price === 0 ? Infinity : Math.floor(credits / price + TOLERANCE);
}

/** How many identifiers. */
export function count(jobs: readonly Job[]): number {
  return jobs.reduce((sum, job) => sum + job.items, 0);
}

function isOf(kind: Job['kind']) {
  return (job: Job) => job.kind === kind;
}
