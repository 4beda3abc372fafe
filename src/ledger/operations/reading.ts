import type { IdentifierKind } from '../../identifiers/index.js';
import type { Tables } from '../tables/index.js';
import type { Engine } from '../db/engine.js';
import { withLeftOut } from './left-out.js';
import { NO_ITEMS } from '../tables/item-counts.js';
import { RowItems } from '../row-items.js';
import type { Answer, Batch, ItemCounts, Job, ItemOutcome } from '../types.js';

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
  outcomes(): AsyncIterable<readonly ItemOutcome[]>;
  /** Must be called. Until then SQLite keeps the old state, which uses disk space. */
  close(): Promise<void>;
}

export function readingOperations({ read }: Engine) {
  return {
    /** The batches that match every condition, newest first; all of them without a query. */
    findBatches: read(({ batches }, query: BatchQuery = {}) => batches.find(query)),
    /** The jobs of a batch by their number; none if the batch does not exist. */
    jobsOf: read(({ jobs }, batch: number) => jobs.of(batch)),
    /** How many identifiers of these jobs have no answer. */
    unansweredIn: read(unansweredIn),
    /** The figures of one batch, or of every batch, newest first; read at one moment. */
    figures: read(figures),
    /** What became of each row of a batch, read at one moment. */
    rowItems: read(rowItems),
    /** Records by their numbers; those that are gone are left out. */
    recordsByNumber: read(({ records }, nums: readonly number[]) => records.readByNumber(nums)),
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

async function rowItems({ batches, items, repeats }: Tables, num: number): Promise<RowItems> {
  const [batch] = await batches.find({ num });
  const all = new RowItems(batch?.rows ?? 0);
  for await (const { seq, items: own } of items.each(num)) all.add(seq, own);
  for await (const some of repeats.of(num))
    for (const [later, first] of some) all.repeat(later, first);
  return all;
}

/** Of one batch, or of all of them, newest first. Runs a fixed number of queries. */
export async function figures(
  { batches, itemCounts, jobs, lookups }: Tables,
  num?: number,
): Promise<BatchFigures[]> {
  const jobsOfAll = await jobs.ofAll(num);
  const counts = await itemCounts.counts(num);
  const openOfAll = await lookups.openInPlan(num);
  return (await batches.find({ num })).map((batch) => {
    const known = batch.plannedAt === null ? undefined : counts.get(batch.num);
    const open = openOfAll.filter((lookup) => lookup.batch === batch.num);
    // A batch whose input was not read to the end has no counts yet.
    const count = (of: 'all' | IdentifierKind) =>
      known === undefined ? NO_ITEMS : withLeftOut(known[of], open, of === 'all' ? undefined : of);
    const parts = batch.kind === 'both' ? { cpf: count('cpf'), cnpj: count('cnpj') } : undefined;
    return { batch, jobs: jobsOfAll.get(batch.num) ?? [], counts: count('all'), parts };
  });
}
