import { setImmediate as turn } from 'node:timers/promises';
import { ConfereError, UsageError } from '../errors.js';
import { librarySentence } from '../messages/programs.js';
import { className } from './errors.js';
import { readArguments, type MethodName } from './options.js';

/** What is under way of one client or one ledger. */
export type Calls = ReturnType<typeof createCalls>;

export function createCalls(of: 'client' | 'ledger') {
  const stopping = new AbortController();
  const stop: AbortSignal = stopping.signal;
  const running = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  const refuseIfClosed = () => {
    if (closing !== undefined) throw new UsageError('closed', { of });
  };
  return {
    /** Aborted by `close`: waits end, and running requests are completed. */
    stop,
    /** @throws UsageError `closed` after `close` */
    refuseIfClosed,
    /** Runs one call. `mayHang`: it waits for somebody else, so `close` does not wait for it. */
    async run(work: () => Promise<unknown>, mayHang: boolean) {
      refuseIfClosed();
      const call = work();
      if (!mayHang) running.add(call);
      try {
        return await call;
      } finally {
        running.delete(call);
        // Callbacks of this call come before its answer.
        await turn();
      }
    },
    /** Ends waits, completes what is under way, then calls `finish`, once. */
    close: (finish: () => unknown): Promise<void> =>
      (closing ??= (async () => {
        stopping.abort(new ConfereError('interrupted', { during: 'call' }));
        while (running.size > 0) await Promise.allSettled(running);
        await finish();
        await turn();
      })()),
  };
}

type Method = (...given: unknown[]) => unknown;

/** The methods as programs call them: arguments are read, and errors have a sentence. `signal` ends all calls. */
export function bordered<T>(
  methods: Omit<T, typeof Symbol.asyncDispose>,
  calls: Calls,
  signal?: AbortSignal,
): T {
  const own: Record<PropertyKey, Method> = {};
  for (const [name, method] of Object.entries(methods) as [MethodName, Method][]) {
    const called = (given: readonly unknown[]) => {
      const call = () => method(...readArguments(name, given));
      if (name === 'close') return calls.close(call);
      if (name === 'results') {
        calls.refuseIfClosed();
        return untilClosed(call() as AsyncIterable<unknown>, calls);
      }
      // A stream may stop taking bytes.
      const mayHang = name === 'export' && typeof given[1] === 'object';
      // eslint-disable-next-line @typescript-eslint/require-await -- wrong arguments reject, too
      return calls.run(async () => call(), mayHang);
    };
    own[name] = (...given) =>
      wordedCall(() => called(given), Object(given.at(-1)) as object, signal);
  }
  return { ...own, [Symbol.asyncDispose]: own['close'] } as T;
}

/** @throws UsageError `closed` in place of what a closed file makes of the next row */
async function* untilClosed(rows: AsyncIterable<unknown>, calls: Calls): AsyncGenerator {
  try {
    for await (const row of rows) {
      yield row;
      calls.refuseIfClosed();
    }
  } catch (error) {
    wordedCall(() => {
      calls.refuseIfClosed();
      throw error;
    });
  }
}

/** A callback in a later turn of the event loop: an answer is kept in the turn in which it arrives. */
export function later<T>(callback: ((event: T) => unknown) | undefined) {
  return callback && ((event: T) => void setImmediate(ignoringErrors, callback, event));
}

/** Calls a function of the program; its errors are its own, also those of its promise (docs/library.md). */
export function ignoringErrors<T>(callback: (event: T) => unknown, event: T): void {
  try {
    Promise.resolve(callback(event)).catch(() => undefined);
  } catch {
    // Ignored.
  }
}

/** What a function of the program resolves to; it may never answer, so `stop` ends the wait. */
export async function untilStopped<T>(
  stop: AbortSignal,
  ask: () => Promise<T>,
  asError: (cause: unknown) => Error,
): Promise<T> {
  const over = new AbortController();
  const stopped = new Promise<never>((_, reject) => {
    const end = () => {
      reject(stop.reason as Error);
    };
    stop.addEventListener('abort', end, { signal: over.signal });
  });
  const answer = (async () => ask())().catch((error: unknown) => {
    throw asError(error);
  });
  return Promise.race([answer, stopped]).finally(() => {
    over.abort();
  });
}

/** Errors of `call` get a sentence; if a signal of its options `given` or of the account ended it, its reason as the cause. */
export function wordedCall<T>(call: () => T, given: object = {}, ofAccount?: AbortSignal): T {
  const fail = (error: unknown): never => {
    throw worded(error, given, [ofAccount, 'signal' in given ? given.signal : undefined]);
  };
  try {
    const result = call();
    return result instanceof Promise ? (result.catch(fail) as T) : result;
  } catch (error) {
    return fail(error);
  }
}

const left = new WeakMap<ConfereError, number>();

/** The error of a batch whose limit has so many credits left: its sentence names these, not the limit of the call. */
export function leaving(error: ConfereError, creditsLeft: number | undefined): ConfereError {
  if (creditsLeft !== undefined) left.set(error, creditsLeft);
  return error;
}

/** Also replaces the message at the start of the stack, which an uncaught error shows. */
function worded(error: unknown, given: object, signals: readonly unknown[]): ConfereError {
  const known =
    error instanceof ConfereError ? error : new ConfereError('defect', {}, { cause: error });
  const { message, stack } = known;
  known.message = librarySentence(known, given, left.get(known));
  known.stack = stack?.replace(message, () => known.message);
  const ended = signals.find((one) => one instanceof AbortSignal && one.aborted) as
    | AbortSignal
    | undefined;
  if (known.code === 'interrupted' && ended !== undefined) known.cause = ended.reason;
  return Object.assign(known, { name: className(known) });
}
