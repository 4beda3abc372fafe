import { ConfereError, UsageError } from '../../base/errors.js';
import type {
  AccountTerms,
  Batch,
  Job,
  LimitLeft,
  Prices,
  SpendingLimit,
} from '../../ledger/index.js';
import { roundCreditSum, resolvePrices, findUnsetPrices } from '../../money/book.js';
import {
  buildBudgets,
  countCovered,
  findOverLimitError,
  findTightest,
} from '../../money/budget.js';
import {
  buildBalanceLimit,
  estimateCost,
  readBeforeSending,
  type AccountBalance,
  type BalanceNeed,
  type PriceDeps,
} from '../../money/balance.js';
import { lowestLimit } from '../../money/period-limits.js';
import { countKnownInJobs } from '../check/check.js';
import type { Work } from '../dependencies.js';
import type { PlanNumbers } from '../events.js';
import type { SpendingLimits } from '../options.js';
import { pauseOrStop, stopIfAsked } from '../stop.js';

/** A run of a batch that sends, with the limits of its spending. */
export interface SendingRun {
  readonly batch: number;
  readonly limits: SpendingLimits;
  /** The tick of the ledger at which the run began. */
  readonly after: number;
  /** The most credits that the run may spend: `--max-credits`, or less where the user confirmed less. */
  cap: number;
  /** Whether `confirmBudget` let the run send something already. */
  isConfirmed: boolean;
}

/** Starts a run at the current tick of the ledger. */
export async function beginRun(
  { ledger }: Pick<PriceDeps, 'ledger'>,
  { num: batch, fresh }: Pick<Batch, 'num' | 'fresh'>,
  given: SpendingLimits,
): Promise<SendingRun> {
  // A batch that was made with `--fresh` reuses no records in later runs either.
  const limits = fresh ? { ...given, reuseSince: Number.MAX_SAFE_INTEGER } : given;
  const { maxCredits: cap = Infinity } = limits;
  return { batch, limits, after: await ledger.tick(), cap, isConfirmed: false };
}

/**
 * Returns the limits that apply at the time of the ledger. `balance` is the limit by the balance that was just read.
 */
export async function buildCurrentLimits(
  { ledger }: Pick<PriceDeps, 'ledger'>,
  { batch, limits, after, cap }: SendingRun,
  balance?: SpendingLimit,
): Promise<SpendingLimit[]> {
  const { allowOverage, commandLimit } = limits;
  return [
    ...(commandLimit === undefined ? [] : [commandLimit]),
    ...(cap === Infinity ? [] : [{ of: 'run', batch, after, limit: cap } as const]),
    ...buildBudgets(await ledger.now(), limits),
    ...(allowOverage === true || balance === undefined ? [] : [balance]),
  ];
}

/** Returns why a run reads the balance before it sends. */
export function findBalanceNeed({ limits, cap }: SendingRun): BalanceNeed {
  if (Math.min(cap, lowestLimit(limits)) < Infinity) return 'limit';
  return limits.allowOverage === true ? 'nothing' : 'balance';
}

/**
 * Reads the balance where the run needs it, and returns it with the limits of the run. `pollUntilEnded` polls the run's
 * own jobs while it waits.
 *
 * @throws ConfereError where nothing may be sent, or the balance is needed and cannot be read
 */
export async function readForRun(
  work: Work,
  run: SendingRun,
  pollUntilEnded?: () => Promise<unknown>,
) {
  const sleep = (ms: number) => pauseOrStop(work, ms, 'balance');
  const patience = { until: work.deadline, sleep, pollUntilEnded };
  const reading = await readBeforeSending(work, patience, findBalanceNeed(run));
  if (reading?.verdict.measured?.wasChargedLess === true) work.emit({ type: 'charged_less' });
  const limits = await buildCurrentLimits(
    work,
    run,
    reading && buildBalanceLimit(work, reading.quota),
  );
  return { reading, limits };
}

/**
 * Refuses a limit on an account that other programs use, as long as the user has not set the prices of these kinds.
 *
 * @throws UsageError `shared_needs_prices`
 */
export function refuseUnsetPrices(
  terms: AccountTerms | undefined,
  limits: Pick<SpendingLimits, 'maxCredits' | 'maxCreditsPerDay' | 'maxCreditsPerMonth'>,
  kinds: readonly Job['kind'][],
): void {
  const { maxCredits = Infinity } = limits;
  const unset = findUnsetPrices(terms ?? {}, [...new Set(kinds)]);
  if (unset.length > 0 && Math.min(maxCredits, lowestLimit(limits)) < Infinity)
    throw new UsageError('shared_needs_prices', { kinds: unset });
}

/**
 * Compares the worst case of the jobs with the limits of the run, and asks the user the first time. Returns whether
 * anything may be sent, or the error where a limit or the user's no stops the run.
 */
