import type { Clock } from '../base/clock.js';
import { ignoreKnownError, UsageError } from '../base/errors.js';
import type { Cost, LimitLeft, PriceKind, Prices, SpendingLimit } from '../ledger/index.js';
import {
  readBalance,
  readBeforeSending,
  type BalanceNeed,
  type PriceDeps,
} from '../money/balance.js';
import { resolvePrices, findUnsetPrices } from '../money/book.js';
import { buildBudgets } from '../money/budget.js';
import type { PeriodLimits } from '../money/period-limits.js';
import type { ServiceClient } from '../service/index.js';
import type { LookupResult, LookupCall } from './answer.js';

/** The balance is read again once the requests since the last reading may have cost a tenth of the tightest limit. */
const REREAD_SHARE = 10;

/** Without a limit of the user's, a reading of at most this age (ms) is enough if it leaves ten times the cost. */
const OLDEST_SUFFICIENT_READING = 3_600_000;
const AMPLE_FACTOR = 10;

/** How long (ms) a lookup waits before each further reading of the balance. */
const PAUSES = [0, 1_000, 2_000, 4_000];
const LATER_PAUSE = 10_000;

export interface SpendingDeps extends PriceDeps, PeriodLimits {
  readonly clock: Clock;
  readonly holder: string;
  readonly maxCredits?: number;
  /** Accepts charges beyond the balance. */
  readonly allowOverage?: boolean;
}

/** Returns the finite limits that the user set; the balance must be read to keep any of them. */
async function listUserLimits(deps: SpendingDeps): Promise<SpendingLimit[]> {
  const { ledger, holder, maxCredits } = deps;
  const budgets = buildBudgets(await ledger.now(), deps);
  const all = [
    ...(maxCredits === undefined ? [] : [{ of: 'session', holder, limit: maxCredits } as const]),
    ...budgets,
  ];
  return all.filter(({ limit }) => limit !== Infinity);
}

/** Returns what each limit of the user leaves, in credits. */
export async function readLimitsLeft(deps: SpendingDeps): Promise<LimitLeft[]> {
  return deps.ledger.computeLimitsLeft(await listUserLimits(deps), deps.terms ?? {});
}

/** Whether a stored reading, also one of another command, is enough for a lookup without a limit of the user's. */
async function isBalanceKnown(deps: SpendingDeps, price: number): Promise<boolean> {
  const { ledger, keyFingerprint, terms = {}, allowOverage = false } = deps;
  const newest = await ledger.newestReading(keyFingerprint);
  const age = newest === undefined ? Infinity : (await ledger.now()) - newest.at;
  if (newest === undefined || age < 0 || age >= OLDEST_SUFFICIENT_READING) return false;
  if (allowOverage) return true;
  const limit = { of: 'balance', keyFingerprint, limit: newest.remaining } as const;
  const [balance] = await ledger.computeLimitsLeft([limit], terms);
  return (balance?.left ?? 0) >= AMPLE_FACTOR * price;
}

/** Reads the balance after the last lookup. Best effort: all lookups have their answers by then. */
async function readBalanceAtEnd(
  deps: SpendingDeps,
  client: ServiceClient,
  creditsAsked: number,
): Promise<void> {
  const limits = await listUserLimits(deps);
  const tightest = Math.min(...limits.map(({ limit }) => limit));
  if (limits.length === 0 || creditsAsked * REREAD_SHARE < tightest) return;
  const { ledger, clock, keyFingerprint, terms } = deps;
  await readBalance({ ledger, clock, keyFingerprint, terms, client }).catch(ignoreKnownError);
}

/** Decides what the lookups of a session may spend (contract, "Money" 4). */
export function createSessionSpending(deps: SpendingDeps) {
  const { ledger, clock, keyFingerprint, terms = {}, allowOverage = false } = deps;
  const prices = resolvePrices(terms);
  let [mustRead, creditsSinceReading] = [true, 0];

  const readForLookup = async ({ client, stop }: LookupCall, need: BalanceNeed): Promise<void> => {
    // The session does not wait for a service that is away, because a person or a program is waiting for the answer.
    const patience = { until: -Infinity, sleep: (ms: number) => clock.sleep(ms, stop) };
    await readBeforeSending({ ledger, clock, keyFingerprint, terms, client }, patience, need);
    mustRead = false;
    creditsSinceReading = 0;
  };

  const isReadingDue = async (
    price: number,
    limits: readonly SpendingLimit[],
    isRetry: boolean,
  ) => {
    if (isRetry) return mustRead;
    if (limits.length === 0) return !(await isBalanceKnown(deps, price));
    const tightest = Math.min(...limits.map(({ limit }) => limit));
    return mustRead || creditsSinceReading * REREAD_SHARE >= tightest;
  };

  return {
    /** Returns what a lookup may cost; reads the balance if it is due. @throws ConfereError if nothing may be sent */
    async computeCost(kind: PriceKind, call: LookupCall, isRetry: boolean): Promise<Cost> {
      const price = prices[kind];
      const limits = await listUserLimits(deps);
      const unpriced = limits.length === 0 ? [] : findUnsetPrices(terms, [kind]);
      if (unpriced.length > 0) throw new UsageError('shared_needs_prices', { kinds: unpriced });
      const need = limits.length > 0 ? 'limit' : allowOverage ? 'nothing' : 'balance';
      // With a limit of zero the balance does not matter: the ledger answers, or the lookup is refused.
      const maySpend = limits.every(({ limit }) => limit > 0);
      if ((maySpend || isRetry) && (await isReadingDue(price, limits, isRetry)))
        await readForLookup(call, need);
      if (!allowOverage) limits.push({ of: 'balance', keyFingerprint, limit: Infinity });
      return { kind, price, keyFingerprint, limits, terms, at: await ledger.now() };
    },
    /** Reads the balance once more if the requests since the last reading may have cost enough to make that due. */
    readAtEnd: (client: ServiceClient) => readBalanceAtEnd(deps, client, creditsSinceReading),
    /** Counts the price of a lookup that has begun, for the decision when to read the balance again. */
    countBegun(kind: PriceKind): void {
      creditsSinceReading += prices[kind];
    },
    /**
     * Waits until the balance may be read again, longer after several `earlierWaits`; false if the deadline comes
     * first.
     * @throws the reason of `stop`
     */
    async awaitNextReading(earlierWaits: number, { until, stop }: LookupCall): Promise<boolean> {
      const ms = terms.isImmediate === true ? 0 : (PAUSES[earlierWaits] ?? LATER_PAUSE);
      if (clock.now() + ms > until) return false;
      mustRead = true;
      await clock.sleep(ms, stop);
      return true;
    },
    runInTurn: createQueue(deps, prices),
  };
}

/** Returns a function that runs lookups one after the other until a reading has agreed with the price, then at once. */
function createQueue({ ledger, keyFingerprint, terms = {} }: SpendingDeps, prices: Prices) {
  let previous: Promise<unknown> = Promise.resolve();
  return async (kind: PriceKind, lookUp: () => Promise<LookupResult>): Promise<LookupResult> => {
    const isAgreed =
      terms.shared === true || (await ledger.hasAgreed(keyFingerprint, kind, prices[kind]));
    if (isAgreed) return lookUp();
    const lookup = previous.then(lookUp);
    previous = lookup.catch(() => undefined);
    return lookup;
  };
}
