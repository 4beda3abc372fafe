import { summarize } from '../../../batch/summary.js';
import type { LocalDeps, Deps } from '../../../batch/dependencies.js';
import { STOPS, stopIfAsked } from '../../../batch/stop.js';
import { exactCredits } from '../../../money/spending/sums.js';
import { safeJson } from '../../../foreign-text.js';
import { asKnownError, ConfereError, type ErrorFacts } from '../../../errors.js';
import { exitCodeOf, exitCodes, gravest, type ExitCode } from '../../../exit-codes.js';
import { twiceText, plannedText, type FilePlan } from '../../../output/batches/files-table.js';
import { resultLine } from '../../../output/batches/batch-summary.js';
import { errorLine } from '../../../output/error-line.js';
import { printable } from '../../../output/terminal/printable.js';
import { lookOf } from '../../../output/terminal/terminal.js';
import { totalOf, type FileOutcome } from '../../../output/batches/files-total.js';
import type { Host } from '../../shared/command-host.js';
import type { OpenAccount } from '../../shared/with-account.js';
import { dryRun } from './dry-run.js';
import { exitOfEnded } from '../shared/batch-outcome.js';
import { onBatch, withOpenService, withStoredBatches } from '../shared/batch-work.js';
import { distinctInputs, refuseCollisions } from './result-target.js';
import {
  openFile,
  runOpened,
  type Ended,
  type RunFileRequest,
  type RunRequest,
  type OpenedFile,
} from './run-one-file.js';
import { discardIfRefused } from '../../../batch/plan/open-batch.js';
import { jobsToRun } from '../../../batch/plan/plan.js';
import { costOfJobs, count, freeOf, overBudget } from '../../../batch/send/spending.js';
import { limitPrices } from '../../../money/price.js';
import { accountPrices, readBalance } from '../../../money/read-balance.js';
import { t } from '../../../messages/index.js';
import { confirmed, isAsked } from '../../shared/ask-user.js';
import { spendingLimits } from '../shared/options.js';

/** A dry run of one of several files: its outcome, and the credits that it may cost. */
interface Rehearsed {
  readonly outcome: FileOutcome;
  readonly spent: number;
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
export async function runSeveral(host: Host, request: RunRequest): Promise<void> {
  const { stderr, stdout, platform } = host.context;
  const { json, quiet } = request.presentation;
  const { inputs, repeated } = distinctInputs(request.files, platform);
  if (!quiet) stderr.write(repeated.map(twiceText).join(''));
  refuseCollisions(inputs, request);
  const ran = request.dryRun
    ? await rehearseEach(host, inputs, request)
    : await runEach(host, inputs, request);
  const outcomes = await atLastPrice(host, request, ran);
  const isJson = request.dryRun ? request.asJson : json;
  if (isJson) stdout.write(`${safeJson(totalOf(outcomes))}\n`);
  else if (!quiet) await writeTable(host, request, outcomes);
  host.finish(gravest(outcomes.map(({ exitCode }) => exitCode)));
}

async function writeTable(
  { context }: Host,
  { presentation }: RunRequest,
  outcomes: readonly FileOutcome[],
): Promise<void> {
  const { filesText } = await import('../../../output/batches/files-table.js');
  const look = lookOf(context.stderr, context, presentation);
  context.stderr.write(filesText(outcomes, look));
}

async function runEach(
  host: Host,
  inputs: readonly string[],
  request: RunRequest,
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
  request: RunRequest,
): Promise<FileOutcome[]> {
  const spending = sharing(request.spending, new Set(), 0);
  const outcomes: FileOutcome[] = [];
  let spent = 0;
  for (const file of inputs) {
    const own = { ...request, file, spending };
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
  request: RunRequest,
  outcomes: readonly FileOutcome[],
): Promise<readonly FileOutcome[]> {
  if (request.dryRun || !outcomes.some(({ summary }) => summary?.batch != null)) return outcomes;
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
  if (!presentation.json && !presentation.quiet) host.context.stderr.write(`${printable(file)}:\n`);
  return onBatch(host, request, open, async (deps) => {
    const own = opened ?? (await openFile(host, deps, request));
    batches.add(own.held.batch.num);
    const spending = sharing(request.spending, batches, after);
    return runOpened(host, deps, { ...request, spending }, own);
  }).then((ended) => tell(host, request, ended), failed(host, request));
}

/** `--max-credits` is a limit of all files together. */
function sharing(
  spending: RunRequest['spending'],
  batches: ReadonlySet<number>,
  after: number,
): RunRequest['spending'] {
  const { maxCredits: limit } = spending;
  if (limit === undefined) return spending;
  return { ...spending, ofFiles: { of: 'files', batches, after, limit } };
}

/** The outcome of an input that failed before it had a batch. */
function failed(host: Host, { file, presentation }: RunFileRequest) {
  return (caught: unknown): FileOutcome => {
    const error = asKnownError(caught);
    const exitCode = exitCodeOf(error.kind);
    host.context.stderr.write(errorLine(error, exitCode, presentation.json, host.next));
    return { file, exitCode, error: error.code };
  };
}

async function rehearse(host: Host, request: RunFileRequest, before: number): Promise<Rehearsed> {
  const { file, presentation } = request;
  const { summary, trouble } = await dryRun(host, request, before, !request.asJson);
  const exitCode = trouble === undefined ? exitCodes.ok : exitCodeOf(trouble.kind);
  if (trouble !== undefined)
    host.context.stderr.write(errorLine(trouble, exitCode, presentation.json, host.next));
  // A file that a guard stops sends nothing, so it leaves the budget to the files after it.
  const spent = trouble === undefined ? summary.credits.estimated : 0;
  return { outcome: { file, exitCode, error: trouble?.code ?? null, summary }, spent };
}

function tell(
  host: Host,
  { file, presentation }: RunFileRequest,
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
  readonly request: RunFileRequest;
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
  requests: readonly RunFileRequest[],
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
  request: RunFileRequest,
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
    const told = errorLine(error, exitCodeOf(error.kind), request.presentation.json, host.next);
    host.context.stderr.write(told);
    return { request, refused: error, plan: { ...plan, error: error.code } };
  }
}

/** What the input would send now. A budget that it passes alone refuses it here. */
async function planOf(
  host: Host,
  deps: Deps,
  { file, spending }: RunFileRequest,
  { held }: OpenedFile,
): Promise<FilePlan> {
  const { batch } = held;
  try {
    const limits = spendingLimits(spending, host.context.clock.now());
    const over = held.isNew ? await overBudget(deps, batch, limits) : undefined;
    if (over !== undefined) throw over;
    const jobs = await jobsToRun(deps, batch);
    const most = costOfJobs(jobs, limitPrices(await accountPrices(deps)));
    return { file, rows: batch.rows, toSend: count(jobs), most };
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
  const { presentation, interaction, spending } = first.request;
  const plans = planned.map(({ plan }) => plan);
  if (!presentation.json && !presentation.quiet)
    context.stderr.write(plannedText(plans, lookOf(context.stderr, context, presentation)));
  const toSend = plans.reduce((sum, plan) => sum + plan.toSend, 0);
  if (toSend === 0 || !isAsked(host, interaction, spending.maxCredits)) return;
  const most = plans.reduce((sum, plan) => sum + plan.most, 0);
  const files = plans.filter((plan) => plan.toSend > 0).length;
  const { balance } = await onBatch(host, first.request, open, async (deps) =>
    freeOf(await readBalance(deps)),
  );
  const question = t.batch.askToSendFiles(toSend, files, most, balance);
  await confirmed(host, interaction, question, open.stop, 'sent');
}
