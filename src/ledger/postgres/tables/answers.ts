import { kindOf } from '../../../identifiers/index.js';
import type { Answer, Outcome } from '../../types.js';
import type { Db, Row } from '../../db/db.js';

/** Rows in memory at one time. */
const PAGE = 500;

/** The condition in SQL that selects items, and the columns of these and of their records. */
interface Wanted {
  readonly which: string;
  readonly columns: string;
}

/** Reads a whole batch in one state of the ledger, inside one transaction. */
export function createAnswers(db: Db) {
  return {
    /** Every identifier of a batch in the order of its characters, a few hundred at a time. */
    async *outcomes(batch: number): AsyncGenerator<readonly Outcome[]> {
      const wanted = { which: 'TRUE', columns: 'i.id, i.job, i.answer, r.data' };
      for await (const rows of pagesOf(db, 'outcomes', batch, wanted))
        yield rows as unknown as Outcome[];
    },
    /** Every answered identifier of a batch, with a few hundred in memory at a time. */
    async *of(batch: number): AsyncGenerator<Answer> {
      const columns = 'i.id, i.job, i.answer, i.answered_at, r.data';
      const wanted = { which: 'answer IS NOT NULL', columns };
      for await (const rows of pagesOf(db, 'answers', batch, wanted)) yield* rows.map(toAnswer);
    },
    /** When the last answer of a batch was stored (epoch ms); null before the first. */
    async lastAt(batch: number): Promise<number | null> {
      const sql = 'SELECT max(answered_at) AS at FROM items WHERE batch = $1';
      return ((await db.first(sql, batch))?.['at'] ?? null) as number | null;
    },
  };
}

/**
 * A cursor sorts once, whatever PostgreSQL knows of the tables. `OFFSET 0` makes it go from the items to their records,
 * so that these are read when they are wanted.
 */
async function* pagesOf(
  db: Db,
  cursor: string,
  batch: number,
  { which, columns }: Wanted,
): AsyncGenerator<readonly Row[]> {
  await db.run(
    `DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT ${columns}
     FROM (SELECT * FROM items WHERE batch = ${Math.trunc(batch)} AND ${which} ORDER BY id OFFSET 0) i
       LEFT JOIN LATERAL (SELECT data FROM records WHERE num = i.record OFFSET 0) r ON TRUE
     ORDER BY i.id`,
  );
  for (let isMore = true; isMore;) {
    const rows = await db.all(`FETCH ${PAGE} FROM ${cursor}`);
    isMore = rows.length === PAGE;
    if (rows.length > 0) yield rows;
  }
}

function toAnswer(row: Row): Answer {
  const answer = row['answer'] as Answer['answer'];
  return {
    kind: kindOf(String(row['id'])),
    answer,
    reused: answer === 'found' && row['job'] === null,
    answeredAt: row['answered_at'] as number,
    data: row['data'] as string | null,
  };
}
