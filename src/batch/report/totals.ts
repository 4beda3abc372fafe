import type { BatchState, Summary } from '../summary.js';
import type { Totals } from './types.js';

/** The gravest first. */
const STATES: readonly BatchState[] = ['unconfirmed', 'running', 'incomplete', 'complete'];

/** What several batches are together: as far as the one that is worst off. */
export function stateOf(summaries: readonly Summary[]): BatchState {
  return STATES.find((state) => summaries.some((one) => one.state === state)) ?? 'complete';
}

/** The numbers of several batches added up. */
export function totalsOf(summaries: readonly Summary[]): Totals {
  const sum = (of: (summary: Summary) => number) =>
    summaries.reduce((total, summary) => total + of(summary), 0);
  return {
    rows: sum(({ rows }) => rows),
    invalid: sum(({ invalid }) => invalid),
    duplicates: sum(({ duplicates }) => duplicates),
    repaired: sum(({ repaired }) => repaired),
    unique: sum(({ unique }) => unique),
    reused: sum(({ reused }) => reused),
    found: sum(({ found }) => found),
    notFound: sum(({ notFound }) => notFound),
    skipped: sum(({ skipped }) => skipped),
    failed: sum(({ failed }) => failed),
    pending: sum(({ pending }) => pending),
    unconfirmed: sum(({ unconfirmed }) => unconfirmed),
    reasons: reasonsOf(summaries),
    credits: {
      estimated: sum(({ credits }) => credits.estimated),
      charged: sum(({ credits }) => credits.charged),
      saved: sum(({ credits }) => credits.saved),
    },
  };
}

function reasonsOf(summaries: readonly Summary[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const [reason, count] of summaries.flatMap(({ reasons }) => Object.entries(reasons))) {
    counts.set(reason, (counts.get(reason) ?? 0) + count);
  }
  return Object.fromEntries(counts);
}
