import { summarize } from '../../../batch/summary.js';
import type { LocalDeps } from '../../../batch/dependencies.js';
import { STOPS } from '../../../batch/stop.js';
import { exactCredits } from '../../../money/spending/sums.js';
import { safeJson } from '../../../foreign-text.js';
import { asKnownError } from '../../../errors.js';
import { exitCodeOf, exitCodes, gravest, type ExitCode } from '../../../exit-codes.js';
import { twiceText } from '../../../output/batches/files-table.js';
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
import { giveBack, planFiles, type PlannedFile } from './plan-files.js';
import {
  openFile,
  runOpened,
  type Ended,
  type RunFileRequest,
  type RunRequest,
} from './run-one-file.js';

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
