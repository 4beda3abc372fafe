import type { Deps, LocalDeps } from '../../../batch/dependencies.js';
import { discardIfRefused } from '../../../batch/plan/open-batch.js';
import { jobsToRun } from '../../../batch/plan/plan.js';
import { costOfJobs, count, freeOf, overBudget } from '../../../batch/send/spending.js';
import { stopIfAsked, STOPS } from '../../../batch/stop.js';
import { summarize } from '../../../batch/summary.js';
import { asKnownError, ConfereError, type ErrorFacts, UsageError } from '../../../errors.js';
import { type ExitCode, exitCodeOf, exitCodes, gravest } from '../../../exit-codes.js';
import { formatName } from '../../../export/format.js';
import { safeJson } from '../../../foreign-text.js';
import { t } from '../../../messages/index.js';
import { limitPrices } from '../../../money/price.js';
import { accountPrices, readBalance } from '../../../money/read-balance.js';
import { exactCredits } from '../../../money/book.js';
import { resultLine, summaryJson } from '../../../output/batches/summary.js';
import {
  type FilePlan,
  filesText,
  plannedText,
  type FileOutcome,
  totalOf,
} from '../../../output/batches/files.js';
import { printable } from '../../../output/terminal/text.js';
import { maskIdentifiers } from '../../../identifiers/index.js';
import { lookOf } from '../../../output/terminal/terminal.js';
import {
  type Ended,
  type OpenedFile,
  openFile,
  type Run,
  runFile,
  type RunOfFile,
  runOpened,
  distinctInputs,
  refuseCollisions,
} from './one-file.js';
import { onBatch, withOpenService, withStoredBatches } from '../shared/batch-work.js';
import { dryRun, runDryRun } from '../shared/new-batch.js';
import { spendingLimits } from '../shared/options.js';
import {
  notifyEnd,
  ringAtEnd,
  summarizeStep,
  exitOfEnded,
  finishBatch,
} from '../shared/outcome.js';
import { expanded } from '../shared/places.js';
import { confirmed, isAsked } from '../../shared/ask-user.js';
import { type Host, wantsJson } from '../../shared/options.js';
import { tellError } from '../../shared/tell-error.js';
import { mayBeFile, refuseSplitLists } from '../../shared/typed.js';
import type { OpenAccount } from '../../shared/with-account.js';

/**
 * `confere bulk run`: submits, watches and exports; running it again continues the batch. `given`: paths, or `-` for
 * standard input.
 *
 * @throws UsageError for options that contradict each other
 */
export async function run(host: Host, given: readonly string[], request: Run): Promise<void> {
  const { platform } = host.context;
  const files = expanded(given, platform);
  refuseContradictions(files, request, platform);
  const [file = '-', ...others] = files;
  if (others.length > 0) {
    await runSeveral(host, files, request);
  } else if (request.dryRun === true) {
    await runDryRun(host, { ...request, file });
  } else {
    const { summary, troubles, own, ...end } = await runFile(host, { ...request, file });
    const code = finishBatch(host, request.presentation, summary, troubles, own, end);
    host.finish(code);
    await summarizeStep(host, [{ file, exitCode: code, error: null, summary }]);
    await notifyEnd(host, request, summaryJson(summary), code);
  }
}

function refuseContradictions(
  files: readonly string[],
  { output, outDir, json, format, fields, only, column }: Run,
  platform: string | undefined,
): void {
  formatName(output ?? '', format);
  const lists = { fields, only: only?.join(','), column };
  refuseSplitLists(files, lists, { platform, isInput: mayBeFile });
  if (files.length > 1 && output !== undefined) {
    throw new UsageError('one_output', {});
  }
  if (output !== undefined && outDir !== undefined) {
    throw new UsageError('two_outputs', {});
  }
  if (json === true && (output === '-' || (output === undefined && files.includes('-')))) {
    throw new UsageError('stdout_twice', {});
  }
}

