import type { SpendingLimit } from '../ledger/index.js';
import type { PlanNumbers } from './events.js';
import type { PeriodLimits } from '../money/period-limits.js';

/** Which paid records may be reused. */
export interface ReuseOptions {
  /** The maximum age in ms of a reused record; default 30 days. */
  readonly reuse?: number;
  /** Reuse no records. */
  readonly fresh?: boolean;
}

/** The limits of what a call may spend. Without any of them, it never spends more than the balance. */
export interface SpendingOptions extends ReuseOptions {
  /** Sends nothing if the maximum cost is higher. */
  readonly maxCredits?: number;
  /** Accepts charges beyond the balance. */
  readonly allowOverage?: boolean;
  /** Sends only as much as the balance and the limits cover, and goes on with further jobs while credits are left. */
  readonly fitBalance?: boolean;
  /** Called before anything is sent; when it returns false, nothing is sent. */
  readonly confirm?: (numbers: PlanNumbers) => Promise<boolean>;
}

/**
 * The limits of a run, as they stand when it begins. With `fresh` the run also sends identifiers that another batch is
 * looking up.
 */
export interface SpendingLimits extends SpendingOptions, PeriodLimits {
  /** The limit that all files of a command share. */
  readonly commandLimit?: SpendingLimit;
  /** Epoch ms: only records fetched since then are reused. */
  readonly reuseSince: number;
}

type GivenSpending = Omit<SpendingLimits, 'reuseSince'> & { readonly reuse: number };

/**
 * Returns the time (epoch ms) since which a record must have been fetched to be reused; no record passes with
 * `fresh`.
 */
export function computeReuseSince(
  { fresh, reuse }: Pick<GivenSpending, 'fresh' | 'reuse'>,
  now: number,
) {
  return fresh === true ? Number.MAX_SAFE_INTEGER : now - reuse;
}

export function buildSpendingLimits(options: GivenSpending, now: number): SpendingLimits {
  return { ...options, reuseSince: computeReuseSince(options, now) };
}
