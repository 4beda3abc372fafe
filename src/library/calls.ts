import { ConfereError, UsageError } from '../errors.js';

/** The calls of one client or one ledger: what is under way, and what its callbacks are to be told. */
export interface Calls {
  /** Aborted by `close`: waits end, and running requests are completed. */
  readonly stop: AbortSignal;
  /**
   * Runs one call. `mayHang`: it waits for somebody else, so `close` does not wait for it.
   *
   * @throws UsageError `closed` after `close`
   */
  run<T>(work: () => Promise<T>, mayHang: boolean): Promise<T>;
  /** @throws UsageError `closed` after `close` */
  refuseIfClosed(): void;
  /**
   * Makes a callback that is called later, when what it tells of has been kept, and whose errors are ignored:
   * the caller's mistake must not cost an answer that was paid for. All are called before the call resolves.
   */
  later<T>(callback: ((event: T) => unknown) | undefined): ((event: T) => void) | undefined;
  /** Ends waits, completes what is under way, then calls `finish`, once. */
  close(finish: () => Promise<void>): Promise<void>;
}

export function createCalls(of: 'client' | 'ledger'): Calls {
  const stopping = new AbortController();
  const running = new Set<Promise<unknown>>();
  const untold = createUntold();
  let closing: Promise<void> | undefined;
  const refuseIfClosed = () => {
    if (closing !== undefined) throw new UsageError('closed', { of });
  };
  return {
    stop: stopping.signal,
    refuseIfClosed,
    async run(work, mayHang) {
      refuseIfClosed();
      const call = work();
      if (!mayHang) running.add(call);
      try {
        return await call;
      } finally {
        running.delete(call);
        untold.tellAll();
      }
    },
    later(callback) {
      if (callback === undefined) return undefined;
      return (event) => {
        untold.add(() => {
          ignoringErrors(callback, event);
        });
      };
    },
    close(finish) {
      closing ??= (async () => {
        stopping.abort(new ConfereError('interrupted', { during: 'call' }));
        while (running.size > 0) await Promise.allSettled(running);
        await finish();
        untold.tellAll();
      })();
      return closing;
    },
  };
}

/**
 * What callbacks were not told yet. They are told in a later turn of the event loop, because an answer is kept
 * in the same turn in which it arrives.
 */
function createUntold() {
  const queue: (() => void)[] = [];
  const tellAll = () => {
    for (const tell of queue.splice(0)) tell();
  };
  return {
    tellAll,
    add(tell: () => void) {
      if (queue.push(tell) === 1) setImmediate(tellAll);
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

/**
 * What a function of the program resolves to. It may never answer, so `stop` ends the wait with its reason. What it
 * throws becomes `asError`.
 */
export async function untilStopped<T>(
  stop: AbortSignal,
  ask: () => Promise<T>,
  asError: (cause: unknown) => Error,
): Promise<T> {
  const forget = new AbortController();
  const stopped = rejection(stop, forget.signal);
  const answer = (async () => ask())().catch((error: unknown) => {
    throw asError(error);
  });
  try {
    return await Promise.race([answer, stopped]);
  } finally {
    forget.abort();
  }
}

/** Rejects with the reason of `stop`; listens until `forget`. */
function rejection(stop: AbortSignal, forget: AbortSignal): Promise<never> {
  return new Promise<never>((_, reject) => {
    const end = () => {
      reject(stop.reason as Error);
    };
    stop.addEventListener('abort', end, { signal: forget });
  });
}
