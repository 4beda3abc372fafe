import { kindOf, type IdentifierKind } from '../identifiers/index.js';
import { claimLookedUp, mergeClaims, readRealtimePrices, type Claim } from './claims.js';
import { selectInCamelCase, type Db, type LedgerEngine, type Tx } from './db.js';
import { ANSWER, divideItems, belongsToJob, findPlace, countAnswers } from './job-items.js';
import { iterateItems, readItems, readJobs, recountPlanned, storeItems, type Job } from './jobs.js';
import { forgetUndelivered, IS_OPEN, findOpenLookups, type OpenLookup } from './lookups.js';
import { selectBatches } from './batches.js';
import { FOUND_BY_JOB, storeRequestsOfBatch } from './requests.js';
import { storeSavingsOfBatch, storeSavingsOfErased } from './savings.js';
import { countIdentifiers, forgetIdentifiers, storeUseOfDeleted } from './uses.js';
import { composedSql, type LiteralSql, literalSql } from '../sqlite/sql.js';

/** Batches and records that the user wants to remove. */
export interface WantedRemoval {
  readonly batches: readonly number[];
  /** Records that were fetched before this moment (epoch ms) are removed. */
  readonly before: number;
  /** Records of single lookups that a wrong clock dated after this moment (epoch ms) are removed, too. */
  readonly datedAfter?: number;
  /** Whether records that no batch uses, and identifiers in the log, are removed, too: a purge removes them. */
  readonly includesUnused: boolean;
}

/**
 * Removes batches, records, and what is stored about a person or company. The charges stay in `past_jobs` and
 * `savings`, where limits still count them.
 */
export function removalOperations({ erase, read, writeBatch }: LedgerEngine) {
  return {
    /**
     * Removes records that no batch uses, delivered or not, and the identifiers of old lookups; returns how many
     * records.
     */
    purgeRecords: erase(async (tx, before: number, datedAfter?: number) => {
      await forgetUndelivered(tx, 'fetched_at < $1', before);
      await forgetIdentifiers(tx, before);
      let count = 0;
      const used = await findUsedRecords(tx, []);
      for await (const rows of iterateUnusedRecords(tx, used, before, datedAfter)) {
        const nums = rows.map(({ num }) => num);
        count += await tx.run('DELETE FROM records WHERE num = ANY ($1::bigint[])', nums);
      }
      return count;
    }),
    /**
     * Returns the records that `removeBatch` of each batch, and `purgeRecords`, would remove, the batches that would
     * stay, and how many rows of the log would lose their identifier.
     */
    foreseeRemoval: read(foreseeRemoval),
    /**
     * Removes a batch, and the records that only its jobs paid for if they were fetched before `before` (epoch ms).
     * Removes nothing while the service may process a job, because its paid results would be lost.
     */
    removeBatch: erase(removeBatch),
    /** Removes a batch whose plan was never finished. */
    discardBatch: writeBatch((tx, batch: number) => {
      return deleteBatch(tx, 'num = $1 AND planned_at IS NULL', batch);
    }),
    /** Returns the ids of removed batches among `ids`. Every machine removes their private copies from its folder. */
    findRemovedBatches: read(async (tx, ids: readonly string[]) => {
      const sql = literalSql(`SELECT id FROM removed WHERE id = ANY ($1::text[])
        AND id NOT IN (SELECT id FROM batches)`);
      return (await tx.all<{ id: string }>(sql, ids)).map(({ id }) => id);
    }),
    /** Returns all that is stored about identifiers: batches, records, and open lookups. */
    findStoredAbout: read(async (tx, ids: readonly string[]) => {
      return {
        batches: await findBatchesWithIds(tx, ids),
        records: await claimRecords(tx, ids),
        openIdentifiers: await findOpenIdentifiers(tx, ids),
        /** How many rows of the log name one of the identifiers. */
        requests: await countIdentifiers(tx, ids),
      };
    }),
    /**
     * Removes identifiers from a batch: their rows count as invalid, and the same input no longer finds the batch.
     * Changes nothing while the service may process a job with one of them.
     */
    eraseFromBatch: erase(eraseFromBatch),
    /**
     * Removes records of identifiers and returns how many; none while a batch has one of them, or a lookup of one is
     * open.
     */
    eraseRecords: erase(eraseRecords),
  };
}

