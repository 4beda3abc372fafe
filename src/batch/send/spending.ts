import { ConfereError } from '../../errors.js';
import {
  creditsOf,
  type Batch,
  type Job,
  type Prices,
  type SpendingLimit,
} from '../../ledger/index.js';
import { TOLERANCE, BALANCE_LAG, exactCredits } from '../../money/book.js';
import { budgetsAt, refusal, tightest } from '../../money/budget.js';
import {
  expectedCost,
  accountPrices,
  assumedPrices,
  readBalance,
  type AccountBalance,
  type PriceDeps,
} from '../../money/balance.js';
import { lowestLimit } from '../../money/period-limits.js';
import { limitPrices, unpriced } from '../../money/price.js';
import { knownOfJobs } from '../check/check.js';
import type { Work } from '../dependencies.js';
import type { PlanNumbers } from '../events.js';
import type { SpendingLimits } from '../options.js';
import { pauseOrStop, stopIfAsked } from '../stop.js';

export interface SendingRun {
  readonly batch: number;
  readonly limits: SpendingLimits;
  /** Tick. */
  readonly after: number;
  /** What the user allowed, or was told and agreed to. */
  cap: number;
  /** With what ran already, which may cost more than the user was told. */
  readonly withRunning?: SpendingLimit;
  isGoingOn: boolean;
}

export async function beginRun(
  deps: PriceDeps,
  { num: batch, fresh }: Pick<Batch, 'num' | 'fresh'>,
  given: SpendingLimits,
): Promise<SendingRun> {
  // A batch made with `--fresh` reuses no records later either.
  const limits = fresh ? { ...given, reuseSince: Number.MAX_SAFE_INTEGER } : given;
  const { maxCredits: cap = Infinity } = limits;
  const jobs = cap === Infinity ? [] : await deps.ledger.jobsOf(batch);
  const running = jobs.filter(({ state }) => state === 'accepted');
  let withRunning: SpendingLimit | undefined;
  if (running.length > 0) {
    const after = Math.min(...running.map(({ begunTick }) => begunTick ?? 0)) - 1;
    const since = { of: 'run', batch, after, limit: cap } as const;
    const [told] = await deps.ledger.leftOf([since], limitPrices(await accountPrices(deps)));
    withRunning = { ...since, limit: 2 * cap - (told?.left ?? cap) };
  }
  return { batch, limits, after: await deps.ledger.tick(), cap, withRunning, isGoingOn: false };
}

/** By the clock of the ledger; `balance`: as it was just read. */
export async function limitsNow(
  { ledger }: Pick<PriceDeps, 'ledger'>,
  { batch, limits, after, cap, withRunning }: SendingRun,
  balance?: SpendingLimit,
): Promise<SpendingLimit[]> {
  const { allowOverage, ofFiles } = limits;
  return [
    ...(ofFiles === undefined ? [] : [ofFiles]),
    ...(cap === Infinity ? [] : [{ of: 'run', batch, after, limit: cap } as const]),
    ...(withRunning === undefined ? [] : [withRunning]),
    ...budgetsAt(await ledger.now(), limits),
    ...(allowOverage === true || balance === undefined ? [] : [balance]),
  ];
}

export function isLimited({ limits, cap }: SendingRun): boolean {
  return limits.allowOverage !== true || Math.min(cap, lowestLimit(limits)) < Infinity;
}

/** Whether anything may be sent, the error if a limit or a no stops it. */
export async function confirmBudget(
  work: Work,
  jobs: readonly Job[],
  run: SendingRun,
  isResubmission = false,
): Promise<boolean | ConfereError> {
  if (count(jobs) === 0) return false;
  const { isGoingOn } = run;
  const { confirm, fitBalance = false, reuseSince } = run.limits;
  const { reading, left } = await readLeft(work, jobs, run);
  const prices = limitPrices(reading.prices);
  const worstCase = costOfJobs(jobs, prices);
  const told = isGoingOn ? undefined : await planNumbers(work, jobs, reading, reuseSince);
  if (told !== undefined) {
    work.emit({ type: 'plan', numbers: told, willAsk: confirm !== undefined });
    for (const kind of ['cpf', 'cnpj'] as const) {
      const { shown, limit: set } = reading.prices[kind];
      if (told.kinds[kind] > 0 && shown !== undefined)
        work.emit({ type: 'price_differs', kind, set, shown });
    }
  }
  const binding = tightest(left);
  const part = isResubmission ? 'resubmission' : isGoingOn ? 'rest' : 'batch';
  const refused = { cost: worstCase, part, fits: fitBalance, plan: reading.quota.plan } as const;
  const over = refusal(left, refused, leastPriceOf(jobs, prices));
  if (over !== undefined) return isGoingOn && fitBalance ? false : over;
  if (told === undefined) return true;
  const most = binding?.left ?? Infinity;
  const credits = Math.min(worstCase, most);
  const toSend = fittingIn(jobs, credits, prices);
  const isAsked = confirm !== undefined && toSend > 0;
  if (isAsked && !(await confirm({ ...told, toSend, worstCase: credits })))
    return new ConfereError('declined', { nothing: 'sent' });
  // Whoever was told a number agreed to no more, but for what is sent again, whatever it costs; what fits is what there was.
  if (confirm !== undefined && !isResubmission) run.cap = Math.min(run.cap, credits);
  else if (fitBalance) run.cap = Math.min(run.cap, most);
  run.isGoingOn = true;
  return true;
}

