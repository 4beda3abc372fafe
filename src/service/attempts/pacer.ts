import { untilNextMinute } from './retry-after.js';
import type { LimitGroup, RateGroup, SlotStore } from '../types.js';
import { wait, type Waiting } from './wait.js';

/** Requests per clock minute if the options name no limit (spec, "Limits"). */
const DEFAULTS: Readonly<Record<RateGroup, number>> = { simple: 30, realtime: 5 };

export interface Pacing extends Waiting {
  readonly slots?: SlotStore;
  readonly rate?: number;
  readonly realtimeRate?: number;
}

export interface Pacer {
  /**
   * Takes a slot of the current clock minute and resolves with 0. If none is left, it waits for the next minute and
   * tries again; if that wait would pass the deadline, it resolves with the wait (ms). A retry needs a slot like any
   * other request. What the service refused to another process that shares the slots is waited for, too.
   */
  acquire(group: LimitGroup): Promise<number>;
}

/** Keeps the spec's "Rate limit rules": requests are counted per key, lookup type and clock minute. */
export function createPacer(pacing: Pacing): Pacer {
  const slots = pacing.slots ?? createMemorySlots();
  const { rate = DEFAULTS.simple, realtimeRate = DEFAULTS.realtime } = pacing;
  const limits = { simple: rate, realtime: realtimeRate };
  return {
    async acquire(group) {
      for (;;) {
        const refused = (await slots.refusedFor?.(group)) ?? 0;
        if (refused > 0) {
          if (await wait(pacing, { reason: 'retry_after', ms: refused })) continue;
          return refused;
        }
        if (group === 'pending') return 0;
        const now = pacing.clock.now();
        const own = untilNextMinute(now);
        if (await slots.take(group, now + own - 60_000, limits[group])) return 0;
        const ms = (await slots.untilNext?.()) ?? own;
        if (!(await wait(pacing, { reason: 'rate_limit', ms }))) return ms;
      }
    },
  };
}

/** Counts within this process only. Processes that share a limit pass a shared store in the options. */
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
