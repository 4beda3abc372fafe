import { Readable, Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../src/base/clock.js';
import type { Context } from '../../src/base/context.js';
import { UsageError } from '../../src/base/errors.js';
import { main } from '../../src/main.js';
import { newId } from '../../src/base/system.js';
import {
  environmentOf,
  leaks,
  newUser,
  secretsOf,
  wordsIn,
  type Result,
  type RunOptions,
  type Line,
  type User,
} from './run-confere.js';
import { refuseOtherShapes } from '../package/json-shapes.js';
import { createSkippingClock } from './clocks/skipping-clock.js';
import type { Referee } from './referee/index.js';

/** The working folder and the language are global to the process, so runs are sequential. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * Like `newUser`, but `run` calls `main` in this process, which saves starting Node for each command
 * line, and its clock skips sleeps; all runs share it, so that time does not go back between them. `start` still
 * starts a process: for signals, closed pipes and two commands at once.
 */
export async function newInProcessUser(
  server?: Pick<Referee, 'url' | 'key'>,
  clock: Clock = createSkippingClock(),
  createId: Context['newId'] = newId,
): Promise<User> {
  const user = await newUser(server);
  const base = environmentOf(user.folder, server);
  const late: string[] = [];
  let busy = false;
  const run = async (line: Line, options: RunOptions = {}) => {
    const args = wordsIn(line);
    if (busy) throw new Error('Two runs at once need two processes: use start().');
    busy = true;
    const env = { ...base, ...options.env };
    const turns = runInFolder(user.folder, args, options, { env, late, clock, createId });
    const result = await turns.finally(() => {
      busy = false;
    });
    const leaked = leaks(result.stderr, secretsOf(server, options));
    if (leaked.length === 0) return result;
    throw new Error(`stderr shows ${leaked.join(', ')}:\n${result.stderr}`);
  };
  return {
    ...user,
    run,
    async [Symbol.asyncDispose]() {
      await turn();
      await user[Symbol.asyncDispose]();
      if (late.length > 0) throw new Error(`Written after the end of main:\n${late.join('')}`);
    },
  };
}

/** Like `runMain`, in a working folder. Runs wait for each other. */
export function runInFolder(
  folder: string,
  ...given: Parameters<typeof runMain>
): ReturnType<typeof runMain> {
  const turns = queue.then(() => inFolder(folder, () => runMain(...given)));
  queue = turns.catch(() => undefined);
  return turns;
}

async function inFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return await work();
  } finally {
    process.chdir(before);
  }
}

/** Returns what a process would have printed. An unhandled rejection fails the whole test run. */
export async function runMain(
  args: readonly string[],
  {
    stdin = '',
    keepsTyping = false,
    sits = false,
    columns,
    platform = process.platform,
    ...of
  }: RunOptions,
  given: { env: Context['env']; late: string[]; clock?: Clock; createId?: Context['newId'] },
): Promise<Result> {
  const { env, late, clock = createSkippingClock(), createId = newId } = given;
  if (keepsTyping) throw new Error('Who keeps typing needs a process: use start().');
  const [stdout, stderr] = [sink(late, columns), sink(late, columns)];
  const warned = ({ name, message }: Error) => stderr.write(`(node) ${name}: ${message}\n`);
  const typed = Object.assign(Readable.from([Buffer.from(stdin)]), { isTTY: sits });
  const context: Context = {
    stdin: typed,
    stdout,
    stderr,
    env,
    platform,
    clock,
    newId: createId,
    locale: of.locale,
    uid: of.uid ?? process.getuid?.(),
    userName: 'ana',
    home: env['HOME'] ?? '',
    onStopSignal: () => () => undefined,
    exit: () => {
      throw new Error('An exit at once needs a process: use start().');
    },
  };
  if (of.isHomeless === true) Object.defineProperty(context, 'home', { get: noHome });
  process.on('warning', warned);
  const code = await main(args, context);
  // Runs the remaining callbacks of main, as Node does before a process ends.
  await turn();
  await turn();
  process.off('warning', warned);
  const bytes = stdout.close();
  const texts = { stdout: bytes.toString('utf8'), stderr: stderr.close().toString('utf8') };
  refuseOtherShapes(args, { code, ...texts });
  return { code, signal: null, bytes, ...texts };
}

function noHome(): never {
  throw new UsageError('no_home', {});
}

/** Keeps what is written; text after `close` goes to `late`. */
function sink(late: string[], columns?: number) {
  const chunks: Buffer[] = [];
  let isClosed = false;
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      if (isClosed) late.push(chunk.toString('utf8'));
      else chunks.push(chunk);
      done();
    },
  });
  const size = columns === undefined ? { isTTY: false } : { isTTY: true, columns };
  const close = () => {
    isClosed = true;
    return Buffer.concat(chunks);
  };
  return Object.assign(stream, size, { close });
}