/** After these exit codes the remaining files are not started. */
const ENDS_ALL: ReadonlySet<ExitCode> = new Set([exitCodes.interrupted, exitCodes.terminated]);

/**
 * `confere bulk run` with several inputs: reads all of them, asks once, then runs one after another, each as its own
 * batch. An error in one is reported and does not stop the others. `--max-credits` limits the total. Prints one
 * summary at the end.
 *
 * @throws UsageError before anything is sent if two results would be the same file
 */
async function runSeveral(host: Host, files: readonly string[], request: Run): Promise<void> {
  const { stderr, stdout, platform } = host.context;
  const { json, quiet } = request.presentation;
  const { inputs, repeated } = distinctInputs(files, platform);
  if (!quiet)
    stderr.write(
      repeated.map((file) => `${t.input.givenTwice(maskIdentifiers(printable(file)))}\n`).join(''),
    );
  refuseCollisions(inputs, request);
  const ran =
    request.dryRun === true
      ? await rehearseEach(host, inputs, request)
      : await runEach(host, inputs, request);
  const outcomes = await atLastPrice(host, request, ran);
  const isJson = request.dryRun === true ? wantsJson(request) : json;
  const total = totalOf(outcomes);
  const totalJson = `${safeJson(total)}\n`;
  if (isJson) stdout.write(totalJson);
  else if (!quiet)
    stderr.write(filesText(outcomes, lookOf(stderr, host.context, request.presentation)));
  const code = gravest(outcomes.map(({ exitCode }) => exitCode));
  host.finish(code);
  if (request.dryRun === true) return;
  await summarizeStep(host, outcomes);
  ringAtEnd(host, request.presentation, { ...total, file: t.table.total });
  await notifyEnd(host, request, totalJson, code);
}

async function runEach(
  host: Host,
  inputs: readonly string[],
  request: Run,
): Promise<FileOutcome[]> {
  const requests = inputs.map((file) => ({ ...request, file }));
  return withOpenService(host, request, async (open) => {
    const after = await open.ledger.tick();
    const files = await planFiles(host, open, requests);
    const outcomes: FileOutcome[] = [];
    const batches = new Set<number>();
    try {
      for (let [next] = files; next !== undefined; [next] = files) {
        if (outcomes.some(({ exitCode }) => ENDS_ALL.has(exitCode))) break;
        files.shift();
        outcomes.push(await runOne(host, open, next, batches, after));
      }
    } finally {
      await giveBack(host, open, files);
    }
    const left = files.map(({ request: { file } }) => ({ file, exitCode: exitCodes.ok }));
    return [...outcomes, ...left.map((one) => ({ ...one, error: 'not_begun' }))];
  });
}

async function rehearseEach(
  host: Host,
  inputs: readonly string[],
  request: Run,
): Promise<FileOutcome[]> {
  const sharing = limitOfAll(request, new Set(), 0);
  const outcomes: FileOutcome[] = [];
  let spent = 0;
  for (const file of inputs) {
    const own = { ...request, ...sharing, file };
    const done = await rehearse(host, own, spent).catch((error: unknown) => {
      if (STOPS.has(asKnownError(error).kind)) throw error;
      return { outcome: failed(host, own)(error), spent: 0 };
    });
    outcomes.push(done.outcome);
    spent += done.spent;
  }
  return outcomes;
}

/** The credits of all files at the same prices: what a later file was charged may have shown what a record costs. */
async function atLastPrice(
  host: Host,
  request: Run,
  outcomes: readonly FileOutcome[],
): Promise<readonly FileOutcome[]> {
  if (request.dryRun === true || !outcomes.some(({ summary }) => summary?.batch != null))
    return outcomes;
  try {
    return await withStoredBatches(host, request, (deps) =>
      Promise.all(outcomes.map((outcome) => repriced(deps, outcome))),
    );
  } catch (error) {
    // The numbers that each file ended with are at hand.
    asKnownError(error);
    return outcomes;
  }
}

