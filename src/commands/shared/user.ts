import { once } from 'node:events';
import type { Interface } from 'node:readline/promises';
import { PassThrough } from 'node:stream';
import type { Context } from '../../base/context.js';
import { ConfereError, isTerminated, UsageError } from '../../base/errors.js';
import type { ErrorFacts } from '../../base/error-facts.js';
import type { StoppedWork } from '../../base/facts.js';
import { type ExitCode, exitCodeFor, exitCodes } from '../../base/exit-codes.js';
import { safeJson } from '../../base/foreign-text.js';
import { t } from '../../messages/index.js';
import type { NextSteps } from '../../messages/reader.js';
import { errorLine } from '../../messages/people.js';
import { createLiveLine } from '../../terminal/live.js';
import { readColumns } from '../../terminal/style.js';
import { wrapKeepingCommands } from '../../terminal/text.js';
import type { CommandContext } from './command.js';

/** Reports an error that does not end the command; returns the exit code that it sets. */
export function reportError(
  { context, next, json }: Pick<CommandContext, 'context' | 'next' | 'json'>,
  error: ConfereError,
  code = exitCodeFor(error.kind),
): ExitCode {
  context.stderr.write(errorLine(error, code, json, next));
  return code;
}

/** The time after which work is reported as still running (ms). */
const LIVE_LINE_DELAY = 1_000;

/** Shows `sentence` behind a spinner while `work` takes longer than a moment. */
export async function withLiveLine<T>(
  command: CommandContext,
  work: () => Promise<T>,
  sentence: string | (() => string) = t.progress.workingOnLedger,
): Promise<T> {
  const line = createLiveLine(command.context, command, LIVE_LINE_DELAY);
  line.show(sentence);
  try {
    return await work();
  } finally {
    line.end();
  }
}

/** Whether the command may ask a question, and a person at a terminal can answer it. */
export function canAsk({ context, mayAsk }: Pick<CommandContext, 'context' | 'mayAsk'>): boolean {
  return mayAsk && context.stdin.isTTY === true && context.stderr.isTTY === true;
}

/**
 * Whether the user is asked before credits are spent. A limit on the command line is consent; the profile's is not
 * (contract, "Streams").
 */
export function needsConsent(command: CommandContext): boolean {
  return (
    !command.yes && !command.next.hasOption('--max-credits') && canAsk({ ...command, mayAsk: true })
  );
}

/**
 * Requires the user's yes, or `--yes`. `nothing` ends the sentence after a no: nothing was `changed`, or `sent`.
 * @throws UsageError `needs_yes`; ConfereError `declined`
 */
export async function requireConsent(
  command: CommandContext,
  question: string,
  stop: AbortSignal,
  nothing: ErrorFacts['declined']['nothing'] = 'changed',
): Promise<void> {
  if (command.yes) return;
  if (!canAsk(command)) throw new UsageError('needs_yes', { question, nothing });
  if (!(await askYesOrNo(command, question, stop))) throw createDeclinedError(stop, nothing);
  command.started.at = command.context.clock.now();
}

/** Creates the error after the user's no; a signal at the question means no, too. */
export function createDeclinedError(
  stop: AbortSignal,
  nothing: ErrorFacts['declined']['nothing'],
): ConfereError {
  return new ConfereError('declined', { nothing, terminated: isTerminated(stop) || undefined });
}

/**
 * Asks a question. Yes counts in English and in the language of the question; an empty line, the end of the input and
 * a signal mean no.
 */
export async function askYesOrNo(
  command: Pick<CommandContext, 'context'>,
  question: string,
  stop: AbortSignal,
): Promise<boolean> {
  const answer = await askLine(command, t.usage.question(question), stop).catch(
    (error: unknown) => {
      if (stop.aborted) return '';
      throw error;
    },
  );
  return [...t.usage.yesWords.split(' '), 'y', 'yes'].includes(answer.toLowerCase());
}

/**
 * Asks a question and returns the typed line, trimmed; empty at the end of the input. `hidesInput`: without echo.
 * @throws the reason of `stop` if a signal ends the question
 */
