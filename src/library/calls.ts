import { setImmediate as turn } from 'node:timers/promises';
import { ConfereError, explainLoad, UsageError } from '../base/errors.js';
import { librarySentence } from '../messages/programs.js';
import { className } from './errors.js';
import { readArguments, type MethodName } from './options.js';

type Method = (...given: unknown[]) => unknown;

/** A client or a ledger that can be closed. */
interface Closable {
  readonly of: 'client' | 'ledger';
  /** Aborted by `close`: waits end, and running requests are completed. */
  readonly stopping: AbortController;
  /** Ends all calls. */
  readonly signal?: AbortSignal;
}

/** The methods as programs call them: arguments are read, and errors have a sentence. */
export function bordered<T>(
  methods: Omit<T, typeof Symbol.asyncDispose>,
  { of, stopping, signal }: Closable,
): T {
  const running = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  const refuseIfClosed = () => {
    if (closing !== undefined) throw new UsageError('closed', { of });
  };
  /** `mayHang`: it waits for somebody else, so `close` does not wait for it. */
  const run = async (method: () => unknown, mayHang: boolean) => {
    refuseIfClosed();
    // eslint-disable-next-line @typescript-eslint/require-await -- wrong arguments reject, too
    const call = (async () => method())();
    if (!mayHang) running.add(call);
    try {
      return await call;
    } finally {
      running.delete(call);
      // Callbacks of this call come before its answer.
      await turn();
    }
  };
  /** Ends waits, completes what is under way, then calls `finish`. */
  const close = async (finish: () => unknown) => {
    stopping.abort(new ConfereError('interrupted', { during: 'call' }));
    while (running.size > 0) await Promise.allSettled(running);
    await finish();
    await turn();
  };
  const own: Record<PropertyKey, Method> = {};
  for (const [name, method] of Object.entries(methods) as [MethodName, Method][]) {
    const called = (given: readonly unknown[]) => {
      const call = () => method(...readArguments(name, given));
      if (name === 'close') return (closing ??= close(call));
      if (name !== 'results') return run(call, name === 'export' && typeof given[1] === 'object');
      refuseIfClosed();
      return untilClosed(call() as AsyncIterable<unknown>, refuseIfClosed);
    };
    own[name] = (...given) =>
      wordedCall(() => called(given), Object(given.at(-1)) as object, signal);
  }
  return { ...own, [Symbol.asyncDispose]: own['close'] } as T;
}

/** @throws UsageError `closed` in place of what a closed file makes of the next row */
async function* untilClosed(
  rows: AsyncIterable<unknown>,
  refuseIfClosed: () => void,
): AsyncGenerator {
  try {
    for await (const row of rows) {
      yield row;
      refuseIfClosed();
    }
  } catch (error) {
    wordedCall(() => {
      refuseIfClosed();
      throw error;
    });
  }
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
function worded(thrown: unknown, given: object, signals: readonly unknown[]): ConfereError {
  const error = explainLoad(thrown);
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