async function repriced(
  { ledger, costs }: Pick<LocalDeps, 'ledger' | 'costs'>,
  { summary, ...outcome }: FileOutcome,
): Promise<FileOutcome> {
  if (summary === undefined) return outcome;
  const [batch] =
    summary.batch === null ? [] : await ledger.findBatches({ idPrefix: summary.batch });
  if (batch === undefined) return { ...outcome, summary };
  const { credits } = await summarize(ledger, batch.num, costs);
  const { charged, now: share } = summary.credits;
  const now = charged === 0 ? 0 : exactCredits((credits.charged * share) / charged);
  return { ...outcome, summary: { ...summary, credits: { ...credits, now } } };
}

/** `batches`: those that this command has run, from the tick `after` on. */
async function runOne(
  host: Host,
  open: OpenAccount,
  { request, opened, refused }: PlannedFile,
  batches: Set<number>,
  after: number,
): Promise<FileOutcome> {
  const { file, presentation } = request;
  if (refused !== undefined)
    return { file, exitCode: exitCodeOf(refused.kind), error: refused.code };
  if (!presentation.json && !presentation.quiet)
    host.context.stderr.write(`${maskIdentifiers(printable(file))}:\n`);
  return onBatch(host, request, open, async (deps) => {
    const own = opened ?? (await openFile(host, deps, request));
    batches.add(own.held.batch.num);
    const sharing = limitOfAll(request, batches, after);
    return runOpened(host, deps, { ...request, ...sharing }, own);
  }).then((ended) => tell(host, request, ended), failed(host, request));
}

/** `--max-credits` is a limit of all files together. */
function limitOfAll(
  { maxCredits: limit }: Run,
  batches: ReadonlySet<number>,
  after: number,
): Pick<Run, 'ofFiles'> {
  return limit === undefined ? {} : { ofFiles: { of: 'files', batches, after, limit } };
}

/** The outcome of an input that failed before it had a batch. */
function failed(host: Host, { file, presentation }: RunOfFile) {
  return (caught: unknown): FileOutcome => {
    const error = asKnownError(caught);
    return { file, exitCode: tellError(host, error, presentation.json), error: error.code };
  };
}

/** A dry run of one of several files: its outcome, and the credits that it may cost. */
async function rehearse(
  host: Host,
  request: RunOfFile,
  before: number,
): Promise<{ outcome: FileOutcome; spent: number }> {
  const { file, presentation } = request;
  const { summary, trouble } = await dryRun(host, request, before, !wantsJson(request));
  const exitCode =
    trouble === undefined ? exitCodes.ok : tellError(host, trouble, presentation.json);
  // A file that a guard stops sends nothing, so it leaves the budget to the files after it.
  const spent = trouble === undefined ? summary.credits.estimated : 0;
  return { outcome: { file, exitCode, error: trouble?.code ?? null, summary }, spent };
}

function tell(
  host: Host,
  { file, presentation }: RunOfFile,
  { summary, troubles, own, result }: Ended,
): FileOutcome {
  if (result !== undefined && !presentation.json && !presentation.quiet)
    host.context.stderr.write(resultLine(result));
  const exitCode = exitOfEnded(host, presentation, troubles, own);
  const error = troubles[0]?.code ?? null;
  return { file, exitCode, error, summary };
}

/** One of several inputs before anything is sent. */
interface PlannedFile {
  readonly request: RunOfFile;
  /** Left out where it was refused, or an earlier input has its batch. */
  readonly opened?: OpenedFile;
  readonly refused?: ConfereError;
  readonly plan: FilePlan;
}

/** Nothing of it was sent. */
const UNSENT = new ConfereError('declined', { nothing: 'sent' });

/**
 * Reads and plans every input, shows them in one table, and asks one question about all of them. Nothing is sent.
 *
 * @throws ConfereError if the user did not agree, or asked to stop; nothing is left of them then
 */
