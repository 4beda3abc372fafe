import { readFileSync, writeFileSync } from 'node:fs';
import type { Clock } from '../../../src/clock.js';
import { systemClock } from '../../../src/system.js';
import { later } from './skipping-clock.js';

/** The clock of `shared-time-preload.js` for a command in this process: the file at `path` has the ms that it is ahead. */
export function createSharedClock(path: string, haste: number): Clock {
  const ahead = () => Number(readFileSync(path, 'utf8'));
  const now = () => Date.now() + ahead();
  return {
    now,
    uptime: () => later(systemClock.uptime(), ahead()),
    timeout: (ms) => systemClock.timeout(ms),
    async sleep(ms, signal) {
      const until = now() + ms;
      await systemClock.sleep(Math.ceil(ms / haste), signal);
      const missing = until - now();
      if (missing > 0) writeFileSync(path, String(ahead() + missing));
    },
  };
}
