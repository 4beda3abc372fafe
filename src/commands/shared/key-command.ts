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

type Surroundings = Pick<Context, 'env' | 'platform' | 'home' | 'clock' | 'onStopSignal'>;

/** Ms that the program may take. */
const LONGEST_RUN = 10_000;

type Running = ReturnType<typeof startProgram>;

/**
 * Runs the program that prints the key, without a shell and without a terminal. What it writes is never shown, because it may be the key.
 *
 * @throws UsageError `key_command_failed`, `bad_api_key`; ConfereError `interrupted`, `terminated`, after which the
 * program and what it started have ended
 */
export async function runKeyCommand(
  surroundings: Surroundings,
  { command, from, boundTo }: KeyCommand,
): Promise<FoundKey> {
  const fail = (facts: Omit<ErrorFacts['key_command_failed'], 'from'>, cause?: unknown) =>
    new UsageError('key_command_failed', { from, ...facts }, { cause });
  const ended = await endOrKill(surroundings, command).catch((error: unknown) => {
    if (error instanceof ConfereError) throw error;
    throw fail({ why: 'start', reason: readSystemErrorCode(error) });
  });
  const { end, printed } = ended;
  if (end === 'timeout') throw fail({ why: 'timeout' });
  if (end === 'too_long') throw fail({ why: 'lines' });
  if (end !== 0) throw fail({ why: 'exit', reason: String(end) });
  const key = printed.trim();
  if (/[\r\n]/.test(key)) throw fail({ why: 'lines' });
  return { apiKey: requireKey(key, { what: 'key_command', from }), from, boundTo };
}

/**
 * Waits for the program, or for its line where what it left running keeps its output open. After its time, more output
 * than a key has, or a signal, it is killed with its children.
 */
async function endOrKill(surroundings: Surroundings, command: string) {
  const running = startProgram(surroundings, command);
  const limit = surroundings.clock.timeout(LONGEST_RUN);
  const stop = new AbortController();
  const forget = surroundings.onStopSignal((signal) => {
    const code = signal === 'SIGTERM' ? 'terminated' : 'interrupted';
    stop.abort(new ConfereError(code, { during: 'balance' }));
  });
  const either = AbortSignal.any([limit.signal, stop.signal]);
  const aborted = new Promise<'timeout'>((resolve) => {
    const end = (): void => {
      resolve('timeout');
    };
    if (either.aborted) end();
    else either.addEventListener('abort', end);
  });
  try {
    const end = await Promise.race([running.end, running.tooLong, aborted]);
    if (typeof end === 'string' && !running.hasEnded()) kill(running, surroundings);
    stop.signal.throwIfAborted();
    return { end, ...running.output() };
  } finally {
    limit.clear();
    forget();
    running.child.stdout.destroy();
  }
}

function startProgram(surroundings: Surroundings, command: string) {
  const { env, platform } = surroundings;
  const [program = '', ...args] = splitWords(command) ?? [];
  const folder = dirname(configFiles(surroundings).config);
  const child = spawn(program, args, {
    // Windows would search the current folder first, which may be anybody's.
    cwd: existsSync(folder) ? folder : '/',
    env: { ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
    // A group of its own, so that its children can be ended with it.
    detached: platform !== 'win32',
  });
  const printed: Buffer[] = [];
  const size = (pieces: readonly Buffer[]) => pieces.reduce((sum, one) => sum + one.length, 0);
  const tooLong = new Promise<'too_long'>((resolve) => {
    child.stdout.on('data', (piece: Buffer) => {
      if (size(printed) > LARGEST_KEY_FILE) resolve('too_long');
      else printed.push(piece);
    });
  });
  const line = new Promise<void>((resolve) => {
    child.stdout.on('data', (piece: Buffer) => {
      if (piece.includes('\n')) resolve();
    });
  });
  let hasEnded = false;
  const exited = once(child, 'exit');
  // What was printed last may be read after the exit is known.
  const exitedWithLine = Promise.all([exited, line]).then(() => setImmediate(exited));
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
    output: () => ({ printed: decodeByByteOrderMark(Buffer.concat(printed)) }),
  };
}

function kill({ child }: Running, { platform, env }: Surroundings): void {
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
