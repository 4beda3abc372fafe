import type { BalanceBook, BalanceReading, ChargeableRequest } from '../ledger/index.js';
import type { WhyUndecided } from '../errors/batch.js';
import { incomparable, mayHideRenewal, type Incomparable } from './billing-period.js';
import { chargesBetween, costOf, isExact, kindsOf, TOLERANCE } from './charges.js';
import { pricesOf, type KnownPrices } from './price.js';

/**
 * `resend`: nothing was charged, it may be sent again. `busy`: other requests of the account must end first.
 * `read_again`: another request ended while the balance was read, so the next reading will be clearer.
 */
export type Verdict =
  | { readonly decision: 'resend' | 'busy' | 'read_again' }
  /** `ms` until the settle time has passed. */
  | { readonly decision: 'wait'; readonly ms: number }
  | { readonly decision: 'ask'; readonly why: WhyUndecided };

export interface Doubt {
  /** The tick before the request was sent. */
  readonly begun: number;
  /** Milliseconds since its outcome became unknown, as far as this machine can tell. */
  readonly elapsed: number;
  /** Milliseconds that must pass since then (11 min for a job, 2 min for a single lookup). */
  readonly settle: number;
}

/**
 * Decides about a request with an unknown outcome (money rule 2 of the contract). `book` ends with a reading
 * taken just now. The request is in the book as doubtful, and so are all others whose outcome is unknown.
 * An `ask` is final: the caller stores it, and no later balance overturns it.
 */
export function verdictOn(doubt: Doubt, book: BalanceBook, prices: KnownPrices): Verdict {
  const { readings, requests } = book;
  const last = readings.at(-1);
  const before = readings.findLast((reading) => reading.after <= doubt.begun);
  if (last === undefined || before === undefined) return ask('no_reading');
  // These stay as they are, whatever our other requests do.
  const period = brokenAmong([before, ...after(readings, before)]);
  if (period !== undefined) return ask(period);
  const others = requests.filter(({ isDoubtful }) => !isDoubtful);
  if (others.some(({ ended }) => ended === null)) return { decision: 'busy' };
  if (others.some(({ ended }) => (ended ?? 0) > last.before)) return { decision: 'read_again' };
  const from = baselineOf(doubt, book, last);
  if (from === undefined) return ask('no_reading');
  const why = disagreement(from, after(readings, from), requests, prices);
  if (why !== undefined) return ask(why);
  const ms = doubt.settle - doubt.elapsed;
  return ms > 0 ? { decision: 'wait', ms } : { decision: 'resend' };
}

/** The last reading before the request from which on our charges are known to a credit. */
function baselineOf(
  { begun }: Doubt,
  { readings, requests }: BalanceBook,
  last: BalanceReading,
): BalanceReading | undefined {
  return readings.findLast(
    (from) => from.after <= begun && isExact(chargesBetween(requests, from, last)),
  );
}

/** Why neighbouring readings cannot be compared. */
function brokenAmong(readings: readonly BalanceReading[]): Incomparable | undefined {
  for (const [i, to] of readings.entries()) {
    const from = readings[i - 1];
    const why = from && broken(from, to);
    if (why !== undefined) return why;
  }
  const [first, last] = [readings[0], readings.at(-1)];
  return first && last && broken(first, last);
}

function broken(from: BalanceReading, to: BalanceReading): Incomparable | undefined {
  return incomparable(from, to) ?? (mayHideRenewal(from, to) ? 'period' : undefined);
}

/** Compares every reading since `from` with what our requests explain. */
function disagreement(
  from: BalanceReading,
  since: readonly BalanceReading[],
  requests: readonly ChargeableRequest[],
  known: KnownPrices,
): WhyUndecided | undefined {
  const prices = pricesOf(known);
  const period = brokenAmong([from, ...since]);
  if (period !== undefined) return period;
  for (const to of since) {
    const charges = chargesBetween(requests, from, to);
    if (kindsOf(charges).some((kind) => known[kind].settling === undefined)) return 'price_unknown';
    const moved = to.used - from.used;
    if (moved < costOf(charges.least, prices) - TOLERANCE) return 'moved';
    if (moved > costOf(charges.most, prices) + TOLERANCE) return 'moved';
  }
  return undefined;
}

function after(readings: readonly BalanceReading[], from: BalanceReading) {
  return readings.filter((reading) => reading.after > from.after);
}

function ask(why: WhyUndecided): Verdict {
  return { decision: 'ask', why };
}