export async function confirmBudget(
  work: Work,
  jobs: readonly Job[],
  run: SendingRun,
  isResubmission = false,
): Promise<boolean | ConfereError> {
  if (countIdentifiers(jobs) === 0) return false;
  const { isConfirmed } = run;
  const { confirm, fitBalance = false, reuseSince } = run.limits;
  refuseUnsetPrices(
    work.terms,
    run.limits,
    jobs.map(({ kind }) => kind),
  );
  work.emit({ type: 'waiting', what: 'answer', ms: 0 });
  const { reading, limits } = await readForRun(work, run);
  const prices = resolvePrices(work.terms);
  const limitsLeft = giveBackProvedClaims(
    await work.ledger.computeLimitsLeft(limits, work.terms ?? {}),
    jobs,
    isResubmission,
  );
  const worstCase = sumWorstCase(jobs, prices);
  const numbers = isConfirmed
    ? undefined
    : await computePlanNumbers(work, jobs, reading, reuseSince);
  const tightest = findTightest(limitsLeft);
  const available = tightest?.left ?? Infinity;
  const coveredCredits = Math.min(worstCase, available);
  const toSend = countFitting(jobs, coveredCredits, prices);
  if (numbers !== undefined) {
    const willAsk = confirm !== undefined;
    const sendCount = fitBalance ? toSend : numbers.toSend;
    const worstCaseOfSend = fitBalance ? coveredCredits : worstCase;
    work.emit({ type: 'plan', numbers, willAsk, sends: sendCount, costs: worstCaseOfSend });
  }
  const costOf = isResubmission ? 'resubmission' : isConfirmed ? 'rest' : 'batch';
  const refusedCost = {
    cost: worstCase,
    costOf,
    fitsBalance: fitBalance,
    plan: reading?.quota.plan,
  } as const;
  const limitError = findOverLimitError(limitsLeft, refusedCost, lowestPrice(jobs, prices));
  if (limitError !== undefined) return isConfirmed && fitBalance ? false : limitError;
  if (numbers === undefined) return true;
  const isAsked = confirm !== undefined && toSend > 0;
  if (isAsked && !(await confirm({ ...numbers, toSend, worstCase: coveredCredits })))
    return new ConfereError('declined', { nothing: 'sent' });
  // The user confirmed this number of credits, so it caps the run; a resubmission was confirmed whatever it costs.
  // With `fitBalance` the cap is what was available when the run began.
  if (confirm !== undefined && !isResubmission) run.cap = Math.min(run.cap, coveredCredits);
  else if (fitBalance) run.cap = Math.min(run.cap, available);
  run.isConfirmed = true;
  return true;
}

/**
 * Gives back to the limits of a day and a month the credits that jobs which were proved free still hold there: their
 * claims last until they are sent again, and the worst case of the run contains them already.
 */
function giveBackProvedClaims(
  limits: readonly LimitLeft[],
  jobs: readonly Job[],
  isResubmission: boolean,
): readonly LimitLeft[] {
  // A job that was proved free stays `unconfirmed` until it is sent.
  const proved = isResubmission ? [] : jobs.filter(isUnconfirmed);
  return limits.map(({ limit, left }) => {
    if (limit.of !== 'day' && limit.of !== 'month') return { limit, left };
    const reserved = proved.filter(({ submittedAt }) => (submittedAt ?? 0) >= limit.since);
    return {
      limit,
      left: left + reserved.reduce((sum, job) => sum + job.waiting * (job.price ?? 0), 0),
    };
  });
}

export function isUnconfirmed({ state }: Job): boolean {
  return state === 'unconfirmed';
}

/**
 * Splits the credits of a balance. `balance` is left for new requests; `setAside` belongs to requests that run, are in
 * doubt, or do not show in the balance yet.
 */
export async function readFreeBalance(
  { ledger, keyFingerprint, terms = {} }: PriceDeps,
  { quota }: Pick<AccountBalance, 'quota'>,
): Promise<{ readonly balance: number; readonly setAside: number }> {
  const limit = { of: 'balance', keyFingerprint, limit: quota.remainingCredits } as const;
  const [balanceLeft] = await ledger.computeLimitsLeft([limit], terms);
  const balance = roundCreditSum(Math.max(0, balanceLeft?.left ?? quota.remainingCredits));
  return { balance, setAside: roundCreditSum(quota.remainingCredits - balance) };
}

/**
 * Returns the refusal of a batch whose worst case exceeds a limit, as far as that is known without reading the
 * balance.
 */
