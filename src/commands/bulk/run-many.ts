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
  whyBalanceIsNeeded,
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
import { moneyBeside, t } from '../../messages/index.js';
import { type AccountBalance, buildBalanceLimit, readBeforeSending } from '../../money/balance.js';
import { resolvePrices } from '../../money/book.js';
import { findOverLimitError } from '../../money/budget.js';
import * as table from './files-table.js';
import type { FileOutcome } from './files-table.js';
import { resultLine } from './shared/summary.js';
import { chooseStyle } from '../../terminal/style.js';
import type { CommandContext } from '../shared/command.js';
import { wantsJson } from '../shared/command-context.js';
import { say } from '../shared/print.js';
import { requireConsent, needsConsent, reportError } from '../shared/user.js';
import { askWhyCharged } from '../shared/why-charged.js';
import type { Session } from '../shared/session.js';
import {
  openFile,
  refuseOutput,
  type RunContext,
  runFile,
  summarizeForGithub,
  withOptions,
} from './run-one.js';
import { onBatch, openBatchSession } from './shared/batch-work.js';
import { foreseeRun, NO_BATCH } from './shared/new-batch.js';
import * as outcome from './shared/outcome.js';
import * as places from './shared/places.js';

/**
 * Runs several inputs. Each is its own batch, and all are one decision: if one is refused, none is sent, unless the
 * user gave `--keep-going`. @throws UsageError before anything is sent
 */
