import type { RateGroup, ServiceOptions, SlotStore, WaitEvent } from './types.js';
import { untilNextMinute } from './retry-policy.js';

/** The longest delay that a Node timer accepts; a longer one would fire at once. */
const LONGEST_DELAY = 2 ** 31 - 1;

type WaitOptions = Pick<ServiceOptions, 'clock' | 'deadline' | 'longestWait' | 'signal' | 'onWait'>;

/**
 * Sleeps and returns true; returns false at once if the wait is too long or would pass the deadline. Rejects if the
 * signal aborts.
 */
export async function wait(waiting: WaitOptions, event: WaitEvent): Promise<boolean> {
  const { clock, deadline = Infinity, longestWait = LONGEST_DELAY, signal } = waiting;
  const { ms } = event;
  if (ms > Math.min(longestWait, LONGEST_DELAY) || clock.now() + ms > deadline) return false;
  notify(waiting.onWait, event);
  await clock.sleep(ms, signal);
  return true;
}

/** Calls a listener. Its own error must not end the call, nor lose a paid answer. */
export function notify<E>(listener: ((event: E) => void) | undefined, event: E): void {
  try {
    listener?.(event);
  } catch {
    // Ignored: the error is the listener's own.
  }
}

export function combineSignals(one: AbortSignal | undefined, other: AbortSignal | undefined) {
  return one && other ? AbortSignal.any([one, other]) : (one ?? other);
}

/** Requests per clock minute unless the options name a limit (spec, "Limits"). */
const DEFAULT_RATES: Readonly<Record<RateGroup, number>> = { simple: 30, realtime: 5 };

type Pacing = WaitOptions & Pick<ServiceOptions, 'rate' | 'realtimeRate'>;

/**
 * Creates a function that waits for a slot of this or a later minute (spec, "Rate limit rules"). It returns 0 with a
 * slot, or the ms of a wait that would pass the deadline.
 */
export function createPacer(
  pacing: Pacing,
  slots: SlotStore,
): (group: RateGroup) => Promise<number> {
  const { rate = DEFAULT_RATES.simple, realtimeRate = DEFAULT_RATES.realtime } = pacing;
  const limits = { simple: rate, realtime: realtimeRate };
  return async (group) => {
    for (;;) {
      const now = pacing.clock.now();
      const untilNext = untilNextMinute(now);
      if (await slots.take(group, now + untilNext - 60_000, limits[group])) return 0;
      const ms = (await slots.untilNext?.()) ?? untilNext;
      if (!(await wait(pacing, { reason: 'rate_limit', ms }))) return ms;
    }
  };
}

/** Creates a store that counts the requests of this process alone. */
export function createMemorySlots(): SlotStore {
  const taken = new Map<RateGroup, { minute: number; count: number }>();
  return {
    // eslint-disable-next-line @typescript-eslint/require-await -- a shared store has to wait
    async take(group, minute, limit) {
      const current = taken.get(group);
      const count = current?.minute === minute ? current.count : 0;
      if (count >= limit) return false;
      taken.set(group, { minute, count: count + 1 });
      return true;
    },
  };
}
