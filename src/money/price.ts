import type {
  BalanceBook,
  ChargeableRequest,
  PriceKind,
  Prices,
  ShownPrice,
} from '../ledger/index.js';
import { exactCredits, PRICE_KINDS, TOLERANCE } from './book.js';
import {
  DEAREST,
  DEFAULT_PRICES,
  isSame,
  LATEST,
  MANY,
  NEWEST,
  observe,
  type Observation,
  type Observed,
  type Share,
} from './observations.js';

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
  /** The last reading is too young, and shows less than what our records cost by the price seen before. */
  readonly isYoung: boolean;
  /** The newest rose, and may be the mean of an old price and a new one, which the next one shows: the tick until which requests are priced by it. */
  readonly risenUntil?: number;
  /** Where a price is set: another one that the balance shows. */
  readonly shown?: number;
}

export type KnownPrices = Readonly<Record<PriceKind, KnownPrice>>;

export function knownPrices(book: BalanceBook, set: Partial<Prices> = {}): KnownPrices {
  return knownFrom(observe(book), set);
}

/** The same, what requests turned out to cost, and credits of ours that the last reading should show, and does not. */
export function readPrices(book: BalanceBook, set: Partial<Prices> = {}) {
  const observed = observe(book);
  const known = knownFrom(observed, set);
  const [firstReading] = book.readings;
  const shown: ShownPrice[] = [];
  for (const kind of PRICE_KINDS) {
    const { isProved, limit: price, seen, risenUntil } = known[kind];
    const isSet = set[kind] !== undefined;
    const since = isSet ? -1 : observed.since;
    const until = isProved ? Infinity : risenUntil;
    if (until !== undefined) shown.push({ kind, price, since, until, isFirst: true });
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
  return { known, shown, unshown: unshownIn(book, observed) };
}

/** By the one price that was seen before. What fell began anew. */
function unshownIn({ readings, requests }: BalanceBook, { seen }: Observed): number {
  const last = readings.at(-1);
  if (last === undefined) return 0;
  const fall = readings.findLastIndex(
    ({ used }, at) => used < (readings[at - 1]?.used ?? 0) - TOLERANCE,
  );
  const ended = requests.filter((one) => (one.ended ?? Infinity) <= last.before);
  const late = ended.filter(({ endedAt }) => last.at - (endedAt ?? 0) < LATEST);
  const begun = Math.min(...late.map((one) => one.begun));
  const from = readings.findLast(({ after }, at) => at >= fall && after <= begun);
  if (from === undefined) return 0;
  const before = seen.filter((one) => !one.isUnsure && one.until <= begun);
  const priceOf = (kind: PriceKind) =>
    settlingPrice(DEFAULT_PRICES[kind], before.filter((one) => one.kind === kind).slice(-NEWEST));
  const cost = (all: readonly ChargeableRequest[]) =>
    all.reduce((sum, { kind, found }) => sum + found * (priceOf(kind) ?? 0), 0);
  const own = ended.filter((one) => one.begun >= from.after);
  return Math.max(0, Math.min(cost(late), cost(own) - (last.used - from.used)));
}

function isFirstShown({ seen, pending, since }: Observed, kind: PriceKind): boolean {
  const own = [...seen, pending].filter((one) => one?.kind === kind);
  return own.length === 1 && since < 0;
}

function knownFrom(observed: Observed, set: Partial<Prices>): KnownPrices {
  return forEachKind((kind) => priceOf(kind, observed, set[kind]));
}

export function forEachKind<T>(of: (kind: PriceKind) => T): Record<PriceKind, T> {
  return { cpf: of('cpf'), cnpj: of('cnpj'), realtime: of('realtime') };
}

function priceOf(kind: PriceKind, observed: Observed, set: number | undefined): KnownPrice {
  const byDefault = DEFAULT_PRICES[kind];
  const all = [...observed.seen, ...observed.suspected].filter((one) => one.kind === kind);
  const young = observed.pending?.kind === kind ? observed.pending : undefined;
  const sure = all.filter(({ isUnsure }) => !isUnsure);
  const own = sure.slice(-NEWEST);
  const seen = dearest([...sure, ...(young ? [young] : [])], young ? NEWEST + 1 : NEWEST);
  if (set !== undefined) {
    const shown = shownInstead(set, byDefault, own);
    return { limit: set, isProved: true, alone: set, settling: set, seen, isYoung: false, shown };
  }
  const limit = Math.max(byDefault, seen?.price ?? 0);
  const last = all.at(-1);
  const alone = last?.isUnsure === true ? Math.max(limit, last.price) : limit;
  const isDearer = young !== undefined && young.price > (own.at(-1)?.price ?? Infinity);
  const risen = risenIn(isDearer ? [...own, young] : own);
  const isYoung = observed.short.includes(kind);
  const isProved = own.length > 0 && alone === limit && risen === undefined && !isYoung;
  const settling = settlingPrice(byDefault, own);
  return { limit, isProved, alone, settling, seen, isYoung, risenUntil: risen?.until };
}

/** The dearest of so many newest observations, from the first one on that showed it: sums of fractions are hardly ever the same. */
function dearest(
  all: readonly Observation[],
  newest: number,
): Pick<Observation, 'price' | 'since'> | undefined {
  const [seen] = all.slice(-newest).toSorted((a, b) => b.price - a.price);
  if (seen === undefined) return undefined;
  const before = all.slice(0, all.indexOf(seen));
  const cheaper = before.findLastIndex(({ price }) => price < seen.price - TOLERANCE);
  return { price: seen.price, since: before[cheaper + 1]?.since ?? seen.since };
}

/** The newest observation, if it is dearer than the one before it: of several records it may be the mean of an old price and a new one. */
function risenIn(own: readonly Observation[]): Observation | undefined {
  const [newest, before] = own.toReversed();
  if (newest === undefined || before === undefined || newest.records === 1) return undefined;
  return newest.price > before.price + TOLERANCE ? newest : undefined;
}

/** A dearer price is worth a word at once; a cheaper one may be a refund, and is told when it is proved. */
function shownInstead(set: number, byDefault: number, own: readonly Observation[]) {
  const price = exactCredits(Math.max(0, ...own.map((one) => one.price)));
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