async function foreseeRemoval(
  tx: Tx,
  { batches, before, datedAfter, includesUnused }: WantedRemoval,
) {
  const keptStates = new Map<number, 'running' | 'unconfirmed'>();
  for (const num of batches) {
    const keepReason = await findReasonToKeep(tx, num);
    if (keepReason !== undefined) keptStates.set(num, keepReason);
  }
  const removable = batches.filter((num) => !keptStates.has(num));
  const used = await findUsedRecords(tx, removable);
  const records: Claim[] = [];
  for (const batch of removable)
    for await (const { seq, found } of iteratePaidRecords(tx, batch, used)) {
      const claims: Claim[] = await tx.all(
        `SELECT r.kind, j.price, count(*) AS records FROM records r
           JOIN jobs j ON j.batch = $1 AND j.seq = $2
         WHERE r.num = ANY ($3::bigint[]) AND r.fetched_at < $4 AND (r.single = 0 OR $5::integer = 1)
         GROUP BY 1, 2`,
        ...[batch, seq, found, before, includesUnused ? 1 : 0],
      );
      records.push(...claims);
      for (const record of found) used[record] = 1;
    }
  if (includesUnused) {
    const prices = await readRealtimePrices(tx);
    for await (const rows of iterateUnusedRecords(tx, used, before, datedAfter))
      records.push(...rows.map((record) => claimLookedUp(record, prices)));
  }
  const requests = includesUnused ? await countIdentifiers(tx, before) : 0;
  return { keptStates, records: mergeClaims(records), requests };
}

async function findReasonToKeep(
  tx: Tx,
  num: number,
): Promise<'running' | 'unconfirmed' | undefined> {
  const jobs = await readJobs(tx, num);
  const isOpen = ({ state, waiting }: Job) =>
    ['submitting', 'unconfirmed'].includes(state) && waiting > 0;
  if (jobs.some(isOpen)) return 'unconfirmed';
  return jobs.some(({ state }) => state === 'accepted') ? 'running' : undefined;
}

async function removeBatch(
  tx: Tx,
  num: number,
  before: number,
): Promise<'removed' | 'running' | 'unconfirmed'> {
  const keepReason = await findReasonToKeep(tx, num);
  if (keepReason !== undefined) return keepReason;
  const used = await findUsedRecords(tx, [num]);
  const sql =
    'DELETE FROM records WHERE single = 0 AND fetched_at < $1 AND num = ANY ($2::bigint[])';
  for await (const { found } of iteratePaidRecords(tx, num, used)) await tx.run(sql, before, found);
  await storeRequestsOfBatch(tx, num);
  await storeSavingsOfBatch(tx, num);
  await storeUseOfDeleted(tx, num);
  await deleteBatch(tx, 'num = $1', num);
  return 'removed';
}

async function deleteBatch<S extends string>(
  tx: Tx,
  condition: LiteralSql<S>,
  num: number,
): Promise<void> {
  const sql = `INSERT INTO removed SELECT id FROM batches WHERE ${condition} ON CONFLICT DO NOTHING`;
  await tx.run(composedSql(sql), num);
  await tx.run(composedSql(`DELETE FROM batches WHERE ${condition}`), num);
}

/** An array with 1 at the number of each record that is used. */
type UsedRecords = Uint8Array;

async function findUsedRecords(db: Db, batches: readonly number[]): Promise<UsedRecords> {
  const used: UsedRecords = new Uint8Array(
    await db.number('SELECT coalesce(max(num), 0) + 1 AS n FROM records'),
  );
  for await (const { batch, items } of iterateItems(db))
    if (!batches.includes(batch)) for (const record of items.records) used[record] = 1;
  return used;
}

/** Yields, job by job, the records that a batch paid for and that are not in `others`. */
async function* iteratePaidRecords(db: Db, batch: number, usedRecords: UsedRecords) {
  for await (const { seq, items } of iterateItems(db, batch)) {
    const isPaid = (record: number, at: number) =>
      items.answers[at] === ANSWER.found && usedRecords[record] !== 1;
    const found = Array.from(items.records).filter(isPaid);
    if (found.length > 0) yield { seq, found };
  }
}

interface RecordRow {
  readonly num: number;
  readonly kind: IdentifierKind;
  readonly fetchedAt: number;
  /** 1 if a simple lookup found it. */
  readonly single: number;
}

const RECORD_COLUMNS = selectInCamelCase('num, kind, fetched_at, single');

const PAGE = 10_000;

