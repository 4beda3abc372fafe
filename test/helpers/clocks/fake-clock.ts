import { setImmediate } from 'node:timers/promises';
export type FakeClock = ReturnType<typeof createFakeClock>;

/**
 * A clock that advances only by sleeps and `advance`. `patience`: turns of the event loop that a sleep
 * waits first, so that answers of a local server can arrive.
 */
export function createFakeClock(start = Date.UTC(2026, 0, 5, 12, 0, 0), patience = 0) {
  let now = start;
  let uptime = 0;
  let machine = 1;
  const sleeps: number[] = [];
  const timers = new Set<{ readonly at: number; readonly controller: AbortController }>();
  const advance = (ms: number): void => {
    now += ms;
    uptime += Math.max(0, ms);
    for (const timer of timers) {
      if (timer.at > now) continue;
      timers.delete(timer);
      timer.controller.abort(new DOMException('timed out', 'TimeoutError'));
    }
  };
  return {
    /** The requested waits in ms, in order; each advanced the clock immediately. */
    sleeps: sleeps as readonly number[],
    /** Advances the time and fires the timeouts that are due. */
    advance,
    /** Somebody sets the clock by `ms`; no time passes. */
    set: (ms: number) => void (now += ms),
    /** The ledger goes on to another machine, which has been running for longer. */
    move: () => void ((uptime += 1e9), (machine += 1)),
    now: () => now,
    uptime: () => ({ ms: uptime, host: `host ${machine}`, boot: `boot ${machine}` }),
    async sleep(ms: number, signal?: AbortSignal) {
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
    timeout(ms: number) {
      const timer = { at: now + ms, controller: new AbortController() };
      timers.add(timer);
      return { signal: timer.controller.signal, clear: () => void timers.delete(timer) };
    },
  };
}
