import type { Db } from '../db/db.js';

/** Counts events, so that their order does not depend on any clock. */
export function createTicks(db: Db) {
  return {
    next: (): Promise<number> => db.number('UPDATE ticks SET tick = tick + 1 RETURNING tick AS n'),
  };
}

/** Which kinds of service, other than the real one, have answered at the base URL of this ledger. */
export function createAnsweredBy(db: Db) {
  return {
    async add(service: 'sandbox'): Promise<void> {
      await db.run('INSERT INTO answered_by (service) VALUES ($1) ON CONFLICT DO NOTHING', service);
    },
    has: (service: 'sandbox'): Promise<boolean> =>
      db.has('SELECT 1 FROM answered_by WHERE service = $1', service),
  };
}
