import type { IdentifierKind } from '../../../identifiers/index.js';
import type { Database, Value } from '../../../sqlite/index.js';
import { createFindAll } from './find-items.js';
import { createItemCounts } from './item-counts.js';
import { packed, packedNumber, packedText } from './packed.js';

/** An identifier of a plan: in a job, or answered by the number of a paid record. */
export type NewItem = { readonly id: string; readonly position: number } & (
  { readonly job: number; readonly record: null } | { readonly job: null; readonly record: number }
);

export function createItems(db: Database) {
  // One call for thousands of rows, because each call into the library costs more than the row.
  const addToSend = db.prepare(
    `INSERT INTO items (batch, id, position, job)
     SELECT ?, ${packedText(2)}, ${packedNumber(0)}, ${packedNumber(1)} FROM json_each(?)`,
  );
  const addPaid = db.prepare(
    `INSERT INTO items (batch, id, position, record, answer, answered_at)
     SELECT ?, ${packedText(2)}, ${packedNumber(0)}, ${packedNumber(1)}, 'found', ? FROM json_each(?)`,
  );
  // Adds many answers at once. An answer is written once; only found may replace not found, which was
  // free. MATERIALIZED and the `+` make SQLite start from the few answers and look up their items.
  const answerAll = db.prepare(
    `WITH told AS MATERIALIZED (
       SELECT ${packedText(1)} AS id, ${packedNumber(0)} AS record FROM json_each(?))
     UPDATE items SET answer = iif(told.record = 0, 'not_found', 'found'),
       record = nullif(told.record, 0), answered_at = ?
     FROM told WHERE items.batch = ? AND items.id = told.id AND +items.job = ?
       AND (items.answer IS NULL OR items.answer = 'not_found')`,
  );
  // Lists are returned as one text, because each row of a result costs the library more than its
  // content.
  const openIn = db.prepare(
    `SELECT group_concat(id || iif(answer IS NULL, '', 'n')) AS ids FROM items
     WHERE batch = ? AND job = ? AND (answer IS NULL OR answer = 'not_found')`,
  );
  const idsOf = db.prepare(
    'SELECT group_concat(id ORDER BY position) AS ids FROM items WHERE batch = ? AND job = ?',
  );

  return {
    /**
     * Adds identifiers that the batch does not have yet; those with a record are answered by it. Fastest
     * when sorted by identifier.
     */
    addAll(batch: number, items: readonly NewItem[], at: number): void {
      const toSend: string[] = [];
      const paid: string[] = [];
      for (const { id, position, job, record } of items) {
        if (job === null) paid.push(packed([position, record], id));
        else toSend.push(packed([position, job], id));
      }
      addToSend.run(batch, JSON.stringify(toSend));
      addPaid.run(batch, at, JSON.stringify(paid));
    },
    /** Answers the identifiers of one job from records that were paid for since; returns how many. */
    reuseIn: (
      batch: number,
      job: number,
      kind: IdentifierKind,
      since: number,
      at: number,
    ): number =>
      db
        .prepare(
          `UPDATE items SET answer = 'found', job = NULL, answered_at = ?,
             record = (SELECT num FROM records r WHERE r.kind = ? AND r.id = items.id
                       ORDER BY fetched_at DESC, num DESC LIMIT 1)
           WHERE batch = ? AND id IN (
             SELECT i.id FROM items i WHERE i.batch = ? AND i.job = ? AND i.answer IS NULL
               AND EXISTS (SELECT 1 FROM records r
                           WHERE r.kind = ? AND r.id = i.id AND r.fetched_at >= ?))`,
        )
        .run(at, kind, batch, batch, job, kind, since).changes,
    // CROSS JOIN makes SQLite go from the few jobs to their items, not from a million items to their
    // jobs.
    /** Another batch whose running or unconfirmed jobs have identifiers of this job, and how many. */
    elsewhere(
      batch: number,
      job: number,
      kind: IdentifierKind,
    ): { batch: string; items: number } | undefined {
      const row = db
        .prepare(
          `SELECT b.id, count(*) AS n FROM jobs j
             CROSS JOIN batches b ON b.num = j.batch
             CROSS JOIN items o ON o.batch = j.batch AND o.job = j.seq AND o.answer IS NULL
             CROSS JOIN items i ON i.batch = ? AND i.id = o.id AND i.job = ? AND i.answer IS NULL
           WHERE j.batch <> ? AND j.kind = ?
             AND j.state IN ('submitting', 'accepted', 'unconfirmed')
           GROUP BY b.id ORDER BY n DESC LIMIT 1`,
        )
        .get(batch, job, batch, kind);
      return row === undefined
        ? undefined
        : { batch: row['id'] as string, items: row['n'] as number };
    },
    /**
     * The identifiers of a job whose answer may still change: no answer yet, or not found, which may
     * become found and is then charged.
     */
    openIn: (batch: number, job: number): Map<string, 'not_found' | null> =>
      new Map(
        listed(openIn.get(batch, job)?.['ids']).map((text) =>
          text.endsWith('n') ? [text.slice(0, -1), 'not_found'] : [text, null],
        ),
      ),
    /** Answers identifiers of one job, each with the number of its record, or null for not found. */
    answerAll(
      batch: number,
      job: number,
      answers: ReadonlyMap<string, number | null>,
      at: number,
    ): void {
      const rows = Array.from(answers, ([id, record]) => packed([record ?? 0], id));
      answerAll.run(JSON.stringify(rows), at, batch, job);
    },
    /**
     * Marks unanswered identifiers as invalid: the job ended, and the service counted them without
     * naming them.
     */
    rejectWaiting(batch: number, job: number, at: number): void {
      db.prepare(
        "UPDATE items SET answer = 'rejected', answered_at = ? WHERE batch = ? AND job = ? AND answer IS NULL",
      ).run(at, batch, job);
    },
    /** Marks all identifiers of a refused job as invalid; they no longer belong to a job. */
    rejectAll(batch: number, job: number, at: number): void {
      db.prepare(
        "UPDATE items SET answer = 'rejected', job = NULL, answered_at = ? WHERE batch = ? AND job = ? AND answer IS NULL",
      ).run(at, batch, job);
    },
    /** How many identifiers of a job are stored as found. */
    foundIn: (batch: number, job: number): number =>
      Number(
        db
          .prepare(
            "SELECT count(*) AS n FROM items WHERE batch = ? AND job = ? AND answer = 'found'",
          )
          .get(batch, job)?.['n'],
      ),
    waitingIn: (batch: number, job: number): number =>
      Number(
        db
          .prepare('SELECT count(*) AS n FROM items WHERE batch = ? AND job = ? AND answer IS NULL')
          .get(batch, job)?.['n'],
      ),
    /** Identifiers that may still be charged: sent, in any batch, and not answered yet. */
    outstanding: (): number =>
      Number(
        db
          .prepare(
            `SELECT count(*) AS n FROM jobs j CROSS JOIN items i ON i.batch = j.batch AND i.job = j.seq
             WHERE j.state IN ('submitting', 'accepted', 'unconfirmed') AND i.answer IS NULL`,
          )
          .get()?.['n'],
      ),
    /** The identifiers of one job in input order. */
    idsOf: (batch: number, job: number): string[] => listed(idsOf.get(batch, job)?.['ids']),
    /** Leaves the first `keep` identifiers in `job` and moves the rest to job `to`. */
    moveRest(batch: number, job: number, keep: number, to: number): void {
      db.prepare(
        `UPDATE items SET job = ? WHERE batch = ? AND job = ? AND position >
         (SELECT position FROM items WHERE batch = ? AND job = ? ORDER BY position LIMIT 1 OFFSET ?)`,
      ).run(to, batch, job, batch, job, keep - 1);
    },
    /**
     * Moves the unanswered identifiers of `jobs` into new jobs of at most `perJob`, in input order,
     * numbered from `first`. Returns how many were moved. Numbers are bound as REAL, hence the casts.
     */
    gather: (batch: number, jobs: readonly number[], first: number, perJob: number): number =>
      db
        .prepare(
          `UPDATE items SET job = CAST(? AS INTEGER) + missing.n / CAST(? AS INTEGER) FROM (
             SELECT id, row_number() OVER (ORDER BY position) - 1 AS n FROM items
             WHERE batch = ? AND answer IS NULL AND job IN (${jobs.map(() => '?').join(', ')})
           ) AS missing WHERE items.batch = ? AND items.id = missing.id`,
        )
        .run(first, perJob, batch, ...jobs, batch).changes,
    findAll: createFindAll(db),
    ...createItemCounts(db),
    /**
     * Raises the page cache to 48 MB, enough for the items of a million rows, which are not stored in
     * row order.
     */
    keepMorePages(): void {
      db.exec('PRAGMA cache_size=-49152');
    },
    clear(batch: number): void {
      db.prepare('DELETE FROM items WHERE batch = ?').run(batch);
    },
  };
}

/** Splits the result of `group_concat`, which is null for no rows. */
function listed(text: Value | undefined): string[] {
  return text == null ? [] : String(text).split(',');
}
