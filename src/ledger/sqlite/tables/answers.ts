import type { Row } from '../../db/db.js';
import { kindOf } from '../../../identifiers/index.js';
import type { Database } from '../../../sqlite/index.js';
import type { Answer, Outcome } from '../../types.js';

/** Rows in memory at one time. */
const PAGE = 500;

export function createAnswers(db: Database) {
  // Numbers are bound as REAL, hence the cast.
  const page = db.prepare(
    `SELECT i.id, i.job IS NULL AS reused, i.answer, i.answered_at, r.data
     FROM items i LEFT JOIN records r ON r.num = i.record
     WHERE i.batch = ? AND i.id > ? AND i.answer IS NOT NULL
     ORDER BY i.id LIMIT CAST(? AS INTEGER)`,
  );
  const all = db.prepare(
    `SELECT i.id, i.job, i.answer, r.data
     FROM items i LEFT JOIN records r ON r.num = i.record
     WHERE i.batch = ? AND i.id > ? ORDER BY i.id LIMIT CAST(? AS INTEGER)`,
  );
  return {
    /** Every identifier of a batch in the order of its characters, a few hundred at a time. */
    *outcomes(batch: number): Generator<readonly Outcome[]> {
      for (let after = ''; ;) {
        const rows = all.all(batch, after, PAGE) as unknown as Outcome[];
        if (rows.length > 0) yield rows;
        if (rows.length < PAGE) return;
        after = rows.at(-1)?.id ?? '';
      }
    },
    /** Every answered identifier of a batch, with a few hundred in memory at a time. */
    *of(batch: number): Generator<Answer> {
      for (let after = ''; ;) {
        const rows = page.all(batch, after, PAGE);
        for (const row of rows) yield toAnswer(row);
        if (rows.length < PAGE) return;
        after = rows.at(-1)?.['id'] as string;
      }
    },
    /** When the last answer of a batch was stored (epoch ms); null before the first. */
    lastAt: (batch: number): number | null =>
      db.prepare('SELECT max(answered_at) AS at FROM items WHERE batch = ?').get(batch)?.['at'] as
        | number
        | null,
  };
}

function toAnswer(row: Row): Answer {
  const answer = row['answer'] as Answer['answer'];
  return {
    kind: kindOf(String(row['id'])),
    answer,
    reused: answer === 'found' && row['reused'] === 1,
    answeredAt: row['answered_at'] as number,
    data: row['data'] as string | null,
  };
}
