import { maskForPrint } from '../../shared/masked.js';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type BatchSummary, computeWorstCase } from '../../../batch/summary.js';
import type { WorkResult } from '../../../batch/work.js';
import { ConfereError } from '../../../base/errors.js';
import type { ErrorFacts } from '../../../base/error-facts.js';
import { type ExitCode, exitCodeFor, exitCodes, chooseGravest } from '../../../base/exit-codes.js';
import { safeJson } from '../../../base/foreign-text.js';
import { maskCpfs } from '../../../identifiers/index.js';
import { t } from '../../../messages/index.js';
import * as texts from './summary.js';
import { isLive, chooseMarks } from '../../../terminal/live.js';
import { chooseStyle } from '../../../terminal/style.js';
import type { CommandContext } from '../../shared/command.js';
import { reportError } from '../../shared/user.js';
import { askWhyCharged } from '../../shared/why-charged.js';
import type { WaitOptions } from './options.js';

/** The state in which a command left a batch. */
export interface BatchEnd extends WorkResult {
  /** The exit code for the state of the batch, if there is no error. */
  readonly batchCode: ExitCode;
  /** The command sends all that the limits cover; if some of that is still pending, the deadline passed first. */
  readonly leavesOnlyAtDeadline?: boolean;
  /** An earlier command left the batch open, and this one has polled it again. */
  readonly hasPolledAgain?: boolean;
  /** The line with the next step; by default the usual next command. */
  readonly followUp?: string;
  readonly result?: texts.WrittenResult;
  /** The batch had no result before this one. */
  readonly isFirstResult?: boolean;
}

type NotifyingContext = CommandContext<Partial<WaitOptions> & { readonly notify?: string }>;

/**
 * Returns the errors of a batch. If the batch has none but its exit code is not 0, an error says why, because every such
 * code comes with a sentence and the next command (contract, "Streams").
 */
export function collectTroubles(ended: BatchEnd): readonly ConfereError[] {
  const { trouble, writeError, batchCode } = ended;
  const troubles = [trouble, writeError].filter((one) => one !== undefined);
  if (troubles.length > 0 || batchCode === exitCodes.ok) return troubles;
  return [buildLeftError(ended)];
}

/** Prints the summary and the errors of a batch; returns the gravest exit code. @throws ConfereError after the user's no */
export async function finishBatch(command: NotifyingContext, ended: BatchEnd): Promise<ExitCode> {
  const { summary, followUp, result, hadEnded = false } = ended;
  const troubles = collectTroubles(ended);
  // A command that was not confirmed did nothing, so there is no summary to print.
  const refusedConsent = troubles.find(({ code }) => code === 'declined' || code === 'needs_yes');
  if (refusedConsent !== undefined) throw refusedConsent;
  const { context, started, json, quiet } = command;
  const hasNoError = troubles.length === 0;
  if (json) context.stdout.write(texts.formatSummaryJson(summary, result?.matches));
  else if (!quiet) {
    const { paint } = chooseStyle(context.stderr, context, command);
    const { creditPrice } = command.options;
    const elapsed = context.clock.now() - started.at;
    const closing = { paint, marks: chooseMarks(context), elapsed, creditPrice };
    // A discarded batch has no numbers, and the numbers of a batch that had ended were printed by an earlier command.
    if (summary.batch !== null && !hadEnded)
      context.stderr.write(texts.formatClosing(summary, closing, result));
    const next = command.next.withCreditsLeft(summary.creditsLeft);
    const nextStep =
      followUp ??
      (next.currentCommand === 'bulk run' ? '' : texts.describeNextCommand(summary, next));
    if (hasNoError) context.stderr.write(nextStep + writeWorkbookHint(command, ended));
  }
  ringAtEnd(command, summary);
  const code = reportTroubles(command, ended, troubles);
  command.finish(code);
  await notifyEnd(command, texts.formatSummaryJson(summary, result?.matches), code);
  await askWhyCharged(command, troubles[0]);
  return code;
}

