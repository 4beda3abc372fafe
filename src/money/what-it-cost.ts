import type { BalanceBook, PriceKind, Prices } from '../ledger/index.js';
import { chargesBetween, isExact, isOutside, monthOf, PRICE_KINDS } from './book.js';
import { BALANCE_LAG, knownPrices, pricesOf } from './price.js';
import { accountBook, type PriceDeps } from './read-balance.js';

/** Others may have spent since an older reading (ms). */
const YOUNG = 24 * 3_600_000;

/** Credits; `left`: of the balance, undefined where the book does not know it. */
export interface WhatItCost {
  readonly credits: number;
  readonly left: number | undefined;
}

/** What the balance book says that some records cost, and what is left, without asking for the balance. `now` in epoch ms. */
export async function whatItCost(
  deps: PriceDeps,
  {
    kind,
    records,
    now,
  }: { readonly kind: PriceKind; readonly records: number; readonly now: number },
): Promise<WhatItCost> {
  const book = await accountBook(deps);
  const prices = pricesOf(knownPrices(book, deps.costs));
  return { credits: exact(records * prices[kind]), left: leftBy(book, prices, now) };
}

/** The last reading, less what our own requests took since. */
function leftBy(book: BalanceBook, prices: Prices, now: number): number | undefined {
  const last = book.readings.at(-1);
  const isYoung = last !== undefined && now - last.at <= YOUNG && monthOf(last.at) === monthOf(now);
  if (!isYoung) return undefined;
  const end = { ...last, before: Infinity, after: Infinity };
  // It may lack what was charged a moment before, and nobody knows what a doubt took.
  const isBlurred = book.requests.some((one) =>
    isOutside(one, last, end)
      ? one.found > 0 && last.at - (one.endedAt ?? 0) < BALANCE_LAG
      : one.isDoubtful,
  );
  const charges = chargesBetween(book.requests, last, end);
  if (isBlurred || !isExact(charges)) return undefined;
  const spent = PRICE_KINDS.reduce((sum, kind) => sum + charges.least[kind] * prices[kind], 0);
  return Math.max(0, exact(last.remaining - spent));
}

/** Without what adding fractions leaves behind. */
function exact(credits: number): number {
  return Math.round(credits * 1e6) / 1e6;
}
