import type { Database } from '../../../sqlite/index.js';

/** Which kinds of service, other than the real one, have answered at the base URL of this ledger. */
export function createAnsweredBy(db: Database) {
  const add = db.prepare('INSERT OR IGNORE INTO answered_by (service) VALUES (?)');
  const find = db.prepare('SELECT 1 AS one FROM answered_by WHERE service = ?');
  return {
    add(service: 'sandbox'): void {
      add.run(service);
    },
    has: (service: 'sandbox'): boolean => find.get(service) !== undefined,
  };
}
