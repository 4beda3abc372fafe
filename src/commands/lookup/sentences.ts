import type { Lookup, LookupAnswer } from '../../lookups/answer.js';
import { t, formatNumber } from '../../messages/index.js';
import { joined } from '../../terminal/text.js';

/** It was not sent, because a limit of the command is used up. */
function isOverLimit({ failure }: Lookup): boolean {
  return failure?.code === 'over_max_credits' || failure?.code === 'over_period_budget';
}

/** Whether people have not read yet why a lookup was not sent. `wasOver`: what ended the series was told. */
export function createRepeatFilter(): (lookup: Lookup, wasOver: boolean) => boolean {
  const told = new Set<string>();
  return (lookup, wasOver) => {
    const { code = '', message = '' } = lookup.answer.error ?? {};
    if (!isOverLimit(lookup)) return !wasOver || code !== 'not_asked';
    const isNews = !told.has(message);
    told.add(message);
    return isNews;
  };
}

/** One line for a series of lookups; empty if the answers already say everything. */
export function tallyText(lookups: readonly Lookup[]): string {
  if (lookups.length < 2) return '';
  const asked = lookups.filter((one) => one.failure?.code !== 'not_asked' && !isOverLimit(one));
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
  const told = counts.map(([number, text]) => number > 0 && text(formatNumber(number)));
  return `${joined(', ', told)}.\n`;
}
