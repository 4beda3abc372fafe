import type { Database } from '../../../sqlite/index.js';

/** Counts events, so that their order does not depend on any clock. */
export function createTicks(db: Database) {
  const next = db.prepare('UPDATE ticks SET tick = tick + 1 RETURNING tick');
  return { next: (): number => next.get()?.['tick'] as number };
}
