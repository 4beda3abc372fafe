import { isUtf8 } from 'node:buffer';
import * as v from 'valibot';
import type { IdentifierKind } from '../identifiers/index.js';
import type { Db, LedgerEngine, Tx } from './db.js';
import { readWaitingIds } from './jobs.js';
import { isObject, readStored, readStoredRecord } from './stored-values.js';

export interface StoredRecord {
  /** Epoch ms. */
  readonly fetchedAt: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A record of a single lookup. `undelivered`: the number of the lookup, if the record has reached no user yet. */
export interface UndeliveredRecord extends StoredRecord {
  readonly undeliveredLookup?: number;
}

/** A record that is to be stored. */
export interface NewRecord {
  readonly kind: IdentifierKind;
  readonly id: string;
  readonly data: object;
  /** Epoch ms. */
  readonly fetchedAt: number;
  /** Whether a simple lookup found it, and not a real-time one (the name of the column). */
  readonly single: boolean;
}

/** How many of some identifiers have records. */
export interface KnownIds {
  readonly ids: number;
  /** Identifiers with a record that is young enough to answer. */
  readonly answered: number;
  /** Identifiers with a record of any age. */
  readonly paid: number;
}

/** Records of the ledger. `since`: they were fetched at or after this moment (epoch ms). */
export function recordsOperations({ read, write }: LedgerEngine) {
  return {
    /** Stores that the sandbox answers the requests of this ledger. */
    markAsSandbox: write(async (tx) => {
      await tx.run("INSERT INTO answered_by (service) VALUES ('sandbox') ON CONFLICT DO NOTHING");
    }),
    /** Returns whether the records of this ledger are invented, because the sandbox answers. */
    isOfSandbox: read((tx) => tx.has("SELECT 1 FROM answered_by WHERE service = 'sandbox'")),
    findNewestRecord: read(findNewestRecord),
    findPaidIds: read(async (tx, kind: IdentifierKind, ids: readonly string[], since: number) => {
      return new Set((await findNewestRecordNumbers(tx, kind, ids, since)).keys());
    }),
    countKnown: read(countKnown),
    countKnownInJobs: read(
      async (tx, batch: number, kind: IdentifierKind, seqs: readonly number[], since: number) => {
        const ids: string[] = [];
        for (const seq of seqs) ids.push(...(await readWaitingIds(tx, batch, seq)));
        return countKnown(tx, kind, ids, since);
      },
    ),
    readRecords: read(readRecords),
    countRecordsAfter: read(countRecordsAfter),
  };
}

/** Takes numbers for new records and returns the first. No number is given twice, also after its record was removed. */
async function takeRecordNumbers(db: Db, count: number): Promise<number> {
  const sql = 'UPDATE ticks SET record = record + $1 RETURNING record AS n';
  return (await db.number(sql, count)) - count + 1;
}

export async function addRecord(db: Db, { kind, id, data, fetchedAt, single }: NewRecord) {
  await backdateRecords(db, kind, [id], fetchedAt);
  await db.run(
    `INSERT INTO records (num, kind, id, fetched_at, data, single) VALUES ($1, $2, $3, $4, $5, $6)`,
    ...[await takeRecordNumbers(db, 1), kind, id, fetchedAt, JSON.stringify(data), single ? 1 : 0],
  );
}

/**
 * Sets the date of stored records back to `fetchedAt` where a wrong clock dated them later. Otherwise they would hide
 * the new record, which was in truth fetched after them.
 */
async function backdateRecords(
  db: Db,
  kind: IdentifierKind,
  ids: readonly string[],
  fetchedAt: number,
): Promise<void> {
  const sql =
    'UPDATE records SET fetched_at = $1 WHERE kind = $2 AND id = ANY ($3::text[]) AND fetched_at > $1';
  await db.run(sql, fetchedAt, kind, ids);
}

/**
 * Stores records and returns the number of the first, which the others follow. All texts go as one value, because
 * quoting each would take longer than storing it.
 */
export async function addRecords(
  db: Db,
  kind: IdentifierKind,
  records: readonly { readonly id: string; readonly json: Buffer }[],
  fetchedAt: number,
): Promise<number> {
  const ids = records.map(({ id }) => id);
  await backdateRecords(db, kind, ids, fetchedAt);
  const first = await takeRecordNumbers(db, records.length);
  const texts = records.map(({ json }) => (isUtf8(json) ? json : Buffer.from(json.toString())));
  let from = 1;
  const keys = records.map(({ id }, n) => {
    const length = texts[n]?.length ?? 0;
    const key = [first + n, from, length].map((part) => String(part).padStart(DIGITS, '0'));
    from += length;
    return key.join('') + id;
  });
  await db.run(
    `INSERT INTO records (num, kind, id, fetched_at, data)
     SELECT substr(key, 1, 15)::bigint, $1::text, substr(key, 46), $2::bigint,
       convert_from(substr($4::bytea, substr(key, 16, 15)::integer, substr(key, 31, 15)::integer), 'UTF8')
     FROM unnest($3::text[]) AS paid (key)`,
    ...[kind, fetchedAt, keys, Buffer.concat(texts)],
  );
  return first;
}

/** Digits of each number before an identifier; the statement in `addRecords` cuts the key there. */
const DIGITS = 15;

export async function findNewestRecord(
  db: Db,
  kind: IdentifierKind,
  id: string,
  since: number,
): Promise<UndeliveredRecord | undefined> {
  const row: { fetchedAt: number; data: string; unshown: number | null } | undefined =
    await db.first(
      `SELECT r.fetched_at AS "fetchedAt", r.data, (SELECT max(l.num) FROM lookups l WHERE l.data IS NOT NULL
       AND l.kind = $1 AND l.id = $2 AND l.fetched_at = r.fetched_at AND l.shown_at IS NULL) AS unshown
     FROM records r WHERE r.kind = $1 AND r.id = $2 AND r.fetched_at >= $3
     ORDER BY r.fetched_at DESC, r.num DESC LIMIT 1`,
      ...[kind, id, since],
    );
  if (row === undefined) return undefined;
  const { fetchedAt, data, unshown } = row;
  return {
    fetchedAt,
    data: readStoredRecord(data),
    undeliveredLookup: unshown ?? undefined,
  };
}

/**
 * Counts records fetched after `moment` (epoch ms). Counting takes long, so it happens only if a request was made after
 * `moment`, too.
 */
async function countRecordsAfter(db: Db, moment: number): Promise<number> {
  const hasLaterRequest = await db.has(
    `SELECT 1 WHERE EXISTS (SELECT 1 FROM lookups WHERE begun_at > $1)
       OR EXISTS (SELECT 1 FROM jobs WHERE submitted_at > $1 OR ended_at > $1)
       OR EXISTS (SELECT 1 FROM past_jobs WHERE submitted_at > $1)`,
    moment,
  );
  const sql = 'SELECT count(*) AS n FROM records WHERE fetched_at > $1';
  return hasLaterRequest ? db.number(sql, moment) : 0;
}

export function hasRecords(db: Db, kind: IdentifierKind, since: number): Promise<boolean> {
  const sql = 'SELECT 1 FROM records WHERE kind = $1 AND fetched_at >= $2 LIMIT 1';
  return db.has(sql, kind, since);
}

/** Returns the number of the newest record of each identifier that has one since `since` (epoch ms). */
export async function findNewestRecordNumbers(
  db: Db,
  kind: IdentifierKind,
  ids: readonly string[],
  since: number,
): Promise<ReadonlyMap<string, number>> {
  if (!(await hasRecords(db, kind, since))) return new Map();
  const rows: { id: string; num: number }[] = await db.all(
    `SELECT id, num FROM (SELECT w.id, (SELECT r.num FROM records r
           WHERE r.kind = $1 AND r.id = w.id AND r.fetched_at >= $3
           ORDER BY r.fetched_at DESC, r.num DESC LIMIT 1) AS num
         FROM unnest($2::text[]) AS w (id)) AS known WHERE num IS NOT NULL`,
    ...[kind, ids, since],
  );
  return new Map(rows.map(({ id, num }) => [id, num]));
}

/** For each record three values: its number, when it was fetched (epoch ms), and its data. */
const TRIPLES = v.custom<(number | StoredRecord['data'])[]>(
  (all) =>
    Array.isArray(all) &&
    all.length % 3 === 0 &&
    all.every((one, at) => (at % 3 === 2 ? isObject(one) : typeof one === 'number')),
);

/**
 * Returns records by number. The database takes half as long for one text of all records as for rows, and half as long
 * for a range of numbers as for a list.
 */
async function readRecords(tx: Tx, nums: readonly number[]) {
  const [first, last] = [Math.min(...nums), Math.max(...nums)];
  const isRange = last - first < 1.25 * nums.length;
  const row: { all_of: string | null } | undefined = await tx.first(
    `SELECT string_agg(num || ',' || fetched_at || ',' || data, ',') AS all_of FROM records
     WHERE ${isRange ? 'num BETWEEN $1 AND $2' : 'num = ANY ($1::bigint[])'}`,
    ...(isRange ? [first, last] : [nums]),
  );
  const all = readStored(`[${row?.all_of ?? ''}]`, TRIPLES, 'records');
  const records = new Map<number, StoredRecord>();
  for (let at = 0; at < all.length; at += 3)
    records.set(all[at] as number, {
      fetchedAt: all[at + 1] as number,
      data: all[at + 2] as StoredRecord['data'],
    });
  return records as ReadonlyMap<number, StoredRecord>;
}

export async function countKnown(
  db: Db,
  kind: IdentifierKind,
  ids: readonly string[],
  since: number,
): Promise<KnownIds> {
  const paid = await findNewestRecordNumbers(db, kind, ids, 0);
  const answered = since > 0 ? await findNewestRecordNumbers(db, kind, ids, since) : paid;
  return { ids: ids.length, answered: answered.size, paid: paid.size };
}
