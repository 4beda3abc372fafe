import type {
  BalanceBook,
  BalanceReading,
  ChargeableRequest,
  PriceKind,
  Prices,
  ShownPrice,
} from '../ledger/index.js';
import { LONGEST_PROOF, mayLack, PRICE_KINDS, TOLERANCE } from './book.js';

/** Credits of a found record by default (spec, "Costs"). */
export const DEFAULT_PRICES: Prices = { cpf: 1, cnpj: 1, realtime: 1.5 };

/** No record costs more credits than this; more is what others spent. */
export const DEAREST = 10;

/** So many of the newest observations count. */
export const NEWEST = 3;

/** An observation of so many records that shows the default price is hardly what others spent. */
export const MANY = 20;

/** After so long (ms) what a balance does not show was no charge. */
export const LATEST = 120_000;

/** A time (ms) in which others are hardly ever as busy as we are. */
const SHORT = 3_600_000;

/** The movement of the balance over our own found records between two readings (money rule 4 of the contract). */
export interface Observation {
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

/** `pending`: what the last reading shows, while a later one may show more. */
export interface Observed {
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

export type Share = Omit<ShownPrice, 'isFirst'>;

/** Of the used credits between two readings, beside our own requests and what earlier ones cost. */
interface Movement {
  readonly from: BalanceReading;
  readonly to: BalanceReading;
  readonly own: readonly ChargeableRequest[];
  readonly seen: readonly Observation[];
}

export function observe({ readings, requests }: BalanceBook): Observed {
  const ours = new Requests(requests);
  let seen: Observation[] = [];
  let pending: Observation | undefined;
  let suspected: readonly Observation[] = [];
  let young: readonly Observation[] = [];
  let from: BalanceReading | undefined;
  let own: ChargeableRequest[] = [];
  let short: readonly PriceKind[] = [];
  let since = -1;
  let together: readonly Share[] = [];
  let doubted: readonly Share[] = [];
  let part: readonly Share[] = [];
  /** What was seen of the plan before, while a change of it is under way. */
  let crossed: readonly Observation[] | undefined;
  /** The movement before, where the reading that ended it may lack a charge of it. */
  let before: (Pick<Movement, 'from' | 'own'> & { readonly isRise: boolean }) | undefined;
  for (const [at, to] of readings.entries()) {
    part = [];
    for (const one of ours.begunBefore(to)) own.push(one);
    if (at > 0 && readings[at - 1]?.plan !== to.plan)
      [crossed, seen, pending, suspected, since] = [crossed ?? seen, [], undefined, [], to.after];
    // They begin again, or were given back: what moved since an earlier reading is no price.
    if (to.used < (readings[at - 1]?.used ?? 0) - TOLERANCE) {
      const kept = keptOf(undefined, pending, seen);
      if (kept !== undefined) seen.push(kept);
      from = pending = undefined;
    }
    const isOpen = ours.areOpenAt(to);
    if (from && before && !isOpen && showsMore({ from, to, own }, before))
      [from, own, pending] = [before.from, [...before.own, ...own], undefined];
    young = from === undefined ? [] : suspicions({ from, to, own, seen });
    if (isOpen) continue;
    const charged = own.filter(isCharged);
    const between = from && priceBetween({ from, to, own: charged, seen });
    const whole = between && { ...between, isBlurred: ours.areBlurred };
    const shown = crossed ? undefined : whole;
    const shares = from && sharesOf({ from, to, own: charged, seen: crossed ?? seen });
    const isShared = shown === undefined && shares?.isOthers === false;
    if (shown !== undefined) young = [];
    const isFollowed = ours.goOnBefore(readings[at + 1]);
    const isPart = isYoung(to, charged) && !isWhole(whole, seen, isFollowed);
    if (isPart || isUnmoved(from, to, charged)) {
      pending = shown;
      short = from ? shortIn({ from, to, own: charged, seen }) : [];
      if (isShared) part = shares.all;
      continue;
    }
    if (isShared) together = shares.all;
    const kept = keptOf(shown, pending, seen);
    const isRise = isDearer(kept, seen);
    if (kept !== undefined) seen.push(kept);
    if (kept?.isUnsure === false) [together, doubted] = confirmed(kept, together, doubted);
    if (shares?.isOthers === true) doubted = [...doubted, ...shares.all];
    suspected = [...suspected, ...young].filter(({ kind }) => kind !== kept?.kind);
    before = from && isYoung(to, charged) ? { from, own, isRise } : undefined;
    [pending, short, young, from, own, crossed] = [undefined, [], [], to, [], undefined];
  }
  return { seen, pending, short, suspected: [...suspected, ...young], since, together, part };
}

/** Our requests, in the order in which they began. */
class Requests {
  readonly #begun: readonly ChargeableRequest[];
  #next = 0;
  #lastEnd = -Infinity;
  #awaited = -Infinity;
  /** Something that began so far has no end. */
  areBlurred = false;

