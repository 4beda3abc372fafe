import type { Clock } from '../../clock.js';
import type { During, WaitEvent } from '../types.js';

/** The longest delay that a Node timer accepts; a longer one would fire at once. */
const LONGEST = 2 ** 31 - 1;

export interface Waiting {
  readonly clock: Clock;
  readonly deadline?: number;
  readonly longestWait?: number;
  readonly signal?: AbortSignal;
  readonly onWait?: (event: WaitEvent) => void;
  readonly during?: During;
}

/**
 * Sleeps, then returns true. Returns false at once if the wait is too long or would pass the deadline.
 * Rejects with the signal's reason if the signal aborts first.
 */
export async function wait(waiting: Waiting, event: WaitEvent): Promise<boolean> {
  const { clock, deadline, signal, longestWait, during = sleeping } = waiting;
  if (
    event.ms > Math.min(longestWait ?? LONGEST, LONGEST) ||
    clock.now() + event.ms > (deadline ?? Infinity)
  )
    return false;
  tellWait(waiting, event);
  await during(event.ms, (ms, own) => clock.sleep(ms, either(own, signal)));
  return true;
}

function tellWait({ onWait }: Waiting, event: WaitEvent): void {
  try {
    onWait?.(event);
  } catch {
    // The listener's own error must not end the call.
  }
}

const sleeping: During = (ms, sleep) => sleep(ms);

function either(one: AbortSignal | undefined, other: AbortSignal | undefined) {
  if (one === undefined || other === undefined) return one ?? other;
  return AbortSignal.any([one, other]);
}
