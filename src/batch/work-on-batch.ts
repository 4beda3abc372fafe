import type { Stop } from '../errors/commands.js';
import { asKnownError, type ConfereError } from '../errors.js';
import type { Batch, BatchFigures } from '../ledger/index.js';
import type { Deps } from './dependencies.js';
import type { ExportRequest } from '../export/index.js';
import { exportBatch } from './export-batch.js';
import { discardIfRefused } from './plan/discard-unsent.js';
import { tellBatch, type HeldBatch } from './plan/open-batch.js';
import { markInterrupted } from './settle/settle.js';
import { keepLimit } from './send/agreed-credits.js';
import { overBudget, type SpendingLimits } from './send/spending.js';
import { STOPS, stopIfAsked, stopOf } from './stop.js';
import { endOf, figuresOf, summarizeSince, type Summary } from './summary.js';
import { workOn } from './work.js';

/** The state of a held batch after some work on it, and the error that interrupted the work. */
export interface Outcome {
  readonly summary: Summary;
  readonly trouble?: ConfereError;
}

/** The same for work that also writes a result. */
export interface RunOutcome extends Outcome {
  /** Why the result could not be written. */
  readonly unwritten?: ConfereError;
  /** Whether nothing was left to do before this run. */
  readonly hadEnded?: boolean;
}

/** Sends what is planned, without waiting for results. */
export async function submitHeld(
  deps: Deps,
  held: HeldBatch,
  limits: SpendingLimits,
  interval: number,
): Promise<Outcome> {
  const { batch } = held;
  const telling = tellingOf(deps, held);
  const send = () => workOn(telling.deps, batch, { limits, waits: false, interval });
  const work = () => guarded(telling, held, limits, send);
  const outcome = await outcomeOf(deps, await figuresOf(deps.ledger, batch.num), work);
  return unlessDiscarded(telling, held, await delivered(deps, batch, outcome));
}

/** Polls until every job has ended; sends nothing. `interval`: ms until the first poll. */
export async function watchHeld(deps: Deps, batch: Batch, interval: number): Promise<Outcome> {
  await markInterrupted(deps, batch);
  const before = await figuresOf(deps.ledger, batch.num);
  return outcomeOf(deps, before, () => workOn(deps, batch, { waits: true, interval }));
}

/** Fetches the results of running jobs, then sends exactly what is missing. */
export async function resumeHeld(
  deps: Deps,
  batch: Batch,
  limits: SpendingLimits,
  interval: number,
): Promise<Outcome> {
  const before = await figuresOf(deps.ledger, batch.num);
  const goal = { limits, waits: true, resumes: true, interval };
  return outcomeOf(deps, before, async () => {
    await keepLimit(deps, batch, limits);
    return workOn(deps, batch, goal);
  });
}

/** Submits, watches, and exports what `request` asks for, even after an error on the way. */
export async function runHeld(
  deps: Deps,
  held: HeldBatch,
  limits: SpendingLimits,
  interval: number,
  request?: ExportRequest,
): Promise<RunOutcome> {
  const { batch } = held;
  const before = await figuresOf(deps.ledger, batch.num);
  // The same command continues this batch until its result is written, also with --again.
  if (request !== undefined) await deps.ledger.keepDelivered(batch.num, 'nothing');
  const telling = tellingOf(deps, held);
  const send = () => workOn(telling.deps, batch, { limits, waits: true, interval });
  const work = () => guarded(telling, held, limits, send);
  const outcome = await unlessDiscarded(telling, held, await outcomeOf(deps, before, work));
  if (request === undefined) return delivered(deps, batch, outcome);
  if (!isWorthExporting(outcome)) return outcome;
  const hadEnded = !held.isNew && endOf(before) !== null;
  const partial = request.partial || outcome.summary.pending > 0;
  const writing = () =>
    exportBatch(deps, batch, { ...request, remember: true, partial }).then(() => undefined);
  const { summary, trouble: unwritten } = await outcomeOf(deps, before, writing);
  return { ...outcome, summary, hadEnded, unwritten };
}

/** Where no result was asked for, work without trouble is all that there is to deliver. */
async function delivered(deps: Deps, { num }: Batch, outcome: Outcome): Promise<Outcome> {
  if (outcome.trouble === undefined) await deps.ledger.keepDelivered(num, 'all');
  return outcome;
}

interface Telling {
  readonly deps: Deps;
  readonly tell: () => void;
  readonly isTold: () => boolean;
}

/** A new batch that a budget refuses is refused before the first request. */
async function guarded(
  { deps }: Telling,
  { batch, isNew }: HeldBatch,
  limits: SpendingLimits,
  work: () => Promise<ConfereError | undefined>,
): Promise<ConfereError | undefined> {
  stopIfAsked(deps, batch.id);
  const over = isNew ? await overBudget(deps, batch, limits) : undefined;
  if (over !== undefined) return over;
  await keepLimit(deps, batch, limits);
  return work();
}

/** Tells the id of a new batch before its first job is sent, or at the end: until then a refusal or a no discards it. */
function tellingOf(deps: Deps, { batch, isNew }: HeldBatch): Telling {
  let isTold = !isNew;
  const tell = () => {
    if (!isTold) tellBatch(deps, batch);
    isTold = true;
  };
  const emit: Deps['emit'] = (event) => {
    if (event.type === 'submitting') tell();
    deps.emit(event);
  };
  return { deps: { ...deps, emit }, tell, isTold: () => isTold };
}

/** A batch that is discarded again, because a guard refused it, has no id any more. */
async function unlessDiscarded(
  { deps, tell, isTold }: Telling,
  held: HeldBatch,
  outcome: Outcome,
): Promise<Outcome> {
  const isDiscarded = !isTold() && (await discardIfRefused(deps, held, outcome.trouble));
  if (!isDiscarded) {
    tell();
    return outcome;
  }
  const trouble = stopOf(deps) ?? outcome.trouble;
  const summary = { ...outcome.summary, batch: null };
  return trouble === undefined ? { summary } : { summary, trouble };
}

/** `before`: the batch as the whole command found it. */
async function outcomeOf(
  deps: Deps,
  before: BatchFigures,
  work: () => Promise<ConfereError | undefined>,
): Promise<Outcome> {
  const { batch } = before;
  const trouble = await work().catch(asKnownError);
  const summary = await summarizeSince(deps.ledger, before, deps.costs).catch((error: unknown) => {
    // It may have the id of a job that is paid for and could not be stored.
    throw trouble ?? error;
  });
  if (trouble === undefined) return { summary };
  const isStopped = STOPS.has(trouble.kind) && 'during' in trouble.facts;
  return { summary, trouble: (isStopped && stopOf(deps, batch.id, openOf(summary))) || trouble };
}

/** What goes on at the service when nobody watches any more, and what it was never sent. */
function openOf({ jobs }: Summary): NonNullable<Stop['open']> {
  const running = jobs.filter(({ status }) => status === 'accepted');
  const planned = jobs.filter(({ status }) => status === 'planned');
  const left = ({ items, found, notFound, skipped }: (typeof jobs)[number]) =>
    items - found - notFound - skipped;
  return {
    jobs: running.length,
    running: running.reduce((sum, job) => sum + left(job), 0),
    unsent: planned.reduce((sum, { items }) => sum + items, 0),
  };
}

function isWorthExporting({ summary, trouble }: Outcome): boolean {
  const { batch, state, found, notFound } = summary;
  const isStopped = trouble !== undefined && STOPS.has(trouble.kind);
  if (batch === null || state === 'running' || isStopped) return false;
  return trouble === undefined || found + notFound > 0;
}
