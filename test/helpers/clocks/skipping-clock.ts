import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import type { Clock, Uptime } from '../../../src/base/clock.js';
import { systemClock } from '../../../src/base/system.js';

export function later(uptime: Uptime, ms: number): Uptime {
  return { ...uptime, ms: uptime.ms + ms };
}

interface Sleeper {
  readonly at: number;
  readonly skipped: AbortController;
}

/**
 * The machine's time, but a sleep is skipped as soon as no answer is awaited. Sleeps end in their order,
 * and the clock is advanced by the skipped time.
 */
export function createSkippingClock(machine: Pick<Clock, 'now' | 'uptime'> = systemClock): Clock {
  const sleepers = new Set<Sleeper>();
  let skipped = 0;
  let asked = 0;
  let skipping = false;
  const now = (): number => machine.now() + skipped;
  const idle = (): boolean => sleepers.size > 0 && asked === 0;

  const skip = async (): Promise<void> => {
    if (skipping) return;
    skipping = true;
    while (idle()) {
      // Other work may still run before the next sleep would end.
      await delay(1);
      await turn();
      if (!idle()) break;
      const at = Math.min(...Array.from(sleepers, (sleeper) => sleeper.at));
      skipped += Math.max(0, at - now());
      for (const sleeper of [...sleepers]) if (sleeper.at <= at) sleeper.skipped.abort();
    }
    skipping = false;
  };

  return {
    now,
    uptime: () => later(machine.uptime(), skipped),
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      const sleeper = { at: now() + ms, skipped: new AbortController() };
      const { signal: isSkipped } = sleeper.skipped;
      sleepers.add(sleeper);
      void skip();
      try {
        await systemClock.sleep(ms, AbortSignal.any(signal ? [isSkipped, signal] : [isSkipped]));
      } catch (error) {
        if (!isSkipped.aborted) throw error;
      } finally {
        sleepers.delete(sleeper);
      }
    },
    timeout: (ms) => {
      const timer = systemClock.timeout(ms);
      let open = true;
      asked += 1;
      const close = (): void => {
        if (open) asked -= 1;
        open = false;
        void skip();
      };
      timer.signal.addEventListener('abort', close);
      return {
        signal: timer.signal,
        clear: () => {
          timer.clear();
          close();
        },
      };
    },
  };
}

/** A skipping clock that begins at `start` (epoch ms) and hardly moves between sleeps, however slow the machine is. */
export function createSteadyClock(start: number): Clock {
  let looks = 0;
  const passed = () => Math.floor((looks += 1) / 10);
  return createSkippingClock({
    now: () => start + passed(),
    uptime: () => ({ ms: 3_600_000 + passed(), host: 'host', boot: 'boot' }),
  });
}
