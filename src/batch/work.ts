import { asKnownError, ConfereError, isStop } from '../base/errors.js';
import type { ErrorKind } from '../base/facts.js';
import type { Stop } from '../base/facts.js';
import type { ExportRequest } from '../export/index.js';
import type { BatchFigures } from '../ledger/index.js';
import { passedLimit } from '../money/budget.js';
import type { Deps, Work } from './dependencies.js';
import { exportBatch } from './export-batch.js';
import type { SpendingLimits } from './options.js';
import { discardIfRefused, announceBatch, type HeldBatch } from './plan/open-batch.js';
import { planFailedAgain } from './plan/plan.js';
import { overBudget, storeLimit, beginRun, readForRun, type SendingRun } from './send/spending.js';
import { settleAndSend, type SendResult } from './send/submit.js';
import { markInterrupted, freeLeftOut, leftOutTrouble, unansweredJobs } from './settle.js';
import { stopIfAsked, stopOf, pauseOrStop } from './stop.js';
import { endOf, figuresOf, summarizeSince, type BatchSummary } from './summary.js';
import { createWatcher } from './watch.js';

export interface WorkResult {
  readonly summary: BatchSummary;
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
  const before = await figuresOf(ledger, batch.num);
  // The same command continues this batch until its result is written, also with --again.
  if (request !== undefined) await ledger.storeDelivery(batch.num, 'nothing');
  const result = await resultOf(work, before, () => workOn(work, goal, isNew));
  if (!isTold && (await discardIfRefused(deps, held, result.trouble)))
    return { summary: { ...result.summary, batch: null }, trouble: stopOf(deps) ?? result.trouble };
  tell();
  const { summary, trouble } = result;
  if (request === undefined) {
    // Where the whole work is done and no result was asked for, it is all that there is to deliver.
    const isWhole = goal.limits !== undefined && goal.resumes !== true && trouble === undefined;
    if (isWhole) await ledger.storeDelivery(batch.num, 'all');
    return result;
  }
  if (!isWorthExporting(result)) return result;
  const partial = request.partial === true || summary.pending > 0;
  const whole = { ...request, remember: true, partial };
  const written = await resultOf(work, before, () => exportBatch(deps, batch, whole));
  const hadEnded = !isNew && endOf(before) !== null;
  return { summary: written.summary, trouble, hadEnded, unwritten: written.trouble };
}

async function resultOf(work: Work, before: BatchFigures, run: () => Promise<unknown>) {
  const ended = await run().catch(asKnownError);
  const trouble = ended instanceof ConfereError ? ended : undefined;
  const summary = await summarizeSince(work.ledger, before, work.terms).catch((error: unknown) => {
    // It may have the id of a job that is paid for and could not be stored.
    throw trouble ?? error;
  });
  if (trouble === undefined) return { summary };
  const isStopped = isStop(trouble) && 'during' in trouble.facts;
  return { summary, trouble: (isStopped && stopOf(work, openOf(summary))) || trouble };
}

/** What goes on at the service, and what it was never sent. */
function openOf({ jobs }: BatchSummary): NonNullable<Stop['open']> {
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
  const { state, found, notFound, pending } = summary;
  if (state === 'running' || (trouble !== undefined && isStop(trouble))) return false;
  return found + notFound > 0 || (trouble === undefined && pending === 0);
}

export interface Goal {
  readonly limits?: SpendingLimits;
  /** It polls until every job has ended, and sends again what failed. */
  readonly waits: boolean;
  /** Everything that has no answer is planned again. */
  readonly resumes?: boolean;
  /** Ms from the acceptance of a job to its first poll. */
  readonly interval: number;
}

/**
 * Returns why not all of it was sent; what was accepted is polled all the same. @throws ConfereError where nothing can
 * go on: a stop, a refused key, a ledger that fails
 */
export async function workOn(
  work: Work,
  goal: Goal,
  isNew = false,
): Promise<ConfereError | undefined> {
  const { limits, waits, resumes = false, interval } = goal;
  const watcher = createWatcher(work, interval);
  const poll = async () => !waits || watcher(true);
  const collectDue = waits ? () => watcher(false).catch(asKnownError) : undefined;
  if (limits === undefined) {
    await markInterrupted(work);
    return void (await poll());
  }
  stopIfAsked(work);
  const over = isNew ? await overBudget(work, work.batch, limits) : undefined;
  if (over !== undefined) return over;
  await storeLimit(work, limits);
  await markInterrupted(work);
  const run = await beginRun(work, work.batch, limits);
  let isResuming = resumes;
  let goesOn = !resumes || (await poll());
  while (goesOn) {
    // The balance shows whether an unknown submission was charged only when no job is processing.
    if ((await unansweredJobs(work)).length > 0 && !(await poll())) break;
    const sending = { ...work, collect: () => watcher(true), collectDue, run, isResuming };
    const { jobs: sent, stop } = await settleAndSend(sending).catch(stopped);
    if (stop !== undefined) {
      if (!endsEverything(stop)) await poll();
      return stop;
    }
    isResuming = false;
    goesOn = (await poll()) && (await planMore(work, run, goal, sent));
  }
  return (waits && (await passedUnderWay(work, run))) || leftOutTrouble(work);
}

const ENDS_EVERYTHING: ReadonlySet<ErrorKind> = new Set(['auth', 'usage', 'ledger']);

/** A ledger that another program held for a while may be free again: what is paid for is fetched first. */
function endsEverything(error: ConfereError): boolean {
  return isStop(error) || (ENDS_EVERYTHING.has(error.kind) && error.code !== 'state_busy');
}

function stopped(error: unknown): SendResult {
  const stop = asKnownError(error);
  if (endsEverything(stop)) throw stop;
  return { jobs: 0, stop };
}

async function planMore(
  work: Work,
  { limits }: SendingRun,
  { waits, interval }: Goal,
  sent: number,
): Promise<boolean> {
  const { ledger, clock, deadline, batch } = work;
  // The service has just failed.
  const mayWait = waits && clock.now() + interval <= deadline;
  if (mayWait && (await planFailedAgain(work)) > 0) {
    await pauseOrStop(work, interval);
    return true;
  }
  if ((await freeLeftOut(work)) > 0) return true;
  if (!waits || limits.fitBalance !== true || sent === 0 || clock.now() > deadline) return false;
  return (await ledger.readJobs(batch.num)).some(({ state }) => state === 'planned');
}

async function passedUnderWay(work: Work, run: SendingRun): Promise<ConfereError | undefined> {
  if (!run.isGoingOn) return undefined;
  const read = await readForRun(work, run).catch(asKnownError);
  // All was sent: a balance that cannot be read now changes nothing.
  if (read instanceof ConfereError) return read.kind === 'credits' ? read : undefined;
  return passedLimit(await work.ledger.computeLimitsLeft(read.limits, work.terms ?? {}));
}
