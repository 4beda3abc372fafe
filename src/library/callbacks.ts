import { once } from 'node:events';

/** A function of the program whose errors are its own, also those of its promise (docs/library.md). */
export function ignoringErrors(callback: (event: unknown) => unknown) {
  return (event: unknown): void => {
    try {
      Promise.resolve(callback(event)).catch(() => undefined);
    } catch {
      // Ignored.
    }
  };
}

/** The same in a later turn of the event loop: an answer is kept in the turn in which it arrives. */
export function later(callback: (event: unknown) => unknown) {
  const call = ignoringErrors(callback);
  return (event: unknown) => void setImmediate(call, event);
}

/** What a function of the program resolves to; it may never answer, so `stop` ends the wait. */
export async function untilStopped<T>(
  stop: AbortSignal,
  ask: () => Promise<T>,
  asError: (cause: unknown) => Error,
): Promise<T> {
  const over = new AbortController();
  const stopped = once(stop, 'abort', { signal: over.signal }).then(() => {
    throw stop.reason as Error;
  });
  const answer = (async () => ask())().catch((error: unknown) => {
    throw asError(error);
  });
  return Promise.race([answer, stopped]).finally(() => {
    over.abort();
  });
}
