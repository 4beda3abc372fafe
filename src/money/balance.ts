import type { Clock } from '../clock.js';
import {
  creditsOf,
  type BalanceBook,
  type Claim,
  type HitRates,
  type KnownIds,
  type Ledger,
  type PriceKind,
  type Prices,
  type SpendingLimit,
} from '../ledger/index.js';
import type { BalanceNotes, QuotaRecord, ServiceClient } from '../service/index.js';
import {
  asTold,
  BALANCE_LAG,
  chargesBetween,
  exactCredits,
  GIVEN_UP_GOES_ON,
  isExact,
  isOutside,
  mayLack,
  monthOf,
  PRICE_KINDS,
} from './book.js';
import {
  knownPrices,
  limitPrices,
  NO_BOOK,
  pricesOf,
  readPrices,
  type KnownPrices,
} from './price.js';

export interface PriceDeps {
  readonly ledger: Ledger;
  readonly keyFingerprint: string;
  readonly costs?: Partial<Prices>;
}

export interface BalanceDeps extends PriceDeps {
  readonly client: ServiceClient;
  readonly clock: Clock;
}

export interface AccountBalance {
  readonly quota: QuotaRecord;
  readonly account: string;
  readonly prices: KnownPrices;
  /** The tick of the newest reading that they rest on. */
  readonly asOf: number;
  readonly limit: Extract<SpendingLimit, { readonly of: 'balance' }>;
  /** The uptime (ms). */
  readonly askedAt: number;
}

/** How long (ms) what is sent may rest on a reading: who stood still since then would not know what others learned. */
const READING_LASTS = 120_000;

export function isOutdated({ askedAt }: AccountBalance, clock: Clock): boolean {
  return clock.uptime().ms - askedAt > READING_LASTS;
}

/** Every use case asks for the balance here. @throws ServiceError; nothing is written then */
export async function readBalance(deps: BalanceDeps): Promise<AccountBalance> {
  const { ledger, client, clock, keyFingerprint } = deps;
  const askedAt = clock.uptime().ms;
  const now = await ledger.now();
  const before = await ledger.beginReading(now - BALANCE_LAG, now - GIVEN_UP_GOES_ON);
  const quota = await client.quota();
  const { prices, asOf, unshown } = await storeBalance(deps, quota, before.tick);
  const { remainingCredits: remaining } = quota;
  const late = unshown - creditsOf(before.recent, limitPrices(prices));
  const taken = Math.max(0, Math.min(late, remaining));
  const limit = { of: 'balance', limit: remaining - taken, before } as const;
  return { quota, account: accountOf(quota, keyFingerprint), prices, asOf, limit, askedAt };
}

export function balanceNotes(deps: PriceDeps): BalanceNotes {
  return {
    before: () => deps.ledger.tick(),
    keep: async (quota, before) => void (await storeBalance(deps, quota, before)),
  };
}

async function storeBalance(deps: PriceDeps, quota: QuotaRecord, before: number) {
  const { plan, usedCredits: used, remainingCredits: remaining } = quota;
  const { ledger, keyFingerprint } = deps;
  const account = accountOf(quota, keyFingerprint);
  const at = await ledger.now();
  await ledger.keepReading({ account, keyFingerprint, before, at, plan, used, remaining });
  return derivePrices(deps, account);
}

/** What the balance book shows by now: of what was open when the balance was read, more may be known. `tick`, `asOf`: before and after the newest reading. */
export async function pricesNow(deps: PriceDeps) {
  return derivePrices(deps, await deps.ledger.accountOf(deps.keyFingerprint));
}

async function derivePrices({ ledger, costs }: PriceDeps, account: string | undefined) {
  const book = account === undefined ? NO_BOOK : await ledger.balanceBook(account);
  const { known: prices, shown, unshown } = readPrices(book, costs);
  if (account !== undefined) await ledger.keepPrices(account, shown);
  const { before: tick, after: asOf } = book.readings.at(-1) ?? { before: 0, after: 0 };
  return { prices, unshown, tick, asOf };
}

export async function accountPrices(deps: PriceDeps): Promise<KnownPrices> {
  return knownPrices(await accountBook(deps), deps.costs);
}

export function assumedPrices(known: KnownPrices, kinds: Iterable<keyof Prices>): Partial<Prices> {
  const open = [...kinds].filter((kind) => !known[kind].isProved && !known[kind].isYoung);
  return Object.fromEntries(open.map((kind) => [kind, known[kind].limit]));
}

export async function accountBook({ ledger, keyFingerprint }: PriceDeps): Promise<BalanceBook> {
  const account = await ledger.accountOf(keyFingerprint);
  return account === undefined ? NO_BOOK : ledger.balanceBook(account);
}

/** The `userId` (spec, "Quota record"); without one, the key alone is known. */
export function accountOf(quota: QuotaRecord, keyFingerprint: string): string {
  const userId = quota['userId'];
  return typeof userId === 'string' && userId !== '' ? userId : `key:${keyFingerprint}`;
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

/** Others may have spent since an older reading (ms). */
const YOUNG = 24 * 3_600_000;

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
  const book = await accountBook(deps);
  const prices = pricesOf(knownPrices(book, deps.costs));
  const cost = PRICE_KINDS.reduce((sum, kind) => sum + (records[kind] ?? 0) * prices[kind], 0);
  return { credits: exactCredits(cost), left: leftBy(book, prices, now) };
}

export async function balanceLeft(deps: PriceDeps, now: number): Promise<number | undefined> {
  const book = await accountBook(deps);
  return leftBy(book, pricesOf(knownPrices(book, deps.costs)), now);
}

function leftBy(book: BalanceBook, prices: Prices, now: number): number | undefined {
  const last = book.readings.at(-1);
  const isYoung = last !== undefined && now - last.at <= YOUNG && monthOf(last.at) === monthOf(now);
  if (!isYoung) return undefined;
  const end = { ...last, before: Infinity, after: Infinity, at: Infinity };
  // It may lack what was charged a moment before, and nobody knows what a doubt took.
  const isBlurred = book.requests.some((one) =>
    isOutside(one, last, end) ? mayLack(last, one) : one.isDoubtful,
  );
  const charges = chargesBetween(asTold(book.requests), last, end);
  if (isBlurred || !isExact(charges)) return undefined;
  const spent = PRICE_KINDS.reduce((sum, kind) => sum + charges.least[kind] * prices[kind], 0);
  return Math.max(0, exactCredits(last.remaining - spent));
}

/** Each at the price of its job, a single lookup's at that of the first account. */
export async function worthOf(
  { ledger, costs }: { readonly ledger: Ledger; readonly costs?: Partial<Prices> },
  records: readonly Claim[],
): Promise<number> {
  const [own] = await ledger.accounts();
  const book = own && (await ledger.balanceBook(own.account));
  const known = knownPrices(book ?? NO_BOOK, costs);
  return exactCredits(creditsOf(records, pricesOf(known)));
}
