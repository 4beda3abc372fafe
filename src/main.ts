import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Writable } from 'node:stream';
import type { CommanderError } from 'commander';
import { configFiles } from './config/state-folder.js';
import type { Context } from './base/context.js';
import { readErrorCode, ConfereError, explainLoadFailure } from './base/errors.js';
import { isDiskFull } from './base/error-kinds.js';
import { explainOpenFileLimit } from './base/system-limits.js';
import { exitCodeFor, exitCodes, chooseGravest, type ExitCode } from './base/exit-codes.js';
import type { JsonStdout } from './terminal/streams.js';
import { mayColor } from './terminal/style.js';
import type { Run } from './messages/command-line.js';
import {
  type EarlyFlags,
  isOnlyCheck,
  isVersionAlone,
  readEarlyFlags,
} from './commands/early-flags.js';
import type { MainCallbacks } from './commands/shared/command.js';
import { version } from './base/version.js';

/** The only place that catches all errors: each becomes one sentence and an exit code. */
export async function main(argv: readonly string[], initialContext: Context): Promise<number> {
  const early = readEarlyFlags(argv);
  const jsonStdout = await prepareStdout(early, initialContext);
  const context = await prepareStderr(early, jsonStdout.context);
  let code = exitCodes.ok as ExitCode;
  let streamError: NodeJS.ErrnoException | undefined;
  let run: Run | undefined;
  let waitsForEnter = false as boolean;
  const recordStreamError = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') streamError = error;
  };
  // The listeners stay, because a closed pipe may be noticed only after the last line.
  context.stdout.on('error', recordStreamError);
  context.stderr.on('error', recordStreamError);
  try {
    if (isVersionAlone(argv)) context.stdout.write(`${formatVersion(early)}\n`);
    else {
      const { chooseLanguage } = await import('./messages/index.js');
      await chooseLanguage(context, early.json);
      await runProgram(argv, early, context, {
        finish: (result) => (code = result),
        begin: (begun) => (run = begun),
        beginJson: jsonStdout.begin,
        keepWindowOpen: () => (waitsForEnter = true),
      });
    }
    await flushStream(context.stdout);
    if (streamError !== undefined && code !== exitCodes.service) throw streamError;
    return code;
  } catch (error) {
    const reported = await reportError(
      explainOpenFileLimit(explainLoadFailure(explainFailedWrite(error, streamError))),
      early,
      context,
      run,
    );
    return chooseGravest([code, reported]);
  } finally {
    if (waitsForEnter) await waitForEnter(context);
  }
}

/** Waits for Enter, because Windows closes the window of a program on which a file was dropped as soon as it ends. */
async function waitForEnter(context: Context): Promise<void> {
  const [{ askLine }, { t }] = await Promise.all([
    import('./commands/shared/user.js'),
    import('./messages/index.js'),
  ]);
  await askLine({ context }, t.usage.closeWindow, new AbortController().signal);
}

async function prepareStderr(early: EarlyFlags, context: Context): Promise<Context> {
  const { color, timestamps } = early;
  const isTerminal = context.stderr.isTTY === true;
  const jsonOptions = early.json && !isTerminal ? { notices: early.verbose } : undefined;
  const annotates = context.env['GITHUB_ACTIONS'] === 'true' && jsonOptions === undefined;
  if (!isTerminal && !timestamps && !annotates && jsonOptions === undefined) return context;
  const { withFilteredStderr } = await import('./terminal/streams.js');
  return withFilteredStderr(context, { color, timestamps, json: jsonOptions, annotates });
}

/**
 * Returns a context whose stdout colors JSON for people, and writes it in ASCII for programs on Windows. The code for
 * both is loaded only if it is needed.
 */
async function prepareStdout(early: EarlyFlags, context: Context): Promise<JsonStdout> {
  const { color, format = '' } = early;
  // FORCE_COLOR alone is about text: a program that reads a pipe could not read colored JSON.
  const isForProgram = context.stdout.isTTY !== true && color !== 'always';
  const isColored = !isForProgram && mayColor(context.stdout, context, color);
  const needsAscii = context.platform === 'win32' && context.stdout.isTTY !== true;
  if (!isColored && !needsAscii) return { context, begin: () => undefined };
  const { escapeNonAscii, colorJson, withChangedJson } = await import('./terminal/streams.js');
  const ascii = needsAscii ? escapeNonAscii : (json: string) => json;
  const isJson = early.json || ['json', 'jsonl'].includes(format);
  return withChangedJson(context, isJson, isColored ? (json) => colorJson(ascii(json)) : ascii);
}

function formatVersion({ json }: EarlyFlags): string {
  return json ? JSON.stringify({ version: version() }) : version();
}

/** Variables that do not change what `confere check` does, once the language is chosen. */
const IGNORED_BY_CHECK = /^CONFERE_(HOME|LANG|SANDBOX|BASE_URL|API_KEY|API_KEY_FILE)$/;

