import type { Claim, Cost, OverLimit, Prices, SpendingLimit } from './balances.js';
import { DAY, TOLERANCE, creditsOf } from '../tables/charges.js';
import type { Tables } from '../tables/index.js';

/** The first limit that does not cover these records. `own`: credits that a balance was read without, for them. */
export async function brokenLimit(
  tables: Tables,
  cost: Cost,
  records: number,
  own = 0,
): Promise<OverLimit | undefined> {
  for (const limit of cost.limits) {
    const rest = await leftOf(tables, limit, cost.unpriced);
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
export async function leftOf(
  tables: Tables,
  limit: SpendingLimit,
  unpriced: Prices,
): Promise<number> {
  const spent = creditsOf(await spentOf(tables, limit), unpriced);
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
export async function momentAfterAll({ charges }: Tables, now: number): Promise<number> {
  return Math.max(now, (await charges.lastBefore(now + DAY)) + 1);
}

async function spentOf({ charges }: Tables, limit: SpendingLimit): Promise<Claim[]> {
  switch (limit.of) {
    case 'day':
    case 'month':
      return await charges.within(limit.since, limit.since + COUNTED[limit.of]);
    case 'run':
      return await charges.inBatch(limit.batch, limit.after);
    case 'files': {
      const all: Claim[] = [];
      for (const batch of limit.batches) all.push(...(await charges.inBatch(batch, limit.after)));
      return all;
    }
    case 'session':
      return await charges.inSession(limit.holder);
    case 'balance':
      return await charges.after(limit.before.tick);
  }
}
