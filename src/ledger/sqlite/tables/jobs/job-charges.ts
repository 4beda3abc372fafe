import type { Database } from '../../../../sqlite/index.js';

/** What jobs were charged, and the balance and the moment of each submission. */
export function createJobCharges(db: Database) {
  return {
    /**
     * The last submission at or before `at` (epoch ms) that began while none of our other jobs was
     * processing.
     */
    lastQuiet(at: number): { readonly used: number; readonly at: number } | undefined {
      const row = db
        .prepare(
          `SELECT used_before, submitted_at FROM jobs WHERE submitted_at <= ? AND live_before = 0
           ORDER BY submitted_at DESC LIMIT 1`,
        )
        .get(at);
      if (row === undefined) return undefined;
      return { used: row['used_before'] as number, at: row['submitted_at'] as number };
    },
    /** The submissions that began while none of our other jobs was processing, newest first. */
    quietOnes: (limit: number): { readonly used: number; readonly at: number }[] =>
      db
        .prepare(
          `SELECT used_before, submitted_at FROM jobs WHERE live_before = 0 AND submitted_at IS NOT NULL
           ORDER BY submitted_at DESC LIMIT CAST(? AS INTEGER)`,
        )
        .all(limit)
        .map((row) => ({ used: row['used_before'] as number, at: row['submitted_at'] as number })),
    /** Whether a submission begun between two moments (epoch ms) has an unknown outcome. */
    isInDoubtBetween: (from: number, to: number): boolean =>
      db
        .prepare(
          `SELECT 1 AS one FROM jobs WHERE submitted_at >= ? AND submitted_at < ?
           AND state NOT IN ('done', 'failed') LIMIT 1`,
        )
        .get(from, to) !== undefined,
    /** Credits charged to jobs of this ledger that were submitted at or after `at` (epoch ms). */
    chargedSince: (at: number): number =>
      Number(
        db
          .prepare('SELECT coalesce(sum(found), 0) AS n FROM jobs WHERE submitted_at >= ?')
          .get(at)?.['n'],
      ),
    /**
     * How often results were stored. If the number differs from an earlier one, results were stored in
     * between.
     */
    polls: (): number => Number(db.prepare('SELECT total(polls) AS n FROM jobs').get()?.['n']),
    /** When the newest submission of this ledger began (epoch ms); 0 if there is none. */
    lastSubmission: (): number =>
      Number(db.prepare('SELECT coalesce(max(submitted_at), 0) AS n FROM jobs').get()?.['n']),
    /** When a poll saw the last job of this ledger end (epoch ms); 0 if none has ended. */
    lastEnd: (): number =>
      Number(db.prepare('SELECT coalesce(max(ended_at), 0) AS n FROM jobs').get()?.['n']),
  };
}
