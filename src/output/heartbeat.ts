import type { Clock } from '../clock.js';
import type { Output } from '../context.js';
import { say } from '../text/index.js';

/** After this time (ms) without a word a wait says that it goes on: what runs jobs takes silence for a standstill. */
const EVERY = 30_000;
/** A wait that ends so soon (ms) is left to what comes next. */
const SOON = 5_000;

/** The waits of a command that has no display. */
export interface Heartbeat {
  /** The same time; its sleeps are those waits. */
  readonly clock: Clock;
  /** Call it when something was said. */
  readonly told: () => void;
}

export const noHeartbeat = (clock: Clock): Heartbeat => ({ clock, told: () => undefined });

export function createHeartbeat({ clock, stderr }: { clock: Clock; stderr: Output }): Heartbeat {
  let last = clock.now();
  let sleptUntil = last;
  const beat = (left: number): void => {
    const silent = clock.now() - last;
    if (silent < EVERY || (left < SOON && silent < EVERY + SOON)) return;
    last = clock.now();
    stderr.write(`${stillWaiting(Math.ceil(left / 1_000))}\n`);
  };
  const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    // Something else was done meanwhile.
    if (clock.now() - sleptUntil > SOON) last = Math.max(last, clock.now());
    for (let left = ms; ;) {
      const due = left < SOON ? left : Math.max(1, last + EVERY - clock.now());
      const piece = Math.min(left, due);
      await clock.sleep(piece, signal);
      sleptUntil = clock.now();
      left -= piece;
      beat(left);
      if (left <= 0) return;
    }
  };
  return {
    clock: { ...clock, sleep },
    told: () => (last = clock.now()),
  };
}

function stillWaiting(seconds: number): string {
  return seconds > 1 ? say`Still waiting; continuing in ${seconds} s.` : say`Still waiting.`;
}
