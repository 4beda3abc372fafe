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
import type { BalanceNotes, QuotaRecord, ServiceClient } from '../service/index.js';
import { exactCredits, monthOf, pricesOf } from './book.js';
import { measure, SECOND_LOOK } from './meter.js';

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
  /** When it was asked for. */
  readonly askedAt: Uptime;
  readonly kept: ReadingVerdict;
}

/** Ms that a request for the balance may take, with its repeats, and that it is not made again after it failed. */
const LONGEST_ANSWER = 10_000;
const NOT_AGAIN = 60_000;

/** When the balance could not be read last (epoch ms), and why. */
const failures = new WeakMap<Ledger, { readonly at: number; readonly error: unknown }>();

/** Every use case asks for the balance here. @throws ServiceError; nothing is written then, and it throws the same for a minute */
export async function readBalance(deps: BalanceDeps): Promise<AccountBalance> {
  const { ledger, client, clock, keyFingerprint } = deps;
  const failed = failures.get(ledger);
  if (failed !== undefined && waitAfter(failed.at, clock) > 0) throw failed.error;
  const askedAt = clock.uptime();
  const before = await moment(ledger);
  const brief = client.within({ timeout: LONGEST_ANSWER, deadline: clock.now() + LONGEST_ANSWER });
  try {
    const quota = await brief.quota();
    failures.delete(ledger);
    const kept = await keepReading(deps, quota, before);
    return { quota, account: accountOf(quota, keyFingerprint), askedAt, kept };
  } catch (error) {
    if (isPassing(error)) failures.set(ledger, { at: clock.now(), error });
    throw error;
  }
}

/** Only what a service does that is away for a while. */
function isPassing(error: unknown): boolean {
  return error instanceof ConfereError && (error.kind === 'service' || error.kind === 'network');
}

function waitAfter(at: number, clock: Clock): number {
  const passed = clock.now() - at;
  return passed < 0 ? 0 : NOT_AGAIN - passed;
}

export interface Patience {
  /** Epoch ms. */
  readonly until: number;
  readonly pause: (ms: number) => Promise<void>;
  /** Follows what runs to its end, so that a second look counts what was found. */
  readonly collect?: () => Promise<unknown>;
}

/** Reads the balance, and waits for a service that is away as long as there is time. @throws as `readBalance` */
export async function awaitBalance(
  deps: BalanceDeps,
  { until, pause }: Patience,
): Promise<AccountBalance> {
  for (;;) {
    try {
      return await readBalance(deps);
    } catch (error) {
      const { at = 0 } = failures.get(deps.ledger) ?? {};
      const ms = waitAfter(at, deps.clock);
      if (!isPassing(error) || deps.clock.now() + ms > until) throw error;
      await pause(ms);
    }
  }
}

/**
 * Reads the balance before something is sent (contract, "Money" 4, Stop). Where it moved too far beyond our own records it is read once
 * more; if that says the same, nothing is sent until the user has said why. @throws ConfereError `unexpected_charges`
 */
export async function readBeforeSending(
  deps: BalanceDeps,
  patience: Patience,
  needed: Needed,
): Promise<AccountBalance | undefined> {
  const first = await awaitNeeded(deps, patience, needed);
  const isLimited = needed === 'limit';
  if (first?.kept.mark !== undefined)
    throw unexpectedCharges(first.kept.mark, isLimited, isUsedUp(first));
  if (first?.kept.excess === undefined) return first;
  await patience.collect?.();
  if (deps.terms?.isImmediate !== true) await patience.pause(SECOND_LOOK);
  const second = await awaitNeeded(deps, patience, 'limit');
  if (second === undefined) return undefined;
  const { excess } = second.kept;
  if (excess === undefined) return second;
  await deps.ledger.setMark(second.account, second.quota.plan, excess);
  throw unexpectedCharges(excess, isLimited, isUsedUp(second));
}

function isUsedUp({ quota }: AccountBalance): boolean {
  return quota.remainingCredits <= 0;
}

/** What the balance is needed for: with `nothing`, its limit alone is waived; `balance`: only for itself. */
export type Needed = 'nothing' | 'balance' | 'limit';

/** Undefined where it is not needed and cannot be read. @throws ConfereError `balance_unreadable` */
async function awaitNeeded(deps: BalanceDeps, patience: Patience, needed: Needed) {
  try {
    return await (needed === 'nothing' ? readBalance(deps) : awaitBalance(deps, patience));
  } catch (error) {
    if (!isPassing(error)) throw error;
    if (needed === 'nothing') return undefined;
    const facts = { only: needed === 'balance' };
    throw new ConfereError('balance_unreadable', facts, { cause: error });
  }
}

