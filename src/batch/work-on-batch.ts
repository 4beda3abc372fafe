import type { Stop } from '../errors/facts.js';
import { asKnownError, ConfereError } from '../errors.js';
import type { ExportRequest } from '../export/index.js';
import type { BatchFigures } from '../ledger/index.js';
import type { Deps, Work } from './dependencies.js';
import { exportBatch } from './export-batch.js';
import { discardIfRefused, announceBatch, type HeldBatch } from './plan/open-batch.js';
import { overBudget, storeLimit } from './send/spending.js';
import { markInterrupted } from './settle.js';
import { STOPS, stopIfAsked, stopOf } from './stop.js';
import { endOf, figuresOf, summarizeSince, type Summary } from './summary.js';
import { workOn, type Goal } from './work.js';

export interface WorkResult {
  readonly summary: Summary;
  readonly trouble?: ConfereError;
  readonly unwritten?: ConfereError;
  readonly hadEnded?: boolean;
}

export async function workOnHeld(
  deps: Deps,
  held: HeldBatch,
  goal: Goal,
  request?: ExportRequest,
): Promise<WorkResult> {
  const { batch, isNew } = held;
  const { ledger } = deps;
  // The id of a new batch is told before its first job is sent, or at the end: until then a refusal or a no discards it.
  let isTold = !isNew;
  const tell = () => {
    if (!isTold) announceBatch(deps, batch);
    isTold = true;
  };
  const emit: Deps['emit'] = (event) => {
    if (event.type === 'submitting') tell();
    deps.emit(event);
  };
  const work: Work = { ...deps, batch, emit };
  if (goal.limits === undefined) await markInterrupted(work);
  const before = await figuresOf(ledger, batch.num);
  // The same command continues this batch until its result is written, also with --again.
  if (request !== undefined) await ledger.keepDelivered(batch.num, 'nothing');
  const result = await resultOf(work, before, () => workWithinBudget(work, isNew, goal));
  if (!isTold && (await discardIfRefused(deps, held, result.trouble)))
    return { summary: { ...result.summary, batch: null }, trouble: stopOf(deps) ?? result.trouble };
  tell();
  const { summary, trouble } = result;
  if (request === undefined) {
    // Where the whole work is done and no result was asked for, it is all that there is to deliver.
    const isWhole = goal.limits !== undefined && goal.resumes !== true && trouble === undefined;
    if (isWhole) await ledger.keepDelivered(batch.num, 'all');
    return result;
  }
  if (!isWorthExporting(result)) return result;
  const whole = { ...request, remember: true, partial: request.partial || summary.pending > 0 };
  const written = await resultOf(work, before, () => exportBatch(deps, batch, whole));
  const hadEnded = !isNew && endOf(before) !== null;
  return { summary: written.summary, trouble, hadEnded, unwritten: written.trouble };
}

async function workWithinBudget(work: Work, isNew: boolean, goal: Goal) {
  const { limits } = goal;
  if (limits !== undefined) {
    stopIfAsked(work);
    const over = isNew ? await overBudget(work, work.batch, limits) : undefined;
    if (over !== undefined) return over;
    await storeLimit(work, limits);
  }
  return workOn(work, goal);
}

async function resultOf(work: Work, before: BatchFigures, run: () => Promise<unknown>) {
  const ended = await run().catch(asKnownError);
  const trouble = ended instanceof ConfereError ? ended : undefined;
  const summary = await summarizeSince(work.ledger, before, work.costs).catch((error: unknown) => {
    // It may have the id of a job that is paid for and could not be stored.
    throw trouble ?? error;
  });
  if (trouble === undefined) return { summary };
  const isStopped = STOPS.has(trouble.kind) && 'during' in trouble.facts;
  return { summary, trouble: (isStopped && stopOf(work, openOf(summary))) || trouble };
}

/** What goes on at the service, and what it was never sent. */
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
  const { state, found, notFound } = summary;
  const isStopped = trouble !== undefined && STOPS.has(trouble.kind);
  if (state === 'running' || isStopped) return false;
  return trouble === undefined || found + notFound > 0;
}
