import { returnKnownError, ConfereError, isStop } from '../base/errors.js';
import type { ErrorKind } from '../base/facts.js';
import type { Stop } from '../base/facts.js';
import type { ExportRequest } from '../export/index.js';
import type { BatchFigures } from '../ledger/index.js';
import { findExceededLimitError } from '../money/budget.js';
import type { Deps, Work } from './dependencies.js';
import { exportBatch } from './export-batch.js';
import type { SpendingLimits } from './options.js';
import { discardIfRefused, announceBatch, type HeldBatch } from './plan/open-batch.js';
import { planFailedJobsAgain } from './plan/plan.js';
import { checkBudget, storeLimit, beginRun, readForRun, type SendingRun } from './send/spending.js';
import { settleAndSend, type SendResult } from './send/submit.js';
import {
  markInterrupted,
  settleBlockingLookups,
  findLeftOutError,
  readUnconfirmedSubmissions,
} from './settle.js';
import { stopIfAsked, findStop, pauseOrStop } from './stop.js';
import { computeEndTime, readFigures, summarizeSince, type BatchSummary } from './summary.js';
import { createWatcher } from './watch.js';

export interface WorkResult {
  readonly summary: BatchSummary;
  /** The error that kept the work from being completed. */
  readonly trouble?: ConfereError;
  /** The error that kept the result from being written. */
  readonly writeError?: ConfereError;
  /** Whether the batch had ended before this work. */
  readonly hadEnded?: boolean;
}

/**
 * Works on a locked batch and writes its result, if one is requested. An error of kind ConfereError is part of what is
 * returned, unless even the summary cannot be read.
 */
export async function workOnHeld(
  deps: Deps,
  held: HeldBatch,
  goal: Goal,
  request?: ExportRequest,
): Promise<WorkResult> {
  const { batch, isNew } = held;
  const { ledger } = deps;
  // A new batch is announced just before its first job is sent, or at the end, because until then a refusal, or the
  // user's no, discards it.
  let isAnnounced = !isNew;
  const announce = () => {
    if (!isAnnounced) announceBatch(deps, batch);
    isAnnounced = true;
  };
  const emit: Deps['emit'] = (event) => {
    if (event.type === 'submitting') announce();
    deps.emit(event);
  };
  const work: Work = { ...deps, batch, emit };
  const before = await readFigures(ledger, batch.num);
  // The same command continues this batch until its result is written, also with --again.
  if (request !== undefined) await ledger.storeDelivery(batch.num, 'nothing');
  const result = await runAndSummarize(work, before, () => workOn(work, goal, isNew));
  if (!isAnnounced && (await discardIfRefused(deps, held, result.trouble)))
    return {
      summary: { ...result.summary, batch: null },
      trouble: findStop(deps) ?? result.trouble,
    };
  announce();
  const { summary, trouble } = result;
  if (request === undefined) {
    // This work sent the batch, and its user wants no result file: nothing is left to deliver. Work that only polls, or
    // resumes, continues the batch of an earlier command, whose user may still wait for the result.
    const hasNothingToDeliver =
      goal.limits !== undefined && goal.resumes !== true && trouble === undefined;
    if (hasNothingToDeliver) await ledger.storeDelivery(batch.num, 'all');
    return result;
  }
  if (!isWorthExporting(result)) return result;
  const partial = request.partial === true || summary.pending > 0;
  const exportRequest = { ...request, isOwnResult: true, partial };
  const written = await runAndSummarize(work, before, () =>
    exportBatch(deps, batch, exportRequest),
  );
  const hadEnded = !isNew && computeEndTime(before) !== null;
  return { summary: written.summary, trouble, hadEnded, writeError: written.trouble };
}

/**
 * Calls `run` and summarizes the batch. A ConfereError of `run` is returned as `trouble`.
 *
 * @throws any error that is not a ConfereError; if the summary fails, the error of `run`, or else of the summary
 */
async function runAndSummarize(work: Work, before: BatchFigures, run: () => Promise<unknown>) {
  const runResult = await run().catch(returnKnownError);
  const trouble = runResult instanceof ConfereError ? runResult : undefined;
  const summary = await summarizeSince(work.ledger, before, work.terms).catch((error: unknown) => {
    // The error of `run` is more important: it may name a job that is paid for and whose id could not be stored.
    throw trouble ?? error;
  });
  if (trouble === undefined) return { summary };
  // The user's no is an error of this kind, too, but has no `during`, and stays as it is.
  const isStopOfWork = isStop(trouble) && 'during' in trouble.facts;
  return { summary, trouble: (isStopOfWork && findStop(work, countOpen(summary))) || trouble };
}

/** Counts the jobs and identifiers that still run at the service, and the identifiers that were never sent. */
function countOpen({ jobs }: BatchSummary): NonNullable<Stop['open']> {
  const running = jobs.filter(({ status }) => status === 'accepted');
  const planned = jobs.filter(({ status }) => status === 'planned');
  const countUnanswered = ({ items, found, notFound, skipped }: (typeof jobs)[number]) =>
    items - found - notFound - skipped;
  return {
    jobs: running.length,
    running: running.reduce((sum, job) => sum + countUnanswered(job), 0),
    unsent: planned.reduce((sum, { items }) => sum + items, 0),
  };
}

