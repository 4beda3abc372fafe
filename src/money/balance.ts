import type { Clock, Uptime } from '../base/clock.js';
import { ConfereError } from '../base/errors.js';
import type { ErrorFacts } from '../base/error-facts.js';
import {
  sumCredits,
  PRICE_KINDS,
  type AccountTerms,
  type Claim,
  type HitRates,
  type ReadingVerdict,
  type KnownIds,
  type Ledger,
  type Mark,
  type PriceKind,
  type Prices,
  type SpendingLimit,
} from '../ledger/index.js';
import {
  ServiceError,
  type BalanceRecorder,
  type QuotaRecord,
  type ServiceClient,
} from '../service/index.js';
import { roundCreditSum, formatMonth, resolvePrices } from './book.js';
import { measure, SECOND_READING_AFTER } from './meter.js';

export interface PriceDeps {
  readonly ledger: Ledger;
  readonly keyFingerprint: string;
  readonly terms?: AccountTerms;
}

export interface BalanceDeps extends PriceDeps {
  readonly client: ServiceClient;
  readonly clock: Clock;
}

export interface AccountBalance {
  readonly quota: QuotaRecord;
  readonly account: string;
  /** When the reading was asked for. */
  readonly askedUptime: Uptime;
  readonly verdict: ReadingVerdict;
}

/** Ms that a request for the balance may take, with its repeats. */
const LONGEST_ANSWER = 10_000;
/** Ms after a failed request in which the balance is not asked for again. */
const RETRY_AFTER = 60_000;

/** The last failure to read the balance, of each open ledger. `at`: epoch ms. */
const lastFailures = new WeakMap<Ledger, { readonly at: number; readonly error: unknown }>();

/**
 * Reads the balance and stores the reading in the ledger; every use case asks for the balance here.
 * @throws ServiceError, after which nothing is stored; while the service is away, the error is thrown again for a
 * minute without a request
 */
export async function readBalance(deps: BalanceDeps): Promise<AccountBalance> {
  const { ledger, client, clock, keyFingerprint } = deps;
  const lastFailure = lastFailures.get(ledger);
  if (lastFailure !== undefined && msUntilRetry(lastFailure.at, clock) > 0) throw lastFailure.error;
  const askedUptime = clock.uptime();
  const askedMoment = await readMoment(ledger);
  const boundedClient = client.withBounds({
    timeout: LONGEST_ANSWER,
    deadline: clock.now() + LONGEST_ANSWER,
  });
  try {
    const quota = await boundedClient.quota();
    lastFailures.delete(ledger);
    const verdict = await storeReading(deps, quota, askedMoment);
    return { quota, account: identifyAccount(quota, keyFingerprint), askedUptime, verdict };
  } catch (error) {
    if (isTemporary(error)) lastFailures.set(ledger, { at: clock.now(), error });
    throw error;
  }
}

/** Whether a later attempt may succeed, as when the service is away for a while. */
function isTemporary(error: unknown): error is ServiceError {
  return error instanceof ServiceError && (error.kind === 'service' || error.kind === 'network');
}

/** Returns the host and the error code of a failed connection, or the status of an answer. */
function nameFailure({ facts, httpStatus }: ServiceError): string | undefined {
  if ('code' in facts && facts.code !== undefined) return `${facts.host}: ${facts.code}`;
  return httpStatus === undefined ? undefined : `HTTP ${httpStatus}`;
}

function msUntilRetry(at: number, clock: Clock): number {
  const passed = clock.now() - at;
  return passed < 0 ? 0 : RETRY_AFTER - passed;
}

/** How long a use case waits for the balance. */
export interface Patience {
  /** Epoch ms. */
  readonly until: number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Polls the running jobs until they have ended, so that a second reading is compared with their found records. */
  readonly pollUntilEnded?: () => Promise<unknown>;
}

/**
 * Reads the balance. While the service is away, the request is repeated until `until`. @throws what `readBalance`
 * throws
 */
export async function awaitBalance(
  deps: BalanceDeps,
  { until, sleep }: Patience,
): Promise<AccountBalance> {
  for (;;) {
    try {
      return await readBalance(deps);
    } catch (error) {
      const { at = 0 } = lastFailures.get(deps.ledger) ?? {};
      const ms = msUntilRetry(at, deps.clock);
      if (!isTemporary(error) || deps.clock.now() + ms > until) throw error;
      await sleep(ms);
    }
  }
}

