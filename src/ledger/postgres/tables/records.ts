import type { IdentifierKind } from '../../../identifiers/index.js';
import type { Claim } from '../../operations/balances.js';
import type { KnownIds, NewRecord, StoredRecord, WantedRemoval } from '../../operations/records.js';
import { NEWEST_LISTS, toKnownIds } from '../../rows/known-ids.js';
import { toClaim } from '../../rows/spending-rows.js';
import type { RecordOfJob } from '../../sqlite/tables/records.js';
import type { Session } from '../connection/session.js';

/** Paid records, shared by single lookups and batches. */
export function createRecords(db: Session) {
  return { ...createAddRecords(db), ...createFindRecords(db), ...createRemoveRecords(db) };
}

function createAddRecords(db: Session) {
  return {
    async add({ kind, id, data, fetchedAt, single }: NewRecord): Promise<void> {
      const sql = `INSERT INTO records (kind, id, fetched_at, data, single)
        VALUES ($1, $2, $3, $4, $5)`;
      await db.run(sql, kind, id, fetchedAt, JSON.stringify(data), single ? 1 : 0);
    },
    /** Adds records (JSON in UTF-8) that jobs paid for, one for an identifier; returns their numbers. */
    async addAll(
      kind: IdentifierKind,
      records: readonly RecordOfJob[],
      fetchedAt: number,
    ): Promise<number[]> {
      if (records.length === 0) return [];
      const rows = await db.all(
        `INSERT INTO records (kind, id, fetched_at, data)
         SELECT $1::text, id, $2::bigint, data FROM unnest($3::text[], $4::text[]) AS paid (id, data)
         RETURNING id, num`,
        ...[kind, fetchedAt, records.map(({ id }) => id)],
        records.map(({ json }) => json.toString('utf8')),
      );
      const numbers = new Map(rows.map((row) => [row['id'] as string, row['num'] as number]));
      return records.map(({ id }) => numbers.get(id) ?? 0);
    },
  };
}

function createFindRecords(db: Session) {
  return {
    /** The newest record of an identifier, fetched at or after `since` (epoch ms). */
    async newest(
      kind: IdentifierKind,
      id: string,
      since: number,
    ): Promise<StoredRecord | undefined> {
      const row = await db.first(
        `SELECT fetched_at, data FROM records WHERE kind = $1 AND id = $2 AND fetched_at >= $3
         ORDER BY fetched_at DESC, num DESC LIMIT 1`,
        ...[kind, id, since],
      );
      if (row === undefined) return undefined;
      const data = JSON.parse(row['data'] as string) as Record<string, unknown>;
      return { fetchedAt: row['fetched_at'] as number, data };
    },
    /** Whether any record of a kind was fetched at or after `since`. If not, no search is needed. */
    haveSince: (kind: IdentifierKind, since: number): Promise<boolean> =>
      db.has('SELECT 1 FROM records WHERE kind = $1 AND fetched_at >= $2 LIMIT 1', kind, since),
    /** The numbers of the newest records, by identifier, of those fetched at or after `since`. */
    async newestAmong(
      kind: IdentifierKind,
      ids: readonly string[],
      since: number,
    ): Promise<ReadonlyMap<string, number>> {
      const rows = await db.all(
        `SELECT DISTINCT ON (id) id, num FROM records
         WHERE kind = $1 AND id = ANY ($2::text[]) AND fetched_at >= $3
         ORDER BY id, fetched_at DESC, num DESC`,
        ...[kind, ids, since],
      );
      return new Map(rows.map((row) => [row['id'] as string, row['num'] as number]));
    },
    /** Counts identifiers with a record, and those that the newest lists did not find. */
    async known(kind: IdentifierKind, ids: readonly string[], since: number): Promise<KnownIds> {
      const sql = `WITH wanted AS MATERIALIZED (
          SELECT id, (SELECT max(fetched_at) FROM records r WHERE r.kind = $1 AND r.id = w.id) AS fetched_at
          FROM unnest($2::text[]) AS w (id)),
        newest AS MATERIALIZED (${NEWEST_LISTS('$1')})
        SELECT count(*) AS ids, count(*) FILTER (WHERE fetched_at >= $3) AS answered, count(fetched_at) AS paid,
          count(*) FILTER (WHERE fetched_at IS NULL AND EXISTS (
            SELECT 1 FROM newest n JOIN items i ON i.batch = n.num AND i.id = wanted.id
            WHERE i.answer = 'not_found')) AS not_found
        FROM wanted`;
      return toKnownIds(await db.first(sql, kind, ids, since));
    },
  };
}

/** Removes records fetched before a moment (epoch ms). */
function createRemoveRecords(db: Session) {
  return {
    /** Those that would go with batches, by what they cost. */
    async goingWith({ batches, before, isPurge }: WantedRemoval): Promise<Claim[]> {
      const rows = await db.all(
        `SELECT r.kind, p.price, count(*) AS n FROM records r
           LEFT JOIN (SELECT i.record, j.price FROM items i
             JOIN jobs j ON j.batch = i.batch AND j.seq = i.job
             WHERE i.batch = ANY ($1::bigint[]) AND i.record IS NOT NULL) p ON p.record = r.num
         WHERE r.fetched_at < $2 AND ($3::integer = 1 OR (r.single = 0 AND p.record IS NOT NULL)) AND NOT EXISTS
           (SELECT 1 FROM items i WHERE i.record = r.num AND i.batch <> ALL ($1::bigint[]))
         GROUP BY 1, 2`,
        ...[batches, before, isPurge ? 1 : 0],
      );
      return rows.map(toClaim);
    },
    /** Those that the jobs of a batch paid for and no other batch uses; what the batch used stays without them. */
    async removePaidBy(batch: number, before: number): Promise<void> {
      await db.run(
        `DELETE FROM records r WHERE single = 0 AND fetched_at < $1
           AND EXISTS (SELECT 1 FROM items i WHERE i.record = r.num AND i.batch = $2 AND i.job IS NOT NULL)
           AND NOT EXISTS (SELECT 1 FROM items i WHERE i.record = r.num AND i.batch <> $2)`,
        ...[before, batch],
      );
    },
    /** Those that no batch uses; returns how many. */
    purge: (before: number): Promise<number> =>
      db.run(
        `DELETE FROM records r WHERE fetched_at < $1
         AND NOT EXISTS (SELECT 1 FROM items i WHERE i.record = r.num)`,
        before,
      ),
  };
}
