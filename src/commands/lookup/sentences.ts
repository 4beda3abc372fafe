import type { LookupResult, LookupAnswer } from '../../lookups/answer.js';
import { t, formatNumber } from '../../messages/index.js';
import { joined } from '../../terminal/text.js';

/** The errors of a limit, the balance or a price, for which no request is sent. */
const BEFORE_SENDING: ReadonlySet<string> = new Set([
  ...['over_max_credits', 'over_period_budget', 'over_balance', 'limit_passed'],
  ...['unexpected_charges', 'balance_unreadable', 'balance_awaited'],
]);

function isHeldBack({ failure }: LookupResult): boolean {
  return failure !== undefined && BEFORE_SENDING.has(failure.code);
}

/**
 * Creates the function that says whether to print a lookup without a record: the reason why no more requests are sent is
 * printed only once. `wasOver`: the session had already stopped sending before this lookup, so the reason is printed.
 */
export function createRepeatFilter(): (lookup: LookupResult, wasOver: boolean) => boolean {
  const shownMessages = new Set<string>();
  return (lookup, wasOver) => {
    const { code = '', message = '' } = lookup.answer.error ?? {};
    if (!isHeldBack(lookup)) return !wasOver || code !== 'not_asked';
    const isNew = !shownMessages.has(message);
    shownMessages.add(message);
    return isNew;
  };
}

/** Returns the counts of a series in one line; empty for a single lookup, whose answer says everything. */
export function formatTally(lookups: readonly LookupResult[]): string {
  if (lookups.length < 2) return '';
  const asked = lookups.filter((one) => one.failure?.code !== 'not_asked' && !isHeldBack(one));
  const count = (status: LookupAnswer['status']) =>
    asked.filter(({ answer }) => answer.status === status).length;
  const reused = lookups.filter(({ answer }) => answer.source === 'ledger').length;
  const ledgerNote = reused > 0 ? ` (${t.lookups.fromLedgerCount({ reused })})` : '';
  const counts: [number, (n: string) => string][] = [
    [count('found'), (n) => t.table.counts.found(n) + ledgerNote],
    [count('not_found'), t.table.counts.notFound],
    [count('invalid'), t.lookups.invalidCount],
    [count('unconfirmed'), t.table.counts.unconfirmed],
    [count('error'), t.table.counts.failed],
    [lookups.length - asked.length, t.lookups.notAskedCount],
  ];
  const texts = counts.map(([number, text]) => number > 0 && text(formatNumber(number)));
  return `${joined(', ', texts)}.\n`;
}