/** If the first result is a CSV, suggests to people the command that writes it as a workbook; otherwise empty. */
function writeWorkbookHint(
  { context, next }: NotifyingContext,
  { summary, result, isFirstResult = false }: BatchEnd,
): string {
  const { batch, state } = summary;
  const isHintUseful = context.stderr.isTTY === true && isFirstResult && state === 'complete';
  // The user has chosen a format, or the suggested export would refuse `--partners`, whose file exists now.
  if (['--format', '--excel', '--partners'].some((flag) => next.isTyped(flag))) return '';
  if (!isHintUseful || batch === null || result === undefined) return '';
  const workbookPath = result.path.replace(/\.(?:csv|tsv|txt)(?:\.gz)?$/i, '.xlsx');
  // A path with an identifier is not printed.
  if (
    workbookPath === result.path ||
    maskCpfs(workbookPath) !== workbookPath ||
    existsSync(workbookPath)
  )
    return '';
  return `${t.batch.asWorkbook(next.command('bulk export', batch, '-o', workbookPath))}\n`;
}

/** Builds the error that says why identifiers of a batch are left. */
function buildLeftError({
  summary,
  batchCode: code,
  leavesOnlyAtDeadline,
  hasPolledAgain,
  result,
}: BatchEnd): ConfereError {
  const { skipped, pending, failed, unconfirmed, invalid, state } = summary;
  const batch = summary.batch ?? '';
  const buildError = (why: ErrorFacts['batch_left']['why'], count: number) => {
    const worstCase = computeWorstCase(summary, count);
    const { creditsLeft = worstCase } = summary;
    // The suggested command may spend only the credits that are left, which do not cover what the batch still needs.
    const coveredCredits = why === 'credits' && creditsLeft < worstCase ? creditsLeft : undefined;
    return new ConfereError('batch_left', {
      batch,
      why,
      count,
      worstCase,
      creditsLeft: coveredCredits,
      isWritten: result !== undefined,
      isCheckedAgain: hasPolledAgain,
    });
  };
  if (code === exitCodes.unconfirmed) return buildError('unconfirmed', unconfirmed);
  if (code === exitCodes.credits) return buildError('credits', skipped + countUnsent(summary));
  if (code === exitCodes.running) return buildError('running', pending);
  if (state === 'running') return buildError('failure_unchecked', pending);
  if (failed + pending === 0) return buildError('invalid', invalid);
  // If nothing failed, 'failed' still fits: its sentence also covers identifiers that were never sent.
  if (failed === 0)
    return buildError(leavesOnlyAtDeadline === true ? 'unsent_at_deadline' : 'failed', pending);
  if (state === 'complete') return buildError('abandoned', failed + pending);
  // Jobs that were abandoned may have been charged: `unanswered` does not say that the identifiers cost nothing.
  const isAbandoned = summary.jobs.some(({ status }) => status === 'abandoned');
  return buildError(isAbandoned ? 'unanswered' : 'failed', failed + pending);
}

function countUnsent({ pending, state, jobs }: BatchSummary): number {
  if (state !== 'running') return pending;
  const planned = jobs.filter(({ status }) => status === 'planned');
  return planned.reduce((sum, { items }) => sum + items, 0);
}

/** Reports the errors of a batch and returns the gravest exit code. */
export function reportTroubles(
  command: CommandContext,
  { summary, batchCode }: BatchEnd,
  troubles: readonly ConfereError[],
  report: (command: CommandContext, error: ConfereError, code?: ExitCode) => ExitCode = reportError,
): ExitCode {
  const limitedCommand = { ...command, next: command.next.withCreditsLeft(summary.creditsLeft) };
  const code = chooseGravest([batchCode, ...troubles.map(({ kind }) => exitCodeFor(kind))]);
  const gravestCode = chooseGravest(troubles.map(({ kind }) => exitCodeFor(kind)));
  const gravestOnly = troubles.filter(({ kind }) => exitCodeFor(kind) === gravestCode).slice(0, 1);
  for (const trouble of command.json ? gravestOnly : troubles)
    report(limitedCommand, trouble, code);
  return code;
}