  constructor(requests: readonly ChargeableRequest[]) {
    this.#begun = requests.toSorted((a, b) => a.begun - b.begun);
  }

  /** The next ones. */
  begunBefore(to: BalanceReading): readonly ChargeableRequest[] {
    const from = this.#next;
    for (let one = this.#begun[from]; one !== undefined && one.begun < to.after;) {
      this.areBlurred ||= one.ended === null;
      // What may never end blinds nobody for ever: a later reading shows at most too dear a price.
      if (one.ended === null && !one.isDoubtful)
        this.#awaited = Math.max(this.#awaited, to.at + LONGEST_PROOF);
      else this.#lastEnd = Math.max(this.#lastEnd, one.ended ?? one.begun);
      one = this.#begun[(this.#next += 1)];
    }
    return this.#begun.slice(from, this.#next);
  }

  areOpenAt(to: BalanceReading): boolean {
    return this.#lastEnd > to.before || to.at < this.#awaited;
  }

  /** Whether another one begins before the next reading. */
  goOnBefore(next: BalanceReading | undefined): boolean {
    return (this.#begun[this.#next]?.begun ?? Infinity) < (next?.after ?? Infinity);
  }
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

function isCharged({ found, isDoubtful }: ChargeableRequest): boolean {
  return found > 0 || isDoubtful;
}

/** A charge that the reading before did not show yet: more than any price, or, soon after a rise, without anything of ours. */
function showsMore(
  { from, to, own }: Omit<Movement, 'seen'>,
  before: { readonly own: Movement['own']; readonly isRise: boolean },
): boolean {
  const records = own.reduce((sum, { found }) => sum + found, 0);
  const isSoon = before.own.some(({ endedAt }) => to.at - (endedAt ?? -Infinity) < LATEST);
  return (
    (records > 0 || (before.isRise && isSoon)) &&
    to.used - from.used > DEAREST * records + TOLERANCE
  );
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

/** Of what this reading shows and what the one before did. A price that surely rose is not forgotten where the next reading shows none. */
function keptOf(
  shown: Observation | undefined,
  pending: Observation | undefined,
  seen: readonly Observation[],
): Observation | undefined {
  if (shown !== undefined) return shown.isUnsure && hasSeen(pending, seen) ? pending : shown;
  const isRise = pending?.isUnsure === false && hasSeen(pending, seen) && isDearer(pending, seen);
  return isRise ? pending : undefined;
}

function isDearer(shown: Observation | undefined, seen: readonly Observation[]): boolean {
  if (shown === undefined) return false;
  const before = seen.findLast(({ kind }) => kind === shown.kind);
  return shown.price > (before?.price ?? DEFAULT_PRICES[shown.kind]) + TOLERANCE;
}

function hasSeen(shown: Observation | undefined, seen: readonly Observation[]): boolean {
  return seen.some(({ kind }) => kind === shown?.kind);
}

export function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOLERANCE;
}
