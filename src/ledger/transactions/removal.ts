import type { Steps, Tables } from './steps.js';

/** Deletes a batch unless the service may still be processing a job of it. */
export function* removeBatch(
  { balances, batches, items, jobs, records, spending }: Tables,
  num: number,
  before: number,
): Steps<'removed' | 'running' | 'unconfirmed'> {
  if ((yield* items.counts(num)).unconfirmed > 0) return 'unconfirmed';
  const all = yield* jobs.of(num);
  if (all.some(({ state }) => state === 'accepted')) return 'running';
  yield* records.removePaidBy(num, before);
  yield* balances.keepChargesOf(num);
  yield* spending.keepSavingsOf(num);
  yield* batches.removeWhole(num);
  return 'removed';
}
