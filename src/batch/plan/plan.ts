import type { IdentifierKind } from '../../identifiers/index.js';
import { readServiceReason } from '../../ledger/jobs.js';
import { readRowChunks, RowCounter, type InputLayout, type InputRow } from '../../input/index.js';
import type { Batch, FirstRow, Job, Repeat } from '../../ledger/index.js';
import type { Deps, LocalDeps, Work } from '../dependencies.js';
import { progressOf } from '../events.js';

/** Spec, "Limits". */
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

/** In input order. An interrupted plan starts again from the beginning. */
export async function planBatch(
  deps: LocalDeps,
  batch: number,
  { path, name, layout, hash, size, flushed }: PlannedInput,
  reuseSince: number,
): Promise<void> {
  const { ledger, clock } = deps;
  if ((await ledger.beginPlan(batch, layout.kind, JSON.stringify(layout))) === 'planned') return;
  const counter = new RowCounter(layout);
  let taken = noRows();
  let storing: Promise<void> = Promise.resolve();
  const store = async (): Promise<void> => {
    await storing;
    storing = storeRows(deps, batch, taken, reuseSince);
    // It is told when it is waited for.
    storing.catch(() => undefined);
    taken = noRows();
  };
  const told = progressOf(deps, 'reading', null);
  try {
    for await (const rows of readRowChunks(path, layout, name)) {
      told(counter.rows);
      for (const row of rows) {
        takeRow(taken, row, counter.take(row));
        if (taken.count >= ITEMS_PER_JOB) await store();
      }
    }
    counter.refuseNoneValid(name);
    await store();
    await storing;
  } finally {
    // Nothing is written any more when somebody else begins with the batch.
    await storing.catch(() => undefined);
  }
  await flushed;
  const facts = { ...counter.counts(), inputHash: hash, inputSize: size };
  await ledger.finishPlan(batch, facts, clock.now());
}

/** `firsts`: in the order in which the kinds arrive, as their jobs are numbered. */
function noRows() {
  return { count: 0, firsts: new Map<IdentifierKind, FirstRow[]>(), repeats: [] as Repeat[] };
}

type RowCounts = ReturnType<typeof noRows>;

/** `first`: the row that first has its identifier. */
function takeRow(taken: RowCounts, { number, reading }: InputRow, first: number | undefined): void {
  if (!reading.valid || first === undefined) return;
  taken.count += 1;
  if (first !== number) {
    taken.repeats.push([number, first]);
    return;
  }
  const own = taken.firsts.get(reading.kind) ?? [];
  own.push({ id: reading.id, position: first });
  taken.firsts.set(reading.kind, own);
}

async function storeRows(
  { ledger, clock }: LocalDeps,
  batch: number,
  { firsts, repeats }: RowCounts,
  reuseSince: number,
): Promise<void> {
  for (const [kind, own] of firsts)
    await ledger.addPlanned(batch, kind, own, ITEMS_PER_JOB, reuseSince, clock.now());
  if (repeats.length > 0) await ledger.addRepeats(batch, repeats);
}

const ENDED = ['done', 'failed'] as const;

/** How often a run sends again what failed jobs left. */
const FAILED_AGAIN = 2;

/** What `failed` jobs left was free (spec, "States and transitions"). */
export async function planFailedAgain(work: Work): Promise<number> {
  const { planned, left } = await planAgain(work, ['failed'], FAILED_AGAIN);
  for (const job of planned.length > 0 ? [] : left)
    work.emit({
      type: 'gave_up',
      seq: job.seq,
      batch: work.batch.id,
      error: readServiceReason(job),
    });
  return planned.length;
}

export async function planMissing(work: Work): Promise<void> {
  await planAgain(work, ENDED);
}

async function planAgain(
  work: Work,
  states: readonly (typeof ENDED)[number][],
  belowRound?: number,
) {
  const { ledger, batch, emit } = work;
  const wanted = { batch: batch.num, states, belowRound, perJob: ITEMS_PER_JOB };
  const plan = await ledger.planAgain(wanted);
  const items = plan.planned.reduce((sum, job) => sum + job.items, 0);
  if (items > 0) emit({ type: 'planned_again', items });
  return plan;
}

/** What ended jobs left, without what records since `reuseSince` answer. */
export async function missingJobs(
  { ledger, batch }: Pick<Work, 'ledger' | 'batch'>,
  reuseSince: number,
): Promise<Job[]> {
  const missing = await unansweredOf(ledger, batch, ENDED);
  const unpaid = async (job: Job) => {
    const known = await ledger.countKnownInJobs(batch.num, job.kind, [job.seq], reuseSince);
    return { ...job, items: job.items - known.answered };
  };
  return Promise.all(missing.map(unpaid));
}

/** A run goes on with all that has no answer, but for what is running or was abandoned. */
export function jobsToRun({ ledger }: Pick<Deps, 'ledger'>, batch: Batch): Promise<Job[]> {
  return unansweredOf(ledger, batch, [...ENDED, 'planned', 'unconfirmed']);
}

/** Whether jobs that ended, as for want of credits, left something to send again. */
export async function isMissingSome({ ledger }: Pick<Deps, 'ledger'>, batch: Batch) {
  return (await unansweredOf(ledger, batch, ENDED)).length > 0;
}

async function unansweredOf(
  ledger: Deps['ledger'],
  { num }: Batch,
  states: readonly Job['state'][],
): Promise<Job[]> {
  const jobs = await ledger.readJobs(num);
  const open = jobs.filter(({ state, waiting }) => states.includes(state) && waiting > 0);
  return open.map((job) => ({ ...job, items: job.waiting }));
}
