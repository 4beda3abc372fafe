import type { Database } from '../../../sqlite/index.js';

/** Counts events, so that their order does not depend on any clock. */
export function createTicks(db: Database) {
  const next = db.prepare('UPDATE ticks SET tick = tick + 1 RETURNING tick');
  return { next: (): number => next.get()?.['tick'] as number };
}

/** Counts requests per clock minute across all processes that share this ledger. */
export function createSlots(db: Database) {
  const take = db.prepare(
    `INSERT INTO slots (rate_group, minute, used) VALUES (?, ?, 1)
     ON CONFLICT (rate_group, minute) DO UPDATE SET used = used + 1 WHERE used < ?`,
  );
  const forget = db.prepare('DELETE FROM slots WHERE minute < ?');
  return {
    take: (group: string, minute: number, limit: number): boolean => {
      forget.run(minute);
      return take.run(group, minute, limit).changes === 1;
    },
  };
}

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
