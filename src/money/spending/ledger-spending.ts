import type { DailySpending, Ledger, Prices } from '../../ledger/index.js';
import { knownPrices, NO_BOOK, pricesOf, type KnownPrices } from '../price.js';

/** Whose ledger it is. */
export interface SpendingOwner {
  readonly profile: string;
  /** Null for the embedded sandbox. */
  readonly baseUrl: string | null;
}

/** One entry of `dailySpending` with the price of a record. */
export interface PricedSpending extends DailySpending {
  /** Credits of a found record. */
  readonly price: number;
  /** Neither a setting nor a reading of the balance proves the price. */
  readonly isAssumed: boolean;
}

/** What one ledger knows of what was spent. */
export interface LedgerSpending {
  readonly owner: SpendingOwner;
  readonly spending: readonly PricedSpending[];
}

/**
 * Reads from a ledger what was spent, at the prices of each account: as set by the user (`costs`, credits of a found
 * record), otherwise as its balance book shows, otherwise the defaults.
 */
export async function spendingOf(
  ledger: Ledger,
  owner: SpendingOwner,
  costs: Partial<Prices> = {},
): Promise<LedgerSpending> {
  const pricesOfKeys = new Map<string, KnownPrices>();
  for (const { account, keys } of await ledger.accounts()) {
    const known = knownPrices(await ledger.balanceBook(account), costs);
    for (const key of keys) pricesOfKeys.set(key, known);
  }
  const otherwise = knownPrices(NO_BOOK, costs);
  const spending = (await ledger.dailySpending()).map((one) => {
    const known = pricesOfKeys.get(one.keyFingerprint) ?? otherwise;
    return { ...one, price: pricesOf(known)[one.kind], isAssumed: !known[one.kind].isProved };
  });
  return { owner, spending };
}
