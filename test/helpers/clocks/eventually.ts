import { vi } from 'vitest';

/** A machine that stands still for seconds fails no test; a millisecond is all that a test waits too long. */
const UNTIL = { timeout: 20_000, interval: 1 };

/** Resolves when `check` does not throw any more. Vitest's own `waitFor` gives up after a second. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, UNTIL);
}
