import type { Clock } from '../base/clock.js';
import { asKnownError, UsageError } from '../base/errors.js';
import type { Cost, LimitLeft, PriceKind, SpendingLimit } from '../ledger/index.js';
import { readBalance, readBeforeSending, type Needed, type PriceDeps } from '../money/balance.js';
import { pricesOf, untoldPrices } from '../money/book.js';
import { budgetsAt } from '../money/budget.js';
import type { PeriodLimits } from '../money/period-limits.js';
import type { ServiceClient } from '../service/index.js';
import type { Lookup, LookupCall } from './answer.js';

/** A session reads the balance again when it has asked for this share of its tightest limit. */
const SHARE = 10;

/** Without a limit of the user's, a reading of this age (ms) is enough where it leaves so many times the cost. */
const YOUNG = 3_600_000;
const TIMES = 10;

/** How long (ms) a lookup waits before it looks at the balance again. */
const LOOKS = [0, 1_000, 2_000, 4_000];
const LATER_LOOKS = 10_000;

export interface SpendingDeps extends PriceDeps, PeriodLimits {
  readonly clock: Clock;
  readonly holder: string;
  readonly maxCredits?: number;
  /** Accepts charges beyond the balance. */
  readonly allowOverage?: boolean;
}

/** The limits that the user set, of which a finite one needs the balance. */
async function userLimits(deps: SpendingDeps): Promise<SpendingLimit[]> {
  const { ledger, holder, maxCredits } = deps;
  const budgets = budgetsAt(await ledger.now(), deps);
  const all = [
    ...(maxCredits === undefined ? [] : [{ of: 'session', holder, limit: maxCredits } as const]),
    ...budgets,
  ];
  return all.filter(({ limit }) => limit !== Infinity);
}

export async function leftOfSession(deps: SpendingDeps): Promise<LimitLeft[]> {
  return deps.ledger.computeLimitsLeft(await userLimits(deps), deps.terms ?? {});
}

/** Whether a reading of another command is enough for a lookup without a limit of the user's. */
async function isKnown(deps: SpendingDeps, price: number): Promise<boolean> {
  const { ledger, keyFingerprint, terms = {}, allowOverage = false } = deps;
  const newest = await ledger.newestReading(keyFingerprint);
  const age = newest === undefined ? Infinity : (await ledger.now()) - newest.at;
  if (newest === undefined || age < 0 || age >= YOUNG) return false;
  if (allowOverage) return true;
  const limit = { of: 'balance', keyFingerprint, limit: newest.remaining } as const;
  const [balance] = await ledger.computeLimitsLeft([limit], terms);
  return (balance?.left ?? 0) >= TIMES * price;
}

/** After the last lookup, what cannot be read changes nothing. */
async function lookAtEnd(deps: SpendingDeps, client: ServiceClient, asked: number): Promise<void> {
  const limits = await userLimits(deps);
  const tightest = Math.min(...limits.map(({ limit }) => limit));
  if (limits.length === 0 || asked * SHARE < tightest) return;
  const { ledger, clock, keyFingerprint, terms } = deps;
  await readBalance({ ledger, clock, keyFingerprint, terms, client }).catch(asKnownError);
}

/** What the lookups of a session may spend (contract, "Money" 4). */
export function createSessionSpending(deps: SpendingDeps) {
  const { ledger, clock, keyFingerprint, terms = {}, allowOverage = false } = deps;
  const prices = pricesOf(terms);
  let [mustRead, askedSince] = [true, 0];
  /** Ends when the lookup before has its answer, as long as no reading has agreed with the price. */
  let turn: Promise<unknown> = Promise.resolve();

  const read = async ({ client, stop }: LookupCall, needed: Needed): Promise<void> => {
    // A person or a program waits for the answer: a service that is away is not waited for.
    const patience = { until: -Infinity, pause: (ms: number) => clock.sleep(ms, stop) };
    await readBeforeSending({ ledger, clock, keyFingerprint, terms, client }, patience, needed);
    mustRead = false;
    askedSince = 0;
  };

  const isDue = async (price: number, limits: readonly SpendingLimit[], isRetry: boolean) => {
    if (isRetry) return mustRead;
    if (limits.length === 0) return !(await isKnown(deps, price));
    const tightest = Math.min(...limits.map(({ limit }) => limit));
    return mustRead || askedSince * SHARE >= tightest;
  };

  return {
    /** What a lookup may cost; reads the balance where it is due. @throws ConfereError where nothing may be sent */
    async costOf(kind: PriceKind, call: LookupCall, isRetry: boolean): Promise<Cost> {
      const price = prices[kind];
      const limits = await userLimits(deps);
      const untold = limits.length === 0 ? [] : untoldPrices(terms, [kind]);
      if (untold.length > 0) throw new UsageError('shared_needs_prices', { kinds: untold });
      const needed = limits.length > 0 ? 'limit' : allowOverage ? 'nothing' : 'balance';
      // Who may spend nothing is refused, or answered from the ledger; no balance changes that.
      const maySpend = limits.every(({ limit }) => limit > 0);
      if (maySpend && (await isDue(price, limits, isRetry))) await read(call, needed);
      if (!allowOverage) limits.push({ of: 'balance', keyFingerprint, limit: Infinity });
      return { kind, price, keyFingerprint, limits, terms, at: await ledger.now() };
    },
    /** Looks at the balance once more where so much was asked for since that it is due. */
    lastLook: (client: ServiceClient) => lookAtEnd(deps, client, askedSince),
    begun(kind: PriceKind): void {
      askedSince += prices[kind];
    },
    /** Waits until the balance may be looked at again; false if the deadline comes first. @throws the reason of `stop` */
    async awaitLook(looks: number, { until, stop }: LookupCall): Promise<boolean> {
      const ms = terms.isImmediate === true ? 0 : (LOOKS[looks] ?? LATER_LOOKS);
      if (clock.now() + ms > until) return false;
      mustRead = true;
      await clock.sleep(ms, stop);
      return true;
    },
    /** Runs the lookups one after the other until a reading has agreed with the price. */
    async inTurn(kind: PriceKind, look: () => Promise<Lookup>): Promise<Lookup> {
      const isAgreed =
        terms.shared === true || (await ledger.hasAgreed(keyFingerprint, kind, prices[kind]));
      if (isAgreed) return look();
      const looking = turn.then(look);
      turn = looking.catch(() => undefined);
      return looking;
    },
  };
}
