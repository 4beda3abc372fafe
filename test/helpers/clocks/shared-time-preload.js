// A preload (`node --import`): the time of all processes of a scenario, shared through the file TIME_FILE, which holds
// the milliseconds it is ahead. A sleep is shorter by the factor TIME_HASTE, and moves the time by its length.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import timers from 'node:timers/promises';

const haste = Number(process.env.TIME_HASTE);
const path = process.env.TIME_FILE;
const realNow = Date.now.bind(Date);
const realUptime = os.uptime.bind(os);
const sleep = timers.setTimeout;

Date.now = () => realNow() + Number(readFileSync(path, 'utf8'));
os.uptime = () => realUptime() + Number(readFileSync(path, 'utf8')) / 1_000;

timers.setTimeout = async (ms = 1, value, options) => {
  const until = Date.now() + ms;
  const result = await sleep(Math.ceil(ms / haste), value, options);
  const missing = until - Date.now();
  if (missing > 0) {
    writeFileSync(`${path}.${process.pid}`, String(Number(readFileSync(path, 'utf8')) + missing));
    renameSync(`${path}.${process.pid}`, path);
  }
  return result;
};
syncBuiltinESMExports();
