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
 * Returns whether a lookup says something new: the reason why none is sent is shown once. `wasOver`: the end of the
 * series was reported already.
 */
export function createRepeatFilter(): (lookup: LookupResult, wasOver: boolean) => boolean {
  const shown = new Set<string>();
  return (lookup, wasOver) => {
    const { code = '', message = '' } = lookup.answer.error ?? {};
    if (!isHeldBack(lookup)) return !wasOver || code !== 'not_asked';
    const isNew = !shown.has(message);
    shown.add(message);
    return isNew;
  };
}

/** Counts the answers of a series in one line; empty for a single lookup, whose answer says everything. */
export function tallyText(lookups: readonly LookupResult[]): string {
  if (lookups.length < 2) return '';
  const asked = lookups.filter((one) => one.failure?.code !== 'not_asked' && !isHeldBack(one));
  const count = (status: LookupAnswer['status']) =>
    asked.filter(({ answer }) => answer.status === status).length;
  const reused = lookups.filter(({ answer }) => answer.source === 'ledger').length;
  const more = reused > 0 ? ` (${t.lookups.fromLedgerCount({ reused })})` : '';
  const counts: [number, (n: string) => string][] = [
    [count('found'), (n) => t.table.counts.found(n) + more],
    [count('not_found'), t.table.counts.notFound],
    [count('invalid'), t.lookups.invalidCount],
    [count('unconfirmed'), t.table.counts.unconfirmed],
    [count('error'), t.table.counts.failed],
    [lookups.length - asked.length, t.lookups.notAskedCount],
  ];
  const texts = counts.map(([number, text]) => number > 0 && text(formatNumber(number)));
  return `${joined(', ', texts)}.\n`;
}
