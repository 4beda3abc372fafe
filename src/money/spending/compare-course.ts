import type { AccountCourse, BalanceReading, DatedRequest, Prices } from '../../ledger/index.js';
import { isFreePlan, TOLERANCE } from '../book.js';
import { incomparable } from './comparable.js';
import { fallenBetween, type FallenCount } from './fallen-count.js';

/** Credits by which the service's own count differs from ours, between two readings of the balance. */
export interface SeenDifference {
  /** When the later reading was made (epoch ms). */
  readonly at: number;
  /** What a request with an unknown outcome may explain. */
  readonly unconfirmed: number;
  /** What no request of this ledger explains: others spend from the account. */
  readonly others: number;
  /** What our requests cost beyond the service's count: a refund, an unseen renewal, or a lower price. */
  readonly fewer: number;
}

/** Credits of ours at one moment (epoch ms). */
export interface DatedCharge {
  readonly at: number;
  readonly credits: number;
}

export interface ComparedCourse {
  /** From the first to the last moment that can be compared (epoch ms); null where nothing can be. */
  readonly span: { readonly from: number; readonly to: number } | null;
  readonly differences: readonly SeenDifference[];
  /** Where the service's count fell; nothing can be compared there. */
  readonly fallen: readonly FallenCount[];
  /** Our charges between readings that can be compared. */
  readonly compared: readonly DatedCharge[];
  /** Our charges before the first reading, and where a billing period may have begun between two. */
  readonly notCompared: readonly DatedCharge[];
  /** Our charges after the last reading; another reading shows them. */
  readonly sinceReading: readonly DatedCharge[];
}

/**
 * Compares what the service counted (`usedCredits`) with what our requests cost, over the whole course of an account.
 * Only readings during which no request was under way are used: between two of them our charges are exact.
 */
export function compareCourse(
  { readings, requests }: AccountCourse,
  prices: Prices,
): ComparedCourse {
  const clean = withoutRequests(readings, requests);
  const next = takeInOrder(requests);
  const explain = explaining(prices);
  const differences: SeenDifference[] = [];
  const fallen: FallenCount[] = [];
  const [first, last] = [clean[0], clean.at(-1)];
  const before = chargesOf(next(first?.after ?? 0), prices);
  const isWhole = first !== undefined && isAllOf(first.used, before);
  const compared = isWhole ? before : [];
  const notCompared = isWhole ? [] : before;
  for (const [i, to] of clean.entries()) {
    const from = clean[i - 1];
    if (from === undefined) continue;
    const own = next(to.after);
    const charges = chargesOf(own, prices);
    const isSeen = showsAll(from, to, sumOf(charges));
    const fall = fallenBetween(from, to, sumOf(charges));
    if (fall !== undefined) fallen.push(fall);
    const kept = isSeen ? compared : notCompared;
    for (const charge of charges) kept.push(charge);
    if (isSeen) differences.push(explain(from, to, own));
  }
  const sinceReading = chargesOf(next(Infinity), prices);
  const from = (isWhole ? before[0]?.at : undefined) ?? first?.at;
  const span = from !== undefined && last && from < last.at ? { from, to: last.at } : null;
  return { span, differences, fallen, compared, notCompared, sinceReading };
}

/** Whether the period began after us and nobody else has used the account: all that was used is ours. */
function isAllOf(used: number, own: readonly DatedCharge[]): boolean {
  return Math.abs(used - sumOf(own)) <= TOLERANCE;
}

function sumOf(charges: readonly DatedCharge[]): number {
  return charges.reduce((sum, { credits }) => sum + credits, 0);
}

/**
 * Whether the later reading counts all that was charged since the earlier one. Where nothing was used before, a period
 * may have begun unseen; then it did not begin after our charges if they are all there.
 */
function showsAll(from: BalanceReading, to: BalanceReading, own: number): boolean {
  const why = incomparable(from, to);
  if (why === undefined) return true;
  const isFromZero = why === 'period' && from.used <= TOLERANCE && !isFreePlan(to.plan);
  return isFromZero && to.used + TOLERANCE >= own;
}

/** The readings that no request overlaps. One that never ended overlaps all later ones if it found something. */
function withoutRequests(
  readings: readonly BalanceReading[],
  requests: readonly DatedRequest[],
): BalanceReading[] {
  let at = 0;
  let lastEnd = -Infinity;
  return readings.filter(({ before, after }) => {
    for (let one = requests[at]; one !== undefined && one.begun < after; one = requests[++at]) {
      const isCharged = one.found > 0 || one.ended !== null;
      if (isCharged) lastEnd = Math.max(lastEnd, one.ended ?? Infinity);
    }
    return lastEnd <= before;
  });
}

/** Returns the requests that began before a tick and were not returned before. */
function takeInOrder(requests: readonly DatedRequest[]) {
  let taken = 0;
  return (tick: number): readonly DatedRequest[] => {
    const from = taken;
    while ((requests[taken]?.begun ?? Infinity) < tick) taken += 1;
    return requests.slice(from, taken);
  };
}

function chargesOf(requests: readonly DatedRequest[], prices: Prices): DatedCharge[] {
  return requests.flatMap(({ at, kind, found }) =>
    found === 0 ? [] : [{ at, credits: found * prices[kind] }],
  );
}

/** What is at risk in a request that never ended may be charged at any time from its beginning on. */
function explaining(prices: Prices) {
  let open = 0;
  return (from: BalanceReading, to: BalanceReading, own: readonly DatedRequest[]) => {
    const sum = (of: (one: DatedRequest) => number) =>
      own.reduce((credits, one) => credits + of(one) * prices[one.kind], 0);
    const more = to.used - from.used - sum(({ found }) => found);
    const unexplained = atLeastZero(more);
    open += sum(({ ended, atRisk }) => (ended === null ? atRisk : 0));
    const ended = Math.min(
      unexplained,
      sum((one) => (one.ended === null ? 0 : one.atRisk)),
    );
    const late = Math.min(unexplained - ended, open);
    open -= late;
    const unconfirmed = ended + late;
    const others = atLeastZero(unexplained - unconfirmed);
    return { at: to.at, unconfirmed, others, fewer: atLeastZero(-more) };
  };
}

/** Differences below the tolerance come from adding fractions. */
function atLeastZero(credits: number): number {
  return credits > TOLERANCE ? credits : 0;
}
