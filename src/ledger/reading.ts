import { kindOf, type IdentifierKind } from '../identifiers/index.js';
import { camel, ofBatch, type Bound, type Db, type Engine, type Tx } from './db.js';
import { eachItems, waitingIn } from './items.js';
import { idAt, itemAt } from './job-items.js';
import { jobsByBatch, jobsOf } from './jobs.js';
import { withLeftOut } from './left-out.js';
import { openInPlan } from './lookups.js';
import { RowItems } from './row-items.js';
import type { Batch, ItemCounts, ItemOutcome, Job } from './types.js';

/** Conditions of a search; all must hold. */
export interface BatchQuery {
  readonly num?: number;
  /** A prefix of its id, in any case. */
  readonly idPrefix?: string;
  /** Not created, submitted or polled at or after this moment (epoch ms). */
  readonly untouchedSince?: number;
  /** The batch that has this job of the service. */
  readonly jobId?: string;
  /** The largest number of batches to return. */
  readonly most?: number;
}

/** A batch, its jobs, and the counts of its unique identifiers by outcome, all read at one moment. */
export interface BatchFigures {
  readonly batch: Batch;
  readonly jobs: readonly Job[];
  readonly counts: ItemCounts;
  /** The counts of each kind, in a batch with CPF and CNPJ. */
  readonly parts?: Readonly<Record<IdentifierKind, ItemCounts>>;
}

/** A batch as it is at one moment; later writes do not show. */
export interface BatchReading {
  readonly figures: BatchFigures;
  /** When its last answer was stored (epoch ms); null before the first. */
  readonly lastAnswerAt: number | null;
  /** Every identifier, also those without an answer, in arrays of a few hundred. Can be read once. */
  outcomes(): AsyncIterable<readonly ItemOutcome[]>;
  /** Must be called. Until then SQLite keeps the old state, which uses disk space. */
  close(): Promise<void>;
}

export function readingOperations({ read }: Engine) {
  return {
    /** The batches that match every condition, newest first; all of them without a query. */
    findBatches: read((tx, query: BatchQuery = {}) => selectBatches(tx, ...conditionsOf(query))),
    /** The jobs of a batch by their number; none if the batch does not exist. */
    jobsOf: read(jobsOf),
    /** How many identifiers of these jobs have no answer. */
    unansweredIn: read(async (tx, batch: number, seqs: readonly number[]) => {
      let sum = 0;
      for (const seq of seqs) sum += await waitingIn(tx, batch, seq);
      return sum;
    }),
    /** The figures of one batch, or of every batch, newest first; read at one moment. */
    figures: read(figures),
    /** What became of each row of a batch, read at one moment. */
    rowItems: read(rowItems),
  };
}

const BATCH = `row_count AS rows, ${camel(`num, id, kind, mixed, file, label, base_url, key_fingerprint,
  fresh, layout, created_at, planned_at, input_hash, input_size, invalid, duplicates, repaired, reasons,
  output, outputs, agreed, agreed_tick, erased`)}`;

type Stored = 'kind' | 'fresh' | 'reasons' | 'outputs' | 'agreed' | 'erased';

interface BatchRow extends Omit<Batch, Stored> {
  readonly kind: IdentifierKind | null;
  readonly mixed: number;
  readonly fresh: number;
  readonly agreed: number | null;
  readonly agreedTick: number;
  /** JSON. */
  readonly reasons: string;
  readonly outputs: string;
  readonly erased: string;
}

/** The batches that a condition selects, in its order. */
export async function selectBatches(
  db: Db,
  which: string,
  ...given: readonly Bound[]
): Promise<Batch[]> {
  const rows = await db.all<BatchRow>(`SELECT ${BATCH} FROM batches b WHERE ${which}`, ...given);
  return rows.map(({ mixed, agreedTick: after, ...row }) => ({
    ...row,
    kind: mixed === 1 ? 'both' : row.kind,
    fresh: row.fresh === 1,
    reasons: JSON.parse(row.reasons) as Batch['reasons'],
    outputs: JSON.parse(row.outputs) as Batch['outputs'],
    agreed: row.agreed === null ? null : { limit: row.agreed, after },
    erased: { rows: [], paid: { cpf: 0, cnpj: 0 }, ...(JSON.parse(row.erased) as object) },
  }));
}

