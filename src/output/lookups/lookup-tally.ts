import type { WhatItCost } from '../../money/cost.js';
import type { Lookup } from '../../lookups/answer.js';
import { formatNumber, t } from '../../messages/index.js';

/** Counts a series of lookups for the line at its end. */
export interface Tally {
  count(lookup: Lookup): void;
  /** One line; empty if the answers already say everything. */
  text(): string;
}

const counted = {
  found: (n: string) => t.table.foundCount(n),
  not_found: (n: string) => t.table.notFoundCount(n),
  invalid: (n: string) => t.lookups.invalidCount(n),
  unconfirmed: (n: string) => t.table.unconfirmedCount(n),
  error: (n: string) => t.table.failedCount(n),
  not_asked: (n: string) => t.lookups.notAskedCount(n),
} as const;

export function createTally(): Tally {
  const counts = new Map<keyof typeof counted, number>();
  let reused = 0;
  return {
    count({ answer: { status, source, error } }) {
      const what = error?.code === 'not_asked' ? 'not_asked' : status;
      counts.set(what, (counts.get(what) ?? 0) + 1);
      if (source === 'ledger') reused += 1;
    },
    text() {
      const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
      return total < 2 ? '' : `${line(counts, reused)}.\n`;
    },
  };
}

/** What lookups took, and what is left where that is known. */
export function costLine({ credits, left }: WhatItCost): string {
  const told =
    left === undefined ? t.lookups.credits(credits) : t.lookups.creditsAndLeft(credits, left);
  return `${told}\n`;
}

function line(counts: ReadonlyMap<keyof typeof counted, number>, reused: number): string {
  return (Object.keys(counted) as (keyof typeof counted)[])
    .map((status) => [status, counts.get(status) ?? 0] as const)
    .filter(([, count]) => count > 0)
    .map(([status, count]) => {
      const more = status === 'found' && reused > 0 ? ` (${savedText(reused)})` : '';
      return counted[status](formatNumber(count)) + more;
    })
    .join(', ');
}

function savedText(reused: number): string {
  return t.lookups.fromLedgerCount(reused);
}
