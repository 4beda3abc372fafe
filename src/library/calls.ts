import { setImmediate as nextTurn } from 'node:timers/promises';
import { ConfereError, explainLoadFailure, UsageError } from '../base/errors.js';
import { librarySentence } from '../messages/programs.js';
import { chooseClassName } from './errors.js';
import { readArguments, type MethodName } from './options.js';
import type { Ledger } from './types.js';

type Method = (...given: unknown[]) => unknown;

/**
 * Wraps the methods of a ledger for programs: arguments are checked, errors get a sentence, and after `close` every
 * call is refused. `close` aborts `stopping`, which ends waits; running requests are completed.
 */
export function wrapMethods(
  methods: Omit<Ledger, typeof Symbol.asyncDispose>,
  stopping: AbortController,
): Ledger {
  const running = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  const refuseIfClosed = () => {
    if (closing !== undefined) throw new UsageError('closed', {});
  };
  /** `mayHang`: the call waits for a stream of the program, so `close` does not wait for it. */
  const run = async (method: () => unknown, mayHang: boolean) => {
    refuseIfClosed();
    // eslint-disable-next-line @typescript-eslint/require-await -- wrong arguments reject, too
    const call = (async () => method())();
    if (!mayHang) running.add(call);
    try {
      return await call;
    } finally {
      running.delete(call);
      // The callbacks of this call are deferred by a turn and have to come before its answer.
      await nextTurn();
    }
  };
  /** Ends waits, completes running calls, then calls `finish`. */
  const close = async (finish: () => unknown) => {
    stopping.abort(new ConfereError('interrupted', { during: 'call' }));
    while (running.size > 0) await Promise.allSettled(running);
    await finish();
    await nextTurn();
  };
  const wrapped: Record<PropertyKey, Method> = {};
  for (const [name, method] of Object.entries(methods) as [MethodName, Method][]) {
    const callMethod = (given: readonly unknown[]) => {
      const call = () => method(...readArguments(name, given));
      if (name === 'close') return (closing ??= close(call));
      if (name !== 'results') return run(call, name === 'export' && typeof given[1] === 'object');
      refuseIfClosed();
      return yieldUntilClosed(call() as AsyncIterable<unknown>, refuseIfClosed);
    };
    wrapped[name] = (...given) =>
      withSentence(() => callMethod(given), Object(given.at(-1)) as object);
  }
  return { ...wrapped, [Symbol.asyncDispose]: wrapped['close'] } as unknown as Ledger;
}

/**
 * Yields rows until the ledger is closed. @throws UsageError `closed` in place of the error of a file that was closed
 */
async function* yieldUntilClosed(
  rows: AsyncIterable<unknown>,
  refuseIfClosed: () => void,
): AsyncGenerator {
  try {
    for await (const row of rows) {
      yield row;
      refuseIfClosed();
    }
  } catch (error) {
    withSentence(() => {
      refuseIfClosed();
      throw error;
    });
  }
}

/**
 * Runs `call` and adds a sentence to its errors. `options`: the options of the call, whose limits the sentence repeats.
 */
export function withSentence<T>(call: () => T, options: object = {}): T {
  const fail = (error: unknown): never => {
    throw addSentence(error, options);
  };
  try {
    const result = call();
    return result instanceof Promise ? (result.catch(fail) as T) : result;
  } catch (error) {
    return fail(error);
  }
}

const creditsLeftOfErrors = new WeakMap<ConfereError, number>();

/**
 * Notes the credits that the limit of a batch leaves, because the sentence of the error names them instead of the limit
 * of the call.
 */
export function noteCreditsLeft(
  error: ConfereError,
  creditsLeft: number | undefined,
): ConfereError {
  if (creditsLeft !== undefined) creditsLeftOfErrors.set(error, creditsLeft);
  return error;
}

/**
 * Gives an error its sentence, also at the start of the stack, which Node prints for an uncaught error. The cause of an
 * interrupted call is the reason of its signal.
 */
function addSentence(thrown: unknown, options: object): ConfereError {
  const error = explainLoadFailure(thrown);
  const confereError =
    error instanceof ConfereError ? error : new ConfereError('defect', {}, { cause: error });
  const { message, stack } = confereError;
  confereError.message = librarySentence(
    confereError,
    options,
    creditsLeftOfErrors.get(confereError),
  );
  confereError.stack = stack?.replace(message, () => confereError.message);
  const signal = 'signal' in options ? options.signal : undefined;
  if (confereError.code === 'interrupted' && signal instanceof AbortSignal && signal.aborted)
    confereError.cause = signal.reason;
  return Object.assign(confereError, { name: chooseClassName(confereError) });
}
