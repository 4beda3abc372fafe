import { setTimeout as delay } from 'node:timers/promises';
import { isBusy } from '../../sqlite/errors.js';

/**
 * How long (ms) one statement waits for another process that writes. SQLite waits by blocking the whole
 * process, so it waits a moment only, and `patiently` tries again.
 */
export const BUSY_TIMEOUT = 25;

/** The waits (ms) between attempts, during which the process does other work: 10 s in all. */
const WAITS = Array.from({ length: 80 }, (_, attempt) => Math.min(10 * (attempt + 1), 100));

/**
 * Runs `work`, one transaction, again while another process writes. An operation that found the ledger locked
 * has changed nothing.
 *
 * @throws ConfereError `state_busy` after 10 s
 */
export async function patiently<T>(work: () => T | Promise<T>): Promise<T> {
  for (const wait of WAITS) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    await delay(wait);
  }
  return work();
}
