import { appendSummary } from '../shared/step-summary.js';
import { existsSync } from 'node:fs';
import type { Writable } from 'node:stream';
import type { Deps } from '../../batch/dependencies.js';
import type { HeldBatch } from '../../batch/plan/open-batch.js';
import { hasEndedUnanswered } from '../../batch/plan/plan.js';
import { workOnHeld } from '../../batch/work.js';
import type { ErrorFacts } from '../../base/error-facts.js';
import { UsageError } from '../../base/errors.js';
import { exitCodes } from '../../base/exit-codes.js';
import { checkFormat } from '../../export/format.js';
import { type ResultBatch, refuseTarget } from '../../export/index.js';
import { isPiped } from '../../base/piped.js';
import { isSameFile } from '../../export/targets.js';
import { makeFolder } from '../../base/flush.js';
import * as table from './files-table.js';
import { detectLanguage, loadTotalsWords } from '../../messages/index.js';
import type { Values } from '../shared/option.js';
import type { LedgerAndService } from '../shared/ledger-and-service.js';
import { buildConfirmingLimits } from './shared/asking.js';
import { beginBatch, openForBatches } from './shared/batch-work.js';
import { type NewBatchContext, openInputBatch, runDryRun } from './shared/new-batch.js';
import type { exportOptions } from './shared/options.js';
import * as outcome from './shared/outcome.js';
import * as places from './shared/places.js';

/** The command line of `confere bulk run`. */
export type RunContext = NewBatchContext & {
  readonly options: Values<typeof exportOptions> & {
    readonly notify: string | undefined;
    readonly outDir: string | undefined;
    readonly keepGoing: boolean | undefined;
  };
};

/**
 * Returns the typed inputs; `-` is standard input.
 * @throws UsageError for outputs that contradict the inputs, and for a single input that cannot be read
 */
export function readInputs(command: RunContext, given: readonly string[]): readonly string[] {
  const files = places.expandPatterns(given, command.context.platform);
  refuseContradictions(files, command);
  const [file = '-', ...others] = files;
  if (others.length === 0) places.refuseUnreadable(file);
  return files;
}

function refuseContradictions(files: readonly string[], { options }: RunContext): void {
  const { output, outDir, json, format, excel } = options;
  checkFormat(output ?? '', format, excel);
  if (output !== undefined && (files.length > 1 || outDir !== undefined))
    throw new UsageError('one_output', {});
  const isToStdout = output === '-' || (output === undefined && files.some(isPiped));
  if (json === true && isToStdout) throw new UsageError('stdout_twice', { option: '-o' });
}

/** Runs one input: submits, watches and exports. */
export async function runOne(command: RunContext, file: string): Promise<void> {
  if (command.options.dryRun === true)
    return runDryRun(command, file, (batch) => refuseOutput(command, batch, file));
  const resources = await openForBatches(command);
  let ended: outcome.BatchEnd;
  try {
    ended = await runFile(command, resources, file);
  } finally {
    await resources.close();
  }
  const exitCode = await outcome.finishBatch(command, ended);
  await summarizeForGithub(command, [{ file, exitCode, error: null, summary: ended.summary }]);
}

export function summarizeForGithub(
  command: RunContext,
  outcomes: readonly table.FileOutcome[],
): Promise<void> {
  const { titles, rows } = table.buildFilesTable(outcomes, command.options.creditPrice);
  return appendSummary(command, titles, rows);
}

/** Opens the batch of a file. @throws UsageError if its result cannot be written */
export function openFileBatch(command: RunContext, deps: Deps, file: string): Promise<HeldBatch> {
  return openInputBatch(command, deps, file, (batch) =>
    refuseOutput(command, batch, file).catch((error: unknown) =>
      explainErasedOutput(deps, file, error),
    ),
  );
}

/**
 * Explains why the existing output of a batch that `confere purge` erased people from is refused: a new batch would
 * look these people up again. @throws UsageError always
 */
