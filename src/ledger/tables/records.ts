import type { IdentifierKind } from '../../identifiers/index.js';
import type { Claim } from '../operations/balances.js';
import type { KnownIds, NewRecord, StoredRecord, WantedRemoval } from '../operations/records.js';
import { toClaim } from './claims.js';
import type { Db, Row } from '../db/db.js';

/** The lists that are searched for what was not found: all of them would take too long. */
const NEWEST_LISTS = `SELECT num FROM batches b WHERE EXISTS (
     SELECT 1 FROM jobs j WHERE j.batch = b.num AND j.kind = $1 AND j.not_found > 0)
   ORDER BY num DESC LIMIT 3`;

export interface RecordOfJob {
  readonly id: string;
  /** UTF-8. */
  readonly json: Buffer;
}

/** Paid records, shared by single lookups and batches. */
export function createRecords(db: Db) {
  return { ...createAddRecords(db), ...createFindRecords(db), ...createRemoveRecords(db) };
}

function createAddRecords(db: Db) {
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
      const all = records.map(({ id, json }) => [id, json.toString('utf8')]);
      const rows = await db.all(
        `INSERT INTO records (kind, id, fetched_at, data)
         SELECT $1::text, paid.key, $2::bigint, paid.value FROM json_each_text($3::json) AS paid
         RETURNING id, num`,
        ...[kind, fetchedAt, JSON.stringify(Object.fromEntries(all))],
      );
      const numbers = new Map(rows.map((row) => [row['id'] as string, row['num'] as number]));
      return records.map(({ id }) => numbers.get(id) ?? 0);
    },
  };
}

function createFindRecords(db: Db) {
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
        `SELECT id, num FROM (SELECT w.id, (SELECT r.num FROM records r
             WHERE r.kind = $1 AND r.id = w.id AND r.fetched_at >= $3
             ORDER BY r.fetched_at DESC, r.num DESC LIMIT 1) AS num
           FROM unnest($2::text[]) AS w (id)) AS known WHERE num IS NOT NULL`,
        ...[kind, ids, since],
      );
      return new Map(rows.map((row) => [row['id'] as string, row['num'] as number]));
    },
    /** Counts identifiers with a record, and those that the newest lists did not find. */
    async known(kind: IdentifierKind, ids: readonly string[], since: number): Promise<KnownIds> {
      const sql = `WITH wanted AS MATERIALIZED (
          SELECT id, (SELECT max(fetched_at) FROM records r WHERE r.kind = $1 AND r.id = w.id) AS fetched_at
          FROM unnest($2::text[]) AS w (id)),
        newest AS MATERIALIZED (${NEWEST_LISTS})
        SELECT count(*) AS ids, count(*) FILTER (WHERE fetched_at >= $3) AS answered, count(fetched_at) AS paid,
          count(*) FILTER (WHERE fetched_at IS NULL AND EXISTS (
            SELECT 1 FROM newest n /* in this order */ JOIN items i ON i.batch = n.num AND i.id = wanted.id
            WHERE i.answer = 'not_found')) AS not_found
        FROM wanted`;
      return toKnownIds((await db.first(sql, kind, ids, since)) ?? {});
    },
  };
}

/** Removes records fetched before a moment (epoch ms). */
function createRemoveRecords(db: Db) {
  return {
    /** Those that would go with batches, by what they cost. */
    async goingWith({ batches, before, isPurge }: WantedRemoval): Promise<Claim[]> {
      const rows = await db.all(
        `WITH paid AS (SELECT i.record, j.price FROM items i
             JOIN jobs j ON j.batch = i.batch AND j.seq = i.job
             WHERE i.batch = ANY ($1::bigint[]) AND i.record IS NOT NULL),
           kept AS (SELECT DISTINCT record FROM items
             WHERE record IS NOT NULL AND batch <> ALL ($1::bigint[]))
         SELECT r.kind, p.price, count(*) AS n FROM records r
           LEFT JOIN paid p ON p.record = r.num LEFT JOIN kept k ON k.record = r.num
         WHERE r.fetched_at < $2 AND ($3::integer = 1 OR (r.single = 0 AND p.record IS NOT NULL))
           AND k.record IS NULL
         GROUP BY 1, 2`,
        ...[batches, before, isPurge ? 1 : 0],
      );
      return rows.map(toClaim);
    },
    /** Those that the jobs of a batch paid for and no other batch uses; what the batch used stays without them. */
    async removePaidBy(batch: number, before: number): Promise<void> {
      await db.run(
        `DELETE FROM records WHERE single = 0 AND fetched_at < $1 AND num IN (
           SELECT i.record FROM items i
             LEFT JOIN (SELECT DISTINCT record FROM items
               WHERE batch <> $2 AND record IS NOT NULL) o ON o.record = i.record
           WHERE i.batch = $2 AND i.job IS NOT NULL AND o.record IS NULL)`,
        ...[before, batch],
      );
    },
    /** Those that no batch uses; returns how many. */
    purge: (before: number): Promise<number> =>
      db.run(
        `DELETE FROM records WHERE fetched_at < $1 AND num IN (
           SELECT r.num FROM records r
             LEFT JOIN (SELECT DISTINCT record FROM items WHERE record IS NOT NULL) used ON used.record = r.num
           WHERE used.record IS NULL)`,
        before,
      ),
  };
}

function toKnownIds({ ids, answered, paid, not_found: notFound }: Row): KnownIds {
  return {
    ...{ ids: Number(ids), answered: Number(answered) },
    ...{ paid: Number(paid), notFound: Number(notFound) },
  };
}
