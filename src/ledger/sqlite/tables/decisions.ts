import type { Database } from '../../../sqlite/index.js';
import type { RecordedDecision } from '../../operations/doubts.js';
import { toDecision } from '../../rows/job-row.js';

/** The decisions about submissions with an unknown outcome, each with its evidence. */
export function createDecisions(db: Database) {
  return {
    add(batch: number, { job, at, decision, evidence }: RecordedDecision): void {
      db.prepare(
        'INSERT INTO decisions (batch, job, at, decision, evidence) VALUES (?, ?, ?, ?, ?)',
      ).run(batch, job, at, decision, JSON.stringify(evidence));
    },
    removeLast(batch: number, job: number): void {
      db.prepare(
        'DELETE FROM decisions WHERE num = (SELECT max(num) FROM decisions WHERE batch = ? AND job = ?)',
      ).run(batch, job);
    },
    /** Oldest first. */
    of: (batch: number): RecordedDecision[] =>
      db.prepare('SELECT * FROM decisions WHERE batch = ? ORDER BY num').all(batch).map(toDecision),
  };
}
