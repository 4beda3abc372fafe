import type { BatchFigures, BatchQuery } from '../operations/reading.js';
import type { Batch, ItemCounts, Job } from '../types.js';
import type { Engine } from './engine.js';
import { withLeftOut } from './left-out.js';
import type { Tables } from '../tables/index.js';

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
