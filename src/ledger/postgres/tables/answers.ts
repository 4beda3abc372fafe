import { kindOf } from '../../../identifiers/index.js';
import type { Answer, Outcome } from '../../types.js';
import type { Session } from '../connection/session.js';

/** Rows in memory at one time. */
const PAGE = 500;

/** Reads a whole batch in one state of the ledger. */
export function createAnswers(db: Session) {
  return {
    /** Every identifier of a batch in the order of its characters, a few hundred at a time. */
    async *outcomes(batch: number): AsyncGenerator<readonly Outcome[]> {
      for (let after = ''; ;) {
        const rows = await db.all(
          `SELECT i.id, i.job, i.answer, r.data FROM items i LEFT JOIN records r ON r.num = i.record
           WHERE i.batch = $1 AND i.id > $2 ORDER BY i.id LIMIT ${PAGE}`,
          ...[batch, after],
        );
        if (rows.length > 0) yield rows as unknown as Outcome[];
        if (rows.length < PAGE) return;
        after = rows.at(-1)?.['id'] as string;
      }
    },
    /** Every answered identifier of a batch, with a few hundred in memory at a time. */
    async *of(batch: number): AsyncGenerator<Answer> {
      for (let after = ''; ;) {
        const rows = await db.all(
          `SELECT i.id, i.job, i.answer, i.answered_at, r.data
           FROM items i LEFT JOIN records r ON r.num = i.record
           WHERE i.batch = $1 AND i.id > $2 AND i.answer IS NOT NULL ORDER BY i.id LIMIT ${PAGE}`,
          ...[batch, after],
        );
        yield* rows.map(toAnswer);
        if (rows.length < PAGE) return;
        after = rows.at(-1)?.['id'] as string;
      }
    },
    /** When the last answer of a batch was stored (epoch ms); null before the first. */
    async lastAt(batch: number): Promise<number | null> {
      const sql = 'SELECT max(answered_at) AS at FROM items WHERE batch = $1';
      return ((await db.first(sql, batch))?.['at'] ?? null) as number | null;
    },
  };
}

function toAnswer(row: Readonly<Record<string, string | number | null>>): Answer {
  const answer = row['answer'] as Answer['answer'];
  return {
    kind: kindOf(String(row['id'])),
    answer,
    reused: answer === 'found' && row['job'] === null,
    answeredAt: row['answered_at'] as number,
    data: row['data'] as string | null,
  };
}
