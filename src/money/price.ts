import type {
  BalanceBook,
  BalanceReading,
  ChargeableRequest,
  PriceKind,
  Prices,
  ShownPrice,
} from '../ledger/index.js';
import { exactCredits, LONGEST_PROOF, mayLack, PRICE_KINDS, TOLERANCE } from './book.js';

/** Credits of a found record by default (spec, "Costs"). */
export const DEFAULT_PRICES: Prices = { cpf: 1, cnpj: 1, realtime: 1.5 };

export const NO_BOOK: BalanceBook = { readings: [], requests: [] };

/** No record costs more credits than this; more is what others spent. */
const DEAREST = 10;

/** So many of the newest observations count. */
const NEWEST = 3;

/** An observation of so many records that shows the default price is hardly what others spent. */
const MANY = 20;

/** A time (ms) in which others are hardly ever as busy as we are. */
const SHORT = 3_600_000;

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

interface Observation {
  readonly kind: PriceKind;
  readonly price: number;
  readonly records: number;
  readonly since: number;
  readonly until: number;
  /** It may be of others or of another kind: the price is to be seen again. */
  readonly isUnsure: boolean;
  /** Something of ours that began before has no end. */
  readonly isBlurred: boolean;
}

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

/** After so long (ms) what a balance does not show was no charge. */
const LATEST = 120_000;

