import type { Database } from '../../../../sqlite/index.js';

/** How far the jobs of this ledger are. */
export function createJobCharges(db: Database) {
  return {
    /**
     * How often results were stored. If the number differs from an earlier one, results were stored in
     * between.
     */
    polls: (): number => Number(db.prepare('SELECT total(polls) AS n FROM jobs').get()?.['n']),
    /** When the newest submission of this ledger began (epoch ms); 0 if there is none. */
    lastSubmission: (): number =>
      Number(db.prepare('SELECT coalesce(max(submitted_at), 0) AS n FROM jobs').get()?.['n']),
  };
}
