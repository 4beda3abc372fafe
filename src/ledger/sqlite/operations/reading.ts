import type { Database } from '../../../sqlite/index.js';
import type { BatchFigures, BatchQuery, BatchReading } from '../../operations/reading.js';
import type { Answer, Batch, ItemCounts, Outcome } from '../../types.js';
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

export function readingOperations(db: Database, tables: Tables) {
  const { batches, items, jobs } = tables;
  let hasMorePages = false;
  return {
    findBatches: (query: BatchQuery = {}) => batches.find(query),
    jobsOf: (batch: number) => jobs.of(batch),
    unansweredIn: (batch: number, seqs: readonly number[]) =>
      db.snapshot(() => seqs.reduce((sum, seq) => sum + items.waitingIn(batch, seq), 0)),
    figures: (batch?: number) =>
      db.snapshot(() => (batch === undefined ? figuresOfAll(tables) : figuresOf(tables, batch))),
    findItems: (batch: number, ids: readonly (string | null)[]) => {
      // Items are not stored in row order, so a search touches many pages.
      if (!hasMorePages) items.keepMorePages();
      hasMorePages = true;
      return items.findAll(batch, ids);
    },
  };
}

/** None if the batch does not exist. */
function figuresOf({ batches, items, jobs }: Tables, num: number): BatchFigures[] {
  return batches.find({ num }).map((batch) =>
    withCounts(batch, {
      jobs: jobs.of(num),
      counts: () => items.counts(num),
      parts: () => ({ cpf: items.counts(num, 'cpf'), cnpj: items.counts(num, 'cnpj') }),
    }),
  );
}

/** Runs a fixed number of queries, however many batches there are. */
function figuresOfAll({ batches, items, jobs }: Tables): BatchFigures[] {
  const jobsOfAll = jobs.ofAll();
  const all = items.countsOfAll();
  const cpf = items.countsOfAll('cpf');
  const cnpj = items.countsOfAll('cnpj');
  return batches.find({}).map((batch) => {
    const { num } = batch;
    const counts = () => all.get(num) ?? NOTHING;
    const parts = () => ({ cpf: cpf.get(num) ?? NOTHING, cnpj: cnpj.get(num) ?? NOTHING });
    return withCounts(batch, { jobs: jobsOfAll.get(num) ?? [], counts, parts });
  });
}

interface Counted extends Pick<BatchFigures, 'jobs'> {
  readonly counts: () => ItemCounts;
  readonly parts: () => NonNullable<BatchFigures['parts']>;
}

function withCounts(batch: Batch, { jobs, counts, parts }: Counted): BatchFigures {
  const isPlanned = batch.plannedAt !== null;
  const none = { cpf: NOTHING, cnpj: NOTHING };
  return {
    batch,
    jobs,
    counts: isPlanned ? counts() : NOTHING,
    ...(batch.kind === 'both' ? { parts: isPlanned ? parts() : none } : {}),
  };
}

/** `own`: a connection used only by this reading, which holds one state until it is closed. */
export function beginReading(own: Database, tables: Tables, num: number): BatchReading | undefined {
  own.exec('BEGIN');
  const [figures] = figuresOf(tables, num);
  if (figures === undefined) return undefined;
  return {
    figures,
    lastAnswerAt: tables.answers.lastAt(num),
    // eslint-disable-next-line @typescript-eslint/require-await -- SQLite answers at once
    async *answers(): AsyncGenerator<Answer> {
      yield* tables.answers.of(num);
    },
    // eslint-disable-next-line @typescript-eslint/require-await -- SQLite answers at once
    async *outcomes(): AsyncGenerator<readonly Outcome[]> {
      yield* tables.answers.outcomes(num);
    },
    close: () => {
      own.close();
      return Promise.resolve();
    },
  };
}
