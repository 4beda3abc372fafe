import { readFileSync } from 'node:fs';
import { hostname, uptime, userInfo } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from './clock.js';

/** A timer with a longer delay would fire immediately. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * The shortest time (ms) that the machine can have been running. The system's number is coarse, so without this lower
 * bound a sleep would seem shorter than it was.
 */
let leastUptime = 0;

function measureUptime(): number {
  leastUptime = Math.max(leastUptime, readUptime());
  return leastUptime;
}

/** Returns the uptime in ms. If the system has none, the time since this process began is a safe lower bound. */
function readUptime(): number {
  try {
    return uptime() * 1_000;
  } catch {
    return performance.now();
  }
}

/** Returns the name that Linux gives to each start of the machine; its containers share name and uptime. */
function readBootName(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  uptime: () => ({ ms: measureUptime(), host: hostname(), boot: readBootName() }),
  sleep: async (ms, signal) => {
    const time = Math.min(ms, LONGEST_TIMER);
    const uptimeAfterSleep = measureUptime() + time;
    await delay(time, undefined, { signal }).catch((error: unknown) => {
      throw signal?.aborted === true ? signal.reason : error;
    });
    leastUptime = Math.max(leastUptime, uptimeAfterSleep);
  },
  timeout: (ms) => {
    const controller = new AbortController();
    const timer = setTimeout(
      () => {
        controller.abort(new Error(`no answer within ${ms} ms`));
      },
      Math.min(ms, LONGEST_TIMER),
    );
    return {
      signal: controller.signal,
      clear: () => {
        clearTimeout(timer);
      },
    };
  },
};

/** Returns the name of this user; `uid 1000` where the system has none for it, as in some containers. */
export function readUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? '?'}`;
  }
}

/** Ends a process that leads a group of its own, and the processes that it started. Not for Windows. */
export function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // The group has ended.
  }
}

/** Returns the platform, user and variables of this process. */
export function readProcessFacts() {
  return { platform: process.platform, uid: process.getuid?.(), env: process.env };
}

/** Returns the environment variables of this process. */
export function readEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}

/** Returns ten random letters and digits, without characters that look alike. */
export function newId(): string {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
  // Avoids node:crypto, which takes long to load.
  return Array.from(
    crypto.getRandomValues(new Uint8Array(10)),
    (byte) => alphabet[byte % alphabet.length],
  ).join('');
}
