import type { BalanceBook, Ledger, Prices } from '../ledger/index.js';
import { knownPrices, pricesOf } from './book/price.js';

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

/** The balance book of the account that the key belongs to; empty if its balance was never read. */
export async function accountBook({ ledger, keyFingerprint }: PriceDeps): Promise<BalanceBook> {
  const account = await ledger.accountOf(keyFingerprint);
  return account === undefined ? { readings: [], requests: [] } : ledger.balanceBook(account);
}
