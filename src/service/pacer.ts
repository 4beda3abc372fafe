import type { RateGroup, ServiceOptions, SlotStore, WaitEvent } from './types.js';
import { untilNextMinute } from './retry-policy.js';

/** The longest delay that a Node timer accepts; a longer one would fire at once. */
const LONGEST = 2 ** 31 - 1;

type WaitOptions = Pick<ServiceOptions, 'clock' | 'deadline' | 'longestWait' | 'signal' | 'onWait'>;

/** Sleeps, then true; false at once if that is too long or would pass the deadline. Rejects if the signal aborts. */
export async function wait(waiting: WaitOptions, event: WaitEvent): Promise<boolean> {
  const { clock, deadline = Infinity, longestWait = LONGEST, signal } = waiting;
  const { ms } = event;
  if (ms > Math.min(longestWait, LONGEST) || clock.now() + ms > deadline) return false;
  tell(waiting.onWait, event);
  await clock.sleep(ms, signal);
  return true;
}

/** Tells a listener, whose own error must not end the call, nor cost a paid answer. */
export function tell<E>(listener: ((event: E) => void) | undefined, event: E): void {
  try {
    listener?.(event);
  } catch {
    // The listener's own error.
  }
}

export function eitherSignal(one: AbortSignal | undefined, other: AbortSignal | undefined) {
  return one && other ? AbortSignal.any([one, other]) : (one ?? other);
}

/** Requests per clock minute if the options name no limit (spec, "Limits"). */
const DEFAULTS: Readonly<Record<RateGroup, number>> = { simple: 30, realtime: 5 };

type Pacing = WaitOptions & Pick<ServiceOptions, 'rate' | 'realtimeRate'>;

/** Spec, "Rate limit rules": 0 with a slot of this or a later minute, the wait (ms) where that would pass the deadline. */
export function createPacer(
  pacing: Pacing,
  slots: SlotStore,
): (group: RateGroup) => Promise<number> {
  const { rate = DEFAULTS.simple, realtimeRate = DEFAULTS.realtime } = pacing;
  const limits = { simple: rate, realtime: realtimeRate };
  return async (group) => {
    for (;;) {
      const now = pacing.clock.now();
      const own = untilNextMinute(now);
      if (await slots.take(group, now + own - 60_000, limits[group])) return 0;
      const ms = (await slots.untilNext?.()) ?? own;
      if (!(await wait(pacing, { reason: 'rate_limit', ms }))) return ms;
    }
  };
}

/** Within this process only. */
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
