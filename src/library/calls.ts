import { ConfereError, UsageError } from '../errors.js';
import { librarySentence } from '../messages/programs.js';
import { className } from './errors.js';

/** The calls of one client or one ledger: what is under way, and what its callbacks are to be told. */
export type Calls = ReturnType<typeof createCalls>;

export function createCalls(of: 'client' | 'ledger') {
  const stopping = new AbortController();
  const stop: AbortSignal = stopping.signal;
  const running = new Set<Promise<unknown>>();
  /** Told in a later turn of the event loop, because an answer is kept in the same turn in which it arrives. */
  const untold: (() => void)[] = [];
  const tellAll = () => {
    for (const tell of untold.splice(0)) tell();
  };
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
    async run<T>(work: () => Promise<T>, mayHang: boolean): Promise<T> {
      refuseIfClosed();
      const call = work();
      if (!mayHang) running.add(call);
      try {
        return await call;
      } finally {
        running.delete(call);
        tellAll();
      }
    },
    /** A callback that is called when what it tells of has been kept, and whose errors are ignored; before its call resolves. */
    later<T>(callback: ((event: T) => unknown) | undefined): ((event: T) => void) | undefined {
      if (callback === undefined) return undefined;
      return (event) => {
        const tell = () => {
          ignoringErrors(callback, event);
        };
        if (untold.push(tell) === 1) setImmediate(tellAll);
      };
    },
    /** Ends waits, completes what is under way, then calls `finish`, once. */
    close(finish: () => Promise<void>): Promise<void> {
      closing ??= (async () => {
        stopping.abort(new ConfereError('interrupted', { during: 'call' }));
        while (running.size > 0) await Promise.allSettled(running);
        await finish();
        tellAll();
      })();
      return closing;
    },
  };
}

/** Calls a function of the program that uses the library. Its errors are its own, also those of its promise. */
export function ignoringErrors<T>(callback: (event: T) => unknown, event: T): void {
  try {
    Promise.resolve(callback(event)).catch(() => undefined);
  } catch {
    // Ignored, as docs/library.md says.
  }
}

/** What a function of the program resolves to; it may never answer, so `stop` ends the wait. */
export async function untilStopped<T>(
  stop: AbortSignal,
  ask: () => Promise<T>,
  asError: (cause: unknown) => Error,
): Promise<T> {
  const answer = (async () => ask())().catch((error: unknown) => {
    throw asError(error);
  });
  const over = new AbortController();
  const stopped = new Promise<never>((_, reject) => {
    const end = () => {
      reject(stop.reason as Error);
    };
    stop.addEventListener('abort', end, { signal: over.signal });
  });
  try {
    return await Promise.race([answer, stopped]);
  } finally {
    over.abort();
  }
}

export interface Signalled {
  readonly signal?: unknown;
}

/** Errors of `call` get a sentence; if the signal of its options `given` or of `account` ended it, its reason as the cause. */
export function wordedCall<T>(call: () => T, given: Signalled = {}, account: Signalled = {}): T {
  const fail = (error: unknown) => throwWorded(error, given, [account.signal, given.signal]);
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
function throwWorded(error: unknown, given: object, signals: readonly unknown[]): never {
  const known =
    error instanceof ConfereError ? error : new ConfereError('defect', {}, { cause: error });
  const { message, stack, code } = known;
  Object.assign(known, {
    message: librarySentence(known, given, left.get(known)),
    name: className(known),
  });
  const ended = signals.find((one) => one instanceof AbortSignal && one.aborted);
  if (code === 'interrupted' && ended instanceof AbortSignal) known.cause = ended.reason;
  if (stack !== undefined) known.stack = stack.replace(message, () => known.message);
  throw known;
}
