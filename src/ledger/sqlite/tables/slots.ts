import type { Database } from '../../../sqlite/index.js';

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
