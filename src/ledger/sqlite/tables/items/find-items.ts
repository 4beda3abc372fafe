import type { Database } from '../../../../sqlite/index.js';
import type { Item } from '../../../types.js';

/** Records larger than this (bytes) are read one by one, so that hundreds of them never form one text. */
const LARGE = 2_048;

type Facts = readonly [
  index: number,
  job: number | null,
  answer: Item['answer'],
  answeredAt: number | null,
  fetchedAt: number | null,
];

/**
 * Finds many items of a batch with one statement. The result is two JSON texts, because each row costs
 * more than its content.
 */
export function createFindAll(db: Database) {
  const packed = db.prepare(
    `SELECT
       json_group_array(json_array(wanted.key, i.job, i.answer, i.answered_at, r.fetched_at)) AS facts,
       group_concat(iif(octet_length(r.data) > ${LARGE}, 'false', ifnull(r.data, 'null'))) AS records
     FROM json_each(?) wanted
       CROSS JOIN items i ON i.batch = ? AND i.id = wanted.value
       LEFT JOIN records r ON r.num = i.record`,
  );
  const alone = db.prepare(
    `SELECT r.data FROM items i JOIN records r ON r.num = i.record WHERE i.batch = ? AND i.id = ?`,
  );
  const readAlone = (batch: number, id: string | null | undefined): Item['data'] => {
    const data = id == null ? undefined : alone.get(batch, id)?.['data'];
    return typeof data === 'string' ? (JSON.parse(data) as Item['data']) : null;
  };

  let hasMorePages = false;
  // Enough for the items of a million rows, which are not stored in row order: a search touches many pages.
  const keepMorePages = (): void => {
    if (!hasMorePages) db.exec('PRAGMA cache_size=-49152');
    hasMorePages = true;
  };

  /** Each item has the index of its identifier; null, and what the batch does not have, give undefined. */
  return (batch: number, ids: readonly (string | null)[]): readonly (Item | undefined)[] => {
    keepMorePages();
    const row = packed.get(JSON.stringify(ids), batch);
    const facts = JSON.parse(String(row?.['facts'])) as Facts[];
    // In the order of the facts; a large record is false here.
    const records = JSON.parse(`[${row?.['records'] ?? ''}]`) as (Item['data'] | false)[];
    const items: Item[] = [];
    facts.forEach(([index, job, answer, answeredAt, fetchedAt], n) => {
      const record = records[n] ?? null;
      const data = record === false ? readAlone(batch, ids[index]) : record;
      items[index] = { job, answer, answeredAt, fetchedAt, data };
    });
    return items;
  };
}
