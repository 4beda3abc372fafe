import { type Claim, type Ledger, type Prices, creditsOf } from '../ledger/index.js';
import { knownPrices, NO_BOOK, pricesOf } from './price.js';
import { exactCredits } from './spending/sums.js';

/** What records are counted in: the ledger that has them, and credits of a found record as the user set them. */
export interface WorthDeps {
  readonly ledger: Pick<Ledger, 'accounts' | 'balanceBook'>;
  readonly costs?: Partial<Prices>;
}

/**
 * Credits that records cost: each at the price of its job, a single lookup's at that of the account whose balance was
 * read first.
 */
export async function worthOf(
  { ledger, costs }: WorthDeps,
  records: readonly Claim[],
): Promise<number> {
  const [own] = await ledger.accounts();
  const book = own && (await ledger.balanceBook(own.account));
  const known = knownPrices(book ?? NO_BOOK, costs);
  return exactCredits(creditsOf(records, pricesOf(known)));
}