/** A search as SQL, newest first; one value may stand in several conditions. */
export function conditionsOf(query: BatchQuery): readonly [which: string, ...given: Bound[]] {
  const values: Bound[] = [];
  const given: string[] = [];
  const add = (value: Bound | undefined, condition: (at: string) => string): void => {
    if (value === undefined) return;
    values.push(value);
    given.push(condition(`$${values.length}`));
  };
  add(query.num, (at) => `num = ${at}`);
  add(query.idPrefix?.toLowerCase(), (at) => `substr(id, 1, length(${at})) = ${at}`);
  add(query.jobId, (at) => `num = (SELECT j.batch FROM jobs j WHERE j.job_id = ${at})`);
  add(
    query.untouchedSince,
    (at) => `created_at < ${at} AND NOT EXISTS (SELECT 1 FROM jobs j
      WHERE j.batch = b.num AND (j.submitted_at >= ${at} OR j.polled_at >= ${at}))`,
  );
  const limit = query.most === undefined ? '' : ` LIMIT ${Math.max(0, Math.trunc(query.most))}`;
  const which = given.join(' AND ') || 'TRUE';
  return [`${which} ORDER BY created_at DESC, num DESC${limit}`, ...values];
}

async function rowItems(tx: Tx, num: number): Promise<RowItems> {
  const [batch] = await selectBatches(tx, 'num = $1', num);
  const all = new RowItems(batch?.rows ?? 0);
  for await (const { seq, items } of eachItems(tx, num)) all.add(seq, items);
  const parts = await tx.all<{ part: number }>(
    'SELECT part FROM repeats WHERE batch = $1 ORDER BY part',
    num,
  );
  for (const { part } of parts) {
    const row = await tx.first<{ later: Uint8Array; first: Uint8Array }>(
      `SELECT later_rows AS later, first_rows AS first FROM repeats WHERE batch = $1 AND part = $2`,
      ...[num, part],
    );
    const rows = (bytes: Uint8Array = new Uint8Array()) =>
      new Uint32Array(Uint8Array.from(bytes).buffer);
    const first = rows(row?.first);
    rows(row?.later).forEach((later, at) => {
      all.repeat(later, first[at] ?? 0);
    });
  }
  return all;
}

/** Of one batch, or of all of them, newest first. Runs a fixed number of queries. */
async function figures(db: Db, num?: number): Promise<BatchFigures[]> {
  const jobsOfAll = await jobsByBatch(db, num);
  const counts = await itemCounts(db, num);
  const openOfAll = await openInPlan(db, num);
  return (await selectBatches(db, ...conditionsOf({ num }))).map((batch) => {
    const known = batch.plannedAt === null ? undefined : counts.get(batch.num);
    const open = openOfAll.filter((lookup) => lookup.batch === batch.num);
    // A batch whose input was not read to the end has no counts yet.
    const count = (of: 'all' | IdentifierKind) =>
      known === undefined ? NO_ITEMS : withLeftOut(known[of], open, of === 'all' ? undefined : of);
    const parts = batch.kind === 'both' ? { cpf: count('cpf'), cnpj: count('cnpj') } : undefined;
    return { batch, jobs: jobsOfAll.get(batch.num) ?? [], counts: count('all'), parts };
  });
}

/** How many have no answer, of the jobs for which a condition holds. */
const waiting = (when: string) => `coalesce(sum(i.waiting) FILTER (WHERE ${when}), 0)`;

