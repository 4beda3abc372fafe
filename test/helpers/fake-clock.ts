import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/clock.js';

export interface FakeClock extends Clock {
  /** The requested waits in ms, in order; each advanced the clock immediately. */
  readonly sleeps: readonly number[];
  /** Advances the time and fires the timeouts that are due. */
  advance(ms: number): void;
}

/**
 * A clock that advances only by sleeps and `advance`. `patience`: turns of the event loop that a sleep
 * waits first, so that answers of a local server can arrive.
 */
export function createFakeClock(start = Date.UTC(2026, 0, 5, 12, 0, 0), patience = 0): FakeClock {
  let now = start;
  const sleeps: number[] = [];
  const timers = new Set<{ readonly at: number; readonly controller: AbortController }>();
  const advance = (ms: number): void => {
    now += ms;
    for (const timer of timers) {
      if (timer.at > now) continue;
      timers.delete(timer);
      timer.controller.abort(new DOMException('timed out', 'TimeoutError'));
    }
  };
  return {
    sleeps,
    advance,
    now: () => now,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      for (let turn = 0; turn < patience; turn += 1) {
        await setImmediate();
        signal?.throwIfAborted();
      }
      sleeps.push(ms);
      advance(ms);
      // A real sleep lets other work run, too.
      await setImmediate();
      signal?.throwIfAborted();
    },
    timeout(ms) {
      const timer = { at: now + ms, controller: new AbortController() };
      timers.add(timer);
      return { signal: timer.controller.signal, clear: () => void timers.delete(timer) };
    },
  };
}
