import { ConfereError } from '../../errors.js';
import { exitCodeOf, exitCodes, gravest, type ExitCode } from '../../exit-codes.js';
import { creditsLeftText, filesText, twiceText } from '../../output/batches/files-text.js';
import { errorLine } from '../../output/error-line.js';
import { totalOf, type FileOutcome } from '../../output/batches/files-total.js';
import { wantsJson, type Host } from '../shared/host.js';
import { dryRun } from './dry-run.js';
import { exitOfEnded } from './finish.js';
import type { BulkOptions } from './options.js';
import { runFile, type Ended } from './run-file.js';
import { distinctInputs, refuseCollisions } from './several-outputs.js';

/** One file of several: what became of it, and how many credits it may have taken. */
interface Done {
  readonly outcome: FileOutcome;
  readonly spent: number;
}

/** After these the files that are left are not begun. */
const ENDS_ALL: ReadonlySet<ExitCode> = new Set([exitCodes.interrupted, exitCodes.terminated]);

/**
 * `confere bulk run` with several inputs, one after the other, each its own batch. One that fails is told
 * and does not stop the others; `--max-credits` is for all of them together. One summary at the end.
 * @throws UsageError before anything is sent where two results would be one file
 */
export async function runSeveral(
  host: Host,
  files: readonly string[],
  options: BulkOptions,
): Promise<void> {
  const { stderr, stdout } = host.context;
  const { inputs, repeated } = distinctInputs(files);
  if (options.quiet !== true) stderr.write(repeated.map(twiceText).join(''));
  refuseCollisions(inputs, options);
  const outcomes = await runEach(host, inputs, options);
  const isJson = options.dryRun === true ? wantsJson(options) : options.json === true;
  if (isJson) stdout.write(`${JSON.stringify(totalOf(outcomes))}\n`);
  else if (options.quiet !== true) stderr.write(filesText(outcomes));
  host.finish(gravest(outcomes.map(({ exitCode }) => exitCode)));
}

async function runEach(
  host: Host,
  inputs: readonly string[],
  options: BulkOptions,
): Promise<FileOutcome[]> {
  const outcomes: FileOutcome[] = [];
  let spent = 0;
  for (const file of inputs) {
    if (outcomes.some(({ exitCode }) => ENDS_ALL.has(exitCode))) {
      outcomes.push({ file, exitCode: exitCodes.ok, error: 'not_begun' });
      continue;
    }
    const done = await runOne(host, file, withLeft(host, file, options, spent), spent);
    outcomes.push(done.outcome);
    spent += done.spent;
  }
  return outcomes;
}

/** `--max-credits` less what the files before this one took. */
function withLeft(host: Host, file: string, options: BulkOptions, spent: number): BulkOptions {
  const { maxCredits, quiet } = options;
  if (maxCredits === undefined || spent === 0) return options;
  const left = Math.max(0, maxCredits - spent);
  if (quiet !== true) host.context.stderr.write(creditsLeftText(file, left, maxCredits));
  return { ...options, maxCredits: left };
}

async function runOne(
  host: Host,
  file: string,
  options: BulkOptions,
  before: number,
): Promise<Done> {
  try {
    if (options.dryRun === true) return await rehearse(host, file, options, before);
    return tell(host, file, options, await runFile(host, file, options));
  } catch (error) {
    if (!(error instanceof ConfereError)) throw error;
    const exitCode = exitCodeOf(error.kind);
    host.context.stderr.write(errorLine(error, exitCode, options.json === true));
    return { outcome: { file, exitCode, error: error.code }, spent: 0 };
  }
}

async function rehearse(host: Host, file: string, options: BulkOptions, before: number) {
  const { summary, trouble } = await dryRun(host, file, options, before, !wantsJson(options));
  const exitCode = trouble === undefined ? exitCodes.ok : exitCodeOf(trouble.kind);
  if (trouble !== undefined) {
    host.context.stderr.write(errorLine(trouble, exitCode, options.json === true));
  }
  const error = trouble?.code ?? null;
  // What a guard stops is not sent: it takes nothing from those behind it.
  const spent = trouble === undefined ? summary.credits.estimated : 0;
  return { outcome: { file, exitCode, error, summary }, spent };
}

function tell(host: Host, file: string, options: BulkOptions, ended: Ended): Done {
  const { summary, troubles, sent } = ended;
  const exitCode = exitOfEnded(host, options, troubles, ended.own);
  const error = troubles[0]?.code ?? null;
  const { found, notFound, reused } = summary;
  // What has no answer yet may still be charged; what was sent is never less than what it cost.
  const mayCost = summary.unique - notFound - reused;
  const isOver = summary.state === 'complete';
  const spent = Math.min(sent, isOver ? found - reused : mayCost);
  return { outcome: { file, exitCode, error, summary }, spent };
}
