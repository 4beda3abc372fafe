import { maskForPrint } from '../shared/masked.js';
import type { Deps } from '../../batch/dependencies.js';
import { buildSpendingLimits } from '../../batch/options.js';
import * as opening from '../../batch/plan/open-batch.js';
import { findJobsToRun } from '../../batch/plan/plan.js';
import {
  beginRun,
  sumWorstCase,
  countIdentifiers,
  readFreeBalance,
  buildCurrentLimits,
  findBalanceNeed,
  checkBudget,
  type SendingRun,
  isUnconfirmed,
} from '../../batch/send/spending.js';
import { pauseOrStop, stopIfAsked } from '../../batch/stop.js';
import type { BatchSummary } from '../../batch/summary.js';
import { returnKnownError, ConfereError, isStop } from '../../base/errors.js';
import type { ErrorFacts } from '../../base/error-facts.js';
import { type ExitCode, exitCodeFor, exitCodes, chooseGravest } from '../../base/exit-codes.js';
import { safeJson } from '../../base/foreign-text.js';
import type { Job } from '../../ledger/index.js';
import { formatMoneyInBrackets, t } from '../../messages/index.js';
import { type AccountBalance, buildBalanceLimit, readBeforeSending } from '../../money/balance.js';
import { resolvePrices } from '../../money/book.js';
import { findOverLimitError } from '../../money/budget.js';
import * as table from './files-table.js';
import type { FileOutcome } from './files-table.js';
import { describeResult } from './shared/summary.js';
import { chooseStyle } from '../../terminal/style.js';
import type { CommandContext } from '../shared/command.js';
import { wantsJson } from '../shared/command-context.js';
import { say } from '../shared/print.js';
import { requireConsent, needsConsent, reportError } from '../shared/user.js';
import { askWhyCharged } from '../shared/why-charged.js';
import type { Session } from '../shared/session.js';
import {
  openFileBatch,
  refuseOutput,
  type RunContext,
  runFile,
  summarizeForGithub,
  withOptions,
} from './run-one.js';
import { withBatch, openBatchSession } from './shared/batch-work.js';
import { foreseeRun, NO_BATCH } from './shared/new-batch.js';
import * as outcome from './shared/outcome.js';
import * as places from './shared/places.js';

/**
 * Runs several inputs. Each input is a batch, and the user decides about all together: if one input is refused, none is
 * sent, unless the user gave `--keep-going`. @throws UsageError before anything is sent
 */
export async function runMany(command: RunContext, files: readonly string[]): Promise<void> {
  const { context, quiet, options } = command;
  const { stderr, stdout, platform } = context;
  const inputs = places.removeRepeatedInputs(files, platform);
  places.refuseCollisions(inputs, options);
  const isDryRun = options.dryRun === true;
  const failures: Failure[] = [];
  const processFiles = isDryRun ? foreseeFiles : runFiles;
  const outcomes = await processFiles(command, inputs, failures);
  const total = table.addUpFiles(outcomes);
  const json = `${safeJson(total)}\n`;
  if (isDryRun ? wantsJson(options) : command.json) stdout.write(json);
  else if (!quiet)
    stderr.write(
      table.formatFilesTable(outcomes, chooseStyle(stderr, context, command), options.creditPrice),
    );
  const code = chooseGravest(outcomes.map(({ exitCode }) => exitCode));
  // A program gets only one error: the one that decided the exit code.
  const gravestFailure = failures.find((one) => one.code === code);
  if (command.json && gravestFailure !== undefined)
    reportError(gravestFailure.command, gravestFailure.error, code);
  command.finish(code);
  if (isDryRun) return;
  await summarizeForGithub(command, outcomes);
  outcome.ringAtEnd(command, { ...total, file: t.table.total });
  await outcome.notifyEnd(command, json, code);
  await askWhyCharged(
    command,
    failures.find(({ error }) => error.code === 'unexpected_charges')?.error,
  );
}

/** An error about one file, and the command in whose name it is reported. */
interface Failure {
  readonly command: CommandContext;
  readonly error: ConfereError;
  readonly code: ExitCode;
}

/** Reports an error about a file and returns its exit code. */
type ReportFailure = (command: CommandContext, error: ConfereError, code?: ExitCode) => ExitCode;

