import { once } from 'node:events';

/**
 * Wraps a function of the program that uses the library so that its errors, also the rejection of its promise, are
 * ignored (docs/library.md, "Errors").
 */
export function ignoreErrors(callback: (event: unknown) => unknown) {
  return (event: unknown): void => {
    try {
      Promise.resolve(callback(event)).catch(() => undefined);
    } catch {
      // Ignored.
    }
  };
}

/**
 * Wraps a function so that it is called in a later turn of the event loop, so that a slow function does not delay the
 * storing of an answer that has just arrived.
 */
export function deferCalls(callback: (event: unknown) => unknown) {
  const call = ignoreErrors(callback);
  return (event: unknown) => void setImmediate(call, event);
}

/**
 * Awaits a function of the program that uses the library until `stop`, because the function may never answer. @throws
 * the error that `buildError` makes of its error; the reason of `stop`
 */
export async function awaitUntilStopped<T>(
  stop: AbortSignal,
  ask: () => Promise<T>,
  buildError: (cause: unknown) => Error,
): Promise<T> {
  const ended = new AbortController();
  const stopped = once(stop, 'abort', { signal: ended.signal }).then(() => {
    throw stop.reason as Error;
  });
  const answer = (async () => ask())().catch((error: unknown) => {
    throw buildError(error);
  });
  return Promise.race([answer, stopped]).finally(() => {
    ended.abort();
  });
}
