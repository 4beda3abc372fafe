import type { KnownIds } from '../operations/records.js';
import type { Row } from './row.js';

/** The lists that are searched for what was not found: all of them would take too long. */
export const NEWEST_LISTS = (kind: string): string =>
  `SELECT num FROM batches b WHERE EXISTS (
     SELECT 1 FROM jobs j WHERE j.batch = b.num AND j.kind = ${kind} AND j.not_found > 0)
   ORDER BY num DESC LIMIT 3`;

export function toKnownIds(row: Row | undefined): KnownIds {
  const [ids, answered, paid, notFound] = ['ids', 'answered', 'paid', 'not_found'].map((name) =>
    Number(row?.[name]),
  );
  return { ids: ids ?? 0, answered: answered ?? 0, paid: paid ?? 0, notFound: notFound ?? 0 };
}
