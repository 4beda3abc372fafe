import type { Prices } from '../ledger/index.js';
import { accountBook, type PriceDeps } from './account-prices.js';

/** Fewer answered identifiers than this say little about the next ones. */
const ENOUGH = 20;

/**
 * Credits that these jobs will probably cost: their worst case, times the share of identifiers that past
 * requests of the account found, by kind. Null where a kind has no past.
 */
export async function expectedCost(
  deps: PriceDeps,
  jobs: readonly { readonly kind: 'cpf' | 'cnpj'; readonly items: number }[],
  prices: Prices,
): Promise<number | null> {
  const { requests } = await accountBook(deps);
  let sum = 0;
  for (const { kind, items } of jobs) {
    const past = requests.filter(
      (one) => one.kind === kind && one.ended !== null && !one.isDoubtful,
    );
    const asked = past.reduce((total, one) => total + one.items, 0);
    if (asked < ENOUGH) return null;
    const found = past.reduce((total, one) => total + one.found, 0);
    sum += items * prices[kind] * Math.min(1, found / asked);
  }
  return Math.round(sum);
}
