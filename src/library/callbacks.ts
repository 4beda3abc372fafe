import { once } from 'node:events';

/**
 * Wraps a function of the program so that its errors, also those of its promise, are ignored (docs/library.md,
 * "Errors").
 */
export function ignoringErrors(callback: (event: unknown) => unknown) {
  return (event: unknown): void => {
    try {
      Promise.resolve(callback(event)).catch(() => undefined);
    } catch {
      // Ignored.
    }
  };
}

/**
 * Wraps a function so that it is called in a later turn of the event loop, because an answer is stored in the turn in
 * which it arrives.
 */
export function callLater(callback: (event: unknown) => unknown) {
  const call = ignoringErrors(callback);
  return (event: unknown) => void setImmediate(call, event);
}

/**
 * Awaits a function of the program, which may never answer, until `stop`. @throws `asError` of its error; the reason of
 * `stop`
 */
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