/**
 * Returns the exit code for the state of a batch (contract, "Exit codes"). `codeForPending`: the code if identifiers were
 * not sent.
 */
export function chooseBatchExitCode(
  summary: BatchSummary,
  strict = false,
  codeForPending: ExitCode = wasCovered(summary) ? exitCodes.partly : exitCodes.credits,
): ExitCode {
  const codes: ExitCode[] = [];
  if (summary.unconfirmed > 0) codes.push(exitCodes.unconfirmed);
  if (summary.skipped > 0) codes.push(exitCodes.credits);
  const isRunning = isProcessing(summary);
  if (isRunning) codes.push(exitCodes.running);
  else if (summary.state === 'running') codes.push(exitCodes.partly);
  if (summary.pending > 0 && !isRunning) codes.push(codeForPending);
  if (summary.failed > 0 || (strict && summary.invalid > 0)) codes.push(exitCodes.partly);
  return chooseGravest(codes);
}

/**
 * Whether the service still processes a job, according to its last answer. A job that the service reported as failed is
 * not processed, although the next command polls it again.
 */
export function isProcessing({ state, jobs }: BatchSummary): boolean {
  return state === 'running' && jobs.some((job) => isUnderWay(job) && job.error === null);
}

function isUnderWay({ status }: BatchSummary['jobs'][number]): boolean {
  return status === 'accepted' || status === 'submitting';
}

/** Whether the balance and the budgets covered every job; if so, identifiers that were not sent have another cause. */
export function wasCovered({ jobs }: BatchSummary): boolean {
  return !jobs.some(
    ({ status, error }) =>
      status === 'planned' && error !== null && 'code' in error && error.code === 'not_covered',
  );
}

/** The longest run that ends without the bell (ms). */
const LONG_RUN = 10_000;

/** After a long run, rings the bell of a terminal and sets the title of its window, if it may show a live display. */
export function ringAtEnd(
  command: CommandContext,
  { file, state }: { readonly file: string; readonly state: BatchSummary['state'] },
): void {
  const { context, started } = command;
  const { stderr, clock, env } = context;
  if (clock.now() - started.at <= LONG_RUN || !isLive(context, command)) return;
  const title = `${file.split(/[\\/]/).at(-1) ?? ''} ${t.table.states[state]}`;
  // The Linux console would print the title as text.
  const isLinuxConsole = env['TERM'] === 'linux';
  const titleCode = isLinuxConsole ? '' : `\u001b]2;confere: ${maskForPrint(title)}\u0007`;
  (stderr.unfiltered ?? stderr).write(`${titleCode}\u0007`);
}

/**
 * Masks identifiers in the JSON for `--notify`, because it goes to chats and mails, and file names may have CPFs. Job ids
 * are not masked, because the service made them.
 */
function maskJson(json: string): string {
  const masked: unknown = JSON.parse(json, (name, value: unknown) =>
    typeof value === 'string' && name !== 'jobId' ? maskCpfs(value) : value,
  );
  return `${safeJson(masked)}\n`;
}

/**
 * Runs the user's `--notify` command with the JSON summary on its standard input. A failure of that command is reported
 * and does not change the exit code.
 */
export async function notifyEnd(
  command: NotifyingContext,
  json: string,
  code: ExitCode,
): Promise<void> {
  const { notify = '' } = command.options;
  // A script may pass an empty command from an unset variable.
  if (notify.trim() === '') return;
  const { spawn } = await import('node:child_process');
  // The user's command does not get the key; names are compared in upper case, because Windows ignores their case.
  const env = Object.entries(command.context.env).filter(
    ([name]) => name.toUpperCase() !== 'CONFERE_API_KEY',
  );
  const child = spawn(notify, {
    shell: true,
    env: Object.fromEntries(env),
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Writing fails if the command ends without reading its standard input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(maskJson(json));
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  const reason = await ended.then(
    ([code, signal]) => (code === 0 ? undefined : String(code ?? signal)),
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  if (reason !== undefined)
    reportError(command, new ConfereError('notify_failed', { reason }), code);
}