async function planFiles(
  host: Host,
  open: OpenAccount,
  requests: readonly RunOfFile[],
): Promise<PlannedFile[]> {
  const planned: PlannedFile[] = [];
  try {
    for (const request of requests) {
      stopIfAsked(open);
      planned.push(await planFile(host, open, request, planned));
    }
    await agreeOnAll(host, open, planned);
    return planned;
  } catch (error) {
    await giveBack(host, open, planned);
    throw error;
  }
}

/** Discards what is new of these batches, and releases them. */
async function giveBack(
  host: Host,
  open: OpenAccount,
  planned: readonly PlannedFile[],
): Promise<void> {
  for (const { request, opened } of planned) {
    if (opened === undefined) continue;
    await onBatch(host, request, open, (deps) => discardIfRefused(deps, opened.held, UNSENT));
    await opened.held.release();
  }
}

async function planFile(
  host: Host,
  open: OpenAccount,
  request: RunOfFile,
  before: readonly PlannedFile[],
): Promise<PlannedFile> {
  const { file } = request;
  try {
    return await onBatch(host, request, open, async (deps) => {
      const opened = await openFile(host, deps, request);
      const plan = await planOf(host, deps, request, opened);
      return { request: { ...request, agreed: plan.most }, opened, plan };
    });
  } catch (caught) {
    const error = asKnownError(caught);
    if (STOPS.has(error.kind) || error.kind === 'ledger') throw error;
    const plan = { file, rows: 0, toSend: 0, most: 0 };
    if (isOurs(error, before)) return { request: { ...request, agreed: 0 }, plan };
    tellError(host, error, request.presentation.json);
    return { request, refused: error, plan: { ...plan, error: error.code } };
  }
}

/** What the input would send now. A budget that it passes alone refuses it here. */
async function planOf(
  host: Host,
  deps: Deps,
  request: RunOfFile,
  { held }: OpenedFile,
): Promise<FilePlan> {
  const { batch } = held;
  try {
    const limits = spendingLimits(request, host.context.clock.now());
    const over = held.isNew ? await overBudget(deps, batch, limits) : undefined;
    if (over !== undefined) throw over;
    const jobs = await jobsToRun(deps, batch);
    const most = costOfJobs(jobs, limitPrices(await accountPrices(deps)));
    return { file: request.file, rows: batch.rows, toSend: count(jobs), most };
  } catch (error) {
    await discardIfRefused(deps, held, asKnownError(error));
    await held.release();
    throw error;
  }
}

/** Inputs with the same content are one batch, which the first of them has. */
function isOurs({ code, facts }: ConfereError, before: readonly PlannedFile[]): boolean {
  if (code !== 'batch_held') return false;
  const { batch } = facts as ErrorFacts['batch_held'];
  return before.some(({ opened }) => opened?.held.batch.id === batch);
}

async function agreeOnAll(
  host: Host,
  open: OpenAccount,
  planned: readonly PlannedFile[],
): Promise<void> {
  const [first] = planned;
  if (first === undefined) return;
  const { context } = host;
  const { presentation, interaction, maxCredits } = first.request;
  const plans = planned.map(({ plan }) => plan);
  if (!presentation.json && !presentation.quiet)
    context.stderr.write(plannedText(plans, lookOf(context.stderr, context, presentation)));
  const toSend = plans.reduce((sum, plan) => sum + plan.toSend, 0);
  if (toSend === 0 || !isAsked(host, interaction, maxCredits)) return;
  const most = plans.reduce((sum, plan) => sum + plan.most, 0);
  const files = plans.filter((plan) => plan.toSend > 0).length;
  const { balance } = await onBatch(host, first.request, open, async (deps) =>
    freeOf(await readBalance(deps)),
  );
  const question = t.batch.askToSendFiles(toSend, files, most, balance);
  await confirmed(host, interaction, question, open.stop, 'sent');
}
