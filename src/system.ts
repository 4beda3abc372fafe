import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from './clock.js';
import { say } from './text/say.js';

/** A timer with a longer delay would fire immediately. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    await delay(
      Math.min(ms, LONGEST_TIMER),
      undefined,
      signal === undefined ? {} : { signal },
    ).catch((error: unknown) => {
      throw signal?.aborted === true ? signal.reason : error;
    });
  },
  timeout: (ms) => {
    const controller = new AbortController();
    const timer = setTimeout(
      () => {
        controller.abort(new Error(say`no answer within ${ms} ms`));
      },
      Math.min(ms, LONGEST_TIMER),
    );
    return {
      signal: controller.signal,
      clear: () => {
        clearTimeout(timer);
      },
    };
  },
};

/** Ten random letters and digits, without characters that look alike. */
export function newId(): string {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
  // Avoids node:crypto, which takes long to load.
  return Array.from(
    crypto.getRandomValues(new Uint8Array(10)),
    (byte) => alphabet[byte % alphabet.length],
  ).join('');
}