export async function runMany(command: RunContext, files: readonly string[]): Promise<void> {
  const { context, quiet, options } = command;
  const { stderr, stdout, platform } = context;
  const inputs = places.removeRepeatedInputs(files, platform);
  places.refuseCollisions(inputs, options);
  const isDryRun = options.dryRun === true;
  const failures: Failure[] = [];
  const processEach = isDryRun ? foreseeEach : runEach;
  const outcomes = await processEach(command, inputs, failures);
  const total = table.addUpFiles(outcomes);
  const json = `${safeJson(total)}\n`;
  if (isDryRun ? wantsJson(options) : command.json) stdout.write(json);
  else if (!quiet)
    stderr.write(
      table.filesText(outcomes, chooseStyle(stderr, context, command), options.creditPrice),
    );
  const code = chooseGravest(outcomes.map(({ exitCode }) => exitCode));
  // A program gets one line of error: that of the exit code.
  const gravestOne = failures.find((one) => one.code === code);
  if (command.json && gravestOne !== undefined)
    reportError(gravestOne.command, gravestOne.error, code);
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

/** An error of one file. A program gets only the gravest. */
interface Failure {
  readonly command: CommandContext;
  readonly error: ConfereError;
  readonly code: ExitCode;
}

type Report = (command: CommandContext, error: ConfereError, code?: ExitCode) => ExitCode;

function createFailureReport(failures: Failure[]): Report {
  return (command, error, code = exitCodeFor(error.kind)) => {
    failures.push({ command, error, code });
    return command.json ? code : reportError(command, error, code);
  };
}

async function foreseeEach(
  command: RunContext,
  inputs: readonly string[],
  failures: Failure[],
): Promise<FileOutcome[]> {
  const report = createFailureReport(failures);
  const limited = withOptions(command, buildSharedLimit(command, new Set(), 0));
  const outcomes: FileOutcome[] = [];
  let otherCosts = 0;
  for (const file of inputs)
    try {
      const { summary, trouble } = await foreseeRun(limited, file, {
        otherCosts,
        isPrinted: !wantsJson(command.options),
        refuse: (batch) => refuseOutput(narrowToFile(limited, file), batch, file),
      });
      const exitCode = trouble === undefined ? exitCodes.ok : report(command, trouble);
      // With --keep-going, a file that a limit stops leaves the budget to the others.
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

function buildSharedLimit(
  { options: { maxCredits: limit } }: RunContext,
  batches: ReadonlySet<number>,
  after: number,
): Pick<RunContext['options'], 'sharedLimit'> {
  return limit === undefined ? {} : { sharedLimit: { of: 'files', batches, after, limit } };
}

/** The files of one command, on one session. */
interface FilesRun {
  readonly command: RunContext;
  readonly session: Session;
  readonly report: Report;
}

const ENDS_ALL: readonly number[] = [exitCodes.interrupted, exitCodes.terminated];

async function runEach(
  command: RunContext,
  inputs: readonly string[],
  failures: Failure[],
): Promise<readonly FileOutcome[]> {
  const session = await openBatchSession(command);
  const run = { command, session, report: createFailureReport(failures) };
  try {
    return await runPlans(run, inputs);
  } finally {
    await session.close();
  }
}

async function runPlans(run: FilesRun, inputs: readonly string[]): Promise<readonly FileOutcome[]> {
  const after = await run.session.ledger.tick();
  const planned = await planFiles(run, inputs);
  if (planned.isRefused)
    return planned.files.map(({ file, refused }) => refused ?? { file, ...NOT_BEGUN });
  const { files } = planned;
  const outcomes: FileOutcome[] = [];
  const batches = new Set<number>();
  const shareLimit = (batch: number) => buildSharedLimit(run.command, batches.add(batch), after);
  try {
    for (let [next] = files; next !== undefined; [next] = files) {
      if (outcomes.some(({ exitCode }) => ENDS_ALL.includes(exitCode))) break;
      const unsent = files.reduce((sum, { toSend }) => sum + toSend, 0);
      const isFirst = outcomes.length === 0;
      files.shift();
      const explain = (error: ConfereError) => (isFirst ? error : describeStop(error, unsent));
      outcomes.push(await runPlanned(run, next, shareLimit, explain));
    }
  } finally {
    await discardPlans(run, files);
  }
  return [...outcomes, ...files.map(({ file }) => ({ file, ...NOT_BEGUN }))];
}

/** The outcome of a file that was not begun. */
const NOT_BEGUN = { exitCode: exitCodes.ok, error: 'not_begun' };

/**
 * Rewrites a stop while a later input is read: earlier files were sent, so the error must not say that nothing was.
 */
function describeStop(error: ConfereError, unsent: number): ConfereError {
  const { kind, facts } = error;
  if (!('during' in facts) || facts.during !== 'input') return error;
  const open = { jobs: 0, running: 0, unsent };
  const code = kind === 'terminated' ? 'terminated' : 'interrupted';
  return new ConfereError(code, { during: 'batch', open });
}

async function runPlanned(
  { command, session, report }: FilesRun,
  { file, worstCase: agreed, opened, refused }: PlannedFile,
  shareLimit: (batch: number) => Partial<RunContext['options']>,
  explain: (error: ConfereError) => ConfereError,
): Promise<FileOutcome> {
  const isShown = !command.json && !command.quiet;
  if (refused !== undefined) return refused;
  const { stderr } = command.context;
  if (isShown) stderr.write(`${maskForPrint(file)}:\n`);
  const alone = narrowToFile(command, file);
  const buildOptions = (batch: number) => ({ agreed, ...shareLimit(batch) });
  // A stop ends all files, and the suggested command continues all.
  const commandFor = (errors: readonly ConfereError[]) => (errors.some(isStop) ? command : alone);
  try {
    const ended = await runFile(alone, session, file, { opened, buildOptions });
    const { summary, result } = ended;
    const troubles = outcome.collectTroubles(ended).map(explain);
    const { path = '-', rows = 0, matches } = result ?? {};
    if (isShown && path !== '-')
      stderr.write(`${writtenLine(summary, maskForPrint(path), rows)}\n`);
    const exitCode = outcome.reportTroubles(commandFor(troubles), ended, troubles, report);
    return { file, exitCode, error: troubles[0]?.code ?? null, summary, matches };
  } catch (caught) {
    const error = explain(returnKnownError(caught));
    return { file, exitCode: report(commandFor([error]), error), error: error.code };
  }
}

function writtenLine(summary: BatchSummary, path: string, rows: number): string {
  const isWhole = summary.unique === summary.found + summary.notFound;
  return isWhole ? t.batch.resultWritten(path, rows) : `${resultLine(summary, path)}.`;
}

/**
 * Narrows the suggested next step to this file: a run of all files may pay again for what the others were charged.
 */
function narrowToFile(command: RunContext, file: string): RunContext {
  return { ...command, next: command.next.forInput(file) };
}

interface PlannedFile extends table.FilePlan {
  /** Left out where the file was refused, or an earlier input has its batch. */
  readonly opened?: opening.HeldBatch;
  readonly jobs?: readonly Job[];
}

interface Planned {
  readonly files: PlannedFile[];
  /** A file is refused, so nothing of any file is sent. */
  readonly isRefused: boolean;
}

/**
 * Plans all files as one decision.
 * @throws ConfereError if their total is over a limit, or the user did not agree; the new batches are discarded then
 */
async function planFiles(run: FilesRun, inputs: readonly string[]): Promise<Planned> {
  const { command, session } = run;
  const files: PlannedFile[] = [];
  try {
    for (const file of inputs) {
      stopIfAsked(session);
      files.push(await planFile(run, file, files));
    }
    showPlans(command, files);
    const { length: refusedCount } = files.filter((plan) => plan.refused !== undefined);
    const isRefused = refusedCount > 0 && command.options.keepGoing !== true;
    if (isRefused) {
      await discardPlans(run, files);
      const rest = { refused: refusedCount, files: files.length };
      if (refusedCount < files.length) say(command, `${t.batch.noneSent(rest, command.next)}\n`);
    } else await onBatch(command, session, (deps) => agreeOnAll(run, deps, files));
    return { files, isRefused };
  } catch (error) {
    await discardPlans(run, files);
    throw error;
  }
}

/** The error with which plans are discarded that are not sent, whatever the reason is: as if the user had declined. */
const UNSENT = new ConfereError('declined', { nothing: 'sent' });

async function discardPlans(
  { command, session }: FilesRun,
  planned: readonly PlannedFile[],
): Promise<void> {
  for (const { opened } of planned) {
    if (opened === undefined) continue;
    await onBatch(command, session, (deps) => opening.discardIfRefused(deps, opened, UNSENT));
    await opened.release();
  }
}

async function planFile(
  { command: wholeCommand, session, report }: FilesRun,
  file: string,
  before: readonly PlannedFile[],
): Promise<PlannedFile> {
  const command = narrowToFile(wholeCommand, file);
  const work = async (deps: Deps) => {
    const opened = await openFile(command, deps, file);
    const { batch, isNew } = opened;
    return opening.checkOrRelease(deps, opened, async () => {
      const limits = buildSpendingLimits(command.options, command.context.clock.now());
      const over = isNew ? await checkBudget(deps, batch, limits) : undefined;
      if (over !== undefined) throw over;
      const jobs = await findJobsToRun(deps, batch);
      const worstCase = sumWorstCase(jobs, resolvePrices(deps.terms));
      return { file, rows: batch.rows, toSend: countIdentifiers(jobs), worstCase, opened, jobs };
    });
  };
  try {
    return await onBatch(command, session, work, file);
  } catch (caught) {
    const error = returnKnownError(caught);
    const { kind, code, facts } = error;
    if (isStop(error) || kind === 'ledger') throw error;
    const nothing = { file, rows: 0, toSend: 0, worstCase: 0 };
    // Inputs with the same content are one batch, held for the first of them.
    const { batch } = facts as Partial<ErrorFacts['batch_held']>;
    const isOurs = before.some(({ opened }) => opened?.batch.id === batch);
    if (code === 'batch_held' && isOurs) return nothing;
    return { ...nothing, refused: { file, exitCode: report(command, error), error: code } };
  }
}

function showPlans(command: RunContext, plans: readonly table.FilePlan[]): void {
  const { context, json, quiet, options } = command;
  if (json || quiet) return;
  context.stderr.write(
    table.plannedText(plans, chooseStyle(context.stderr, context, command), options.creditPrice),
  );
}

/** @throws ConfereError if the total of all files is over a limit or the balance, or the user did not agree */
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
    whyBalanceIsNeeded(run),
  );
  const over =
    command.options.keepGoing === true
      ? undefined
      : await findTotalRefusal(deps, run, plans, reading);
  if (over !== undefined) throw over;
  if (!needsConsent(command)) return;
  const worstCase = plans.reduce((sum, plan) => sum + plan.worstCase, 0);
  const files = plans.filter((plan) => plan.toSend > 0).length;
  const balance = reading === undefined ? 0 : (await readFreeBalance(deps, reading)).balance;
  const money = moneyBeside(worstCase, command.options.creditPrice);
  await requireConsent(
    command,
    t.batch.askToSendFiles({ toSend, files, most: worstCase, money, balance }),
    session.stop,
    'sent',
  );
}

/** Returns the error if all files together are over a limit of the user or the balance. */
async function findTotalRefusal(
  deps: Deps,
  run: SendingRun,
  plans: readonly PlannedFile[],
  reading: AccountBalance | undefined,
): Promise<ConfereError | undefined> {
  // The limits already count the jobs in doubt.
  const jobs = plans.flatMap((plan) => plan.jobs ?? []).filter((job) => !isUnconfirmed(job));
  const prices = resolvePrices(deps.terms);
  const cost = sumWorstCase(jobs, prices);
  if (cost === 0) return undefined;
  const balance = reading && buildBalanceLimit(deps, reading.quota);
  const left = await deps.ledger.computeLimitsLeft(
    await buildCurrentLimits(deps, run, balance),
    deps.terms ?? {},
  );
  const canSendPart = run.limits.fitBalance === true;
  const wanted = { cost, part: 'files', canSendPart, plan: reading?.quota.plan } as const;
  return findOverLimitError(left, wanted, Math.min(...jobs.map(({ kind }) => prices[kind])));
}
