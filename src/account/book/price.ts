import type { BalanceBook, BalanceReading, PriceKind, Prices } from '../../ledger/index.js';
import { incomparable } from './billing-period.js';
import {
  chargesBetween,
  costOf,
  isExact,
  isOutside,
  kindsOf,
  PRICE_KINDS,
  TOLERANCE,
} from './charges.js';

/** Credits of a found record by default (spec, "Costs"). */
export const DEFAULT_PRICES: Prices = { cpf: 1, cnpj: 1, realtime: 1.5 };

/** What is known about the price of a kind. */
export interface KnownPrice {
  /** Credits of a found record, for estimates. */
  readonly price: number;
  /** Whether settings or the account's history prove it, so that charges may be computed with it. */
  readonly isProved: boolean;
}

export type KnownPrices = Readonly<Record<PriceKind, KnownPrice>>;

/** A single observation of more than this many default prices shows what others spent. */
const DEAREST = 5;

/** The number of newest readings that prices are derived from. */
const READINGS = 200;

/**
 * The prices of an account: as set by the user, otherwise as the history of the balance shows, otherwise the
 * defaults. Others who spend from the account only add to what an observation shows, so the lowest one counts.
 * It is proved if it equals the default, or if it was seen twice.
 */
export function knownPrices(book: BalanceBook, set: Partial<Prices> = {}): KnownPrices {
  const seen = observedPrices(book);
  const known = PRICE_KINDS.map((kind) => [kind, priceOf(kind, seen[kind], set[kind])] as const);
  return Object.fromEntries(known) as Record<PriceKind, KnownPrice>;
}

/** The prices alone. */
export function pricesOf(known: KnownPrices): Prices {
  return { cpf: known.cpf.price, cnpj: known.cnpj.price, realtime: known.realtime.price };
}

function priceOf(kind: PriceKind, seen: readonly number[], set: number | undefined): KnownPrice {
  if (set !== undefined) return { price: set, isProved: true };
  const byDefault = DEFAULT_PRICES[kind];
  // Infinity without an observation, which is no plausible price.
  const lowest = Math.min(...seen);
  const times = seen.filter((price) => isSame(price, lowest)).length;
  if (isSame(lowest, byDefault) || times > 1) return { price: lowest, isProved: true };
  const isPlausible = lowest > byDefault && lowest <= byDefault * DEAREST;
  return { price: isPlausible ? lowest : byDefault, isProved: false };
}

type Observations = Record<PriceKind, number[]>;

/** The prices that pairs of neighbouring readings show, oldest first. */
function observedPrices({ readings, requests }: BalanceBook): Observations {
  const seen: Observations = { cpf: [], cnpj: [], realtime: [] };
  let from: BalanceReading | undefined;
  for (const to of readings.slice(-READINGS)) {
    if (from !== undefined && incomparable(from, to) === undefined) {
      const isOpen = spans(requests, from, to);
      // A request that overlaps the later reading ends later; the pair becomes exact with a later reading.
      if (isOpen === 'overlapped') continue;
      if (isOpen === 'exact') observe(seen, requests, from, to);
    }
    from = to;
  }
  return seen;
}

/** `doubtful`: an unknown outcome may have changed the later balance. */
function spans(
  requests: BalanceBook['requests'],
  from: BalanceReading,
  to: BalanceReading,
): 'exact' | 'overlapped' | 'doubtful' {
  const isDoubtful = requests.some((one) => one.isDoubtful && !isOutside(one, from, to));
  if (isDoubtful) return 'doubtful';
  return isExact(chargesBetween(requests, from, to)) ? 'exact' : 'overlapped';
}

/** One kind whose price is not known yet can be computed from the difference. */
function observe(
  seen: Observations,
  requests: BalanceBook['requests'],
  from: BalanceReading,
  to: BalanceReading,
): void {
  const charges = chargesBetween(requests, from, to);
  const kinds = kindsOf(charges);
  const unknown = kinds.filter((kind) => seen[kind].length === 0);
  const [kind] = unknown.length === 0 ? kinds : unknown;
  if (kind === undefined || unknown.length > 1 || (unknown.length === 0 && kinds.length > 1))
    return;
  const last = (other: PriceKind) => seen[other].at(-1) ?? 0;
  const rest = { cpf: last('cpf'), cnpj: last('cnpj'), realtime: last('realtime'), [kind]: 0 };
  seen[kind].push((to.used - from.used - costOf(charges.least, rest)) / charges.least[kind]);
}

function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOLERANCE;
}
