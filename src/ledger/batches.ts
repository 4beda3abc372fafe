import * as v from 'valibot';
import type { ColumnKind, IdentifierKind } from '../identifiers/index.js';
import {
  selectInCamelCase,
  whereBatch,
  type BoundValue,
  type Db,
  type LedgerEngine,
  type Tx,
} from './db.js';
import { idAt, readOutcome, RowItems, type JobItems } from './job-items.js';
import { iterateItems, readJobs, KIND_OF_ITEMS, selectJobs, type Job } from './jobs.js';
import { findOpenPlannedLookups, type OpenPlannedLookup } from './lookups.js';
import { readStored, readStoredBytes } from './stored-values.js';
import { composedSql, type Sql, type LiteralSql, literalSql } from '../sqlite/sql.js';

/** A batch as it is stored. Times (`…At`) are epoch ms. */
export interface Batch {
  readonly num: number;
  readonly id: string;
  readonly kind: ColumnKind | null;
  readonly file: string;
  readonly label: string | null;
  readonly baseUrl: string;
  readonly keyFingerprint: string;
  readonly fresh: boolean;
  /** JSON. */
  readonly layout: string | null;
  readonly createdAt: number;
  /** Null until the input is read and planned. */
  readonly plannedAt: number | null;
  readonly rows: number;
  /** SHA-256 (hex) of the private copy; null until the batch is planned. */
  readonly inputHash: string | null;
  /** Bytes of the private copy. */
  readonly inputSize: number | null;
  readonly invalid: number;
  readonly duplicates: number;
  readonly repaired: number;
  readonly reasons: Readonly<Record<string, number>>;
  /** The purpose of the batch; null where none was given. */
  readonly purpose: string | null;
  readonly output: string | null;
  /** Stamps (size and modification time) of the last result and of the tables beside it, by path. */
  readonly outputs: Readonly<Record<string, string>>;
  /** The last run's limit: the credits that jobs begun after the tick `after` may cost; null for no limit. */
  readonly storedLimit: { readonly limit: number; readonly after: number } | null;
  /** What was erased from the batch, about people or companies that had to be forgotten. */
  readonly erased: {
    /** Counted from 1. */
    readonly rows: readonly number[];
    /** How many of their records the jobs had paid for. */
    readonly paid: Readonly<Record<IdentifierKind, number>>;
  };
}

/** Counts of the unique identifiers of a batch, by outcome; `failed` includes those of abandoned jobs. */
export interface ItemCounts {
  readonly reused: number;
  readonly found: number;
  readonly notFound: number;
  readonly rejected: number;
  readonly skipped: number;
  readonly failed: number;
  readonly abandoned: number;
  readonly pending: number;
  readonly unconfirmed: number;
}

/** Conditions for batches, all of which must hold. */
export interface BatchQuery {
  readonly num?: number;
  readonly idPrefix?: string;
  /** The batch was created, submitted and polled only before this moment (epoch ms). */
  readonly untouchedSince?: number;
  readonly jobId?: string;
  /** The query finds at most this number of batches, the newest ones. */
  readonly limit?: number;
}

/**
 * A batch, its jobs, and the counts of its unique identifiers by outcome, of all (`counts`) and of each kind
 * (`countsByKind`).
 */
export interface BatchFigures {
  readonly batch: Batch;
  readonly jobs: readonly Job[];
  readonly counts: ItemCounts;
  readonly countsByKind: Readonly<Record<IdentifierKind, ItemCounts>>;
}

export interface BatchSnapshot {
  readonly figures: BatchFigures;
  /** Yields the outcome of every identifier, in arrays of up to 500. `data`: the record of a found one, as JSON. */
  outcomes(): ReturnType<typeof iterateOutcomes>;
}

export function batchOperations({ read }: LedgerEngine) {
  const readSnapshot = read(async (tx, num: number) => {
    const [figures] = await readFigures(tx, num);
    const parts: JobPart[] = [];
    for await (const { seq, items } of iterateItems(tx, num)) {
      const { width, ids, answers, records } = items;
      parts.push({ seq, width, ids, answers, records });
    }
    return { figures, parts };
  });
  const readTexts = read(readRecordTexts);
  return {
    /** Reads the figures of a batch, and its outcomes as of the same moment; undefined if there is no such batch. */
    async readBatch(num: number): Promise<BatchSnapshot | undefined> {
      const { figures, parts } = await readSnapshot(num);
      return figures && { figures, outcomes: () => iterateOutcomes(parts, readTexts) };
    },
    findBatches: read((tx, query: BatchQuery = {}) =>
      selectBatches(tx, ...composeConditions(query)),
    ),
    readJobs: read(readJobs),
    readFigures: read(readFigures),
    readRowItems: read(readRowItems),
  };
}

