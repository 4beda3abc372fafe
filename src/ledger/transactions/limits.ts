import { creditsOf, DAY, TOLERANCE } from '../rows/spending-rows.js';
import type { Claim, Cost, OverLimit, Prices, SpendingLimit } from '../operations/balances.js';
import type { Steps, Tables } from './steps.js';

/** The first limit that does not cover these records. `own`: credits that a balance was read without, for them. */
export function* brokenLimit(
  tables: Tables,
  cost: Cost,
  records: number,
  own = 0,
): Steps<OverLimit | undefined> {
  for (const limit of cost.limits) {
    const rest = yield* leftOf(tables, limit, cost.unpriced);
    const left = limit.of === 'balance' ? rest + own : rest;
    if (!covers(left, records, cost)) return { verdict: 'over_limit', limit, left };
  }
  return undefined;
}

/** Where nothing shows the price, one identifier goes alone, because its charge shows it. */
function covers(left: number, records: number, { most, alone }: Cost): boolean {
  return records * most <= left + TOLERANCE || (records === 1 && alone <= left + TOLERANCE);
}

/** Credits that are left of a limit. */
export function* leftOf(tables: Tables, limit: SpendingLimit, unpriced: Prices): Steps<number> {
  const spent = creditsOf(yield* spentOf(tables, limit), unpriced);
  const before = limit.of === 'balance' ? [...limit.before.open, ...limit.before.recent] : [];
  const claimed = creditsOf(before, unpriced);
  return limit.limit - spent - claimed;
}

/**
 * A period and a day more (ms): of a clock that was set back by less, no budget is passed. What is stamped later, a clock
 * stamped that was ahead.
 */
const COUNTED = { day: 2 * DAY, month: 32 * DAY };

/** Charges before this moment stay before it, even if the clock was set back by a day in the meantime. */
export function* momentAfterAll({ charges }: Tables, now: number): Steps<number> {
  return Math.max(now, (yield* charges.lastBefore(now + DAY)) + 1);
}

function* spentOf({ charges }: Tables, limit: SpendingLimit): Steps<Claim[]> {
  switch (limit.of) {
    case 'day':
    case 'month':
      return yield* charges.within(limit.since, limit.since + COUNTED[limit.of]);
    case 'run':
      return yield* charges.inBatch(limit.batch, limit.after);
    case 'files': {
      const all: Claim[] = [];
      for (const batch of limit.batches) all.push(...(yield* charges.inBatch(batch, limit.after)));
      return all;
    }
    case 'session':
      return yield* charges.inSession(limit.holder);
    case 'balance':
      return yield* charges.after(limit.before.tick);
  }
}