const COUNTS = `sum(i.reused) AS reused, sum(i.found + i.reused) AS found, sum(i.not_found) AS "notFound",
  sum(i.rejected + i.refused) AS rejected,
  ${waiting("j.state = 'done' AND j.skipped > 0")} AS skipped,
  ${waiting("j.state IN ('failed', 'abandoned') OR j.state = 'done' AND j.skipped = 0")} AS failed,
  ${waiting("j.state = 'abandoned'")} AS abandoned,
  ${waiting("j.state IS NULL OR j.state IN ('planned', 'accepted')")} AS pending,
  ${waiting("j.state IN ('submitting', 'unconfirmed')")} AS unconfirmed`;

const NO_ITEMS: ItemCounts = {
  ...{ reused: 0, found: 0, notFound: 0, rejected: 0, skipped: 0 },
  ...{ failed: 0, abandoned: 0, pending: 0, unconfirmed: 0 },
};

/** The counts of every batch that has identifiers, or of one, and those of each kind that it has. */
async function itemCounts(db: Db, batch: number | undefined) {
  const [which, ...given] = ofBatch(batch);
  const rows = await db.all<ItemCounts & { batch: number; width: number }>(
    `SELECT i.batch, i.width, ${COUNTS} FROM (SELECT * FROM items WHERE ${which}) i
       LEFT JOIN jobs j ON j.batch = i.batch AND j.seq = i.seq GROUP BY 1, 2`,
    ...given,
  );
  const all = new Map<number, Readonly<Record<'all' | IdentifierKind, ItemCounts>>>();
  for (const { batch: num, width, ...counts } of rows) {
    const known = all.get(num) ?? { all: NO_ITEMS, cpf: NO_ITEMS, cnpj: NO_ITEMS };
    all.set(num, { ...known, all: sum(known.all, counts), [kindOf({ length: width })]: counts });
  }
  return all;
}

function sum(one: ItemCounts, other: ItemCounts): ItemCounts {
  const names = Object.keys(one) as (keyof ItemCounts)[];
  return Object.fromEntries(
    names.map((name) => [name, one[name] + other[name]]),
  ) as unknown as ItemCounts;
}

/** Opens a batch in a state of the ledger, which is kept until `end`; its reading calls it. */
export async function readBatch(
  db: Db,
  num: number,
  end: () => Promise<void>,
): Promise<BatchReading | undefined> {
  try {
    const [own] = await figures(db, num);
    if (own !== undefined) {
      const sql = 'SELECT max(answered_at) AS at FROM items WHERE batch = $1';
      return {
        figures: own,
        lastAnswerAt: (await db.first<{ at: number | null }>(sql, num))?.at ?? null,
        outcomes: () => outcomesOf(db, num),
        close: end,
      };
    }
  } catch (error) {
    await end();
    throw error;
  }
  await end();
  return undefined;
}

/** Identifiers whose records are in memory at one time. */
const PAGE = 500;

async function* outcomesOf(db: Db, batch: number): AsyncGenerator<readonly ItemOutcome[]> {
  for await (const { seq, items } of eachItems(db, batch))
    for (let from = 0; from < items.rows.length; from += PAGE) {
      const known = Array.from(items.rows.subarray(from, from + PAGE), (_, n) => {
        return { id: idAt(items, from + n), ...itemAt(items, from + n, seq) };
      });
      const records = await recordTexts(
        db,
        known.flatMap(({ record }) => record ?? []),
      );
      yield known.map(({ record, ...one }) => {
        const text = record === null ? undefined : records.get(record);
        return { ...one, fetchedAt: text?.fetchedAt ?? null, data: text?.data ?? null };
      });
    }
}

async function recordTexts(db: Db, nums: readonly number[]) {
  if (nums.length === 0) return new Map<number, never>();
  const sql = `SELECT num, fetched_at AS "fetchedAt", data FROM records WHERE num = ANY ($1::bigint[])`;
  const rows = await db.all<{ num: number; fetchedAt: number; data: string }>(sql, nums);
  return new Map(rows.map((row) => [row.num, row]));
}
