import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Context } from '../../base/context.js';
import { ConfereError, UsageError } from '../../base/errors.js';
import type { ErrorFacts } from '../../base/error-facts.js';
import { decodeByByteOrderMark } from '../../base/foreign-text.js';
import { LARGEST_KEY_FILE } from '../../base/limits.js';
import { killGroup } from '../../base/system.js';
import { type FoundKey, type KeyCommand, requireKey } from '../../config/account.js';
import { splitWords } from '../../config/command-words.js';
import { configFiles } from '../../config/folders.js';
import { readSystemErrorCode } from '../../config/private-file.js';

type ProgramContext = Pick<Context, 'env' | 'platform' | 'home' | 'clock' | 'onStopSignal'>;

/** The longest run of the program (ms). */
const LONGEST_RUN = 10_000;

type RunningProgram = ReturnType<typeof startProgram>;

/**
 * Runs the program that prints the key, without a shell and without a terminal. Its output is never shown, because the
 * output may be the key.
 *
 * @throws UsageError `key_command_failed`, `bad_api_key`; ConfereError `interrupted`, `terminated`, after the program and
 * its children have ended
 */
export async function runKeyCommand(
  context: ProgramContext,
  { command, from, boundTo }: KeyCommand,
): Promise<FoundKey> {
  const createError = (facts: Omit<ErrorFacts['key_command_failed'], 'from'>, cause?: unknown) =>
    new UsageError('key_command_failed', { from, ...facts }, { cause });
  const result = await waitOrKill(context, command).catch((error: unknown) => {
    if (error instanceof ConfereError) throw error;
    throw createError({ why: 'start', reason: readSystemErrorCode(error) });
  });
  const { end, printed } = result;
  if (end === 'timeout') throw createError({ why: 'timeout' });
  if (end === 'too_long') throw createError({ why: 'lines' });
  if (end !== 0) throw createError({ why: 'exit', reason: String(end) });
  const key = printed.trim();
  if (/[\r\n]/.test(key)) throw createError({ why: 'lines' });
  return { apiKey: requireKey(key, { what: 'key_command', from }), from, boundTo };
}

/**
 * Waits until the program has ended and its output is closed. If the program has left a child running that keeps the
 * output open, waits only until the program itself has ended and one line was printed. The program is killed with its
 * children if it takes too long, prints more than a key, or at a signal.
 */
async function waitOrKill(context: ProgramContext, command: string) {
  const running = startProgram(context, command);
  const timeLimit = context.clock.timeout(LONGEST_RUN);
  const stop = new AbortController();
  const stopListening = context.onStopSignal((signal) => {
    const code = signal === 'SIGTERM' ? 'terminated' : 'interrupted';
    // Nothing was sent yet, as when a command only reads the balance, so the message names nothing to continue.
    stop.abort(new ConfereError(code, { during: 'balance' }));
  });
  const limitOrStop = AbortSignal.any([timeLimit.signal, stop.signal]);
  const aborted = new Promise<'timeout'>((resolve) => {
    const resolveTimeout = (): void => {
      resolve('timeout');
    };
    if (limitOrStop.aborted) resolveTimeout();
    else limitOrStop.addEventListener('abort', resolveTimeout);
  });
  try {
    const end = await Promise.race([running.end, running.tooLong, aborted]);
    if (typeof end === 'string' && !running.hasEnded()) killWithChildren(running, context);
    stop.signal.throwIfAborted();
    return { end, ...running.output() };
  } finally {
    timeLimit.clear();
    stopListening();
    running.child.stdout.destroy();
  }
}

function startProgram(context: ProgramContext, command: string) {
  const { env, platform } = context;
  const [program = '', ...args] = splitWords(command) ?? [];
  const folder = dirname(configFiles(context).config);
  const child = spawn(program, args, {
    // Windows searches the current folder first for a program, and other users may write to the user's current folder.
    cwd: existsSync(folder) ? folder : '/',
    env: { ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
    // A process group makes it possible to kill the children of the program with it.
    detached: platform !== 'win32',
  });
  const pieces: Buffer[] = [];
  const countBytes = () => pieces.reduce((sum, one) => sum + one.length, 0);
  const tooLong = new Promise<'too_long'>((resolve) => {
    child.stdout.on('data', (piece: Buffer) => {
      if (countBytes() > LARGEST_KEY_FILE) resolve('too_long');
      else pieces.push(piece);
    });
  });
  const firstLine = new Promise<void>((resolve) => {
    child.stdout.on('data', (piece: Buffer) => {
      if (piece.includes('\n')) resolve();
    });
  });
  let hasEnded = false;
  const exited = once(child, 'exit');
  // The last output may arrive after the exit is known.
  const exitedWithLine = Promise.all([exited, firstLine]).then(() => setImmediate(exited));
  const end = Promise.race([once(child, 'close'), exitedWithLine]).then(
    ([code, signal]: (number | string | null)[]) => {
      hasEnded = true;
      return code ?? signal;
    },
  );
  return {
    child,
    end,
    tooLong,
    hasEnded: () => hasEnded,
    output: () => ({ printed: decodeByByteOrderMark(Buffer.concat(pieces)) }),
  };
}

function killWithChildren({ child }: RunningProgram, { platform, env }: ProgramContext): void {
  child.stdout.destroy();
  if (child.pid === undefined) return;
  if (platform !== 'win32') {
    killGroup(child.pid);
    return;
  }
  const taskkill = `${env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\taskkill.exe`;
  spawn(taskkill, ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' }).on('error', () =>
    child.kill(),
  );
}
