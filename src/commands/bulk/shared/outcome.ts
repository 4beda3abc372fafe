import { once } from 'node:events';
import { type BatchSummary, worstCaseOf } from '../../../batch/summary.js';
import type { WorkResult } from '../../../batch/work.js';
import { ConfereError } from '../../../base/errors.js';
import type { ErrorFacts } from '../../../base/error-facts.js';
import { type ExitCode, exitCodeOf, exitCodes, chooseGravest } from '../../../base/exit-codes.js';
import { safeJson } from '../../../base/foreign-text.js';
import { maskIdentifiers } from '../../../identifiers/index.js';
import { t } from '../../../messages/index.js';
import * as told from '../../../output/batches/summary.js';
import { isLive, marksFor } from '../../../output/terminal/live.js';
import { lookOf } from '../../../output/terminal/terminal.js';
import { masked } from '../../../output/terminal/text.js';
import type { Host } from '../../shared/command.js';
import { tellError } from '../../shared/user.js';
import { askWhyCharged } from '../../shared/why-charged.js';
import type { Waiting } from './options.js';

/** What a command left of a batch. */
export interface Ended extends WorkResult {
  /** The exit code of the batch, apart from errors. */
  readonly own: ExitCode;
  /** It sends what is covered: only for want of time any of it is left. */
  readonly sends?: boolean;
  /** An earlier command left it open, and this one has looked again. */
  readonly isChecked?: boolean;
  readonly followUp?: string;
  readonly result?: told.WrittenResult;
}

type Notifying = Host<Partial<Waiting> & { readonly notify?: string }>;

/** Every exit code but 0 comes with one sentence and the command that goes on (contract, "Streams"). */
export function troublesOf(ended: Ended): readonly ConfereError[] {
  const { trouble, unwritten, own } = ended;
  const troubles = [trouble, unwritten].filter((one) => one !== undefined);
  if (troubles.length > 0 || own === exitCodes.ok) return troubles;
  return [leftBehind(ended)];
}

/** Prints summary and errors; returns the gravest exit code. @throws ConfereError if the user did not agree */
export async function finishBatch(host: Notifying, ended: Ended): Promise<ExitCode> {
  const { summary, followUp, result, hadEnded = false } = ended;
  const troubles = troublesOf(ended);
  // A command to which nobody said yes has done nothing, so that there are no numbers of it.
  const unanswered = troubles.find(({ code }) => code === 'declined' || code === 'needs_yes');
  if (unanswered !== undefined) throw unanswered;
  const { context, startedAt, json, quiet } = host;
  const isWell = troubles.length === 0;
  if (json) context.stdout.write(told.summaryJson(summary));
  else if (!quiet) {
    const { paint } = lookOf(context.stderr, context, host);
    const look = { paint, marks: marksFor(context), took: context.clock.now() - startedAt };
    // A batch that was discarded again has nothing to continue.
    if (summary.batch !== null && !hadEnded)
      context.stderr.write(told.closingText(summary, look, result));
    const next = host.next.within(summary.creditsLeft);
    const follows = followUp ?? (next.of === 'bulk run' ? '' : told.nextLine(summary, next));
    if (isWell) context.stderr.write(follows);
  }
  ringAtEnd(host, summary);
  const code = tellTroubles(host, ended, troubles);
  host.finish(code);
  await notifyEnd(host, told.summaryJson(summary), code);
  await askWhyCharged(host, troubles[0]);
  return code;
}

function leftBehind({ summary, own: code, sends, isChecked, result }: Ended): ConfereError {
  const { skipped, pending, failed, unconfirmed, invalid, state } = summary;
  const batch = summary.batch ?? '';
  const left = (why: ErrorFacts['batch_left']['why'], count: number) => {
    const worstCase = worstCaseOf(summary, count);
    const { creditsLeft = worstCase } = summary;
    // The printed command keeps to a limit that does not cover the rest, and would send nothing.
    const kept = why === 'credits' && creditsLeft < worstCase ? creditsLeft : undefined;
    return new ConfereError('batch_left', {
      batch,
      why,
      count,
      worstCase,
      creditsLeft: kept,
      isWritten: result !== undefined,
      isChecked,
    });
  };
  if (code === exitCodes.unconfirmed) return left('unconfirmed', unconfirmed);
  if (code === exitCodes.credits) return left('credits', skipped + unsentOf(summary));
  if (code === exitCodes.running) return left('running', pending);
  if (state === 'running') return left('unsure', pending);
  if (failed + pending === 0) return left('invalid', invalid);
  if (failed === 0) return left(sends === true ? 'late' : 'failed', pending);
  if (state === 'complete') return left('given_up', failed + pending);
  // What was given up may have been charged.
  const isGivenUp = summary.jobs.some(({ status }) => status === 'abandoned');
  return left(isGivenUp ? 'unanswered' : 'failed', failed + pending);
}

