import type { IdentifierKind } from '../../identifiers/index.js';
import type { Tables } from '../tables/index.js';
import type { Engine } from '../db/engine.js';
import { withLeftOut } from './left-out.js';
import type { Answer, Batch, Item, ItemCounts, Job, Outcome } from '../types.js';

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
  /** Every answered identifier, with a few hundred in memory at a time. Can be read once. */
  answers(): AsyncIterable<Answer>;
  /** Every identifier, also those without an answer, sorted by its characters, in arrays of a few hundred. Can be read once. */
  outcomes(): AsyncIterable<readonly Outcome[]>;
  /** Must be called. Until then SQLite keeps the old state, which uses disk space. */
  close(): Promise<void>;
}

export interface Reading {
  /** The batches that match every condition, newest first; all of them without a query. */
  findBatches(query?: BatchQuery): Promise<Batch[]>;
  /** The jobs of a batch by their number; none if the batch does not exist. */
  jobsOf(batch: number): Promise<Job[]>;
  /** How many identifiers of these jobs have no answer. */
  unansweredIn(batch: number, jobs: readonly number[]): Promise<number>;
  /** The figures of one batch, or of every batch, newest first; read at one moment. */
  figures(batch?: number): Promise<BatchFigures[]>;
  /**
   * Opens a batch for reading: what others write meanwhile, even its removal, does not show. Undefined if the
   * batch does not exist.
   */
  readBatch(batch: number): Promise<BatchReading | undefined>;
  /**
   * Finds identifiers of a batch. Each item has the index of its identifier in `ids`; null, and
   * identifiers that the batch does not have, give undefined.
   */
  findItems(batch: number, ids: readonly (string | null)[]): Promise<readonly (Item | undefined)[]>;
}

/** A batch whose input was not read to the end has no counts yet. */
const NOTHING: ItemCounts = {
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

export function readingOperations({ read }: Engine) {
  return {
    findBatches: read(({ batches }, query: BatchQuery = {}) => batches.find(query)),
    jobsOf: read(({ jobs }, batch: number) => jobs.of(batch)),
    unansweredIn: read(unansweredIn),
    figures: read((tables, batch?: number) =>
      batch === undefined ? figuresOfAll(tables) : figuresOf(tables, batch),
    ),
    findItems: read(({ items }, batch: number, ids: readonly (string | null)[]) =>
      items.findAll(batch, ids),
    ),
  };
}

async function unansweredIn(
  { items }: Tables,
  batch: number,
  seqs: readonly number[],
): Promise<number> {
  let sum = 0;
  for (const seq of seqs) sum += await items.waitingIn(batch, seq);
  return sum;
}

/** None if the batch does not exist. */
export async function figuresOf(
  { batches, items, jobs, lookups }: Tables,
  num: number,
): Promise<BatchFigures[]> {
  const [batch] = await batches.find({ num });
  if (batch === undefined) return [];
  const own = await jobs.of(num);
  if (batch.plannedAt === null) return [withCounts(batch, own, NOTHING, NEITHER)];
  const open = await lookups.openInPlan(num);
  const counts = withLeftOut(await items.counts(num), open);
  if (batch.kind !== 'both') return [withCounts(batch, own, counts, NEITHER)];
  const parts = {
    cpf: withLeftOut(await items.counts(num, 'cpf'), open, 'cpf'),
    cnpj: withLeftOut(await items.counts(num, 'cnpj'), open, 'cnpj'),
  };
  return [withCounts(batch, own, counts, parts)];
}

/** Runs a fixed number of queries, however many batches there are. */
async function figuresOfAll({ batches, items, jobs, lookups }: Tables): Promise<BatchFigures[]> {
  const jobsOfAll = await jobs.ofAll();
  const all = await items.countsOfAll();
  const cpf = await items.countsOfAll('cpf');
  const cnpj = await items.countsOfAll('cnpj');
  const openOfAll = await lookups.openInPlan();
  return (await batches.find({})).map((batch) => {
    const { num } = batch;
    const own = jobsOfAll.get(num) ?? [];
    if (batch.plannedAt === null) return withCounts(batch, own, NOTHING, NEITHER);
    const open = openOfAll.filter((lookup) => lookup.batch === num);
    const parts = {
      cpf: withLeftOut(cpf.get(num) ?? NOTHING, open, 'cpf'),
      cnpj: withLeftOut(cnpj.get(num) ?? NOTHING, open, 'cnpj'),
    };
    return withCounts(batch, own, withLeftOut(all.get(num) ?? NOTHING, open), parts);
  });
}

type Parts = NonNullable<BatchFigures['parts']>;

const NEITHER: Parts = { cpf: NOTHING, cnpj: NOTHING };

function withCounts(
  batch: Batch,
  jobs: readonly Job[],
  counts: ItemCounts,
  parts: Parts,
): BatchFigures {
  return { batch, jobs, counts, parts: batch.kind === 'both' ? parts : undefined };
}
