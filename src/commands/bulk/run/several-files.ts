import { summarize } from '../../../batch/summary.js';
import type { LocalDeps } from '../../../batch/dependencies.js';
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
import { namingLimit, withLeft } from './limit-of-files.js';
import { giveBack, planFiles, type PlannedFile } from './plan-files.js';
import {
  openFile,
  runOpened,
  type Ended,
  type RunFileRequest,
  type RunRequest,
} from './run-one-file.js';

/** One of several files: its outcome, and the credits that it may have cost. */
interface Done {
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
    const files = await planFiles(host, open, requests);
    const outcomes: FileOutcome[] = [];
    let spent = 0;
    try {
      for (let [next] = files; next !== undefined; [next] = files) {
        if (outcomes.some(({ exitCode }) => ENDS_ALL.has(exitCode))) break;
        files.shift();
        const done = await runOne(host, open, next, spent);
        outcomes.push(done.outcome);
        spent += done.spent;
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
  const { maxCredits } = request.spending;
  const outcomes: FileOutcome[] = [];
  let spent = 0;
  for (const file of inputs) {
    const left = withLeft(host, { ...request, file }, spent);
    const done = await rehearse(host, left, spent, maxCredits).catch(
      failed(host, left, maxCredits),
    );
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
  { ledger, costs }: LocalDeps,
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

async function runOne(
  host: Host,
  open: OpenAccount,
  { request, opened, refused }: PlannedFile,
  before: number,
): Promise<Done> {
  const { file, presentation, spending } = request;
  if (refused !== undefined) {
    const exitCode = exitCodeOf(refused.kind);
    return { outcome: { file, exitCode, error: refused.code }, spent: 0 };
  }
  if (!presentation.json && !presentation.quiet) host.context.stderr.write(`${printable(file)}:\n`);
  const limit = spending.maxCredits;
  const left = withLeft(host, request, before);
  return onBatch(host, left, open, async (deps) =>
    runOpened(host, deps, left, opened ?? (await openFile(host, deps, left))),
  ).then((ended) => tell(host, left, ended, limit), failed(host, left, limit));
}

/** The outcome of an input that failed before it had a batch. `limit`: `--max-credits` as the user gave it. */
function failed(host: Host, { file, spending, presentation }: RunFileRequest, limit?: number) {
  return (caught: unknown): Done => {
    const error = namingLimit(asKnownError(caught), limit);
    const exitCode = exitCodeOf(error.kind);
    host.context.stderr.write(errorLine(error, exitCode, presentation.json, host.next));
    // A ledger that failed cannot say what was sent.
    const spent = error.kind === 'ledger' ? (spending.maxCredits ?? 0) : 0;
    return { outcome: { file, exitCode, error: error.code }, spent };
  };
}

async function rehearse(
  host: Host,
  request: RunFileRequest,
  before: number,
  limit: number | undefined,
): Promise<Done> {
  const { file, presentation } = request;
  const { summary, trouble: met } = await dryRun(host, request, before, !request.asJson);
  const trouble = met && namingLimit(met, limit);
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
  ended: Ended,
  limit: number | undefined,
): Done {
  const { summary, spent, result } = ended;
  const troubles = ended.troubles.map((trouble) => namingLimit(trouble, limit));
  if (result !== undefined && !presentation.json && !presentation.quiet)
    host.context.stderr.write(resultLine(result));
  const exitCode = exitOfEnded(host, presentation, troubles, ended.own);
  const error = troubles[0]?.code ?? null;
  return { outcome: { file, exitCode, error, summary }, spent };
}
