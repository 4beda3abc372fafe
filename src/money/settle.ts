import type { Uptime } from '../clock.js';
import type { WhyUndecided } from '../errors/facts.js';
import type {
  BalanceBook,
  BalanceReading,
  ChargeableRequest,
  PriceKind,
  StoredBook,
  UptimeMark,
} from '../ledger/index.js';
import {
  chargesBetween,
  isExact,
  kindsOf,
  LONGEST_PROOF,
  monthOf,
  PRICE_KINDS,
  TOLERANCE,
} from './book.js';
import type { KnownPrices } from './price.js';

/** The same as `LONGEST_PROOF` where nothing was used before. */
const LONGEST_PROOF_FROM_ZERO = 3_600_000;

/** Ms that the clock may be set back between two readings. */
const CORRECTION = 60_000;

/** `read_again`: another request ended while the balance was read. */
export type Verdict =
  | { readonly decision: 'resend' | 'busy' | 'read_again' }
  /** `ms` until the settle time has passed. */
  | { readonly decision: 'wait'; readonly ms: number }
  | { readonly decision: 'ask'; readonly why: WhyUndecided };

export interface Doubt {
  /** Tick. */
  readonly begun: number;
  readonly since: UptimeMark | null;
  readonly settle: number;
  /** The service may have queued it behind our others. */
  readonly isJob: boolean;
}

export interface Evidence {
  readonly book: Pick<StoredBook, 'readings' | 'requests' | 'lastEnd'>;
  readonly prices: KnownPrices;
  readonly now: Uptime;
  readonly watched: Uptime;
}

/** An `ask` is final: no later balance overturns it (money rule 2). */
export function settle(doubt: Doubt, { book, prices, now, watched }: Evidence): Verdict {
  const { readings, requests } = book;
  const last = readings.at(-1);
  const before = readingBefore(doubt, book);
  if (last === undefined || before === undefined) return ask('no_reading');
  // These stay as they are, whatever our other requests do.
  const broken = brokenSince(before, readings);
  if (broken !== undefined) return ask(broken);
  const others = requests.filter(({ isDoubtful }) => !isDoubtful);
  if (others.some(({ ended }) => ended === null)) return { decision: 'busy' };
  if (others.some(({ ended }) => (ended ?? 0) > last.before)) return { decision: 'read_again' };
  // The last reading before the request from which on our charges are known to a credit.
  const from = readings.findLast(
    (one) => one.after <= doubt.begun && isExact(chargesBetween(requests, one, last)),
  );
  if (from === undefined) return ask('no_reading');
  const why = brokenSince(from, readings) ?? disagreement(from, book, prices);
  if (why !== undefined) return ask(why);
  const ms = doubt.settle - elapsedOf(doubt, { book, now, watched });
  return ms > 0 ? { decision: 'wait', ms } : { decision: 'resend' };
}

/** Milliseconds in which nothing else of ours was processing, whatever any clock says. */
export function elapsedOf(
  { since, isJob }: Pick<Doubt, 'since' | 'isJob'>,
  { book: { lastEnd }, now, watched }: Omit<Evidence, 'prices'>,
): number {
  const passed = passedSince(since, now, watched);
  if (!isJob || lastEnd === null) return passed;
  return Math.min(passed, passedSince(lastEnd.mark, now, watched));
}

/** Of another boot or host, only the time counts that this process has watched. */
function passedSince(mark: UptimeMark | null, now: Uptime, watched: Uptime): number {
  const isComparable = mark !== null && mark.boot !== '' && mark.boot === now.boot;
  return Math.max(0, now.ms - (isComparable ? mark.ms : watched.ms));
}

export function readingBefore(
  { begun }: Pick<Doubt, 'begun'>,
  { readings }: Pick<BalanceBook, 'readings'>,
): BalanceReading | undefined {
  return readings.findLast(({ after }) => after <= begun);
}

/** Kinds that our other requests were, or may be, charged for since at a price that nothing proves. */
export function missingPrices(
  doubt: Pick<Doubt, 'begun'>,
  book: Pick<BalanceBook, 'readings' | 'requests'>,
  prices: KnownPrices,
): PriceKind[] {
  const [before, last] = [readingBefore(doubt, book), book.readings.at(-1)];
  if (before === undefined || last === undefined) return [];
  const others = book.requests.filter(({ isDoubtful }) => !isDoubtful);
  const end = { ...last, before: Infinity, after: Infinity };
  const kinds = kindsOf(chargesBetween(others, before, end));
  return kinds.filter((kind) => prices[kind].settling === undefined);
}

function brokenSince(first: BalanceReading, readings: readonly BalanceReading[]) {
  let from = first;
  for (const to of after(readings, first)) {
    if (to.plan !== from.plan) return 'plan_changed';
    if (to.used < from.used - TOLERANCE) return 'fell';
    if (to.at < from.at - CORRECTION) return 'period';
    from = to;
  }
  return mayHideRenewal(first, from) ? 'period' : undefined;
}

/** Nobody sees a renewal where 0 were used, or, in a long time, where others used as many. */
function mayHideRenewal(first: BalanceReading, last: BalanceReading): boolean {
  const longest = first.used <= TOLERANCE ? LONGEST_PROOF_FROM_ZERO : LONGEST_PROOF;
  return last.at - first.at > longest || monthOf(last.at) !== monthOf(first.at);
}

function disagreement(
  from: BalanceReading,
  { readings, requests }: BalanceBook,
  prices: KnownPrices,
): WhyUndecided | undefined {
  for (const to of after(readings, from)) {
    const why = disagreementWith(to, from, requests, prices);
    if (why !== undefined) return why;
  }
  return undefined;
}

function disagreementWith(
  to: BalanceReading,
  from: BalanceReading,
  requests: readonly ChargeableRequest[],
  prices: KnownPrices,
): WhyUndecided | undefined {
  const charges = chargesBetween(requests, from, to);
  if (kindsOf(charges).some((kind) => prices[kind].settling === undefined)) return 'price_unknown';
  const cost = (records: typeof charges.least) =>
    PRICE_KINDS.reduce((sum, kind) => sum + records[kind] * (prices[kind].settling ?? 0), 0);
  const moved = to.used - from.used;
  const isExplained =
    moved >= cost(charges.least) - TOLERANCE && moved <= cost(charges.most) + TOLERANCE;
  return isExplained ? undefined : 'moved';
}

function after(readings: readonly BalanceReading[], from: BalanceReading) {
  return readings.filter((reading) => reading.after > from.after);
}

function ask(why: WhyUndecided): Verdict {
  return { decision: 'ask', why };
}