function createFailureReporter(failures: Failure[]): ReportFailure {
  return (command, error, code = exitCodeFor(error.kind)) => {
    failures.push({ command, error, code });
    return command.json ? code : reportError(command, error, code);
  };
}

async function foreseeFiles(
  command: RunContext,
  inputs: readonly string[],
  failures: Failure[],
): Promise<FileOutcome[]> {
  const report = createFailureReporter(failures);
  const limitedCommand = withOptions(command, buildSharedLimit(command, new Set(), 0));
  const outcomes: FileOutcome[] = [];
  let otherCosts = 0;
  for (const file of inputs)
    try {
      const { summary, trouble } = await foreseeRun(limitedCommand, file, {
        otherCosts,
        isPrinted: !wantsJson(command.options),
        refuseBadOutput: (batch) => refuseOutput(narrowToFile(limitedCommand, file), batch, file),
      });
      const exitCode = trouble === undefined ? exitCodes.ok : report(command, trouble);
      // With `--keep-going`, a file that a limit stops leaves its credits to the other files.
      const countsInTotal = trouble === undefined || command.options.keepGoing !== true;
      if (countsInTotal) otherCosts += summary.credits.estimated;
      outcomes.push({ file, exitCode, error: trouble?.code ?? null, summary });
    } catch (caught) {
      const error = returnKnownError(caught);
      if (isStop(error)) throw error;
      outcomes.push({ file, exitCode: report(command, error), error: error.code });
    }
  return outcomes;
}

/** Builds the limit that all files share, if the user set one. `after`: the tick after which costs count. */
function buildSharedLimit(
  { options: { maxCredits: limit } }: RunContext,
  batches: ReadonlySet<number>,
  after: number,
): Pick<RunContext['options'], 'sharedLimit'> {
  return limit === undefined ? {} : { sharedLimit: { of: 'files', batches, after, limit } };
}

/** The run of the files of one command, on one session. */
interface FilesRun {
  readonly command: RunContext;
  readonly session: Session;
  readonly report: ReportFailure;
}

/** The exit codes after which no further file is begun. */
const STOP_CODES: readonly number[] = [exitCodes.interrupted, exitCodes.terminated];

async function runFiles(
  command: RunContext,
  inputs: readonly string[],
  failures: Failure[],
): Promise<readonly FileOutcome[]> {
  const session = await openBatchSession(command);
  const run = { command, session, report: createFailureReporter(failures) };
  try {
    return await runPlans(run, inputs);
  } finally {
    await session.close();
  }
}

async function runPlans(run: FilesRun, inputs: readonly string[]): Promise<readonly FileOutcome[]> {
  const after = await run.session.ledger.tick();
  const plans = await planFiles(run, inputs);
  if (plans.isRefused)
    return plans.files.map(({ file, refusal }) => refusal ?? { file, ...NOT_BEGUN });
  const { files } = plans;
  const outcomes: FileOutcome[] = [];
  const batches = new Set<number>();
  const shareLimit = (batch: number) => buildSharedLimit(run.command, batches.add(batch), after);
  try {
    for (let [nextFile] = files; nextFile !== undefined; [nextFile] = files) {
      if (outcomes.some(({ exitCode }) => STOP_CODES.includes(exitCode))) break;
      const unsent = files.reduce((sum, { toSend }) => sum + toSend, 0);
      const isFirst = outcomes.length === 0;
      files.shift();
      const explain = (error: ConfereError) => (isFirst ? error : correctStopError(error, unsent));
      outcomes.push(await runPlannedFile(run, nextFile, shareLimit, explain));
    }
  } finally {
    await discardPlans(run, files);
  }
  return [...outcomes, ...files.map(({ file }) => ({ file, ...NOT_BEGUN }))];
}

/** The outcome of a file that was not begun. */
const NOT_BEGUN = { exitCode: exitCodes.ok, error: 'not_begun' };

/**
 * Returns the error of a stop while a later input was read. Earlier files were sent, so the error must not say that
 * nothing was sent.
 */
function correctStopError(error: ConfereError, unsent: number): ConfereError {
  const { kind, facts } = error;
  if (!('during' in facts) || facts.during !== 'input') return error;
  const open = { jobs: 0, running: 0, unsent };
  const code = kind === 'terminated' ? 'terminated' : 'interrupted';
  return new ConfereError(code, { during: 'batch', open });
}

