import type { BalanceBook, BalanceReading, PriceKind, Prices } from '../ledger/index.js';
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
  /** The most that it may turn out to be: what others spend only adds to what the history shows. */
  readonly most: number;
}

export type KnownPrices = Readonly<Record<PriceKind, KnownPrice>>;

/** A single observation of more than this many default prices shows what others spent. */
const DEAREST = 5;

/** A time (ms) in which others are hardly ever as busy as we are. */
const SHORT = 3_600_000;

/** The number of newest readings that prices are derived from. */
const READINGS = 200;

/**
 * An observation of this many records that equals the default price proves it: what another program spent between the
 * two readings is hardly the difference to the credit.
 */
const ENOUGH = 20;

/**
 * The prices of an account: as set by the user, otherwise as the history of the balance shows, otherwise the
 * defaults. Others who spend from the account only add to what an observation shows, so the lowest one counts.
 * It is proved if it was seen twice, or if it equals the default and was seen with many records. One observation of
 * few records proves nothing, because the spending of another program may imitate the default.
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

/** The most that a record of each kind may turn out to cost. */
export function dearestOf({ cpf, cnpj, realtime }: KnownPrices): Prices {
  return { cpf: cpf.most, cnpj: cnpj.most, realtime: realtime.most };
}

/** The prices that the user may know: that of `kind`, or where it is set the others that are not. */
export function pricesToTell(kind: PriceKind, set: Partial<Prices> = {}): readonly PriceKind[] {
  if (set[kind] === undefined) return [kind];
  return PRICE_KINDS.filter((other) => set[other] === undefined);
}

/** A final verdict is judged once more when the user has told the price that was missing. */
export function isPriceTold(verdict: string | null, set: Partial<Prices> = {}): boolean {
  return verdict === 'price_unknown' && PRICE_KINDS.some((kind) => set[kind] !== undefined);
}

function priceOf(
  kind: PriceKind,
  seen: readonly Observation[],
  set: number | undefined,
): KnownPrice {
  if (set !== undefined) return { price: set, isProved: true, most: set };
  const byDefault = DEFAULT_PRICES[kind];
  // Infinity without an observation, which is no plausible price.
  const lowest = seen.reduce((least, { price }) => Math.min(least, price), Infinity);
  const agreeing = seen.filter(({ price }) => isSame(price, lowest));
  const isDefault = isSame(lowest, byDefault);
  // Over a longer time it is rather what others spent that makes a record look dear.
  const believed = lowest > byDefault && !isDefault ? agreeing.filter(isShort) : agreeing;
  const isMany = believed.some(({ records }) => records >= ENOUGH);
  if (believed.length > 1 || (isMany && isDefault))
    return { price: lowest, isProved: true, most: lowest };
  const most = Math.max(byDefault, Math.min(lowest, byDefault * DEAREST));
  const isPlausible = lowest === most && believed.length > 0;
  return { price: isPlausible ? lowest : byDefault, isProved: false, most };
}

/** Credits of a found record, as two readings show it, and how many records lie between them. */
interface Observation {
  readonly price: number;
  readonly records: number;
  /** Milliseconds between the readings, as the clock showed. */
  readonly ms: number;
}

type Observations = Record<PriceKind, Observation[]>;

/** The prices that pairs of neighbouring readings show, oldest first. */
function observedPrices({ readings, requests }: BalanceBook): Observations {
  const seen: Observations = { cpf: [], cnpj: [], realtime: [] };
  let from: BalanceReading | undefined;
  for (const to of readings.slice(-READINGS)) {
    if (from !== undefined && incomparable(from, to) === undefined) {
      const isOpen = spans(requests, from, to);
      // A request that overlaps the later reading alone ends later; the pair becomes exact with a later reading.
      if (isOpen === 'overlapped' && !isBlurred(requests, from)) continue;
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

/** Whether it remains unknown what this reading counted of a request, so that no pair that begins with it is exact. */
function isBlurred(requests: BalanceBook['requests'], from: BalanceReading): boolean {
  return requests.some(({ begun, ended, found, isDoubtful }) => {
    const isOverlapping = begun < from.after && (ended ?? Infinity) > from.before;
    return isOverlapping && !isDoubtful && (ended === null || found > 0);
  });
}

/** One kind can be computed from the difference if the prices of the others are proved. */
function observe(
  seen: Observations,
  requests: BalanceBook['requests'],
  from: BalanceReading,
  to: BalanceReading,
): void {
  const charges = chargesBetween(requests, from, to);
  const kinds = kindsOf(charges);
  const open = kinds.filter((kind) => !priceOf(kind, seen[kind], undefined).isProved);
  const [kind] = open.length === 0 ? kinds : open;
  if (kind === undefined || open.length > 1 || (open.length === 0 && kinds.length > 1)) return;
  const records = charges.least[kind];
  const others = costOf({ ...charges.least, [kind]: 0 }, seenPrices(seen));
  seen[kind].push({
    price: (to.used - from.used - others) / records,
    records,
    ms: to.at - from.at,
  });
}

function seenPrices(seen: Observations): Prices {
  const price = (kind: PriceKind) => priceOf(kind, seen[kind], undefined).price;
  return { cpf: price('cpf'), cnpj: price('cnpj'), realtime: price('realtime') };
}

function isShort({ ms }: Observation): boolean {
  return ms <= SHORT;
}

function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOLERANCE;
}
