import type { RecordedDecision } from '../operations/doubts.js';
import type { Db, Row } from '../db/db.js';

/** The decisions about submissions with an unknown outcome, each with its evidence. */
export function createDecisions(db: Db) {
  return {
    async add(batch: number, { job, at, decision, evidence }: RecordedDecision): Promise<void> {
      const sql = `INSERT INTO decisions (batch, job, at, decision, evidence)
        VALUES ($1, $2, $3, $4, $5)`;
      await db.run(sql, batch, job, at, decision, JSON.stringify(evidence));
    },
    async removeLast(batch: number, job: number): Promise<void> {
      const own = 'SELECT max(num) FROM decisions WHERE batch = $1 AND job = $2';
      await db.run(`DELETE FROM decisions WHERE num = (${own})`, batch, job);
    },
    /** Oldest first. */
    async of(batch: number): Promise<RecordedDecision[]> {
      const sql = 'SELECT * FROM decisions WHERE batch = $1 ORDER BY num';
      return (await db.all(sql, batch)).map(toDecision);
    },
  };
}

function toDecision(row: Row): RecordedDecision {
  return {
    job: row['job'] as number,
    at: row['at'] as number,
    decision: row['decision'] as string,
    evidence: JSON.parse(row['evidence'] as string) as Record<string, unknown>,
  };
}
