import type { RateGroup, SlotStore } from '../types.js';

/** Counts within this process only; a shared store is passed in through the options. */
export function createMemorySlots(): SlotStore {
  const taken = new Map<RateGroup, { minute: number; count: number }>();
  return {
    take(group, minute, limit) {
      const current = taken.get(group);
      const count = current?.minute === minute ? current.count : 0;
      if (count >= limit) return false;
      taken.set(group, { minute, count: count + 1 });
      return true;
    },
  };
}