async function runPlannedFile(
  { command, session, report }: FilesRun,
  { file, worstCase: agreed, opened, refusal }: PlannedFile,
  shareLimit: (batch: number) => Partial<RunContext['options']>,
  explain: (error: ConfereError) => ConfereError,
): Promise<FileOutcome> {
  const isShown = !command.json && !command.quiet;
  if (refusal !== undefined) return refusal;
  const { stderr } = command.context;
  if (isShown) stderr.write(`${maskForPrint(file)}:\n`);
  const fileCommand = narrowToFile(command, file);
  const buildOptions = (batch: number) => ({ agreed, ...shareLimit(batch) });
  // A stop ends all files, and the suggested command continues all.
  const chooseCommand = (errors: readonly ConfereError[]) =>
    errors.some(isStop) ? command : fileCommand;
  try {
    const ended = await runFile(fileCommand, session, file, { opened, buildOptions });
    const { summary, result } = ended;
    const troubles = outcome.collectTroubles(ended).map(explain);
    const { path = '-', rows = 0, matches } = result ?? {};
    if (isShown && path !== '-')
      stderr.write(`${describeWritten(summary, maskForPrint(path), rows)}\n`);
    const exitCode = outcome.reportTroubles(chooseCommand(troubles), ended, troubles, report);
    return { file, exitCode, error: troubles[0]?.code ?? null, summary, matches };
  } catch (caught) {
    const error = explain(returnKnownError(caught));
    return { file, exitCode: report(chooseCommand([error]), error), error: error.code };
  }
}

function describeWritten(summary: BatchSummary, path: string, rows: number): string {
  const isComplete = summary.unique === summary.found + summary.notFound;
  return isComplete ? t.batch.resultWritten(path, rows) : `${describeResult(summary, path)}.`;
}

/**
 * Returns the command whose suggested next step is only about this file, because a new run of all files might pay again
 * for the other files.
 */
function narrowToFile(command: RunContext, file: string): RunContext {
  return { ...command, next: command.next.forInput(file) };
}

/** The plan of a file, with its batch and its jobs. */
interface PlannedFile extends table.FilePlan {
  /** Left out if the file was refused, or if an earlier input with the same content has the batch. */
  readonly opened?: opening.HeldBatch;
  readonly jobs?: readonly Job[];
}

interface FilePlans {
  readonly files: PlannedFile[];
  /** A file is refused, so nothing of any file is sent. */
  readonly isRefused: boolean;
}

/**
 * Plans all files, and asks once for all of them.
 * @throws ConfereError if their total is over a limit, or the user did not agree; the new batches are discarded then
 */
async function planFiles(run: FilesRun, inputs: readonly string[]): Promise<FilePlans> {
  const { command, session } = run;
  const files: PlannedFile[] = [];
  try {
    for (const file of inputs) {
      stopIfAsked(session);
      files.push(await planFile(run, file, files));
    }
    showPlans(command, files);
    const { length: refusedCount } = files.filter((plan) => plan.refusal !== undefined);
    const isRefused = refusedCount > 0 && command.options.keepGoing !== true;
    if (isRefused) {
      await discardPlans(run, files);
      const counts = { refused: refusedCount, files: files.length };
      if (refusedCount < files.length) say(command, `${t.batch.noneSent(counts, command.next)}\n`);
    } else await withBatch(command, session, (deps) => agreeOnAll(run, deps, files));
    return { files, isRefused };
  } catch (error) {
    await discardPlans(run, files);
    throw error;
  }
}

/** The error with which unsent plans are discarded for whatever reason: the same as after the user's no. */
const UNSENT = new ConfereError('declined', { nothing: 'sent' });

/** Discards the new batches among the plans and releases all; a batch that an earlier command has begun stays. */
async function discardPlans(
  { command, session }: FilesRun,
  planned: readonly PlannedFile[],
): Promise<void> {
  for (const { opened } of planned) {
    if (opened === undefined) continue;
    await withBatch(command, session, (deps) => opening.discardIfRefused(deps, opened, UNSENT));
    await opened.release();
  }
}

