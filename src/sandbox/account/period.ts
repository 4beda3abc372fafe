import { isFree } from './plans.js';

/** Every month has this day. */
const LAST_SAFE_DAY = 28;

/**
 * When the credit period began, in epoch ms: the UTC month on the Free plan and without one, else
 * the billing cycle, a month counted from the day the account was opened (spec, "Quota record").
 */
export function periodStart(plan: string, opened: number, now: number): number {
  const day = isFree(plan) ? 1 : Math.min(new Date(opened).getUTCDate(), LAST_SAFE_DAY);
  const date = new Date(now);
  const thisMonth = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), day);
  return thisMonth <= now
    ? thisMonth
    : Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, day);
}
