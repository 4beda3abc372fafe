import { readFileSync, writeFileSync } from 'node:fs';
import type { Clock } from '../../src/clock.js';
import { systemClock } from '../../src/system.js';
import { later } from '../helpers/clocks/skipping-clock.js';

const LAPSE = 200;

/** The clock of `clock.js` for a command in this process: the file at `path` has its offset. */
export function createLapsingClock(path: string): Clock {
  let offset = Number(readFileSync(path, 'utf8'));
  return {
    now: () => Date.now() + offset,
    uptime: () => later(systemClock.uptime(), offset),
    timeout: (ms) => systemClock.timeout(ms),
    async sleep(ms, signal) {
      const began = Date.now();
      await systemClock.sleep(Math.ceil(ms / LAPSE), signal);
      offset += Math.max(0, ms - (Date.now() - began));
      writeFileSync(path, String(offset));
    },
  };
}
