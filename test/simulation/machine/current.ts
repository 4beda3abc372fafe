import type { Clock } from '../../../src/base/clock.js';
import type { World } from '../world.js';
import type { SimProcess } from './process.js';

/**
 * The world that runs now. What stands in the place of SQLite files, ledger and network finds it here, and
 * its own process by the folder or the clock it was given.
 */
export const current: { world: World | undefined } = { world: undefined };

export function theWorld(): World {
  if (current.world === undefined) throw new Error('No world is running.');
  return current.world;
}

/** Each process reaches the same files by a path of its own: `/p12/…`. */
export function processOfPath(path: string): SimProcess {
  const id = Number(/\/p(\d+)(\/|$)/.exec(path)?.[1]);
  const found = theWorld().processes.get(id);
  if (found === undefined) throw new Error(`No process has the path ${path}.`);
  return found;
}

export function processOfClock(clock: Clock): SimProcess {
  // A command gives its clock other sleeps and limits.
  for (const process of theWorld().processes.values())
    if (process.clock.uptime === clock.uptime) return process;
  throw new Error('No process has this clock.');
}
