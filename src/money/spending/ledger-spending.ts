import type { DailySpending, Ledger, Prices } from '../../ledger/index.js';
import { knownPrices, NO_BOOK, pricesOf, type KnownPrices } from '../price.js';

export interface SpendingOwner {
  readonly profile: string;
  /** Null for the embedded sandbox. */
  readonly baseUrl: string | null;
}

export interface PricedSpending extends DailySpending {
  readonly price: number;
  /** Neither a setting nor a reading proves the price. */
  readonly isAssumed: boolean;
}

export interface LedgerSpending {
  readonly owner: SpendingOwner;
  readonly spending: readonly PricedSpending[];
}

/** At the prices of each account. */
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