async function* iterateUnusedRecords(
  db: Db,
  used: UsedRecords,
  before: number,
  datedAfter = Number.MAX_SAFE_INTEGER,
) {
  for (let after: number | undefined = 0; after !== undefined;) {
    const rows: RecordRow[] = await db.all(
      `SELECT ${RECORD_COLUMNS} FROM records WHERE num > $1 AND (fetched_at < $2 OR fetched_at > $3)
         ORDER BY num LIMIT $4`,
      ...[after, before, datedAfter, PAGE],
    );
    yield rows.filter(({ num }) => used[num] !== 1);
    after = rows.length === PAGE ? rows.at(-1)?.num : undefined;
  }
}

/** An identifier with a single lookup that is under way, in doubt, or not delivered yet. */
export type OpenIdentifier = Pick<OpenLookup, 'kind' | 'id'>;

/** A batch that has one of the identifiers. `state`: whether the service processes, or may process, a job with one. */
export interface BatchWithIdentifier {
  readonly num: number;
  readonly id: string;
  readonly state: 'ended' | 'running' | 'unconfirmed';
}

/** Identifiers that are to be erased from a batch. The next private copy, which lacks their rows, is already stored. */
export interface ErasedRows {
  readonly batch: number;
  readonly ids: readonly string[];
  /** Counted from 1. */
  readonly rows: readonly number[];
  /** Rows that had lost zeros. */
  readonly repaired: number;
  /** JSON. */
  readonly layout: string;
  /** SHA-256 (hex) of the next private copy. */
  readonly hash: string;
  /** Bytes of the next private copy. */
  readonly size: number;
}

/** The first number of the pieces of a private copy that will replace the present one. */
export const NEXT_COPY = 1_000_000;

async function eraseFromBatch(
  tx: Tx,
  { batch: num, ids, rows, repaired, layout, hash, size }: ErasedRows,
): Promise<'erased' | 'running' | 'unconfirmed'> {
  const stored = (await findBatchesWithIds(tx, ids)).find((one) => one.num === num);
  if (stored !== undefined && stored.state !== 'ended') return stored.state;
  const [batch] = await selectBatches(tx, 'num = $1', num);
  if (batch === undefined) return 'erased';
  const removed = await removeItems(tx, num, ids);
  for (const kind of ['cpf', 'cnpj'] as const)
    await storeSavingsOfErased(tx, num, kind, removed.reused[kind]);
  await recountPlanned(tx, num);
  // A damaged copy may show fewer rows, but every identifier had one.
  const count = Math.max(rows.length, removed.items);
  const { reasons, erased } = batch;
  const erasedReason = count === 0 ? {} : { erased: (reasons['erased'] ?? 0) + count };
  const { cpf, cnpj } = removed.paid;
  const paid = { cpf: erased.paid.cpf + cpf, cnpj: erased.paid.cnpj + cnpj };
  await tx.run(
    `UPDATE batches SET invalid = $1, duplicates = $2, repaired = $3, reasons = $4, erased = $5, layout = $6,
       input_hash = $7, input_size = $8, match_key = 'erased ' || id, generation = 1 WHERE num = $9`,
    ...[
      batch.invalid + count,
      batch.duplicates - (count - removed.items),
      batch.repaired - repaired,
    ],
    ...[JSON.stringify({ ...reasons, ...erasedReason })],
    ...[JSON.stringify({ rows: [...erased.rows, ...rows], paid }), layout, hash, size, num],
  );
  if (tx.engine === 'sqlite') return 'erased';
  // The next copy replaces the present one.
  await tx.run('DELETE FROM copies WHERE batch = $1 AND number < $2', num, NEXT_COPY);
  const renumbered = 'UPDATE copies SET number = number - $2::integer WHERE batch = $1';
  await tx.run(renumbered, num, NEXT_COPY);
  return 'erased';
}

/** SQL for rows with one of the ids `$1`. It names both kinds, because the indexes begin with the kind. */
const HAS_GIVEN_ID = `kind IN ('cpf', 'cnpj') AND id = ANY ($1::text[])` as const;

async function eraseRecords(
  tx: Tx,
  ids: readonly string[],
): Promise<number | 'in_use' | OpenIdentifier> {
  const [open] = await findOpenIdentifiers(tx, ids);
  if (open !== undefined) return open;
  // A living session is about to deliver its record, perhaps also to sessions that wait for it instead of paying.
  const undelivered = literalSql(`SELECT kind, id, holder FROM lookups
    WHERE ${HAS_GIVEN_ID} AND data IS NOT NULL AND shown_at IS NULL`);
  for (const { kind, id, holder } of await tx.all<OpenLookup>(undelivered, ids))
    if (await tx.holders.isAlive(holder)) return { kind, id };
  if ((await findBatchesWithIds(tx, ids)).length > 0) return 'in_use';
  await forgetUndelivered(tx, HAS_GIVEN_ID, ids);
  await forgetIdentifiers(tx, ids);
  return tx.run(`DELETE FROM records WHERE ${HAS_GIVEN_ID}`, ids);
}

