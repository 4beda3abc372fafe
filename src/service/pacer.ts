import type { RateGroup, ServiceOptions, SlotStore, WaitEvent } from './types.js';
import { msUntilNextMinute } from './retry-policy.js';

/** The longest delay that a Node timer accepts; a longer one would fire at once. */
const LONGEST_DELAY = 2 ** 31 - 1;

type WaitOptions = Pick<ServiceOptions, 'clock' | 'deadline' | 'longestWait' | 'signal' | 'onWait'>;

/**
 * Sleeps for `event.ms` and returns true; returns false at once if the wait is too long or would pass the deadline.
 * Rejects if the signal aborts.
 */
export async function wait(options: WaitOptions, event: WaitEvent): Promise<boolean> {
  const { clock, deadline = Infinity, longestWait = LONGEST_DELAY, signal } = options;
  const { ms } = event;
  if (ms > Math.min(longestWait, LONGEST_DELAY) || clock.now() + ms > deadline) return false;
  notify(options.onWait, event);
  await clock.sleep(ms, signal);
  return true;
}

/** Calls a listener, whose error must not end the request, nor lose a paid answer. */
export function notify<E>(listener: ((event: E) => void) | undefined, event: E): void {
  try {
    listener?.(event);
  } catch {
    // The listener is code of the caller, who has to report its errors.
  }
}

export function combineSignals(one: AbortSignal | undefined, other: AbortSignal | undefined) {
  return one && other ? AbortSignal.any([one, other]) : (one ?? other);
}

/** Requests per clock minute unless the options name a limit (spec, "Limits"). */
const DEFAULT_RATES: Readonly<Record<RateGroup, number>> = { simple: 30, realtime: 5 };

type PacerOptions = WaitOptions & Pick<ServiceOptions, 'rate' | 'realtimeRate'>;

/**
 * Creates a function that waits until a request may be sent in this or a later minute (spec, "Rate limit rules"). The
 * function returns 0, or the ms of a wait that would be too long or pass the deadline.
 */
export function createPacer(
  options: PacerOptions,
  slots: SlotStore,
): (group: RateGroup) => Promise<number> {
  const { rate = DEFAULT_RATES.simple, realtimeRate = DEFAULT_RATES.realtime } = options;
  const limits = { simple: rate, realtime: realtimeRate };
  return async (group) => {
    for (;;) {
      const now = options.clock.now();
      const localMs = msUntilNextMinute(now);
      if (await slots.take(group, now + localMs - 60_000, limits[group])) return 0;
      const ms = (await slots.msUntilNextMinute?.()) ?? localMs;
      if (!(await wait(options, { reason: 'rate_limit', ms }))) return ms;
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
