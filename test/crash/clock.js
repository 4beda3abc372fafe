// A preload (`node --import`): it shifts the clock of the process by the milliseconds in the file CRASH_CLOCK,
// and each sleep ends at once but moves the clock forward, so that no test waits for real time.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import timers from 'node:timers/promises';

const LAPSE = 200;
const path = process.env.CRASH_CLOCK;
const realNow = Date.now.bind(Date);
const realUptime = os.uptime.bind(os);
const sleep = timers.setTimeout;
let offset = Number(readFileSync(path, 'utf8'));

Date.now = () => realNow() + offset;
os.uptime = () => realUptime() + offset / 1_000;

timers.setTimeout = async (ms = 1, value, options) => {
  const began = realNow();
  const result = await sleep(Math.ceil(ms / LAPSE), value, options);
  offset += Math.max(0, ms - (realNow() - began));
  // A process that is killed here must not set the clock back.
  writeFileSync(`${path}.${process.pid}`, String(offset));
  renameSync(`${path}.${process.pid}`, path);
  return result;
};
syncBuiltinESMExports();
