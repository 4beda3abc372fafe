import type { IdentifierKind } from '../../identifiers/index.js';
import type { KnownIds, NewRecord, StoredRecord } from '../operations/records.js';
import { ANSWER, idsWith } from '../job-items.js';
import type { Items } from './items.js';
import type { Db } from '../db/db.js';
import { createTicks } from './notes.js';

/** The lists that are searched for what was not found: all of them would take too long. */
const NEWEST_LISTS = `SELECT num FROM batches b WHERE EXISTS (
     SELECT 1 FROM jobs j WHERE j.batch = b.num AND j.kind = $1 AND j.not_found > 0)
   ORDER BY num DESC LIMIT 3`;

/** A record as JSON. */
export interface RecordText {
  /** Epoch ms. */
  readonly fetchedAt: number;
  readonly json: string;
}

/** Of the number of a record before its identifier; the statement below cuts there. */
const DIGITS = 15;

export interface RecordOfJob {
  readonly id: string;
  /** UTF-8. */
  readonly json: Buffer;
}

/** Paid records, shared by single lookups and batches. */
export function createRecords(db: Db, items: Pick<Items, 'of'>) {
  return {
    ...createAddRecords(db),
    ...createFindRecords(db),
    ...createCountKnown(db, items),
  };
}

function createAddRecords(db: Db) {
  const { recordNumbers } = createTicks(db);
  return {
    async add({ kind, id, data, fetchedAt, single }: NewRecord): Promise<void> {
      const sql = `INSERT INTO records (num, kind, id, fetched_at, data, single)
        VALUES ($1, $2, $3, $4, $5, $6)`;
      const values = [kind, id, fetchedAt, JSON.stringify(data), single ? 1 : 0];
      await db.run(sql, await recordNumbers(1), ...values);
    },
    /** Adds records (JSON in UTF-8) that jobs paid for; returns the number of the first, which the others follow. */
    async addAll(
      kind: IdentifierKind,
      records: readonly RecordOfJob[],
      fetchedAt: number,
    ): Promise<number> {
      const first = await recordNumbers(records.length);
      const all = records.map(({ id, json }, n) => [
        String(first + n).padStart(DIGITS, '0') + id,
        json.toString('utf8'),
      ]);
      await db.run(
        `INSERT INTO records (num, kind, id, fetched_at, data)
         SELECT substr(paid.key, 1, 15)::bigint, $1::text, substr(paid.key, 16), $2::bigint,
           paid.value FROM json_each_text($3::json) AS paid`,
        ...[kind, fetchedAt, JSON.stringify(Object.fromEntries(all))],
      );
      return first;
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
    haveSince: haveSinceIn(db),
    newestAmong: newestIn(db),
    /** Those with these numbers, by their numbers. One text of all takes half the time of a row for each. */
    async readByNumber(nums: readonly number[]): Promise<ReadonlyMap<number, StoredRecord>> {
      const row = await db.first(
        `SELECT string_agg(num || ',' || fetched_at || ',' || data, ',') AS all_of FROM records
         WHERE num = ANY ($1::bigint[])`,
        nums,
      );
      const all = JSON.parse(`[${String(row?.['all_of'] ?? '')}]`) as unknown[];
      const records = new Map<number, StoredRecord>();
      for (let at = 0; at < all.length; at += 3) {
        const [num, fetchedAt, data] = all.slice(at, at + 3) as [
          number,
          number,
          StoredRecord['data'],
        ];
        records.set(num, { fetchedAt, data });
      }
      return records;
    },
    /** The same with their texts. */
    async byNumber(nums: readonly number[]): Promise<ReadonlyMap<number, RecordText>> {
      const sql = 'SELECT num, fetched_at, data FROM records WHERE num = ANY ($1::bigint[])';
      const rows = await db.all(sql, nums);
      return new Map(
        rows.map(({ num, fetched_at: fetchedAt, data }) => [
          num as number,
          { fetchedAt: fetchedAt as number, json: data as string },
        ]),
      );
    },
  };
}

/** Whether there is any record of a kind fetched at or after `since`. */
function haveSinceIn(db: Db) {
  const sql = 'SELECT 1 FROM records WHERE kind = $1 AND fetched_at >= $2 LIMIT 1';
  return (kind: IdentifierKind, since: number): Promise<boolean> => db.has(sql, kind, since);
}

/** The numbers of the newest records, by identifier, of those fetched at or after `since`. */
function newestIn(db: Db) {
  const haveSince = haveSinceIn(db);
  return async (
    kind: IdentifierKind,
    ids: readonly string[],
    since: number,
  ): Promise<ReadonlyMap<string, number>> => {
    // Thousands need no search where there is nothing.
    if (!(await haveSince(kind, since))) return new Map();
    const rows = await db.all(
      `SELECT id, num FROM (SELECT w.id, (SELECT r.num FROM records r
             WHERE r.kind = $1 AND r.id = w.id AND r.fetched_at >= $3
             ORDER BY r.fetched_at DESC, r.num DESC LIMIT 1) AS num
           FROM unnest($2::text[]) AS w (id)) AS known WHERE num IS NOT NULL`,
      ...[kind, ids, since],
    );
    return new Map(rows.map((row) => [row['id'] as string, row['num'] as number]));
  };
}

function createCountKnown(db: Db, items: Pick<Items, 'of'>) {
  const newestAmong = newestIn(db);
  /** How many of these that have no record the newest lists of their kind did not find. */
  const countNotFound = async (
    kind: IdentifierKind,
    ids: readonly string[],
    paid: ReadonlyMap<string, number>,
  ): Promise<number> => {
    const rows = await db.all(
      `SELECT i.batch, i.seq FROM items i WHERE i.batch IN (${NEWEST_LISTS}) AND i.not_found > 0`,
      kind,
    );
    if (rows.length === 0 || paid.size === ids.length) return 0;
    const unknown = new Set(ids.filter((id) => !paid.has(id)));
    const { size } = unknown;
    for (const { batch, seq } of rows) {
      const own = await items.of(Number(batch), Number(seq));
      for (const id of idsWith(own, (answer) => answer === ANSWER.not_found)) unknown.delete(id);
    }
    return size - unknown.size;
  };
  return {
    /** Counts identifiers with a record, and those that the newest lists did not find. */
    async known(kind: IdentifierKind, ids: readonly string[], since: number): Promise<KnownIds> {
      const all = await newestAmong(kind, ids, 0);
      const answered = since > 0 ? await newestAmong(kind, ids, since) : all;
      const notFound = await countNotFound(kind, ids, all);
      return { ids: ids.length, answered: answered.size, paid: all.size, notFound };
    },
  };
}
