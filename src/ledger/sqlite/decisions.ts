import type { Database } from '../../sqlite/index.js';

/** Why an unknown submission was sent again, kept waiting, adopted or given up. */
export interface RecordedDecision {
  /** The job's number within its batch. */
  readonly job: number;
  /** Epoch ms. */
  readonly at: number;
  readonly decision: string;
  readonly evidence: Readonly<Record<string, unknown>>;
}

export type Decisions = ReturnType<typeof createDecisions>;

/** What was decided about submissions whose outcome was unknown, each with its evidence. */
export function createDecisions(db: Database) {
  return {
    add(batch: number, { job, at, decision, evidence }: RecordedDecision): void {
      db.prepare(
        'INSERT INTO decisions (batch, job, at, decision, evidence) VALUES (?, ?, ?, ?, ?)',
      ).run(batch, job, at, decision, JSON.stringify(evidence));
    },
    /** Oldest first. */
    of: (batch: number): RecordedDecision[] =>
      db
        .prepare('SELECT * FROM decisions WHERE batch = ? ORDER BY num')
        .all(batch)
        .map((row) => ({
          job: row['job'] as number,
          at: row['at'] as number,
          decision: row['decision'] as string,
          evidence: JSON.parse(row['evidence'] as string) as Record<string, unknown>,
        })),
  };
}
