import { ConfereError, UsageError } from '../../base/errors.js';
import type {
  AccountTerms,
  Batch,
  Job,
  LimitLeft,
  Prices,
  SpendingLimit,
} from '../../ledger/index.js';
import { exactCredits, pricesOf, untoldPrices } from '../../money/book.js';
import { budgetsAt, coveredBy, refusal, tightest } from '../../money/budget.js';
import {
  balanceLimit,
  expectedCost,
  readBeforeSending,
  type AccountBalance,
  type Needed,
  type PriceDeps,
} from '../../money/balance.js';
import { lowestLimit } from '../../money/period-limits.js';
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
  isGoingOn: boolean;
}

export async function beginRun(
  { ledger }: Pick<PriceDeps, 'ledger'>,
  { num: batch, fresh }: Pick<Batch, 'num' | 'fresh'>,
  given: SpendingLimits,
): Promise<SendingRun> {
  // A batch made with `--fresh` reuses no records later either.
  const limits = fresh ? { ...given, reuseSince: Number.MAX_SAFE_INTEGER } : given;
  const { maxCredits: cap = Infinity } = limits;
  return { batch, limits, after: await ledger.tick(), cap, isGoingOn: false };
}

/** By the clock of the ledger; `balance`: as it was just read. */
export async function limitsNow(
  { ledger }: Pick<PriceDeps, 'ledger'>,
  { batch, limits, after, cap }: SendingRun,
  balance?: SpendingLimit,
): Promise<SpendingLimit[]> {
  const { allowOverage, ofFiles } = limits;
  return [
    ...(ofFiles === undefined ? [] : [ofFiles]),
    ...(cap === Infinity ? [] : [{ of: 'run', batch, after, limit: cap } as const]),
    ...budgetsAt(await ledger.now(), limits),
    ...(allowOverage === true || balance === undefined ? [] : [balance]),
  ];
}

/** Why a run reads the balance before it sends. */
export function neededBy({ limits, cap }: SendingRun): Needed {
  if (Math.min(cap, lowestLimit(limits)) < Infinity) return 'limit';
  return limits.allowOverage === true ? 'nothing' : 'balance';
}

/** The balance, and the limits of the run by it. @throws ConfereError where nothing may be sent, or the balance is needed and cannot be read */
export async function readForRun(work: Work, run: SendingRun, collect?: () => Promise<unknown>) {
  const pause = (ms: number) => pauseOrStop(work, ms);
  const patience = { until: work.deadline, pause, collect };
  const reading = await readBeforeSending(work, patience, neededBy(run));
  if (reading?.kept.measured?.isLess === true) work.emit({ type: 'charged_less' });
  const limits = await limitsNow(work, run, reading && balanceLimit(work, reading.quota));
  return { reading, limits };
}

