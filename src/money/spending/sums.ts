import type { PriceKind, SpendingBatch } from '../../ledger/index.js';
import type { SpendingOwner } from './ledger-spending.js';

export type Grouping = 'month' | 'day' | 'batch' | 'kind' | 'profile';

/** Months and days are of UTC. */
export type GroupKey =
  | { readonly of: 'month' | 'day'; readonly name: string }
  | { readonly of: 'kind'; readonly kind: PriceKind }
  | ({ readonly of: 'profile' } & SpendingOwner)
  | { readonly of: 'batch'; readonly batch: SpendingBatch }
  | { readonly of: 'lookups' | 'deleted' };

/** Sums; credits but for `found`. */
export interface Sums {
  readonly found: number;
  readonly charged: number;
  /** The part of `charged` at a price which nothing proves yet. */
  readonly assumed: number;
  /** What the records of the ledger would have cost that answered instead of the service. */
  readonly saved: number;
  /** What may have been charged besides, while nothing is decided about it. */
  readonly atRisk: number;
  /** What may have been charged in requests that the user gave up, or had sent again. */
  readonly possiblyCharged: number;
}

/** Epoch ms, without the end. */
export interface Days {
  readonly since: number;
  readonly until: number;
}

export function isWithin(at: number, { since, until }: Days): boolean {
  return at >= since && at < until;
}

export function sumOf<T>(all: readonly T[], of: (one: T) => number): number {
  return exactCredits(all.reduce((sum, one) => sum + of(one), 0));
}

export function exactCredits(credits: number): number {
  return Math.round(credits * 1e6) / 1e6;
}
