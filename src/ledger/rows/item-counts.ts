import type { ItemCounts } from '../types.js';
import type { Row } from './row.js';

/** `rows`: how many identifiers (`n`) have which outcome (`what`). */
export function toCounts(rows: readonly Row[]): ItemCounts {
  const count = (what: string) => Number(rows.find((row) => row['what'] === what)?.['n'] ?? 0);
  return {
    reused: count('reused'),
    found: count('found') + count('reused'),
    notFound: count('not_found'),
    rejected: count('rejected'),
    skipped: count('skipped'),
    failed: count('failed') + count('abandoned'),
    abandoned: count('abandoned'),
    pending: count('pending'),
    unconfirmed: count('unconfirmed'),
  };
}