/** By the one price that was seen before. What fell began anew. */
function unshownIn({ readings, requests }: BalanceBook, { seen }: Observed): number {
  const last = readings.at(-1);
  if (last === undefined) return 0;
  const fall = readings.findLastIndex(({ used, plan }, at) => {
    const before = readings[at - 1];
    return before !== undefined && (plan !== before.plan || used < before.used - TOLERANCE);
  });
  const since = readings.slice(Math.max(0, fall));
  const late = requests.filter(
    ({ begun, ended, endedAt }) =>
      begun >= (since[0]?.after ?? 0) &&
      (ended ?? Infinity) <= last.before &&
      last.at - (endedAt ?? 0) < LATEST,
  );
  const begun = Math.min(...late.map((one) => one.begun));
  const from = since.findLast(({ after }) => after <= begun);
  if (from === undefined) return 0;
  const before = seen.filter((one) => !one.isUnsure && one.until <= begun);
  const priceOf = (kind: PriceKind) =>
    settlingPrice(DEFAULT_PRICES[kind], before.filter((one) => one.kind === kind).slice(-NEWEST));
  const cost = (all: readonly ChargeableRequest[]) =>
    all.reduce((sum, { kind, found }) => sum + found * (priceOf(kind) ?? 0), 0);
  const own = requests.filter((one) => one.begun >= from.after);
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
  const own = all.filter(({ isUnsure }) => !isUnsure).slice(-NEWEST);
  const [seen] = [...own, ...(young ? [young] : [])].toSorted((a, b) => b.price - a.price);
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

/** `pending`: what the last reading shows, while a later one may show more. */
interface Observed {
  readonly seen: readonly Observation[];
  readonly pending: Observation | undefined;
  /** The kinds of which the last reading, too young, shows less than they cost by the price seen before. */
  readonly short: readonly PriceKind[];
  /** Movements dearer than the prices seen, of kinds that no reading has priced since. */
  readonly suspected: readonly Observation[];
  readonly since: number;
  /** What requests cost by the newest movement that is no price of this plan. */
  readonly together: readonly Share[];
  /** The same of the last reading, while a later one may show more. */
  readonly part: readonly Share[];
}

type Share = Omit<ShownPrice, 'isFirst'>;

/** Of the used credits between two readings, beside our own requests and what earlier ones cost. */
interface Movement {
  readonly from: BalanceReading;
  readonly to: BalanceReading;
  readonly own: readonly ChargeableRequest[];
  readonly seen: readonly Observation[];
}

function observe({ readings, requests }: BalanceBook): Observed {
  const begun = requests.toSorted((a, b) => a.begun - b.begun);
  let seen: Observation[] = [];
  let pending: Observation | undefined;
  let suspected: readonly Observation[] = [];
  let young: readonly Observation[] = [];
  let from: BalanceReading | undefined;
  let own: ChargeableRequest[] = [];
  let next = 0;
  let lastEnd = -Infinity;
  let awaited = -Infinity;
  let isBlurred = false;
  let short: readonly PriceKind[] = [];
  let since = -1;
  let together: readonly Share[] = [];
  let doubted: readonly Share[] = [];
  let part: readonly Share[] = [];
  /** What was seen of the plan before, while a change of it is under way. */
  let crossed: readonly Observation[] | undefined;
  for (const [at, to] of readings.entries()) {
    part = [];
    for (let one = begun[next]; one !== undefined && one.begun < to.after; one = begun[++next]) {
      own.push(one);
      isBlurred ||= one.ended === null;
      // What may never end blinds nobody for ever: a later reading shows at most too dear a price.
      if (one.ended === null && !one.isDoubtful) awaited = Math.max(awaited, to.at + LONGEST_PROOF);
      else lastEnd = Math.max(lastEnd, one.ended ?? one.begun);
    }
    if (at > 0 && readings[at - 1]?.plan !== to.plan)
      [crossed, seen, pending, suspected, since] = [crossed ?? seen, [], undefined, [], to.after];
    // They begin again, or were given back: what moved since an earlier reading is no price.
    if (to.used < (readings[at - 1]?.used ?? 0) - TOLERANCE) from = undefined;
    young = from === undefined ? [] : suspicions({ from, to, own, seen });
    if (lastEnd > to.before || to.at < awaited) continue;
    const charged = own.filter((one) => one.found > 0 || one.isDoubtful);
    const between = from && priceBetween({ from, to, own: charged, seen });
    const whole = between && { ...between, isBlurred };
    const shown = crossed ? undefined : whole;
    const shares = from && sharesOf({ from, to, own: charged, seen: crossed ?? seen });
    const isShared = shown === undefined && shares?.isOthers === false;
    if (shown !== undefined) young = [];
    const isFollowed = (begun[next]?.begun ?? Infinity) < (readings[at + 1]?.after ?? Infinity);
    const isPart = isYoung(to, charged) && !isWhole(whole, seen, isFollowed);
    if (isPart || isUnmoved(from, to, charged)) {
      pending = shown;
      short = from ? shortIn({ from, to, own: charged, seen }) : [];
      if (isShared) part = shares.all;
      continue;
    }
    if (isShared) together = shares.all;
    const kept = shown?.isUnsure === true && hasSeen(pending, seen) ? pending : shown;
    if (kept !== undefined) seen.push(kept);
    if (kept?.isUnsure === false) [together, doubted] = confirmed(kept, together, doubted);
    if (shares?.isOthers === true) doubted = [...doubted, ...shares.all];
    suspected = [...suspected, ...young].filter(({ kind }) => kind !== kept?.kind);
    [pending, short, young, from, own, crossed] = [undefined, [], [], to, [], undefined];
  }
  const all = [...suspected, ...young];
  return { seen, pending, short, suspected: all, since, together, part };
}

/** What others may have spent is ours as far as the next sure price explains it: nobody saw when the price rose. */
function confirmed(
  { kind, price }: Observation,
  together: readonly Share[],
  doubted: readonly Share[],
): [together: readonly Share[], doubted: readonly Share[]] {
  const ours = doubted.filter((one) => one.kind === kind);
  if (ours.length === 0) return [together, doubted];
  const priced = ours.map((one) => ({ ...one, price: Math.min(price, one.price) }));
  return [priced, doubted.filter((one) => one.kind !== kind)];
}

/** A movement that several kinds or plans share: each kind as many times its price as all of them. */
function sharesOf({ from, to, own, seen }: Movement) {
  const before = (kind: PriceKind) => seen.findLast((one) => one.kind === kind)?.price;
  const usual = (kind: PriceKind) => Math.max(DEFAULT_PRICES[kind], before(kind) ?? 0);
  const usually = (all: readonly ChargeableRequest[]) =>
    all.reduce((sum, { kind, found }) => sum + found * usual(kind), 0);
  const unseen = own.filter(({ kind }) => before(kind) === undefined);
  const moved = to.used - from.used;
  const times = Math.max(1, moved / usually(own));
  const left = moved - usually(own.filter((one) => !unseen.includes(one)));
  const timesUnseen = Math.max(times, left / usually(unseen));
  const price = (kind: PriceKind) =>
    Math.min(DEAREST, (before(kind) === undefined ? timesUnseen : times) * usual(kind));
  const kinds = PRICE_KINDS.filter((kind) => own.some((one) => one.kind === kind));
  const isPrice =
    moved / usually(own) > TOLERANCE && kinds.every((kind) => times * usual(kind) <= DEAREST);
  const isOthers = to.at - from.at > SHORT && times > 1 + TOLERANCE;
  if (!isPrice || own.some(({ isDoubtful }) => isDoubtful)) return undefined;
  const during = { since: from.after, until: to.after };
  return { isOthers, all: kinds.map((kind) => ({ kind, price: price(kind), ...during })) };
}

function suspicions({ from, to, own, seen }: Movement): readonly Observation[] {
  const records = ({ found, items, ended }: ChargeableRequest) => (ended === null ? items : found);
  const usual = (kind: PriceKind) => {
    const before = seen.findLast((one) => one.kind === kind && !one.isUnsure);
    return Math.max(DEFAULT_PRICES[kind], before?.price ?? 0);
  };
  const timesOf = (counted: (one: ChargeableRequest) => number) =>
    (to.used - from.used) / own.reduce((sum, one) => sum + counted(one) * usual(one.kind), 0);
  if (!(timesOf(records) > 1 + TOLERANCE)) return [];
  const kinds = PRICE_KINDS.filter((kind) =>
    own.some((one) => one.kind === kind && records(one) > 0),
  );
  // What has no end may have cost nothing, and then the others cost more.
  const times = [timesOf(({ found }) => found), timesOf(records)].find((each) =>
    kinds.every((kind) => each * usual(kind) <= DEAREST + TOLERANCE),
  );
  if (times === undefined) return [];
  const during = { since: from.after, until: to.after };
  const doubted = { ...during, records: 0, isUnsure: true, isBlurred: true };
  return kinds.map((kind) => ({ kind, price: times * usual(kind), ...doubted }));
}

function priceBetween({ from, to, own }: Movement): Omit<Observation, 'isBlurred'> | undefined {
  const [first] = own;
  const isOneKind = own.every(({ kind, isDoubtful }) => kind === first?.kind && !isDoubtful);
  if (first === undefined || !isOneKind) return undefined;
  const records = own.reduce((sum, { found }) => sum + found, 0);
  const price = (to.used - from.used) / records;
  if (price <= TOLERANCE || price > DEAREST + TOLERANCE) return undefined;
  const { kind } = first;
  const isUnsure = to.at - from.at > SHORT && price > DEFAULT_PRICES[kind] + TOLERANCE;
  return { kind, price, records, since: from.after, until: to.after, isUnsure };
}

/** A doubt shows no price, and may be looked at for days. */
function isYoung(to: BalanceReading, own: Movement['own']): boolean {
  return own.some((one) => !one.isDoubtful && mayLack(to, one));
}

/** After an hour a balance that has not moved never will: a period began unseen, and it is where the next movement begins. */
function isUnmoved(from: BalanceReading | undefined, to: BalanceReading, own: Movement['own']) {
  const isAwaited = own.some(
    ({ endedAt, isDoubtful }) => !isDoubtful && to.at - (endedAt ?? -Infinity) < SHORT,
  );
  return isAwaited && from !== undefined && Math.abs(to.used - from.used) <= TOLERANCE;
}

/** A single record is there or is not; what agrees with the price seen before is hardly a part of another. What is dearer counts as it is when more of ours follows. */
function isWhole(
  shown: Observation | undefined,
  seen: readonly Observation[],
  isFollowed: boolean,
): boolean {
  if (shown === undefined) return false;
  const { kind, price, records } = shown;
  const before = seen.findLast((one) => one.kind === kind);
  const isUsual = isSame(price, before?.price ?? DEFAULT_PRICES[kind]);
  if (before !== undefined && isFollowed && price > before.price) return true;
  return records === 1 || (isUsual && (before !== undefined || records >= MANY));
}

/** The kinds of our records, if the reading is too young and shows less than they cost by the prices seen before. */
function shortIn({ from, to, own, seen }: Movement): PriceKind[] {
  const usual = (kind: PriceKind) =>
    seen.findLast((one) => one.kind === kind)?.price ?? DEFAULT_PRICES[kind];
  const cost = own.reduce((sum, { kind, found }) => sum + found * usual(kind), 0);
  const isShort = to.used - from.used < cost - TOLERANCE;
  return isYoung(to, own) && isShort ? own.map(({ kind }) => kind) : [];
}

function hasSeen(shown: Observation | undefined, seen: readonly Observation[]): boolean {
  return seen.some(({ kind }) => kind === shown?.kind);
}

function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOLERANCE;
}
