import type { RecordedDecision } from '../operations/doubts.js';
import type { Row } from './row.js';

export function toDecision(row: Row): RecordedDecision {
  return {
    job: row['job'] as number,
    at: row['at'] as number,
    decision: row['decision'] as string,
    evidence: JSON.parse(row['evidence'] as string) as Record<string, unknown>,
  };
}
