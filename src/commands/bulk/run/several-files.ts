import { exactCredits } from '../../../account/spending/sums.js';
import { safeJson } from '../../../foreign-text.js';
import { ConfereError } from '../../../errors.js';
import { exitCodeOf, exitCodes, gravest, type ExitCode } from '../../../exit-codes.js';
import { creditsLeftText, twiceText } from '../../../output/batches/files-table.js';
import { resultLine } from '../../../output/batches/batch-summary.js';
import { errorLine } from '../../../output/error-line.js';
import { lookOf } from '../../../output/terminal/terminal.js';
import { totalOf, type FileOutcome } from '../../../output/batches/files-total.js';
import type { Host } from '../../shared/command-host.js';
import { dryRun } from './dry-run.js';
import { exitOfEnded } from '../shared/batch-outcome.js';
import { distinctInputs, refuseCollisions } from './distinct-outputs.js';
import { runFile, type Ended, type RunFileRequest, type RunRequest } from './run-one-file.js';

/** One of several files: its outcome, and the credits that it may have cost. */
interface Done {
  readonly outcome: FileOutcome;
  readonly spent: number;
}

/** After these exit codes the remaining files are not started. */
const ENDS_ALL: ReadonlySet<ExitCode> = new Set([exitCodes.interrupted, exitCodes.terminated]);

/**
 * `confere bulk run` with several inputs, one after another, each as its own batch. An error in one is
 * reported and does not stop the others. `--max-credits` limits the total. Prints one summary at the
 * end.
 *
 * @throws UsageError before anything is sent if two results would be the same file
 */
export async function runSeveral(host: Host, request: RunRequest): Promise<void> {
  const { stderr, stdout } = host.context;
  const { json, quiet } = request.presentation;
  const { inputs, repeated } = distinctInputs(request.files);
  if (!quiet) stderr.write(repeated.map(twiceText).join(''));
  refuseCollisions(inputs, request);
  const outcomes = await runEach(host, inputs, request);
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
  const outcomes: FileOutcome[] = [];
  let spent = 0;
  for (const file of inputs) {
    if (outcomes.some(({ exitCode }) => ENDS_ALL.has(exitCode))) {
      outcomes.push({ file, exitCode: exitCodes.ok, error: 'not_begun' });
      continue;
    }
    const left = withLeft(host, { ...request, file }, spent);
    const done = await runOne(host, left, spent);
    outcomes.push(done.outcome);
    spent += done.spent;
  }
  return outcomes;
}

/** Reduces `--max-credits` by what the earlier files may have cost. */
function withLeft(host: Host, request: RunFileRequest, spent: number): RunFileRequest {
  const { spending, presentation, file } = request;
  const { maxCredits } = spending;
  if (maxCredits === undefined || spent === 0) return request;
  const left = exactCredits(Math.max(0, maxCredits - spent));
  if (!presentation.quiet) host.context.stderr.write(creditsLeftText(file, left, maxCredits));
  return { ...request, spending: { ...spending, maxCredits: left } };
}

async function runOne(host: Host, request: RunFileRequest, before: number): Promise<Done> {
  try {
    if (request.dryRun) return await rehearse(host, request, before);
    return tell(host, request, await runFile(host, request));
  } catch (error) {
    if (!(error instanceof ConfereError)) throw error;
    const exitCode = exitCodeOf(error.kind);
    host.context.stderr.write(errorLine(error, exitCode, request.presentation.json, host.next));
    // A ledger that failed cannot say what was sent.
    const spent = error.kind === 'ledger' ? (request.spending.maxCredits ?? 0) : 0;
    return { outcome: { file: request.file, exitCode, error: error.code }, spent };
  }
}

async function rehearse(host: Host, request: RunFileRequest, before: number): Promise<Done> {
  const { file, presentation } = request;
  const { summary, trouble } = await dryRun(host, request, before, !request.asJson);
  const exitCode = trouble === undefined ? exitCodes.ok : exitCodeOf(trouble.kind);
  if (trouble !== undefined) {
    host.context.stderr.write(errorLine(trouble, exitCode, presentation.json, host.next));
  }
  const error = trouble?.code ?? null;
  // A file that a guard stops sends nothing, so it leaves the budget to the files after it.
  const spent = trouble === undefined ? summary.credits.estimated : 0;
  return { outcome: { file, exitCode, error, summary }, spent };
}

function tell(host: Host, { file, presentation }: RunFileRequest, ended: Ended): Done {
  const { summary, troubles, spent, result } = ended;
  if (result !== undefined && !presentation.json && !presentation.quiet)
    host.context.stderr.write(resultLine(result));
  const exitCode = exitOfEnded(host, presentation, troubles, ended.own);
  const error = troubles[0]?.code ?? null;
  return { outcome: { file, exitCode, error, summary }, spent };
}
