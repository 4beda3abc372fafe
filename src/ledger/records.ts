import { isUtf8 } from 'node:buffer';
import * as v from 'valibot';
import type { IdentifierKind } from '../identifiers/index.js';
import type { Db, LedgerEngine, Tx } from './db.js';
import { waitingIdsOf } from './jobs.js';
import { isObject, readStored, readStoredRecord } from './stored-values.js';

export interface StoredRecord {
  readonly fetchedAt: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** `unshown`: the number of its lookup, if nobody has been shown it yet. */
export interface UnshownRecord extends StoredRecord {
  readonly unshown?: number;
}

export interface NewRecord {
  readonly kind: IdentifierKind;
  readonly id: string;
  readonly data: object;
  readonly fetchedAt: number;
  readonly single: boolean;
}

export interface KnownIds {
  readonly ids: number;
  readonly answered: number;
  readonly paid: number;
}

/** `since`: epoch ms of their fetching. */
export function recordsOperations({ read, write }: LedgerEngine) {
  return {
    noteSandbox: write(async (tx) => {
      await tx.run("INSERT INTO answered_by (service) VALUES ('sandbox') ON CONFLICT DO NOTHING");
    }),
    /** Whether its records are invented. */
    isOfSandbox: read((tx) => tx.has("SELECT 1 FROM answered_by WHERE service = 'sandbox'")),
    newestRecord: read(newestRecord),
    paidAmong: read(async (tx, kind: IdentifierKind, ids: readonly string[], since: number) => {
      return new Set((await newestAmong(tx, kind, ids, since)).keys());
    }),
    knownAmong: read(knownAmong),
    knownInJobs: read(
      async (tx, batch: number, kind: IdentifierKind, seqs: readonly number[], since: number) => {
        const ids: string[] = [];
        for (const seq of seqs) ids.push(...(await waitingIdsOf(tx, batch, seq)));
        return knownAmong(tx, kind, ids, since);
      },
    ),
    recordsByNumber: read(recordsByNumber),
    recordsAfter: read(recordsAfter),
  };
}

/** None is given twice, also where one was removed. */
async function numbers(db: Db, count: number): Promise<number> {
  const sql = 'UPDATE ticks SET record = record + $1 RETURNING record AS n';
  return (await db.number(sql, count)) - count + 1;
}

export async function addRecord(db: Db, { kind, id, data, fetchedAt, single }: NewRecord) {
  await placeBefore(db, kind, [id], fetchedAt);
  await db.run(
    `INSERT INTO records (num, kind, id, fetched_at, data, single) VALUES ($1, $2, $3, $4, $5, $6)`,
    ...[await numbers(db, 1), kind, id, fetchedAt, JSON.stringify(data), single ? 1 : 0],
  );
}

/** What is stored already was fetched before: a time after that comes from a clock that was ahead, and would hide the new record. */
async function placeBefore(
  db: Db,
  kind: IdentifierKind,
  ids: readonly string[],
  fetchedAt: number,
): Promise<void> {
  const sql =
    'UPDATE records SET fetched_at = $1 WHERE kind = $2 AND id = ANY ($3::text[]) AND fetched_at > $1';
  await db.run(sql, fetchedAt, kind, ids);
}

/** Returns the number of the first, which the others follow. All texts are one value: to quote each would take longer than to store it. */
export async function addRecords(
  db: Db,
  kind: IdentifierKind,
  records: readonly { readonly id: string; readonly json: Buffer }[],
  fetchedAt: number,
): Promise<number> {
  const ids = records.map(({ id }) => id);
  await placeBefore(db, kind, ids, fetchedAt);
  const first = await numbers(db, records.length);
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

/** Of each number before an identifier; the statement cuts there. */
const DIGITS = 15;

export async function newestRecord(
  db: Db,
  kind: IdentifierKind,
  id: string,
  since: number,
): Promise<UnshownRecord | undefined> {
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
    unshown: unshown ?? undefined,
  };
}

/** How many were fetched after `moment` (epoch ms). They are counted only where a request was made after it, too: to count takes long. */
async function recordsAfter(db: Db, moment: number): Promise<number> {
  const isAhead = await db.has(
    `SELECT 1 WHERE EXISTS (SELECT 1 FROM lookups WHERE begun_at > $1)
       OR EXISTS (SELECT 1 FROM jobs WHERE submitted_at > $1 OR ended_at > $1)
       OR EXISTS (SELECT 1 FROM past_jobs WHERE submitted_at > $1)`,
    moment,
  );
  const sql = 'SELECT count(*) AS n FROM records WHERE fetched_at > $1';
  return isAhead ? db.number(sql, moment) : 0;
}

export function hasRecords(db: Db, kind: IdentifierKind, since: number): Promise<boolean> {
  const sql = 'SELECT 1 FROM records WHERE kind = $1 AND fetched_at >= $2 LIMIT 1';
  return db.has(sql, kind, since);
}

export async function newestAmong(
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

/** Of each record its number, when it was fetched, and its data. */
const TRIPLES = v.custom<(number | StoredRecord['data'])[]>(
  (all) =>
    Array.isArray(all) &&
    all.length % 3 === 0 &&
    all.every((one, at) => (at % 3 === 2 ? isObject(one) : typeof one === 'number')),
);

/** One text of all takes half the time of a row for each, and their range, which an export asks for, half of a list's. */
async function recordsByNumber(tx: Tx, nums: readonly number[]) {
  const [least, most] = [Math.min(...nums), Math.max(...nums)];
  const isRange = most - least < 1.25 * nums.length;
  const row: { all_of: string | null } | undefined = await tx.first(
    `SELECT string_agg(num || ',' || fetched_at || ',' || data, ',') AS all_of FROM records
     WHERE ${isRange ? 'num BETWEEN $1 AND $2' : 'num = ANY ($1::bigint[])'}`,
    ...(isRange ? [least, most] : [nums]),
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

export async function knownAmong(
  db: Db,
  kind: IdentifierKind,
  ids: readonly string[],
  since: number,
): Promise<KnownIds> {
  const paid = await newestAmong(db, kind, ids, 0);
  const answered = since > 0 ? await newestAmong(db, kind, ids, since) : paid;
  return { ids: ids.length, answered: answered.size, paid: paid.size };
}
