import type { IdentifierKind } from '../../identifiers/index.js';
import { saidOf } from '../../ledger/jobs.js';
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
  const plan = startPlan(deps, batch, reuseSince);
  const told = progressOf(deps, 'reading', null);
  try {
    for await (const rows of readRowChunks(path, layout, name)) {
      told(counter.rows);
      for (const row of rows) {
        plan.take(row, counter.take(row));
        if (plan.isFull()) await plan.beginFlush();
      }
    }
    counter.refuseNoneValid(name);
    await plan.beginFlush();
    await plan.flushed();
  } finally {
    // Nothing is written any more when somebody else begins with the batch.
    await plan.flushed().catch(() => undefined);
  }
  await flushed;
  const facts = { ...counter.counts(), inputHash: hash, inputSize: size };
  await ledger.finishPlan(batch, facts, clock.now());
}

function startPlan({ ledger, clock }: LocalDeps, batch: number, reuseSince: number) {
  /** In the order in which the kinds arrive, as their jobs are numbered. */
  let waiting = new Map<IdentifierKind, FirstRow[]>();
  let repeats: Repeat[] = [];
  let held = 0;
  let writing: Promise<void> = Promise.resolve();

  const flush = async (): Promise<void> => {
    const [items, pairs] = [waiting, repeats];
    waiting = new Map();
    repeats = [];
    held = 0;
    for (const [kind, own] of items)
      await ledger.addPlanned(batch, kind, own, ITEMS_PER_JOB, reuseSince, clock.now());
    if (pairs.length > 0) await ledger.addRepeats(batch, pairs);
  };

  return {
    /** `first`: the row that first has its identifier. */
    take({ number, reading }: InputRow, first: number | undefined): void {
      if (!reading.valid || first === undefined) return;
      held += 1;
      if (first !== number) {
        repeats.push([number, first]);
        return;
      }
      const own = waiting.get(reading.kind) ?? [];
      own.push({ id: reading.id, position: first });
      waiting.set(reading.kind, own);
    },
    isFull: () => held >= ITEMS_PER_JOB,
    async beginFlush(): Promise<void> {
      await writing;
      writing = flush();
      // It is told when it is waited for.
      writing.catch(() => undefined);
    },
    flushed: () => writing,
  };
}

const ENDED = ['done', 'failed'] as const;

/** How often a run sends again what failed jobs left. */
const FAILED_AGAIN = 2;

/** What `failed` jobs left was free (spec, "States and transitions"). */
export async function planFailedAgain(work: Work): Promise<number> {
  const { planned, left } = await planAgain(work, ['failed'], FAILED_AGAIN);
  for (const job of planned.length > 0 ? [] : left)
    work.emit({ type: 'gave_up', seq: job.seq, batch: work.batch.id, error: saidOf(job) });
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
    const known = await ledger.knownInJobs(batch.num, job.kind, [job.seq], reuseSince);
    return { ...job, items: job.items - known.answered };
  };
  return Promise.all(missing.map(unpaid));
}

/** A run leaves what was skipped and what failed too often. */
export async function jobsToRun({ ledger }: Pick<Deps, 'ledger'>, batch: Batch): Promise<Job[]> {
  const open = await unansweredOf(ledger, batch, ['failed', 'planned', 'unconfirmed']);
  return open.filter(({ state, round }) => state !== 'failed' || round < FAILED_AGAIN);
}

async function unansweredOf(
  ledger: Deps['ledger'],
  { num }: Batch,
  states: readonly Job['state'][],
): Promise<Job[]> {
  const jobs = await ledger.jobsOf(num);
  const open = jobs.filter(({ state, waiting }) => states.includes(state) && waiting > 0);
  return open.map((job) => ({ ...job, items: job.waiting }));
}