export async function askLine(
  { context: { stdin: input, stderr } }: Pick<CommandContext, 'context'>,
  question: string,
  stop: AbortSignal,
  hidesInput = false,
): Promise<string> {
  const { bare: screen = stderr } = stderr;
  // After the end of the input, readline would wait for ever.
  if (input.readableEnded) return '';
  const { createInterface } = await import('node:readline/promises');
  const output = hidesInput ? new PassThrough().resume() : screen;
  // Echo ends before the question is shown, because a fast user would see the key.
  const readline = createInterface({ input, output, terminal: hidesInput, historySize: 0 });
  if (hidesInput) ignoreCursorKeys(input, readline);
  const inputEnded = once(readline, 'close').then(() => undefined);
  // Without echo, readline reports Ctrl-C as a key and no signal comes.
  const interrupted = once(readline, 'SIGINT').then(() => {
    throw new ConfereError('interrupted', { during: 'login' });
  });
  try {
    const wrapped = wrapKeepingCommands(question.trimEnd(), readColumns(screen) - 1).join('\n');
    screen.write(`${wrapped} `);
    const typed = readline.question('', { signal: stop });
    const answer = await Promise.race([typed, inputEnded, interrupted]);
    // At the end of the input nobody pressed Enter, so the cursor is still on the line of the question.
    if (answer === undefined && !hidesInput) screen.write('\n');
    return answer?.trim() ?? '';
  } catch (error) {
    if (stop.aborted) throw stop.reason;
    // Without echo, readline rejects with an AbortError at Ctrl-D, which is the end of the input.
    if (error instanceof Error && error.name === 'AbortError') return '';
    throw error;
  } finally {
    readline.close();
    if (hidesInput) screen.write('\n');
  }
}

/** Keeps the cursor at the end of a hidden line, because users cannot see where a cursor key has moved it. */
function ignoreCursorKeys(input: Context['stdin'], readline: Interface): void {
  const moveToEnd = () => {
    readline.write(null, { name: 'end' });
  };
  input.prependListener('keypress', moveToEnd);
  readline.once('close', () => input.off('keypress', moveToEnd));
}

/** The number of requests that wait for their answer, and how many of these may be charged. */
export interface RequestsUnderWay {
  requests: number;
  charging: number;
}

/** Creates the function that counts a request when it is sent, and returns the function that counts its end. */
export function countRequests(
  requestsUnderWay: RequestsUnderWay,
): (mayCharge: boolean) => () => void {
  const changeCounts = (change: number, mayCharge: boolean) => {
    requestsUnderWay.requests += change;
    if (mayCharge) requestsUnderWay.charging += change;
  };
  return (mayCharge) => {
    changeCounts(1, mayCharge);
    return () => {
      changeCounts(-1, mayCharge);
    };
  };
}

/**
 * Handles signals: the first aborts `stop`, and running requests still get their answers; the second ends the process at
 * once, because the ledger has stored what was sent.
 */
export function listenForStop(
  { context, next, json }: Pick<CommandContext, 'context' | 'next' | 'json'>,
  during: StoppedWork,
  requestsUnderWay: Readonly<RequestsUnderWay> = { requests: 0, charging: 0 },
): { stop: AbortSignal; stopListening: () => void } {
  const controller = new AbortController();
  const stopListening = context.onStopSignal((signal) => {
    const code = signal === 'SIGTERM' ? 'terminated' : 'interrupted';
    if (controller.signal.aborted) {
      const exitCode = exitCodes[code];
      const message = writeStopSentence(during, requestsUnderWay, next);
      const error = { code, message, httpStatus: null, exitCode };
      context.stderr.write(json ? `${safeJson({ error })}\n` : `${message}\n`);
      context.exit(exitCode);
      return;
    }
    if (requestsUnderWay.requests > 0) context.stderr.write(`${t.usage.stopping}\n`);
    controller.abort(new ConfereError(code, { during }));
  });
  return { stop: controller.signal, stopListening };
}

export async function withStopSignal<T>(
  command: Pick<CommandContext, 'context' | 'next' | 'json'>,
  during: StoppedWork,
  work: (stop: AbortSignal) => Promise<T>,
  requestsUnderWay?: Readonly<RequestsUnderWay>,
): Promise<T> {
  const { stop, stopListening } = listenForStop(command, during, requestsUnderWay);
  try {
    return await work(stop);
  } finally {
    stopListening();
  }
}

/**
 * Returns the sentence about a command that ends at once. After `bulk resolve` it suggests `bulk list` and not the same
 * command, because a repeated `--resubmit` would consent to another paid submission.
 */
function writeStopSentence(
  during: StoppedWork,
  { charging }: RequestsUnderWay,
  next: NextSteps,
): string {
  const sentence = charging > 0 ? t.usage.stoppedMayBeCharged : t.usage.stoppedAtOnce;
  if (during !== 'batch' && during !== 'lookups') return sentence;
  const nextStep =
    next.runCommand === 'bulk resolve' ? `'${next.command('bulk list')}'` : next.continueRun();
  return `${sentence} ${t.usage.toContinue(nextStep)}`;
}