/**
 * Reads the balance before something is sent (contract, "Money" 4, Stop). If more was charged beyond our own records
 * than the contract lets pass, the balance is read once more; if the second reading shows the same, the account is
 * marked, and nothing is sent until the user has said why. Returns undefined if the balance is not needed and cannot be
 * read.
 * @throws ConfereError `unexpected_charges`, `balance_unreadable`
 */
export async function readBeforeSending(
  deps: BalanceDeps,
  patience: Patience,
  need: BalanceNeed,
): Promise<AccountBalance | undefined> {
  const first =
    need === 'nothing'
      ? await tryToRead(deps)
      : await readOrRefuse(deps, patience, need === 'balance');
  const isLimited = need === 'limit';
  if (first?.verdict.mark !== undefined)
    throw buildUnexpectedCharges(first.verdict.mark, isLimited, isUsedUp(first));
  if (first?.verdict.excess === undefined) return first;
  await patience.pollUntilEnded?.();
  if (deps.terms?.isSandbox !== true) await patience.sleep(SECOND_READING_AFTER);
  const second = await readOrRefuse(deps, patience, false);
  const { excess } = second.verdict;
  if (excess === undefined) return second;
  await deps.ledger.setMark(second.account, second.quota.plan, excess);
  throw buildUnexpectedCharges(excess, isLimited, isUsedUp(second));
}

function isUsedUp({ quota }: AccountBalance): boolean {
  return quota.remainingCredits <= 0;
}

/**
 * The reason why the balance is read. `nothing`: overage is accepted and the user set no limit; `balance`: the balance is the only
 * limit; `limit`: the user set a limit.
 */
export type BalanceNeed = 'nothing' | 'balance' | 'limit';

/** Reads the balance once. Returns undefined while the service is away. */
async function tryToRead(deps: BalanceDeps): Promise<AccountBalance | undefined> {
  try {
    return await readBalance(deps);
  } catch (error) {
    if (!isTemporary(error)) throw error;
    return undefined;
  }
}

/** `only`: the balance is the only limit. @throws ConfereError `balance_unreadable` */
async function readOrRefuse(
  deps: BalanceDeps,
  patience: Patience,
  only: boolean,
): Promise<AccountBalance> {
  try {
    return await awaitBalance(deps, patience);
  } catch (error) {
    if (!isTemporary(error)) throw error;
    const facts = { only, why: nameFailure(error) };
    throw new ConfereError('balance_unreadable', facts, { cause: error });
  }
}

/**
 * Builds the error of a marked account. With `isLimited` the error also names the kinds without a price, because a
 * limit of the user's needs the prices.
 */
export function buildUnexpectedCharges(
  mark: Mark,
  isLimited: boolean,
  isUsedUp = false,
): ConfereError {
  const { records, kinds, price, terms } = mark;
  const facts: ErrorFacts['unexpected_charges'] = {
    records,
    expected: roundCreditSum(mark.expected),
    charged: roundCreditSum(mark.charged),
    kinds,
    price,
    withoutPrice: isLimited ? kinds.filter((kind) => terms[kind] === undefined) : [],
    isSandbox: terms.isSandbox === true,
    isUsedUp,
  };
  return new ConfereError('unexpected_charges', facts);
}

async function readMoment(ledger: Ledger) {
  return { askedAt: await ledger.now(), tick: await ledger.tick() };
}

/** Creates the recorder of readings for a client, which also reads the balance to find the reason for a refusal. */
export function createBalanceRecorder(deps: PriceDeps): BalanceRecorder {
  return {
    readTick: () => deps.ledger.tick(),
    storeReading: async (quota, tick) => {
      // The client has only the tick of its request, so the present time, a little later, is stored as the time of the
      // request.
      await storeReading(deps, quota, { askedAt: await deps.ledger.now(), tick });
    },
  };
}