const BATCH_COLUMNS = literalSql(
  `row_count AS rows, ${selectInCamelCase(`num, id, kind, file, label, base_url, key_fingerprint,
  fresh, layout, created_at, planned_at, input_hash, input_size, invalid, duplicates, repaired, reasons,
  purpose, output, outputs, agreed, agreed_tick, erased`)}`,
);

type PackedColumn = 'fresh' | 'reasons' | 'outputs' | 'agreed' | 'erased';

type BatchRow = Omit<Batch, PackedColumn> &
  Readonly<Record<'reasons' | 'outputs' | 'erased', string>> &
  Readonly<Record<'fresh' | 'agreedTick', number>> & { readonly agreed: number | null };

const REASONS = v.record(v.string(), v.number());
const OUTPUTS = v.record(v.string(), v.string());
const ERASED = v.object({
  rows: v.optional(v.array(v.number()), []),
  paid: v.optional(v.object({ cpf: v.number(), cnpj: v.number() }), { cpf: 0, cnpj: 0 }),
});

export async function selectBatches<S extends string>(
  db: Db,
  condition: LiteralSql<S>,
  ...values: readonly BoundValue[]
): Promise<Batch[]> {
  const sql = composedSql(`SELECT ${BATCH_COLUMNS} FROM batches b WHERE ${condition}`);
  const rows: BatchRow[] = await db.all(sql, ...values);
  return rows.map(({ agreedTick: after, ...row }) => ({
    ...row,
    fresh: row.fresh === 1,
    reasons: readStored(row.reasons, REASONS, 'batches'),
    outputs: readStored(row.outputs, OUTPUTS, 'batches'),
    storedLimit: row.agreed === null ? null : { limit: row.agreed, after },
    erased: readStored(row.erased, ERASED, 'batches'),
  }));
}

export function composeConditions(
  query: BatchQuery,
): readonly [condition: Sql, ...values: BoundValue[]] {
  const { num = null, idPrefix, jobId = null, untouchedSince = null, limit = Infinity } = query;
  return [
    BATCH_CONDITIONS,
    num,
    idPrefix?.toLowerCase() ?? null,
    jobId,
    untouchedSince,
    Math.trunc(limit),
  ];
}

/** SQL for the conditions and the order of a `BatchQuery`. They need no index, because there are few batches. */
const BATCH_CONDITIONS =
  literalSql(`($1::bigint IS NULL OR num = $1) AND ($2::text IS NULL OR substr(id, 1, length($2)) = $2)
  AND ($3::text IS NULL OR num = (SELECT j.batch FROM jobs j WHERE j.job_id = $3))
  AND ($4::bigint IS NULL OR created_at < $4 AND NOT EXISTS (SELECT 1 FROM jobs j
    WHERE j.batch = b.num AND (j.submitted_at >= $4 OR j.polled_at >= $4)))
  ORDER BY created_at DESC, num DESC LIMIT $5::bigint`);

async function readRowItems(tx: Tx, num: number): Promise<RowItems> {
  const [batch] = await selectBatches(tx, 'num = $1', num);
  const rowItems = new RowItems(batch?.rows ?? 0);
  for await (const { seq, items } of iterateItems(tx, num)) rowItems.add(seq, items);
  const sql = `SELECT later_rows AS later, first_rows AS first FROM repeats WHERE batch = $1 AND part = $2`;
  for (let part = 1; ; part += 1) {
    const row: { later: Uint8Array; first: Uint8Array } | undefined = await tx.first(
      sql,
      num,
      part,
    );
    if (row === undefined) return rowItems;
    const readRowNumbers = (bytes: unknown) =>
      new Uint32Array(readStoredBytes(bytes, Uint32Array.BYTES_PER_ELEMENT, 'repeats').buffer);
    const first = readRowNumbers(row.first);
    readRowNumbers(row.later).forEach((later, at) => {
      rowItems.repeat(later, first[at] ?? 0);
    });
  }
}

async function readFigures(db: Db, num?: number): Promise<BatchFigures[]> {
  const jobs = groupByBatch(await selectJobs(db, ...whereBatch(num)));
  const itemCounts = groupByBatch(await readItemCounts(db, num));
  const openLookups = groupByBatch(await findOpenPlannedLookups(db, num));
  return (await selectBatches(db, ...composeConditions({ num }))).map((batch) => {
    const countKind = (wantedKind: IdentifierKind) => {
      const isOfKind = ({ kind }: { kind: IdentifierKind }) => kind === wantedKind;
      return countDoubtsAsUnconfirmed(
        sumCounts(itemCounts(batch).filter(isOfKind)),
        openLookups(batch).filter(isOfKind),
      );
    };
    const [cpf, cnpj] = [countKind('cpf'), countKind('cnpj')];
    const counts = sumCounts([cpf, cnpj]);
    return { batch, jobs: jobs(batch), counts, countsByKind: { cpf, cnpj } };
  });
}