export async function checkBudget(
  deps: PriceDeps,
  batch: Batch,
  limits: SpendingLimits,
): Promise<ConfereError | undefined> {
  const jobs = (await deps.ledger.readJobs(batch.num)).filter(({ state }) => state === 'planned');
  if (jobs.length === 0) return undefined;
  refuseUnsetPrices(
    deps.terms,
    limits,
    jobs.map(({ kind }) => kind),
  );
  const prices = resolvePrices(deps.terms);
  const currentLimits = await buildCurrentLimits(deps, await beginRun(deps, batch, limits));
  const cost = sumWorstCase(jobs, prices);
  const limitsLeft = await deps.ledger.computeLimitsLeft(currentLimits, deps.terms ?? {});
  const refusedCost = { cost, costOf: 'batch', fitsBalance: limits.fitBalance === true } as const;
  return findOverLimitError(limitsLeft, refusedCost, lowestPrice(jobs, prices));
}

async function computePlanNumbers(
  work: Work,
  jobs: readonly Job[],
  reading: AccountBalance | undefined,
  reuseSince: number,
): Promise<PlanNumbers> {
  const { ledger, batch } = work;
  const { id, rows, invalid, duplicates, repaired } = batch;
  const [figures] = await ledger.readFigures(batch.num);
  const { reused = 0, found = 0, notFound = 0 } = figures?.counts ?? {};
  const prices = resolvePrices(work.terms);
  const countOfKind = (kind: Job['kind']) =>
    countIdentifiers(jobs.filter((job) => job.kind === kind));
  const kinds = { cpf: countOfKind('cpf'), cnpj: countOfKind('cnpj') };
  const knownByKind = await countKnownInJobs(ledger, batch.num, jobs, () => {
    stopIfAsked(work);
  });
  const expected = estimateCost(await ledger.readHitRates(), knownByKind, prices);
  return {
    batch: id,
    rows,
    invalid,
    duplicates,
    repaired,
    reused,
    kinds,
    unique: rows - invalid - duplicates,
    toSend: countIdentifiers(jobs),
    abandoned: await ledger.countAbandoned(batch.num, reuseSince),
    erased: await countErasedBefore(work),
    answered: found + notFound,
    worstCase: sumWorstCase(jobs, prices),
    expected: expected?.credits ?? null,
    expectedFrom: expected?.answered ?? 0,
    paidBefore: knownByKind.cpf.paid + knownByKind.cnpj.paid,
    ...(await describeBalance(work, reading)),
  };
}

async function describeBalance(work: Work, reading: AccountBalance | undefined) {
  return reading === undefined ? { balance: null, setAside: 0 } : readFreeBalance(work, reading);
}

/**
 * Counts the rows that were erased from an earlier batch with the same file name and number of rows: the ledger keeps
 * nothing else by which a file with an erased identifier could be recognised.
 */
async function countErasedBefore({ ledger, batch }: Work): Promise<PlanNumbers['erased']> {
  const { num, file, rows } = batch;
  const alike = (await ledger.findBatches()).filter(
    (one) => one.num !== num && one.file === file && one.rows === rows,
  );
  return { file, rows: Math.max(0, ...alike.map(({ reasons }) => reasons['erased'] ?? 0)) };
}

/** Stores the limit of the run, so that commands that are suggested later stay within it. */
export async function storeLimit(work: Work, limits: SpendingLimits): Promise<void> {
  const { maxCredits, commandLimit } = limits;
  if (maxCredits === undefined) return;
  const sharedLeft =
    commandLimit && (await work.ledger.computeLimitsLeft([commandLimit], work.terms ?? {}));
  const left = sharedLeft?.[0]?.left ?? maxCredits;
  await work.ledger.storeLimit(work.batch.num, Math.max(0, roundCreditSum(left)));
}

/** Removes the stored limit of an earlier run, once the user has agreed to a run without one. */
export async function removeEarlierLimit(
  { ledger, batch }: Work,
  limits: SpendingLimits,
): Promise<void> {
  if (batch.storedLimit !== null && limits.maxCredits === undefined)
    await ledger.storeLimit(batch.num, null);
}

/** Returns the credits that the jobs cost if every identifier is found. */
export function sumWorstCase(jobs: readonly Job[], prices: Prices): number {
  return roundCreditSum(jobs.reduce((sum, { kind, items }) => sum + items * prices[kind], 0));
}

function lowestPrice(jobs: readonly Job[], prices: Prices): number {
  return Math.min(...jobs.map(({ kind }) => prices[kind]));
}

/** Returns how many identifiers of the jobs, in their order, these credits cover in the worst case. */
function countFitting(jobs: readonly Job[], credits: number, prices: Prices): number {
  let left = credits;
  return jobs.reduce((sum, { kind, items }) => {
    const fitting = countCovered(left, items, prices[kind]);
    left -= fitting * prices[kind];
    return sum + fitting;
  }, 0);
}

export function countIdentifiers(jobs: readonly Job[]): number {
  return jobs.reduce((sum, job) => sum + job.items, 0);
}
