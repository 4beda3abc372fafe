import type { Clock } from '../../src/clock.js';

export interface FakeClock extends Clock {
  /** The waits asked for, in ms, in order; each advanced the clock at once. */
  readonly sleeps: readonly number[];
  /** Moves the time on and fires the timeouts that are due. */
  advance(ms: number): void;
}

/** Time that stands still until somebody sleeps or advances it. */
export function createFakeClock(start = Date.UTC(2026, 0, 5, 12, 0, 0)): FakeClock {
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
      sleeps.push(ms);
      advance(ms);
      // A real sleep lets others run, too.
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
    },
    timeout(ms) {
      const timer = { at: now + ms, controller: new AbortController() };
      timers.add(timer);
      return { signal: timer.controller.signal, clear: () => void timers.delete(timer) };
    },
  };
}
