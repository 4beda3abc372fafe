import { untilNextMinute } from './retry-after.js';
import { createMemorySlots } from './minute-slots.js';
import type { RateGroup, SlotStore } from '../types.js';
import { wait, type Waiting } from './wait.js';

/** Requests a clock minute when the options name none (spec, "Limits"). */
const DEFAULTS: Readonly<Record<RateGroup, number>> = { simple: 30, realtime: 5 };

export interface Pacing extends Waiting {
  readonly slots?: SlotStore;
  readonly rate?: number;
  readonly realtimeRate?: number;
}

export interface Pacer {
  /**
   * Takes a slot of the running clock minute, or waits for the next minute's start and asks again;
   * false when that wait would pass the deadline. A retry takes a slot as any request does.
   */
  acquire(group: RateGroup): Promise<boolean>;
}

/** Keeps to the spec's "Rate limit rules": counted per key and lookup type, per clock minute. */
export function createPacer(pacing: Pacing): Pacer {
  const slots = pacing.slots ?? createMemorySlots();
  const limits = {
    simple: pacing.rate ?? DEFAULTS.simple,
    realtime: pacing.realtimeRate ?? DEFAULTS.realtime,
  };
  return {
    async acquire(group) {
      for (;;) {
        const now = pacing.clock.now();
        const ms = untilNextMinute(now);
        if (slots.take(group, now + ms - 60_000, limits[group])) return true;
        if (!(await wait(pacing, { reason: 'rate_limit', ms }))) return false;
      }
    },
  };
}