/** `isLimited`: the user set a limit, which needs prices on a shared account. */
export function unexpectedCharges(mark: Mark, isLimited: boolean, isUsedUp = false): ConfereError {
  const { records, kinds, price, terms } = mark;
  const facts: ErrorFacts['unexpected_charges'] = {
    records,
    expected: exactCredits(mark.expected),
    charged: exactCredits(mark.charged),
    kinds,
    price,
    untold: isLimited ? kinds.filter((kind) => terms[kind] === undefined) : [],
    isSandbox: terms.isImmediate === true,
    isUsedUp,
  };
  return new ConfereError('unexpected_charges', facts);
}

async function moment(ledger: Ledger) {
  return { askedAt: await ledger.now(), tick: await ledger.tick() };
}

/** For the client, which reads the balance to understand a refusal. */
export function balanceNotes(deps: PriceDeps): BalanceNotes {
  return {
    before: () => deps.ledger.tick(),
    keep: async (quota, tick) => {
      // The tick is exact; the time of the answer is a little later than that of the question.
      await keepReading(deps, quota, { askedAt: await deps.ledger.now(), tick });
    },
  };
}

async function keepReading(
  { ledger, keyFingerprint, terms = {} }: PriceDeps,
  quota: QuotaRecord,
  { askedAt, tick: before }: Awaited<ReturnType<typeof moment>>,
): Promise<ReadingVerdict> {
  const { plan, usedCredits: used, remainingCredits: remaining } = quota;
  const account = accountOf(quota, keyFingerprint);
  const at = await ledger.now();
  const reading = { account, keyFingerprint, before, askedAt, at, plan, used, remaining };
  return ledger.storeReading(reading, terms, measure);
}

/** The `userId` (spec, "Quota record"); without one, the key alone is known. */
function accountOf(quota: QuotaRecord, keyFingerprint: string): string {
  const userId = quota['userId'];
  return typeof userId === 'string' && userId !== '' ? userId : `key:${keyFingerprint}`;
}

export function balanceLimit({ keyFingerprint }: PriceDeps, quota: QuotaRecord): SpendingLimit {
  return { of: 'balance', keyFingerprint, limit: quota.remainingCredits };
}

/** Fewer answered identifiers than this say little about the next ones. */
const ENOUGH = 20;

/** What was found before is found again, of the others the usual share. Null where a kind has too little of a past. */
export function expectedCost(
  rates: HitRates,
  asked: Readonly<Record<'cpf' | 'cnpj', Omit<KnownIds, 'answered'>>>,
  prices: Prices,
): { readonly credits: number; readonly answered: number } | null {
  const kinds = (['cpf', 'cnpj'] as const).filter((kind) => asked[kind].ids > 0);
  if (kinds.length === 0 || kinds.some((kind) => rates[kind].answered < ENOUGH)) return null;
  const cost = (kind: 'cpf' | 'cnpj') => {
    const { found, answered } = rates[kind];
    const { ids, paid } = asked[kind];
    return prices[kind] * (paid + (ids - paid) * Math.min(1, found / answered));
  };
  return {
    credits: Math.round(kinds.reduce((sum, kind) => sum + cost(kind), 0)),
    answered: kinds.reduce((sum, kind) => sum + rates[kind].answered, 0),
  };
}

export interface WhatItCost {
  readonly credits: number;
  readonly left: number | undefined;
}

/** By the balance book, without asking for the balance. `now` in epoch ms. */
export async function whatItCost(
  deps: PriceDeps,
  records: Readonly<Partial<Record<PriceKind, number>>>,
  now: number,
): Promise<WhatItCost> {
  const prices = pricesOf(deps.terms);
  const cost = PRICE_KINDS.reduce((sum, kind) => sum + (records[kind] ?? 0) * prices[kind], 0);
  return { credits: exactCredits(cost), left: await creditsLeft(deps, now) };
}

/** Others may have spent since an older reading (ms). */
const YOUNG = 24 * 3_600_000;

/** Of the balance, less what is open; undefined where no young reading knows. */
export async function creditsLeft(deps: PriceDeps, now: number): Promise<number | undefined> {
  const { ledger, keyFingerprint, terms = {} } = deps;
  const newest = await ledger.newestReading(keyFingerprint);
  const isYoung =
    newest !== undefined && now - newest.at <= YOUNG && monthOf(newest.at) === monthOf(now);
  if (!isYoung) return undefined;
  const limit = { of: 'balance', keyFingerprint, limit: newest.remaining } as const;
  const [balance] = await ledger.computeLimitsLeft([limit], terms);
  return balance && Math.max(0, exactCredits(balance.left));
}

export function worthOf(records: readonly Claim[], terms?: AccountTerms): number {
  return exactCredits(sumCredits(records, pricesOf(terms)));
}