function isWorthExporting({ summary, trouble }: WorkResult): boolean {
  const { state, found, notFound, pending } = summary;
  if (state === 'running' || (trouble !== undefined && isStop(trouble))) return false;
  return found + notFound > 0 || (trouble === undefined && pending === 0);
}

/** How far a run takes a batch. */
export interface Goal {
  /** Without limits nothing is sent. */
  readonly limits?: SpendingLimits;
  /** Whether the run polls until every job has ended, and sends the rest of failed jobs again. */
  readonly waits: boolean;
  /** Whether everything without an answer is planned again. */
  readonly resumes?: boolean;
  /** Ms from the acceptance of a job to its first poll. */
  readonly interval: number;
}

/**
 * Settles, sends and polls the jobs of a batch until its goal is reached. Returns the error that kept something from
 * being sent, while accepted jobs are polled all the same, or the error of a limit that the charges have exceeded.
 *
 * @throws ConfereError where the work cannot go on: a stop, a refused key, a ledger that fails
 */
export async function workOn(
  work: Work,
  goal: Goal,
  isNew = false,
): Promise<ConfereError | undefined> {
  const { limits, waits, resumes = false, interval } = goal;
  const watcher = createWatcher(work, interval);
  /** Polls until no job runs, if this run waits for jobs. Returns false where the run may send nothing more. */
  const poll = async () => !waits || watcher.pollUntilEnded();
  const pollDue = waits ? () => watcher.pollDue().catch(returnKnownError) : undefined;
  if (limits === undefined) {
    await markInterrupted(work);
    return void (await poll());
  }
  stopIfAsked(work);
  const budgetError = isNew ? await checkBudget(work, work.batch, limits) : undefined;
  if (budgetError !== undefined) return budgetError;
  await storeLimit(work, limits);
  await markInterrupted(work);
  const run = await beginRun(work, work.batch, limits);
  let isResuming = resumes;
  let goesOn = !resumes || (await poll());
  while (goesOn) {
    // While a job is processing, the balance does not show whether an unconfirmed submission was charged.
    if ((await readUnconfirmedSubmissions(work)).length > 0 && !(await poll())) break;
    const { pollUntilEnded } = watcher;
    const sending = { ...work, pollUntilEnded, pollDue, run, isResuming };
    const { jobs: sentJobs, error } = await settleAndSend(sending).catch(stopOrThrow);
    if (error !== undefined) {
      if (!endsEverything(error)) await poll();
      return error;
    }
    isResuming = false;
    goesOn = (await poll()) && (await planMore(work, run, goal, sentJobs));
  }
  return (waits && (await checkExceededLimits(work, run))) || findLeftOutError(work);
}

const ENDS_EVERYTHING: ReadonlySet<ErrorKind> = new Set(['auth', 'usage', 'ledger']);

/**
 * Whether even polling is of no use after this error. A ledger that another program had locked may be free again, so
 * the paid results are fetched first.
 */
function endsEverything(error: ConfereError): boolean {
  return isStop(error) || (ENDS_EVERYTHING.has(error.kind) && error.code !== 'state_busy');
}

/** Turns an error into the end of sending. @throws ConfereError where it ends everything */
function stopOrThrow(caught: unknown): SendResult {
  const error = returnKnownError(caught);
  if (endsEverything(error)) throw error;
  return { jobs: 0, error };
}

/** Plans what this run may still send. Returns whether anything is left to send. */
async function planMore(
  work: Work,
  { limits }: SendingRun,
  { waits, interval }: Goal,
  sentJobs: number,
): Promise<boolean> {
  const { ledger, clock, deadline, batch } = work;
  // A job has just failed at the service, which gets one interval before the rest of the job is sent again.
  const mayWait = waits && clock.now() + interval <= deadline;
  if (mayWait && (await planFailedJobsAgain(work)) > 0) {
    await pauseOrStop(work, interval, 'status');
    return true;
  }
  if ((await settleBlockingLookups(work)) > 0) return true;
  if (!waits || limits.fitBalance !== true || sentJobs === 0 || clock.now() > deadline)
    return false;
  return (await ledger.readJobs(batch.num)).some(({ state }) => state === 'planned');
}

/** Returns an error if the run has spent more than a limit allows, after everything was sent. */
async function checkExceededLimits(work: Work, run: SendingRun): Promise<ConfereError | undefined> {
  if (!run.isConfirmed) return undefined;
  const current = await readForRun(work, run).catch(returnKnownError);
  // Everything was sent, so a balance that cannot be read now is no trouble.
  if (current instanceof ConfereError) return current.kind === 'credits' ? current : undefined;
  return findExceededLimitError(
    await work.ledger.computeLimitsLeft(current.limits, work.terms ?? {}),
  );
}
