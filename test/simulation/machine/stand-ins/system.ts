/** Stands in the place of `src/system.ts`: the time and the ids of the one process that uses the library. */
import type { Clock } from '../../../../src/clock.js';
import { theWorld } from '../current.js';

const own = (): Clock => theWorld().librarian.clock;

export const systemClock: Clock = {
  now: () => own().now(),
  uptime: () => own().uptime(),
  sleep: (ms, signal) => own().sleep(ms, signal),
  timeout: (ms) => own().timeout(ms),
};

export const systemEnvironment = () => ({});

/** Nobody else is on the machine. */
export const systemOwner = () => ({ platform: 'linux' });

export function newId(): string {
  return theWorld().newId();
}
