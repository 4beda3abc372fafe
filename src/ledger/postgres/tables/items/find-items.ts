import type { Item } from '../../../types.js';
import type { Db } from '../../../db/db.js';

/**
 * Finds many items of a batch with one statement. `OFFSET 0` makes PostgreSQL go from the few identifiers to their
 * items, also in a new batch, of which it knows no numbers yet.
 */
export function createFindAll(db: Db) {
  /**
   * Each item has the index of its identifier in `ids`; null, and identifiers that the batch does not
   * have, give undefined.
   */
  return async (
    batch: number,
    ids: readonly (string | null)[],
  ): Promise<readonly (Item | undefined)[]> => {
    const rows = await db.all(
      `SELECT wanted.n, i.job, i.answer, i.answered_at, r.fetched_at, r.data
       FROM unnest($1::text[]) WITH ORDINALITY AS wanted (id, n)
         CROSS JOIN LATERAL (SELECT * FROM items WHERE batch = $2 AND id = wanted.id OFFSET 0) i
         LEFT JOIN LATERAL (SELECT * FROM records WHERE num = i.record OFFSET 0) r ON TRUE`,
      ...[ids, batch],
    );
    const items: Item[] = [];
    for (const { n, job, answer, answered_at, fetched_at, data } of rows)
      items[Number(n) - 1] = {
        job: job as number | null,
        answer: answer as Item['answer'],
        answeredAt: answered_at as number | null,
        fetchedAt: fetched_at as number | null,
        data: typeof data === 'string' ? (JSON.parse(data) as Item['data']) : null,
      };
    return items;
  };
}