async function explainErasedOutput({ ledger }: Deps, file: string, error: unknown): Promise<never> {
  if (!(error instanceof UsageError) || error.code !== 'output_exists') throw error;
  const { path } = error.facts as ErrorFacts['output_exists'];
  const lastBatch = (await ledger.findBatches()).find(({ outputs }) =>
    Object.hasOwn(outputs, path),
  );
  const rows = lastBatch?.reasons['erased'];
  if (lastBatch === undefined || rows === undefined) throw error;
  throw new UsageError('result_erased', { path, batch: lastBatch.id, rows, file });
}

/** The facts that a run of several files passes to `runFile` for each of them; a run of one file passes none. */
interface PartOfRun {
  /** The batch of the input, which the plan of all files has opened; without one the file's batch is opened now. */
  readonly opened?: HeldBatch;
  /** Returns the options that differ for the run of this batch. */
  readonly buildOptions?: (batch: number) => Partial<RunContext['options']>;
}

/** Runs one input with open resources: opens its batch, submits, watches, exports, and releases the batch. */
export async function runFile(
  command: RunContext,
  resources: LedgerAndService,
  file: string,
  { opened, buildOptions = () => ({}) }: PartOfRun = {},
): Promise<outcome.BatchEnd> {
  const { deps: batchDeps, end } = beginBatch(command, resources, file);
  let result: outcome.BatchEnd['result'];
  const emit: Deps['emit'] = (event) => {
    if (event.type === 'exported') result = event;
    batchDeps.emit(event);
  };
  const deps = { ...batchDeps, emit };
  let held = opened;
  try {
    held ??= await openFileBatch(command, deps, file);
    const { batch, isNew } = held;
    const isFirstResult = Object.keys(batch.outputs).length === 0;
    const limitedCommand = withOptions(command, buildOptions(batch.num));
    const { interval, strict } = command.options;
    const resumes = !isNew && (await hasEndedUnanswered(deps, batch));
    const goal = {
      limits: buildConfirmingLimits(limitedCommand, deps),
      waits: true,
      resumes,
      interval,
    };
    const totalsWords = await loadTotalsWords(detectLanguage(command.context));
    const resultOptions = {
      ...command.options,
      totalsWords,
      target: chooseResultTarget(command, file),
    };
    const ended = await workOnHeld(deps, held, goal, resultOptions);
    // An error has an exit code of its own, so pending identifiers add none. Without an error, limits did not cover
    // them or the time ran out, and `chooseBatchExitCode` finds out which.
    const batchCode = outcome.chooseBatchExitCode(
      ended.summary,
      strict,
      ended.trouble && exitCodes.ok,
    );
    return {
      ...ended,
      batchCode,
      leavesOnlyAtDeadline: true,
      hasPolledAgain: !isNew,
      result,
      isFirstResult,
    };
  } finally {
    end();
    await held?.release();
  }
}

export function withOptions(
  command: RunContext,
  changed: Partial<RunContext['options']>,
): RunContext {
  return { ...command, options: { ...command.options, ...changed } };
}

/** Refuses an output that cannot be written, before any credit is spent. A dry run creates no folder. */
export async function refuseOutput(
  command: RunContext,
  batch: ResultBatch,
  file: string,
): Promise<void> {
  const { outDir, partners, output, dryRun } = command.options;
  if (dryRun === true && outDir !== undefined && !existsSync(outDir)) return;
  const target = chooseResultTarget(command, file);
  if (output === undefined && typeof target !== 'string') places.refuseManyRows(command, batch);
  // The input is never replaced, even under another name, and even with `--overwrite`.
  for (const path of [target, partners])
    if (file !== '-' && typeof path === 'string' && path !== '-' && (await isSameFile(file, path)))
      throw new UsageError('output_is_input', { output: path });
  await refuseTarget(batch, { ...command.options, target }, () => {
    try {
      if (outDir !== undefined) makeFolder(outDir, 0o777);
    } catch {
      // The check of the target reports that the folder could not be created.
    }
  });
}

function chooseResultTarget(command: RunContext, file: string): string | Writable {
  const output = places.buildResultPath(file, command.options);
  return output === '-' ? places.chooseDataStream(command, command.options.format) : output;
}