/** With `shared`, a limit of the user's needs the prices of what is asked for. @throws UsageError `shared_needs_prices` */
export function refuseUntoldPrices(
  terms: AccountTerms | undefined,
  limits: Pick<SpendingLimits, 'maxCredits' | 'maxCreditsPerDay' | 'maxCreditsPerMonth'>,
  kinds: readonly Job['kind'][],
): void {
  const { maxCredits = Infinity } = limits;
  const untold = untoldPrices(terms ?? {}, [...new Set(kinds)]);
  if (untold.length > 0 && Math.min(maxCredits, lowestLimit(limits)) < Infinity)
    throw new UsageError('shared_needs_prices', { kinds: untold });
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
  refuseUntoldPrices(
    work.terms,
    run.limits,
    jobs.map(({ kind }) => kind),
  );
  const { reading, limits } = await readForRun(work, run);
  const prices = pricesOf(work.terms);
  const left = withoutProved(
    await work.ledger.computeLimitsLeft(limits, work.terms ?? {}),
    jobs,
    isResubmission,
  );
  const worstCase = costOfJobs(jobs, prices);
  const told = isGoingOn ? undefined : await planNumbers(work, jobs, reading, reuseSince);
  if (told !== undefined)
    work.emit({ type: 'plan', numbers: told, willAsk: confirm !== undefined });
  const binding = tightest(left);
  const part = isResubmission ? 'resubmission' : isGoingOn ? 'rest' : 'batch';
  const refused = { cost: worstCase, part, fits: fitBalance, plan: reading?.quota.plan } as const;
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

/** Jobs that were proved to be free count in the budgets until they are sent again. */
function withoutProved(
  all: readonly LimitLeft[],
  jobs: readonly Job[],
  isResubmission: boolean,
): readonly LimitLeft[] {
  const proved = isResubmission ? [] : jobs.filter(wasDoubted);
  return all.map(({ limit, left }) => {
    if (limit.of !== 'day' && limit.of !== 'month') return { limit, left };
    const own = proved.filter(({ submittedAt }) => (submittedAt ?? 0) >= limit.since);
    return {
      limit,
      left: left + own.reduce((sum, job) => sum + job.waiting * (job.price ?? 0), 0),
    };
  });
}

export function wasDoubted({ state }: Job): boolean {
  return state === 'unconfirmed';
}

/** `balance`: credits left for new requests. `setAside`: those of requests that run, are in doubt, or do not show in the balance yet. */
export async function freeBalance(
  { ledger, keyFingerprint, terms = {} }: PriceDeps,
  { quota }: Pick<AccountBalance, 'quota'>,
): Promise<{ readonly balance: number; readonly setAside: number }> {
  const limit = { of: 'balance', keyFingerprint, limit: quota.remainingCredits } as const;
  const [known] = await ledger.computeLimitsLeft([limit], terms);
  const balance = exactCredits(Math.max(0, known?.left ?? quota.remainingCredits));
  return { balance, setAside: exactCredits(quota.remainingCredits - balance) };
}

/** As far as it is known without a request. */
export async function overBudget(
  deps: PriceDeps,
  batch: Batch,
  limits: SpendingLimits,
): Promise<ConfereError | undefined> {
  const jobs = (await deps.ledger.readJobs(batch.num)).filter(({ state }) => state === 'planned');
  if (jobs.length === 0) return undefined;
  refuseUntoldPrices(
    deps.terms,
    limits,
    jobs.map(({ kind }) => kind),
  );
  const prices = pricesOf(deps.terms);
  const now = await limitsNow(deps, await beginRun(deps, batch, limits));
  const cost = costOfJobs(jobs, prices);
  const left = await deps.ledger.computeLimitsLeft(now, deps.terms ?? {});
  const refused = { cost, part: 'batch', fits: limits.fitBalance === true } as const;
  return refusal(left, refused, leastPriceOf(jobs, prices));
}

async function planNumbers(
  work: Work,
  jobs: readonly Job[],
  reading: AccountBalance | undefined,
  reuseSince: number,
): Promise<PlanNumbers> {
  const { ledger, batch } = work;
  const { id, rows, invalid, duplicates, repaired } = batch;
  const [figures] = await ledger.readFigures(batch.num);
  const { reused = 0, found = 0, notFound = 0 } = figures?.counts ?? {};
  const prices = pricesOf(work.terms);
  const ofKind = (kind: Job['kind']) => count(jobs.filter((job) => job.kind === kind));
  const kinds = { cpf: ofKind('cpf'), cnpj: ofKind('cnpj') };
  const asked = await knownOfJobs(ledger, batch.num, jobs, () => {
    stopIfAsked(work);
  });
  const expected = expectedCost(await ledger.readHitRates(), asked, prices);
  return {
    batch: id,
    rows,
    invalid,
    duplicates,
    repaired,
    reused,
    kinds,
    unique: rows - invalid - duplicates,
    toSend: count(jobs),
    givenUp: await ledger.countGivenUp(batch.num, reuseSince),
    erased: await erasedBefore(work),
    answered: found + notFound,
    worstCase: costOfJobs(jobs, prices),
    expected: expected?.credits ?? null,
    expectedFrom: expected?.answered ?? 0,
    paidBefore: asked.cpf.paid + asked.cnpj.paid,
    ...(await balanceNow(work, reading)),
  };
}

async function balanceNow(work: Work, reading: AccountBalance | undefined) {
  return reading === undefined ? { balance: null, setAside: 0 } : freeBalance(work, reading);
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
  const ofAll = ofFiles && (await work.ledger.computeLimitsLeft([ofFiles], work.terms ?? {}));
  const left = ofAll?.[0]?.left ?? maxCredits;
  await work.ledger.storeLimit(work.batch.num, Math.max(0, exactCredits(left)));
}

/** A user who agreed to credits without a limit has taken back an earlier one. */
export async function forgetLimit({ ledger, batch }: Work, limits: SpendingLimits): Promise<void> {
  if (batch.agreed !== null && limits.maxCredits === undefined)
    await ledger.storeLimit(batch.num, null);
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
    const fitting = coveredBy(left, items, prices[kind]);
    left -= fitting * prices[kind];
    return sum + fitting;
  }, 0);
}

export function count(jobs: readonly Job[]): number {
  return jobs.reduce((sum, job) => sum + job.items, 0);
}
