import type { IdentifierKind } from '../../identifiers/index.js';
import { readServiceReason } from '../../ledger/jobs.js';
import { readRowChunks, RowCounter, type InputLayout, type InputRow } from '../../input/index.js';
import type { Batch, FirstRow, Job, Repeat } from '../../ledger/index.js';
import type { Deps, LocalDeps, Work } from '../dependencies.js';
import { createProgress } from '../events.js';

/** The most identifiers that the service takes in one job (spec, "Limits"). */
export const ITEMS_PER_JOB = 10_000;

interface PlannedInput {
  readonly path: string;
  readonly name: string;
  readonly layout: InputLayout;
  readonly hash: string;
  readonly size: number;
  /** The plan is committed only when the private copy is on disk. */
  readonly flushed: Promise<void>;
}

/**
 * Reads the private copy of an input and stores its jobs, in the order of the rows. A plan that was interrupted starts
 * again from the beginning.
 *
 * @throws UsageError where the input cannot be read or has no valid identifier
 */
export async function planBatch(
  deps: LocalDeps,
  batch: number,
  { path, name, layout, hash, size, flushed }: PlannedInput,
  reuseSince: number,
): Promise<void> {
  const { ledger, clock } = deps;
  if ((await ledger.beginPlan(batch, layout.kind, JSON.stringify(layout))) === 'planned') return;
  const counter = new RowCounter(layout);
  let chunk = createChunk();
  let storing: Promise<void> = Promise.resolve();
  const store = async (): Promise<void> => {
    await storing;
    storing = storeChunk(deps, batch, chunk, reuseSince);
    // This handler avoids an unhandled rejection; the error surfaces where `storing` is awaited.
    storing.catch(() => undefined);
    chunk = createChunk();
  };
  const report = createProgress(deps, 'reading', null);
  try {
    for await (const rows of readRowChunks(path, layout, name)) {
      report(counter.rows);
      for (const row of rows) {
        addRow(chunk, row, counter.countRow(row));
        if (chunk.count >= ITEMS_PER_JOB) await store();
      }
    }
    counter.requireValidCell(name);
    await store();
    await storing;
  } finally {
    // No write may be under way when the caller releases the batch, because another process may take it then.
    await storing.catch(() => undefined);
  }
  await flushed;
  const facts = { ...counter.buildCounts(), inputHash: hash, inputSize: size };
  await ledger.finishPlan(batch, facts, clock.now());
}

/**
 * Creates a chunk of rows that are stored together. `firstRows` has, by kind, the rows with an identifier that no
 * earlier row has. The kinds are in the order in which the chunk meets them, and the ledger numbers the jobs in that
 * order.
 */
function createChunk() {
  return { count: 0, firstRows: new Map<IdentifierKind, FirstRow[]>(), repeats: [] as Repeat[] };
}

type RowChunk = ReturnType<typeof createChunk>;

/** Adds a row to the chunk. `first` is the number of the first row with the same identifier. */
function addRow(chunk: RowChunk, { number, reading }: InputRow, first: number | undefined): void {
  if (!reading.valid || first === undefined) return;
  chunk.count += 1;
  if (first !== number) {
    chunk.repeats.push([number, first]);
    return;
  }
  const rowsOfKind = chunk.firstRows.get(reading.kind) ?? [];
  rowsOfKind.push({ id: reading.id, position: first });
  chunk.firstRows.set(reading.kind, rowsOfKind);
}

async function storeChunk(
  { ledger, clock }: LocalDeps,
  batch: number,
  { firstRows, repeats }: RowChunk,
  reuseSince: number,
): Promise<void> {
  for (const [kind, rows] of firstRows)
    await ledger.addPlanned(batch, kind, rows, ITEMS_PER_JOB, reuseSince, clock.now());
  if (repeats.length > 0) await ledger.addRepeats(batch, repeats);
}

const ENDED = ['done', 'failed'] as const;

/** How many times a run sends the unanswered identifiers of failed jobs again. */
const MAX_RESENDS = 2;

/**
 * Plans the unanswered identifiers of failed jobs again, since the service charged nothing for them (spec, "States and
 * transitions"). Returns the number of new jobs.
 */
export async function planFailedAgain(work: Work): Promise<number> {
  const { planned, exhausted } = await planAgain(work, ['failed'], MAX_RESENDS);
  for (const job of planned.length > 0 ? [] : exhausted)
    work.emit({
      type: 'gave_up',
      seq: job.seq,
      batch: work.batch.id,
      error: readServiceReason(job),
    });
  return planned.length;
}

/** Plans the unanswered identifiers of all ended jobs again. */
export async function planUnanswered(work: Work): Promise<void> {
  await planAgain(work, ENDED);
}

async function planAgain(
  work: Work,
  states: readonly (typeof ENDED)[number][],
  maxResends?: number,
) {
  const { ledger, batch, emit } = work;
  const wanted = { batch: batch.num, states, maxResends, perJob: ITEMS_PER_JOB };
  const plan = await ledger.planAgain(wanted);
  const items = plan.planned.reduce((sum, job) => sum + job.items, 0);
  if (items > 0) emit({ type: 'planned_again', items });
  return plan;
}

/**
 * Returns the ended jobs with unanswered identifiers; `items` counts those that no record since `reuseSince` answers.
 */
export async function findEndedUnanswered(
  { ledger, batch }: Pick<Work, 'ledger' | 'batch'>,
  reuseSince: number,
): Promise<Job[]> {
  const unanswered = await readUnanswered(ledger, batch, ENDED);
  const subtractKnown = async (job: Job) => {
    const answeredCounts = await ledger.countKnownInJobs(
      batch.num,
      job.kind,
      [job.seq],
      reuseSince,
    );
    return { ...job, items: job.items - answeredCounts.answered };
  };
  return Promise.all(unanswered.map(subtractKnown));
}

/** Returns the jobs with unanswered identifiers, without those that are at the service now or were abandoned. */
export function findJobsToRun({ ledger }: Pick<Deps, 'ledger'>, batch: Batch): Promise<Job[]> {
  return readUnanswered(ledger, batch, [...ENDED, 'planned', 'unconfirmed']);
}

/** Whether ended jobs have unanswered identifiers, for example after the credits ran out. */
export async function hasEndedUnanswered({ ledger }: Pick<Deps, 'ledger'>, batch: Batch) {
  return (await readUnanswered(ledger, batch, ENDED)).length > 0;
}

/** Returns the jobs in these states with unanswered identifiers; `items` counts only these. */
async function readUnanswered(
  ledger: Deps['ledger'],
  { num }: Batch,
  states: readonly Job['state'][],
): Promise<Job[]> {
  const jobs = await ledger.readJobs(num);
  const unanswered = jobs.filter(({ state, waiting }) => states.includes(state) && waiting > 0);
  return unanswered.map((job) => ({ ...job, items: job.waiting }));
}
