import { asKnownError } from '../errors.js';
import { leftOfSession, type SpendingDeps } from '../lookups/session-spending.js';

/** Credits that may still be spent, of each budget that there is. */
export interface Left {
  readonly session?: number;
  readonly day?: number;
  readonly month?: number;
}

/** What may still be spent. Never rejects because a budget cannot be read: an answer is not lost by that. */
export async function leftToSpend(deps: SpendingDeps): Promise<Left> {
  const all = await leftOfSession(deps).catch(asKnownError);
  if (!Array.isArray(all)) return {};
  return Object.fromEntries(all.map(({ limit: { of }, left }) => [of, Math.max(0, left)]));
}

/** The same for a model that reads texts; undefined without a budget. */
export function leftText({ session, day, month }: Left): string | undefined {
  const parts = [
    ...(day === undefined ? [] : [`${day} today (UTC)`]),
    ...(month === undefined ? [] : [`${month} this month (UTC)`]),
    ...(session === undefined ? [] : [`${session} in this session`]),
  ];
  return parts.length === 0 ? undefined : `Credits left to spend: ${parts.join(', ')}.`;
}