function hasSettingsForCheck(context: Context): boolean {
  const names = Object.keys(context.env).filter((name) => name.startsWith('CONFERE_'));
  try {
    return (
      names.some((name) => !IGNORED_BY_CHECK.test(name)) || existsSync(configFiles(context).config)
    );
  } catch {
    // Without a home folder there is no file of settings.
    return false;
  }
}

async function runProgram(
  argv: readonly string[],
  early: EarlyFlags,
  context: Context,
  callbacks: MainCallbacks,
): Promise<void> {
  if (argv.length === 0) {
    const { writeFirstScreen } = await import('./commands/help/text.js');
    context.stdout.write(writeFirstScreen(context.stdout));
    return;
  }
  if (isOnlyCheck(argv) && !hasSettingsForCheck(context)) {
    const { runCheckWithoutProgram } = await import('./commands/check.js');
    return runCheckWithoutProgram(context, callbacks, argv.slice(1));
  }
  const { buildProgram } = await import('./program.js');
  const program = await buildProgram(context, callbacks, early);
  await program.parseAsync([...argv], { from: 'user' }).catch(async (error: unknown) => {
    if (!isCommanderError(error)) throw error;
    // A group without a command, such as `confere bulk`, has shown its help.
    if (error.exitCode === 0 || error.code === 'commander.help') return;
    const { findFileToRun, convertCommanderError } = await import('./commands/help/usage.js');
    const file = findFileToRun(program, argv, error, context);
    if (file === undefined) throw convertCommanderError(program, argv, error, context.platform);
    // Windows passes the whole path of a dropped file, which a user hardly types.
    if (context.platform === 'win32' && isAbsolute(file)) callbacks.keepWindowOpen?.();
    const runArgv = ['bulk', 'run', ...argv];
    await runProgram(runArgv, readEarlyFlags(runArgv), context, callbacks);
  });
}

function isCommanderError(error: unknown): error is CommanderError {
  return readErrorCode(error).startsWith('commander.');
}

async function reportError(
  error: unknown,
  { json, verbose }: EarlyFlags,
  context: Context,
  run: Run | undefined,
): Promise<ExitCode> {
  if (isClosedPipe(error)) return exitCodes.ok;
  const exitCode = error instanceof ConfereError ? exitCodeFor(error.kind) : exitCodes.defect;
  const program = `${version()} (${context.runtime ?? context.platform})`;
  const sentences = [import('./messages/people.js'), import('./messages/command-line.js')] as const;
  const text = await Promise.all(sentences).then(
    ([{ errorLine }, { createNextSteps, noRun }]) => {
      const next = createNextSteps(() => run ?? { ...noRun, platform: context.platform });
      return errorLine(error, exitCode, json, next, program);
    },
    (loadError: unknown) => formatBareError(error, explainLoadFailure(loadError), exitCode, json),
  );
  context.stderr.write(text);
  if (exitCode === exitCodes.defect && verbose) {
    const { formatTrace } = await import('./messages/people.js');
    context.stderr.write(formatTrace(error));
  }
  return exitCode;
}

/**
 * Formats an error whose sentences cannot be loaded (`loadError`): no more files can be opened, or an update
 * has just replaced this program.
 */
async function formatBareError(
  error: unknown,
  loadError: unknown,
  exitCode: ExitCode,
  json: boolean,
): Promise<string> {
  const code = error instanceof ConfereError ? error.code : 'internal';
  const messages = await import('./messages/index.js').catch(() => undefined);
  const isProgramGone = loadError instanceof ConfereError && loadError.code === 'program_gone';
  const sentence = isProgramGone ? messages?.t.errors.program_gone() : undefined;
  const message = [code === 'program_gone' ? '' : code, sentence].filter(Boolean).join(': ');
  if (!json) return `confere: ${message}\n`;
  return `${JSON.stringify({ error: { code, message, httpStatus: null, exitCode } })}\n`;
}

function flushStream(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => {
      resolve();
    });
  });
}

/**
 * Turns a failed write to stdout, or a full disk, into `output_failed`. `streamError`: the error that stdout emitted.
 */
function explainFailedWrite(
  error: unknown,
  streamError: NodeJS.ErrnoException | undefined,
): unknown {
  if (error instanceof ConfereError || !(error instanceof Error)) return error;
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (error !== streamError && !isDiskFull(code)) return error;
  return new ConfereError('output_failed', { reason: code ?? message, path }, { cause: error });
}

/**
 * Returns whether an error says that the reader of stdout, such as `| head`, has closed the pipe. A command writes
 * results to no other pipe.
 */
function isClosedPipe(error: unknown): boolean {
  return ['EPIPE', 'stream_closed'].includes(readErrorCode(error));
}
