import type { ErrorFacts } from '../errors.js';
import { plural, say } from '../text/index.js';

/** What the budget of a day or a month does not cover, without options. */
export function periodSentence({
  of,
  cost,
  left,
  limit,
}: ErrorFacts['over_period_budget']): string {
  return of === 'day'
    ? say`This may cost ${plural(cost, 'credit', 'credits')}, and of the ${limit} for today ${left} are left; it was not sent.`
    : say`This may cost ${plural(cost, 'credit', 'credits')}, and of the ${limit} for this month ${left} are left; it was not sent.`;
}
