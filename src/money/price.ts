import type { BalanceBook, PriceKind, Prices, ShownPrice } from '../ledger/index.js';
import { exactCredits, PRICE_KINDS, TOLERANCE } from './book.js';
import {
  DEAREST,
  DEFAULT_PRICES,
  isSame,
  MANY,
  NEWEST,
  observe,
  type Observation,
  type Observed,
  type Share,
} from './observations.js';

export { DEFAULT_PRICES };

export const NO_BOOK: BalanceBook = { readings: [], requests: [] };

export interface KnownPrice {
  /** What a limit counts: as set, otherwise the dearest of the default and of what was seen. */
  readonly limit: number;
  readonly isProved: boolean;
  /** While it is not proved, what must be left for one identifier that goes alone. */
  readonly alone: number;
  /** The one price that fits all that was seen. */
  readonly settling: number | undefined;
  /** The dearest on this plan, and the tick after which requests cost that much. */
  readonly seen: Pick<Observation, 'price' | 'since'> | undefined;
  /** Where a price is set: another one that the balance shows. */
  readonly shown?: number;
}

export type KnownPrices = Readonly<Record<PriceKind, KnownPrice>>;

export function knownPrices(book: BalanceBook, set: Partial<Prices> = {}): KnownPrices {
  return knownFrom(observe(book), set);
}

/** The same, what requests turned out to cost, and the credits of those found that the balance does not show yet, however late it is. */
export function readPrices(book: BalanceBook, set: Partial<Prices> = {}) {
  const observed = observe(book);
  const known = knownFrom(observed, set);
  const [firstReading] = book.readings;
  const shown: ShownPrice[] = [];
  for (const kind of PRICE_KINDS) {
    const { isProved, limit: price, seen } = known[kind];
    const isSet = set[kind] !== undefined;
    const since = isSet ? -1 : observed.since;
    if (isProved) shown.push({ kind, price, since, until: Infinity, isFirst: true });
    if (isSet) continue;
    if (seen !== undefined)
      shown.push({ kind, price, since: seen.since, until: Infinity, isFirst: false });
    // What nothing limited was asked for without a reading: it counts as dear as the first one shows.
    if (firstReading !== undefined && isFirstShown(observed, kind))
      shown.push({ kind, price, since: -1, until: firstReading.after, isFirst: false });
  }
  const areUnset = (all: readonly Share[]) => all.every(({ kind }) => set[kind] === undefined);
  const { together, part } = observed;
  if (areUnset(together))
    for (const one of together) shown.push({ ...one, isFirst: true }, { ...one, isFirst: false });
  if (areUnset(part)) for (const one of part) shown.push({ ...one, isFirst: false });
  return { known, shown, unshown: unshownIn(observed, book, known) };
}

function unshownIn({ open }: Observed, { readings }: BalanceBook, known: KnownPrices): number {
  if (open === undefined) return 0;
  const { from, own } = open;
  const moved = (readings.at(-1)?.used ?? from.used) - from.used;
  return Math.max(
    0,
    own.reduce((sum, one) => sum + one.found * known[one.kind].limit, -moved),
  );
}

function isFirstShown({ seen, pending, since }: Observed, kind: PriceKind): boolean {
  const own = [...seen, pending].filter((one) => one?.kind === kind);
  return own.length === 1 && since < 0;
}

function knownFrom(
  { seen, pending, rising, suspected }: Observed,
  set: Partial<Prices>,
): KnownPrices {
  return forEachKind((kind) => {
    const own = [...seen, ...suspected].filter((one) => one.kind === kind);
    const young = pending?.kind === kind ? pending : undefined;
    const known = priceOf(DEFAULT_PRICES[kind], own, young, set[kind]);
    return rising.has(kind) && set[kind] === undefined ? { ...known, isProved: false } : known;
  });
}

export function forEachKind<T>(of: (kind: PriceKind) => T): Record<PriceKind, T> {
  return { cpf: of('cpf'), cnpj: of('cnpj'), realtime: of('realtime') };
}

function priceOf(
  byDefault: number,
  all: readonly Observation[],
  young: Observation | undefined,
  set: number | undefined,
): KnownPrice {
  const own = all.filter(({ isUnsure }) => !isUnsure).slice(-NEWEST);
  const [seen] = [...own, ...(young ? [young] : [])].toSorted((a, b) => b.price - a.price);
  if (set !== undefined) {
    const shown = shownInstead(set, byDefault, own, young);
    return { limit: set, isProved: true, alone: set, settling: set, seen, shown };
  }
  const limit = Math.max(byDefault, seen?.price ?? 0);
  const last = all.at(-1);
  const alone = last?.isUnsure === true ? Math.max(limit, last.price) : limit;
  const isProved = own.length > 0 && alone === limit;
  return { limit, isProved, alone, settling: settlingPrice(byDefault, own), seen };
}

/** A dearer price is worth a word at once; a cheaper one may be a refund, and is told when it is proved. */
function shownInstead(
  set: number,
  byDefault: number,
  own: readonly Observation[],
  young: Observation | undefined,
) {
  const all = [...own, ...(young ? [young] : [])];
  const price = exactCredits(Math.max(0, ...all.map((one) => one.price)));
  if (price > set + TOLERANCE) return price;
  const proved = settlingPrice(byDefault, own);
  return proved === undefined || isSame(proved, set) ? undefined : price;
}

/** One observation of few records proves nothing: the spending of another program may imitate a price. */
function settlingPrice(byDefault: number, own: readonly Observation[]): number | undefined {
  const [first, ...others] = own.filter(({ isBlurred }) => !isBlurred);
  if (first === undefined || !own.every(({ price }) => isSame(price, first.price)))
    return undefined;
  const isMany = first.records >= MANY && isSame(first.price, byDefault);
  return others.length > 0 || isMany ? first.price : undefined;
}

export function limitPrices(known: KnownPrices): Prices {
  return forEachKind((kind) => known[kind].limit);
}

/** As told. */
export function pricesOf(known: KnownPrices): Prices {
  // Until a rise is settled, what it fits no longer is not told.
  return forEachKind((kind) => {
    const { settling, limit, seen } = known[kind];
    return settling === undefined || (seen?.price ?? 0) > settling + TOLERANCE ? limit : settling;
  });
}

/** As much as it may turn out to cost, where nothing shows the price. */
export function unpriced(known: KnownPrices): Prices {
  return forEachKind((kind) => most(known[kind]));
}

export function most({ limit, isProved }: KnownPrice): number {
  return isProved ? limit : DEAREST;
}

export function pricesToTell(kind: PriceKind, set: Partial<Prices> = {}): readonly PriceKind[] {
  if (set[kind] === undefined) return [kind];
  return PRICE_KINDS.filter((other) => set[other] === undefined);
}

/** A final verdict is judged once more when the user has told the price that was missing. */
export function isPriceTold(verdict: string | null, set: Partial<Prices> = {}): boolean {
  return verdict === 'price_unknown' && PRICE_KINDS.some((kind) => set[kind] !== undefined);
}