/** A balance that is too small and may lack our charges is read once more. */
async function readLeft(work: Work, jobs: readonly Job[], run: SendingRun) {
  const read = async () => {
    const reading = await readBalance(work);
    const prices = limitPrices(reading.prices);
    const own = ownClaims(jobs, prices);
    const limits = await limitsNow(work, run, reading.limit);
    const left = (await work.ledger.leftOf(limits, prices)).map((one) =>
      one.limit.of === 'balance' ? { ...one, left: one.left + own } : one,
    );
    const balance = left.find(({ limit }) => limit.of === 'balance')?.left ?? Infinity;
    return { reading, left, isShort: costOfJobs(jobs, prices) > balance + TOLERANCE };
  };
  const first = await read();
  if (!first.isShort || !hasClaims(first.reading)) return first;
  await pauseOrStop(work, BALANCE_LAG);
  return read();
}

/** What is set aside for a job in doubt is free for it. */
function ownClaims(jobs: readonly Job[], prices: Prices): number {
  return costOfJobs(jobs.filter(wasDoubted), prices);
}

export function wasDoubted({ state }: Job): boolean {
  return state === 'unconfirmed';
}

export function hasClaims({ limit: { before } }: AccountBalance): boolean {
  return before.open.length + before.recent.length > 0;
}

export function freeOf(
  { limit, prices: known }: Pick<AccountBalance, 'limit' | 'prices'>,
  jobs: readonly Job[] = [],
): { readonly balance: number; readonly setAside: number } {
  const prices = limitPrices(known);
  const open = creditsOf(limit.before.open, prices) - ownClaims(jobs, prices);
  const setAside = Math.min(limit.limit, Math.max(0, open));
  return { balance: limit.limit - setAside, setAside };
}

/** As far as it is known without a request. */
export async function overBudget(
  deps: PriceDeps,
  batch: Batch,
  limits: SpendingLimits,
): Promise<ConfereError | undefined> {
  const jobs = (await deps.ledger.jobsOf(batch.num)).filter(({ state }) => state === 'planned');
  if (jobs.length === 0) return undefined;
  const prices = limitPrices(await accountPrices(deps));
  const now = await limitsNow(deps, await beginRun(deps, batch, limits));
  const cost = costOfJobs(jobs, prices);
  const left = await deps.ledger.leftOf(now, prices);
  const refused = { cost, part: 'batch', fits: limits.fitBalance === true } as const;
  return refusal(left, refused, leastPriceOf(jobs, prices));
}

async function planNumbers(
  work: Work,
  jobs: readonly Job[],
  reading: AccountBalance,
  reuseSince: number,
): Promise<PlanNumbers> {
  const { ledger, batch } = work;
  const { id, rows, invalid, duplicates, repaired } = batch;
  const [figures] = await ledger.figures(batch.num);
  const { reused = 0, found = 0, notFound = 0 } = figures?.counts ?? {};
  const prices = limitPrices(reading.prices);
  const ofKind = (kind: Job['kind']) => count(jobs.filter((job) => job.kind === kind));
  const kinds = { cpf: ofKind('cpf'), cnpj: ofKind('cnpj') };
  const asked = await knownOfJobs(ledger, batch.num, jobs, () => {
    stopIfAsked(work);
  });
  const expected = expectedCost(await ledger.hitRates(), asked, prices);
  return {
    ...{ batch: id, rows, invalid, duplicates, repaired, reused, kinds },
    unique: rows - invalid - duplicates,
    toSend: count(jobs),
    givenUp: await ledger.givenUpIn(batch.num, reuseSince),
    erased: await erasedBefore(work),
    answered: found + notFound,
    worstCase: costOfJobs(jobs, prices),
    ...{ expected: expected?.credits ?? null, expectedFrom: expected?.answered ?? 0 },
    paidBefore: asked.cpf.paid + asked.cnpj.paid,
    assumed: assumedPrices(reading.prices, new Set(jobs.map(({ kind }) => kind))),
    ...freeOf(reading, jobs),
  };
}

/** Nothing is kept by which an erased identifier, or the file that had it, could be known again. */
async function erasedBefore({ ledger, batch }: Work): Promise<PlanNumbers['erased']> {
  const { num, file, rows } = batch;
  const alike = (await ledger.findBatches()).filter(
    (one) => one.num !== num && one.file === file && one.rows === rows,
  );
  return { file, rows: Math.max(0, ...alike.map(({ reasons }) => reasons['erased'] ?? 0)) };
}

/** What another command advises later keeps to it. */
export async function storeLimit(work: Work, limits: SpendingLimits): Promise<void> {
  const { maxCredits, ofFiles } = limits;
  if (maxCredits === undefined) return;
  const shared =
    ofFiles && (await work.ledger.leftOf([ofFiles], unpriced(await accountPrices(work))));
  const left = shared?.[0]?.left ?? maxCredits;
  await work.ledger.keepAgreed(work.batch.num, Math.max(0, exactCredits(left)));
}

/** A user who agreed to credits without a limit has taken back an earlier one. */
export async function forgetLimit({ ledger, batch }: Work, limits: SpendingLimits): Promise<void> {
  if (batch.agreed !== null && limits.maxCredits === undefined)
    await ledger.keepAgreed(batch.num, null);
}

export function costOfJobs(jobs: readonly Job[], prices: Prices): number {
  return exactCredits(jobs.reduce((sum, { kind, items }) => sum + items * prices[kind], 0));
}

function leastPriceOf(jobs: readonly Job[], prices: Prices): number {
  return Math.min(...jobs.map(({ kind }) => prices[kind]));
}

function fittingIn(jobs: readonly Job[], credits: number, prices: Prices): number {
  let left = credits;
  return jobs.reduce((sum, { kind, items }) => {
    const price = prices[kind];
    const fitting = price === 0 ? items : Math.min(items, Math.floor(left / price + TOLERANCE));
    left -= fitting * price;
    return sum + fitting;
  }, 0);
}

export function count(jobs: readonly Job[]): number {
  return jobs.reduce((sum, job) => sum + job.items, 0);
}
