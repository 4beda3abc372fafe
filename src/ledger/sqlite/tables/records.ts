import type { IdentifierKind } from '../../../identifiers/index.js';
import type { Database } from '../../../sqlite/index.js';
import type { Claim } from '../../operations/balances.js';
import type { KnownIds, NewRecord, StoredRecord, WantedRemoval } from '../../operations/records.js';
import { NEWEST_LISTS, toKnownIds } from '../../rows/known-ids.js';
import { toClaim } from '../../rows/spending-rows.js';
import { packed, packedNumber, packedText } from './packed.js';

export interface RecordOfJob {
  readonly id: string;
  /** UTF-8. */
  readonly json: Buffer;
}

/** Paid records, shared by single lookups and batches. */
export function createRecords(db: Database) {
  return {
    ...createAddRecords(db),
    ...createFindRecords(db),
    ...createKnownIds(db),
    ...createRemoveRecords(db),
  };
}

function createAddRecords(db: Database) {
  const add = db.prepare(
    'INSERT INTO records (kind, id, fetched_at, data, single) VALUES (?, ?, ?, ?, ?)',
  );
  // The JSON of all records is bound as one blob, because cutting a part out of a blob is cheap.
  const addAll = db.prepare(
    `INSERT INTO records (num, kind, id, fetched_at, data, single)
     SELECT ${packedNumber(0)}, ?, ${packedText(3)}, ?,
       CAST(substr(?, ${packedNumber(1)}, ${packedNumber(2)}) AS TEXT), 0 FROM json_each(?)`,
  );
  const last = db.prepare('SELECT coalesce(max(num), 0) AS num FROM records');
  return {
    add({ kind, id, data, fetchedAt, single }: NewRecord): void {
      add.run(kind, id, fetchedAt, JSON.stringify(data), single ? 1 : 0);
    },
    /**
     * Adds records (JSON in UTF-8) that jobs paid for; returns their numbers. Must be called inside a
     * transaction.
     */
    addAll(kind: IdentifierKind, records: readonly RecordOfJob[], fetchedAt: number): number[] {
      const first = Number(last.get()?.['num']) + 1;
      let at = 1;
      const rows = records.map(({ id, json }, i) => {
        const row = packed([first + i, at, json.length], id);
        at += json.length;
        return row;
      });
      addAll.run(
        kind,
        fetchedAt,
        Buffer.concat(records.map(({ json }) => json)),
        JSON.stringify(rows),
      );
      return records.map((_, i) => first + i);
    },
  };
}

function createFindRecords(db: Database) {
  const newest = db.prepare(
    `SELECT num, fetched_at, data FROM records WHERE kind = ? AND id = ? AND fetched_at >= ?
     ORDER BY fetched_at DESC, num DESC LIMIT 1`,
  );
  const newestAmong = db.prepare(
    `SELECT id, num FROM (
       SELECT value AS id,
         (SELECT num FROM records r WHERE r.kind = ? AND r.id = value AND r.fetched_at >= ?
          ORDER BY r.fetched_at DESC, r.num DESC LIMIT 1) AS num FROM json_each(?)
     ) WHERE num IS NOT NULL`,
  );
  const haveSince = db.prepare(
    'SELECT 1 AS one FROM records WHERE kind = ? AND fetched_at >= ? LIMIT 1',
  );
  return {
    /** The newest record of an identifier, fetched at or after `since` (epoch ms). */
    newest(kind: IdentifierKind, id: string, since: number): StoredRecord | undefined {
      const row = newest.get(kind, id, since);
      if (row === undefined) return undefined;
      const data = JSON.parse(row['data'] as string) as Record<string, unknown>;
      return { fetchedAt: row['fetched_at'] as number, data };
    },
    /** Whether any record of a kind was fetched at or after `since`. If not, no search is needed. */
    haveSince: (kind: IdentifierKind, since: number): boolean =>
      haveSince.get(kind, since) !== undefined,
    /** The numbers of the newest records, by identifier, of those fetched at or after `since`. */
    newestAmong: (
      kind: IdentifierKind,
      ids: readonly string[],
      since: number,
    ): ReadonlyMap<string, number> =>
      new Map(
        newestAmong
          .all(kind, since, JSON.stringify(ids))
          .map((row) => [row['id'] as string, row['num'] as number]),
      ),
  };
}

/** Counts identifiers with a record, and those that the newest lists did not find. */
export function createKnownIds(db: Database) {
  const known = db.prepare(
    `WITH wanted AS MATERIALIZED (
       SELECT value AS id,
         (SELECT max(fetched_at) FROM records r WHERE r.kind = ?1 AND r.id = value) AS fetched_at
       FROM json_each(?2)),
     newest AS MATERIALIZED (${NEWEST_LISTS('?1')})
     SELECT count(*) AS ids, count(*) FILTER (WHERE fetched_at >= ?3) AS answered, count(fetched_at) AS paid,
       count(*) FILTER (WHERE fetched_at IS NULL AND EXISTS (
         SELECT 1 FROM newest n CROSS JOIN items i ON i.batch = n.num AND i.id = wanted.id
         WHERE i.answer = 'not_found')) AS not_found
     FROM wanted`,
  );
  return {
    /** `since` (epoch ms): records fetched then or later answer. */
    known: (kind: IdentifierKind, ids: readonly string[], since: number): KnownIds =>
      toKnownIds(known.get(kind, JSON.stringify(ids), since)),
  };
}

/** Removes records fetched before a moment (epoch ms). */
function createRemoveRecords(db: Database) {
  return {
    /** Those that would go with batches, by what they cost. */
    goingWith: ({ batches, before, isPurge }: WantedRemoval): Claim[] =>
      db
        .prepare(
          `WITH gone AS MATERIALIZED (SELECT value AS batch FROM json_each(?)),
             paid AS MATERIALIZED (SELECT i.record, j.price FROM gone
               CROSS JOIN items i ON i.batch = gone.batch AND i.record IS NOT NULL
               JOIN jobs j ON j.batch = i.batch AND j.seq = i.job)
           SELECT r.kind, p.price, count(*) AS n FROM records r LEFT JOIN paid p ON p.record = r.num
           WHERE r.fetched_at < ? AND (? OR (r.single = 0 AND p.record IS NOT NULL)) AND r.num NOT IN
             (SELECT record FROM items WHERE record IS NOT NULL AND batch NOT IN (SELECT batch FROM gone))
           GROUP BY 1, 2`,
        )
        .all(JSON.stringify(batches), before, isPurge ? 1 : 0)
        .map(toClaim),
    /** Those that the jobs of a batch paid for and no other batch uses. */
    removePaidBy(batch: number, before: number): void {
      db.prepare(
        `DELETE FROM records WHERE single = 0 AND fetched_at < ?
           AND num IN (SELECT record FROM items WHERE batch = ? AND job IS NOT NULL)
           AND num NOT IN (SELECT record FROM items WHERE batch <> ? AND record IS NOT NULL)`,
      ).run(before, batch, batch);
    },
    /** Those that no batch uses; returns how many. */
    purge: (before: number): number =>
      db
        .prepare(
          `DELETE FROM records WHERE fetched_at < ?
           AND num NOT IN (SELECT record FROM items WHERE record IS NOT NULL)`,
        )
        .run(before).changes,
  };
}