function findOpenIdentifiers(tx: Tx, ids: readonly string[]): Promise<OpenIdentifier[]> {
  return findOpenLookups(tx, `${IS_OPEN} AND ${HAS_GIVEN_ID}`, ids);
}

export async function* iterateJobsWithIds(
  db: Db,
  ids: readonly string[],
  batch: number | null = null,
) {
  type Row = Pick<BatchWithIdentifier, 'num' | 'id' | 'state'> & {
    seq: number;
    price: number | null;
  };
  const rows: Row[] = await db.all(
    `SELECT b.num, b.id, i.seq, j.price, CASE WHEN j.state = 'unconfirmed' THEN 'unconfirmed'
         WHEN j.state IN ('submitting', 'accepted') THEN 'running' ELSE 'ended' END AS state
       FROM items i JOIN batches b ON b.num = i.batch
       LEFT JOIN jobs j ON j.batch = i.batch AND j.seq = i.seq
     WHERE ($2::bigint IS NULL OR i.batch = $2) AND EXISTS (
       SELECT 1 FROM unnest($1::text[]) AS wanted (id) WHERE strpos(i.ids, wanted.id) > 0)
     ORDER BY b.num, i.seq`,
    ...[ids, batch],
  );
  for (const row of rows) {
    const items = await readItems(db, row.num, row.seq);
    const places = ids.map((id) => findPlace(items, id)).filter((at) => at >= 0);
    if (places.length > 0) yield { ...row, places, items };
  }
}

const STATES_BY_SEVERITY = ['ended', 'running', 'unconfirmed'] as const;

async function findBatchesWithIds(db: Db, ids: readonly string[]): Promise<BatchWithIdentifier[]> {
  const batches = new Map<number, BatchWithIdentifier>();
  for await (const { num, id, state, places, items } of iterateJobsWithIds(db, ids)) {
    const knownState = batches.get(num)?.state ?? 'ended';
    const isInJob = places.some((at) => belongsToJob(items.answers[at] ?? 0));
    const isWorse =
      isInJob && STATES_BY_SEVERITY.indexOf(state) > STATES_BY_SEVERITY.indexOf(knownState);
    batches.set(num, { num, id, state: isWorse ? state : knownState });
  }
  return [...batches.values()];
}

async function claimRecords(db: Db, ids: readonly string[]): Promise<Claim[]> {
  const jobPrices = new Map<number, number | null>();
  for await (const { price, places, items } of iterateJobsWithIds(db, ids))
    for (const at of places)
      if (items.answers[at] === ANSWER.found) jobPrices.set(items.records[at] ?? 0, price);
  const realtimePrices = await readRealtimePrices(db);
  const rows: RecordRow[] = await db.all(
    `SELECT ${RECORD_COLUMNS} FROM records WHERE ${HAS_GIVEN_ID}`,
    ids,
  );
  return mergeClaims(
    rows.map((record) => {
      const { num, kind } = record;
      const price = jobPrices.get(num);
      if (price === undefined) return claimLookedUp(record, realtimePrices);
      return { kind, price, records: 1 };
    }),
  );
}

/** Removes identifiers from the jobs of a batch; the counts of what the jobs found stay as they were. */
async function removeItems(db: Db, batch: number, ids: readonly string[]) {
  const counts = { items: 0, paid: { cpf: 0, cnpj: 0 }, reused: { cpf: 0, cnpj: 0 } };
  const storeFoundSql = literalSql(`UPDATE jobs AS j SET found = ${FOUND_BY_JOB}
    WHERE j.batch = $1 AND j.seq = $2 AND j.state <> 'planned'`);
  for await (const { seq, places, items } of iterateJobsWithIds(db, ids, batch)) {
    await db.run(storeFoundSql, batch, seq);
    const removedPlaces = new Set(places);
    const [removed, kept] = divideItems(items, (at) => removedPlaces.has(at));
    await storeItems(db, batch, seq, kept);
    const { found, reused } = countAnswers(removed);
    const kind = kindOf({ length: items.width });
    counts.items += removed.rows.length;
    counts.paid[kind] += found;
    counts.reused[kind] += reused;
  }
  return counts;
}
