import type { Clock } from '../../clock.js';

/** A clock whose sleeps end with the reason of `stop`; requests under way are not touched. */
export function stoppable(clock: Clock, stop: AbortSignal | undefined): Clock {
  if (stop === undefined) return clock;
  return {
    now: () => clock.now(),
    timeout: (ms) => clock.timeout(ms),
    sleep: (ms, signal) =>
      clock.sleep(ms, signal === undefined ? stop : AbortSignal.any([stop, signal])),
  };
}