async function planFile(
  { command: runCommand, session, report }: FilesRun,
  file: string,
  earlierFiles: readonly PlannedFile[],
): Promise<PlannedFile> {
  const command = narrowToFile(runCommand, file);
  const work = async (deps: Deps) => {
    const opened = await openFileBatch(command, deps, file);
    const { batch, isNew } = opened;
    return opening.checkOrRelease(deps, opened, async () => {
      const limits = buildSpendingLimits(command.options, command.context.clock.now());
      const limitError = isNew ? await checkBudget(deps, batch, limits) : undefined;
      if (limitError !== undefined) throw limitError;
      const jobs = await findJobsToRun(deps, batch);
      const worstCase = sumWorstCase(jobs, resolvePrices(deps.terms));
      return { file, rows: batch.rows, toSend: countIdentifiers(jobs), worstCase, opened, jobs };
    });
  };
  try {
    return await withBatch(command, session, work, file);
  } catch (caught) {
    const error = returnKnownError(caught);
    const { kind, code, facts } = error;
    if (isStop(error) || kind === 'ledger') throw error;
    const emptyPlan = { file, rows: 0, toSend: 0, worstCase: 0 };
    // Inputs with the same content share one batch, which the first of them holds.
    const { batch } = facts as Partial<ErrorFacts['batch_held']>;
    const isOfEarlierFile = earlierFiles.some(({ opened }) => opened?.batch.id === batch);
    if (code === 'batch_held' && isOfEarlierFile) return emptyPlan;
    return { ...emptyPlan, refusal: { file, exitCode: report(command, error), error: code } };
  }
}

function showPlans(command: RunContext, plans: readonly table.FilePlan[]): void {
  const { context, json, quiet, options } = command;
  if (json || quiet) return;
  context.stderr.write(
    table.formatPlans(plans, chooseStyle(context.stderr, context, command), options.creditPrice),
  );
}

/** Asks for consent to all files. @throws ConfereError if their total is over a limit or the balance, or after a no */
async function agreeOnAll(
  { command, session }: FilesRun,
  deps: Deps,
  plans: readonly PlannedFile[],
): Promise<void> {
  const toSend = plans.reduce((sum, plan) => sum + plan.toSend, 0);
  if (toSend === 0) return;
  const limits = buildSpendingLimits(command.options, deps.clock.now());
  const run = await beginRun(deps, NO_BATCH, limits);
  const sleep = (ms: number) => pauseOrStop(deps, ms);
  const reading = await readBeforeSending(
    deps,
    { until: deps.deadline, sleep },
    findBalanceNeed(run),
  );
  const limitError =
    command.options.keepGoing === true
      ? undefined
      : await findTotalRefusal(deps, run, plans, reading);
  if (limitError !== undefined) throw limitError;
  if (!needsConsent(command)) return;
  const worstCase = plans.reduce((sum, plan) => sum + plan.worstCase, 0);
  const files = plans.filter((plan) => plan.toSend > 0).length;
  const balance = reading === undefined ? 0 : (await readFreeBalance(deps, reading)).balance;
  const money = formatMoneyInBrackets(worstCase, command.options.creditPrice);
  await requireConsent(
    command,
    t.batch.askToSendFiles({ toSend, files, worstCase, money, balance }),
    session.stop,
    'sent',
  );
}

/** Returns the error if all files together cost more than a limit of the user or the balance. */
async function findTotalRefusal(
  deps: Deps,
  run: SendingRun,
  plans: readonly PlannedFile[],
  reading: AccountBalance | undefined,
): Promise<ConfereError | undefined> {
  // Jobs in doubt are left out, because the limits count them already.
  const jobs = plans.flatMap((plan) => plan.jobs ?? []).filter((job) => !isUnconfirmed(job));
  const prices = resolvePrices(deps.terms);
  const cost = sumWorstCase(jobs, prices);
  if (cost === 0) return undefined;
  const balance = reading && buildBalanceLimit(deps, reading.quota);
  const limitsLeft = await deps.ledger.computeLimitsLeft(
    await buildCurrentLimits(deps, run, balance),
    deps.terms ?? {},
  );
  const fitsBalance = run.limits.fitBalance === true;
  const request = { cost, costOf: 'files', fitsBalance, plan: reading?.quota.plan } as const;
  return findOverLimitError(limitsLeft, request, Math.min(...jobs.map(({ kind }) => prices[kind])));
}