async function storeReading(
  { ledger, keyFingerprint, terms = {} }: PriceDeps,
  quota: QuotaRecord,
  { askedAt, tick: before }: Awaited<ReturnType<typeof readMoment>>,
): Promise<ReadingVerdict> {
  const { plan, usedCredits: used, remainingCredits: remaining } = quota;
  const account = identifyAccount(quota, keyFingerprint);
  const at = await ledger.now();
  const reading = { account, keyFingerprint, before, askedAt, at, plan, used, remaining };
  return ledger.storeReading(reading, terms, measure);
}

/** Names the account by its `userId` (spec, "Quota record"), or else by the fingerprint of the key. */
function identifyAccount(quota: QuotaRecord, keyFingerprint: string): string {
  const userId = quota['userId'];
  return typeof userId === 'string' && userId !== '' ? userId : `key:${keyFingerprint}`;
}

/** Builds the limit that the balance sets to new requests. */
export function buildBalanceLimit(
  { keyFingerprint }: PriceDeps,
  quota: QuotaRecord,
): SpendingLimit {
  return { of: 'balance', keyFingerprint, limit: quota.remainingCredits };
}

/** Fewer answered identifiers than this say little about the next ones. */
const FEWEST_ANSWERS = 20;

/**
 * Estimates what identifiers will cost: those found before are found again, and of the others the usual share. Returns
 * null if the ledger has too few answers of one of the kinds; `answered` says how many the estimate rests on.
 */
export function estimateCost(
  rates: HitRates,
  asked: Readonly<Record<'cpf' | 'cnpj', Omit<KnownIds, 'answered'>>>,
  prices: Prices,
): { readonly credits: number; readonly answered: number } | null {
  const kinds = (['cpf', 'cnpj'] as const).filter((kind) => asked[kind].ids > 0);
  if (kinds.length === 0 || kinds.some((kind) => rates[kind].answered < FEWEST_ANSWERS))
    return null;
  const computeKindCost = (kind: 'cpf' | 'cnpj') => {
    const { found, answered } = rates[kind];
    const { ids, paid } = asked[kind];
    return prices[kind] * (paid + (ids - paid) * Math.min(1, found / answered));
  };
  return {
    credits: Math.round(kinds.reduce((sum, kind) => sum + computeKindCost(kind), 0)),
    answered: kinds.reduce((sum, kind) => sum + rates[kind].answered, 0),
  };
}

export interface CostSummary {
  readonly credits: number;
  /** Credits of the balance; undefined if no recent reading shows them. */
  readonly left: number | undefined;
}

/** Computes what found records cost, and what the balance leaves by the readings so far. `now`: epoch ms. */
export async function summarizeCost(
  deps: PriceDeps,
  records: Readonly<Partial<Record<PriceKind, number>>>,
  now: number,
): Promise<CostSummary> {
  const prices = resolvePrices(deps.terms);
  const cost = PRICE_KINDS.reduce((sum, kind) => sum + (records[kind] ?? 0) * prices[kind], 0);
  return { credits: roundCreditSum(cost), left: await readCreditsLeft(deps, now) };
}

/** The age (ms) from which a reading says too little, because other programs may have spent credits since. */
const OLDEST_SHOWN_READING = 24 * 3_600_000;

/**
 * Returns the credits of the balance after the worst case of open requests; undefined if no reading is of this month
 * and at most a day old. `now`: epoch ms.
 */
export async function readCreditsLeft(deps: PriceDeps, now: number): Promise<number | undefined> {
  const { ledger, keyFingerprint, terms = {} } = deps;
  const newest = await ledger.newestReading(keyFingerprint);
  const isRecent =
    newest !== undefined &&
    now - newest.at <= OLDEST_SHOWN_READING &&
    formatMonth(newest.at) === formatMonth(now);
  if (!isRecent) return undefined;
  const limit = { of: 'balance', keyFingerprint, limit: newest.remaining } as const;
  const [balance] = await ledger.computeLimitsLeft([limit], terms);
  return balance && Math.max(0, roundCreditSum(balance.left));
}

/** Returns the credits that these records cost at the prices of their requests, or else at the present prices. */
export function computeRecordsCost(records: readonly Claim[], terms?: AccountTerms): number {
  return roundCreditSum(sumCredits(records, resolvePrices(terms)));
}