function groupByBatch<T extends { readonly batch: number }>(all: readonly T[]) {
  const groups = new Map<number, T[]>();
  for (const one of all) {
    const known = groups.get(one.batch);
    if (known === undefined) groups.set(one.batch, [one]);
    else known.push(one);
  }
  return ({ num }: Batch): readonly T[] => groups.get(num) ?? [];
}

/** Returns SQL for the number of identifiers without an answer in jobs for which a condition holds. */
const composeWaitingSum = <S extends string>(when: LiteralSql<S>) =>
  composedSql(`coalesce(sum(i.waiting) FILTER (WHERE ${when}), 0)`);

/**
 * Identifiers that the service rejected one by one (`rejected`) or with their whole file (`refused`) count as rejected.
 */
const COUNTS =
  literalSql(`sum(i.reused) AS reused, sum(i.found + i.reused) AS found, sum(i.not_found) AS "notFound",
  sum(i.rejected + i.refused) AS rejected,
  ${composeWaitingSum("j.state = 'done' AND j.skipped > 0")} AS skipped,
  ${composeWaitingSum("j.state IN ('failed', 'abandoned') OR j.state = 'done' AND j.skipped = 0")} AS failed,
  ${composeWaitingSum("j.state = 'abandoned'")} AS abandoned,
  ${composeWaitingSum("j.state IS NULL OR j.state IN ('planned', 'accepted')")} AS pending,
  ${composeWaitingSum("j.state IN ('submitting', 'unconfirmed')")} AS unconfirmed`);

const NO_COUNTS = {
  reused: 0,
  found: 0,
  notFound: 0,
  rejected: 0,
  skipped: 0,
  failed: 0,
  abandoned: 0,
  pending: 0,
  unconfirmed: 0,
};

type BatchCounts = ItemCounts & { readonly batch: number; readonly kind: IdentifierKind };

/** Returns the counts of batches by kind; a batch that is not planned has none. */
function readItemCounts(db: Db, batch: number | undefined): Promise<BatchCounts[]> {
  const [condition, ...values] = whereBatch(batch);
  return db.all(
    `SELECT i.batch, ${KIND_OF_ITEMS} AS kind, ${COUNTS} FROM (SELECT * FROM items WHERE ${condition}) i
       JOIN batches b ON b.num = i.batch AND b.planned_at IS NOT NULL
       LEFT JOIN jobs j ON j.batch = i.batch AND j.seq = i.seq GROUP BY 1, 2`,
    ...values,
  );
}

function sumCounts(all: readonly ItemCounts[]): ItemCounts {
  const counts = { ...NO_COUNTS };
  for (const one of all)
    for (const name of Object.keys(counts) as (keyof ItemCounts)[]) counts[name] += one[name];
  return counts;
}

type JobPart = Pick<JobItems, 'width' | 'ids' | 'answers' | 'records'> & { readonly seq: number };

const PAGE = 500;

async function* iterateOutcomes(
  parts: readonly JobPart[],
  readTexts: (nums: readonly number[]) => ReturnType<typeof readRecordTexts>,
) {
  for (const part of parts)
    for (let from = 0; from < part.answers.length; from += PAGE) {
      const nums = part.records.subarray(from, from + PAGE);
      const recordNums = [...nums].filter((num) => num > 0);
      const records = recordNums.length > 0 ? await readTexts(recordNums) : undefined;
      yield Array.from(nums, (num, n) => ({
        id: idAt(part, from + n),
        ...readOutcome(part.seq, part.answers[from + n] ?? 0),
        data: records?.get(num) ?? null,
      }));
    }
}

async function readRecordTexts(
  db: Db,
  nums: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const sql = 'SELECT num, data FROM records WHERE num = ANY ($1::bigint[])';
  const rows: { num: number; data: string }[] = await db.all(sql, nums);
  return new Map(rows.map(({ num, data }) => [num, data]));
}

/** Counts planned identifiers that single lookups left in doubt as unconfirmed. */
function countDoubtsAsUnconfirmed(
  counts: ItemCounts,
  open: readonly OpenPlannedLookup[],
): ItemCounts {
  const doubtful = open.filter(({ state }) => state === 'doubtful');
  const inDoubt = new Set(doubtful.map(({ id }) => id)).size;
  const { pending, unconfirmed } = counts;
  return { ...counts, pending: pending - inDoubt, unconfirmed: unconfirmed + inDoubt };
}