function unsentOf({ pending, state, jobs }: BatchSummary): number {
  if (state !== 'running') return pending;
  const planned = jobs.filter(({ status }) => status === 'planned');
  return planned.reduce((sum, { items }) => sum + items, 0);
}

/** Returns the gravest exit code. */
export function tellTroubles(
  host: Host,
  { summary, own }: Ended,
  troubles: readonly ConfereError[],
  tell: (host: Host, error: ConfereError, code?: ExitCode) => ExitCode = tellError,
): ExitCode {
  const limited = { ...host, next: host.next.within(summary.creditsLeft) };
  const code = chooseGravest([own, ...troubles.map(({ kind }) => exitCodeOf(kind))]);
  const most = chooseGravest(troubles.map(({ kind }) => exitCodeOf(kind)));
  const first = troubles.filter(({ kind }) => exitCodeOf(kind) === most).slice(0, 1);
  for (const trouble of host.json ? first : troubles) tell(limited, trouble, code);
  return code;
}

/** The exit code for a batch in this state (contract, "Exit codes"); `forPending` if identifiers were never sent. */
export function exitOf(
  summary: BatchSummary,
  strict = false,
  forPending: ExitCode = wasCovered(summary) ? exitCodes.partly : exitCodes.credits,
): ExitCode {
  const codes: ExitCode[] = [];
  if (summary.unconfirmed > 0) codes.push(exitCodes.unconfirmed);
  if (summary.skipped > 0) codes.push(exitCodes.credits);
  const isRunning = isProcessing(summary);
  if (isRunning) codes.push(exitCodes.running);
  else if (summary.state === 'running') codes.push(exitCodes.partly);
  if (summary.pending > 0 && !isRunning) codes.push(forPending);
  if (summary.failed > 0 || (strict && summary.invalid > 0)) codes.push(exitCodes.partly);
  return chooseGravest(codes);
}

/** Whether the last answer about one of its jobs said so; one that said failed is looked at again by the next command. */
export function isProcessing({ state, jobs }: BatchSummary): boolean {
  return state === 'running' && jobs.some((job) => isUnderWay(job) && job.error === null);
}

function isUnderWay({ status }: BatchSummary['jobs'][number]): boolean {
  return status === 'accepted' || status === 'submitting';
}

/** Whether what was never sent has another cause than the balance or a budget. */
export function wasCovered({ jobs }: BatchSummary): boolean {
  return !jobs.some(
    ({ status, error }) =>
      status === 'planned' && error !== null && 'code' in error && error.code === 'not_covered',
  );
}

/** Ms. */
const LONG = 10_000;

/** Rings the bell of a terminal and names its window after a long run; not where nothing may move. */
export function ringAtEnd(
  host: Host,
  { file, state }: { readonly file: string; readonly state: BatchSummary['state'] },
): void {
  const { context, startedAt } = host;
  const { stderr, clock, env } = context;
  if (clock.now() - startedAt <= LONG || !isLive(context, host)) return;
  const title = `${file.split(/[\\/]/).at(-1) ?? ''} ${t.table.states[state]}`;
  // The console of Linux would print the title.
  const isOld = env['TERM'] === 'linux';
  const name = isOld ? '' : `\u001b]2;confere: ${masked(title)}\u0007`;
  (stderr.bare ?? stderr).write(`${name}\u0007`);
}

/** Names of files may hold CPFs, and what a command is told goes to chats and mails; a job id is the service's own. */
function maskedJson(json: string): string {
  const masked: unknown = JSON.parse(json, (name, value: unknown) =>
    typeof value === 'string' && name !== 'jobId' ? maskIdentifiers(value) : value,
  );
  return `${safeJson(masked)}\n`;
}

/** Runs the user's command with the JSON summary on its standard input. Its failure is told, and changes no exit code. */
export async function notifyEnd(host: Notifying, json: string, code: ExitCode): Promise<void> {
  const { notify = '' } = host.options;
  // An empty command, as of a variable that is not set, does nothing.
  if (notify.trim() === '') return;
  const { spawn } = await import('node:child_process');
  // Windows writes the names of variables in any case.
  const env = Object.entries(host.context.env).filter(
    ([name]) => name.toUpperCase() !== 'CONFERE_API_KEY',
  );
  const child = spawn(notify, {
    shell: true,
    env: Object.fromEntries(env),
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // One that does not read it may have ended before.
  child.stdin.on('error', () => undefined);
  child.stdin.end(maskedJson(json));
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  const reason = await ended.then(
    ([code, signal]) => (code === 0 ? undefined : String(code ?? signal)),
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  if (reason !== undefined) tellError(host, new ConfereError('notify_failed', { reason }), code);
}
