import type { Stop } from '../errors/commands.js';
import { asKnownError, type ConfereError } from '../errors.js';
import type { Batch, BatchFigures } from '../ledger/index.js';
import type { Deps } from './dependencies.js';
import type { ExportRequest } from '../export/index.js';
import { exportBatch } from './export-batch.js';
import { discardIfRefused } from './plan/discard-unsent.js';
import { tellBatch, type HeldBatch } from './plan/open-batch.js';
import { markInterrupted } from './settle/settle.js';
import { keepLimit, overBudget } from './send/spending.js';
import { STOPS, stopIfAsked, stopOf } from './stop.js';
import { endOf, figuresOf, summarizeSince, type Summary } from './summary.js';
import { workOn, type Goal } from './work.js';

/** A held batch after some work on it. */
export interface WorkResult {
  readonly summary: Summary;
  /** The error that interrupted the work. */
  readonly trouble?: ConfereError;
  /** Why the result could not be written. */
  readonly unwritten?: ConfereError;
  /** Whether nothing was left to do before. */
  readonly hadEnded?: boolean;
}

/** Works on a held batch towards `goal`, and exports what `request` asks for, even after an error on the way. */
export async function workOnHeld(
  deps: Deps,
  held: HeldBatch,
  goal: Goal,
  request?: ExportRequest,
): Promise<WorkResult> {
  const { batch } = held;
  if (goal.limits === undefined) await markInterrupted(deps, batch);
  const before = await figuresOf(deps.ledger, batch.num);
  // The same command continues this batch until its result is written, also with --again.
  if (request !== undefined) await deps.ledger.keepDelivered(batch.num, 'nothing');
  const telling = reporterOf(deps, held);
  const work = () => guarded(telling, held, goal);
  const result = await discardOrTell(telling, held, await resultOf(deps, before, work));
  if (request === undefined) return delivered(deps, batch, goal, result);
  if (!isWorthExporting(result)) return result;
  const hadEnded = !held.isNew && endOf(before) !== null;
  const partial = request.partial || result.summary.pending > 0;
  const writing = () =>
    exportBatch(deps, batch, { ...request, remember: true, partial }).then(() => undefined);
  const { summary, trouble: unwritten } = await resultOf(deps, before, writing);
  return { ...result, summary, hadEnded, unwritten };
}

/** Where the whole work is done and no result was asked for, it is all that there is to deliver. */
async function delivered(
  { ledger }: Pick<Deps, 'ledger'>,
  { num }: Batch,
  { limits, resumes }: Goal,
  result: WorkResult,
): Promise<WorkResult> {
  const isWhole = limits !== undefined && resumes !== true && result.trouble === undefined;
  if (isWhole) await ledger.keepDelivered(num, 'all');
  return result;
}

interface Reporter {
  readonly deps: Deps;
  readonly tell: () => void;
  readonly isTold: () => boolean;
}

/** A new batch that a budget refuses is refused before the first request. */
async function guarded(
  { deps }: Reporter,
  { batch, isNew }: HeldBatch,
  goal: Goal,
): Promise<ConfereError | undefined> {
  const { limits } = goal;
  if (limits !== undefined) {
    stopIfAsked(deps, batch.id);
    const over = isNew ? await overBudget(deps, batch, limits) : undefined;
    if (over !== undefined) return over;
    await keepLimit(deps, batch, limits);
  }
  return workOn(deps, batch, goal);
}

/** Tells the id of a new batch before its first job is sent, or at the end: until then a refusal or a no discards it. */
function reporterOf(deps: Deps, { batch, isNew }: HeldBatch): Reporter {
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
async function discardOrTell(
  { deps, tell, isTold }: Reporter,
  held: HeldBatch,
  result: WorkResult,
): Promise<WorkResult> {
  const isDiscarded = !isTold() && (await discardIfRefused(deps, held, result.trouble));
  if (!isDiscarded) {
    tell();
    return result;
  }
  const trouble = stopOf(deps) ?? result.trouble;
  const summary = { ...result.summary, batch: null };
  return trouble === undefined ? { summary } : { summary, trouble };
}

/** `before`: the batch as the whole command found it. */
async function resultOf(
  deps: Deps,
  before: BatchFigures,
  work: () => Promise<ConfereError | undefined>,
): Promise<WorkResult> {
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

function isWorthExporting({ summary, trouble }: WorkResult): boolean {
  const { batch, state, found, notFound } = summary;
  const isStopped = trouble !== undefined && STOPS.has(trouble.kind);
  if (batch === null || state === 'running' || isStopped) return false;
  return trouble === undefined || found + notFound > 0;
}
