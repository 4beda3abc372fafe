import type { BalanceBook, Ledger, PriceKind, Prices } from '../ledger/index.js';
import { dearestOf, knownPrices, pricesOf } from './price.js';

export interface PriceDeps {
  readonly ledger: Ledger;
  readonly keyFingerprint: string;
  /** Credits of a found record, as the user set them. */
  readonly costs?: Partial<Prices>;
}

/**
 * Credits of a found record of each kind on this account: as set by the user, otherwise as the balance book
 * shows, otherwise the defaults of the spec ("Costs").
 */
export async function accountPrices(deps: PriceDeps): Promise<Prices> {
  return pricesOf(knownPrices(await accountBook(deps), deps.costs));
}

/** The most that a found record of each kind may turn out to cost, as far as the same facts tell. */
export async function dearestPrices(deps: PriceDeps): Promise<Prices> {
  return dearestOf(knownPrices(await accountBook(deps), deps.costs));
}

/** The prices of these kinds that nothing proves yet: estimates assume them. */
export async function assumedPrices(
  deps: PriceDeps,
  kinds: Iterable<PriceKind>,
): Promise<Partial<Prices>> {
  const known = knownPrices(await accountBook(deps), deps.costs);
  const open = [...kinds].filter((kind) => !known[kind].isProved);
  return Object.fromEntries(open.map((kind) => [kind, known[kind].price]));
}

/** The balance book of the account that the key belongs to; empty if its balance was never read. */
export async function accountBook({ ledger, keyFingerprint }: PriceDeps): Promise<BalanceBook> {
  const account = await ledger.accountOf(keyFingerprint);
  return account === undefined ? { readings: [], requests: [] } : ledger.balanceBook(account);
}
