import type { Lookup } from '../batch/lookup.js';
import { formatNumber } from '../text/index.js';

/** Counts a series of lookups for the line at its end. */
export interface Tally {
  count(lookup: Lookup): void;
  /** One line, or nothing where the answers said it all. */
  text(): string;
}

const WORDS = {
  found: 'found',
  not_found: 'not found',
  invalid: 'invalid',
  unconfirmed: 'unconfirmed',
  error: 'failed',
  not_asked: 'not asked',
} as const;

export function createTally(): Tally {
  const counts = new Map<keyof typeof WORDS, number>();
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

function line(counts: ReadonlyMap<keyof typeof WORDS, number>, reused: number): string {
  const saved = `${formatNumber(reused)} from the ledger, ${formatNumber(reused)} ${reused === 1 ? 'credit' : 'credits'} saved`;
  return Object.entries(WORDS)
    .map(([status, word]) => [counts.get(status as keyof typeof WORDS) ?? 0, word] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => {
      const more = word === 'found' && reused > 0 ? ` (${saved})` : '';
      return `${formatNumber(count)} ${word}${more}`;
    })
    .join(', ');
}
