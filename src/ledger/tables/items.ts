import type { Db, Row } from '../db/db.js';
import {
  ANSWER,
  idsWith,
  isOfJob,
  isWaiting,
  lastAnswerAt,
  reanswered,
  reused,
  tallyOf,
  waitingItems,
  type JobItems,
} from '../job-items.js';
import { ofBatch } from './notes.js';
import { createPlanItems } from './plan-items.js';
import { createSentItems } from './sent-items.js';

/** Every identifier of a batch, in rows of one job each; those that the ledger answered have numbers below 1. */
export function createItems(db: Db) {
  const stored = createStoredItems(db);
  return {
    ...stored,
    ...createPlanItems(db, stored),
    ...createAnswerItems(stored),
    ...createItemsOfJob(db, stored),
    ...createSentItems(db, stored),
  };
}

export type Items = ReturnType<typeof createItems>;

export type StoredItems = ReturnType<typeof createStoredItems>;

const VALUES = ['width', 'ids', 'first_rows', 'answers', 'records', 'times'];
const COUNTS = [...Object.keys(ANSWER), 'answered_at'];

/** Reads and writes rows. */
function createStoredItems(db: Db) {
  const of = async (batch: number, seq: number): Promise<JobItems> => {
    const sql = `SELECT ${VALUES.join(', ')} FROM items WHERE batch = $1 AND seq = $2`;
    const row = await db.first(sql, batch, seq);
    return row === undefined ? waitingItems([]) : toJobItems(row);
  };
  return {
    of,
    /** In the place of those that it had. */
    store: async (batch: number, seq: number, items: JobItems): Promise<void> => {
      if (items.rows.length === 0) {
        await db.run('DELETE FROM items WHERE batch = $1 AND seq = $2', batch, seq);
        return;
      }
      await db.run(
        `INSERT INTO items (batch, seq, ${[...COUNTS, ...VALUES].join(', ')})
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
         ON CONFLICT (batch, seq) DO UPDATE SET ${UPDATED}`,
        ...[batch, seq, ...countsOf(items), items.width, items.ids, bytesOf(items.rows)],
        ...[items.answers, bytesOf(items.records), bytesOf(items.times)],
      );
    },
    /** Stores what became known of those that it has. */
    storeAnswers: async (batch: number, seq: number, items: JobItems): Promise<void> => {
      if (items.rows.length === 0) return;
      await db.run(
        `UPDATE items SET waiting = $3, found = $4, not_found = $5, rejected = $6, reused = $7, refused = $8,
           answered_at = $9, answers = $10, records = $11, times = $12 WHERE batch = $1 AND seq = $2`,
        ...[batch, seq, ...countsOf(items), items.answers],
        ...[bytesOf(items.records), bytesOf(items.times)],
      );
    },
    /** Whether the counts of a row are those of its values. */
    tallied(batch: number, seq: number, items: JobItems): Promise<boolean> {
      const same = COUNTS.map((name, n) => `${name} IS NOT DISTINCT FROM $${n + 3}`);
      const sql = `SELECT 1 FROM items WHERE batch = $1 AND seq = $2 AND ${same.join(' AND ')}`;
      return db.has(sql, batch, seq, ...countsOf(items));
    },
    /** Every row of a batch, or of all, one in memory at a time. */
    async *each(batch?: number): AsyncGenerator<{ batch: number; seq: number; items: JobItems }> {
      const { which, given } = ofBatch(batch);
      const sql = `SELECT batch, seq FROM items WHERE ${which} ORDER BY batch, seq`;
      const rows = await db.all(sql, ...given);
      for (const { batch: num, seq } of rows)
        yield {
          ...{ batch: Number(num), seq: Number(seq) },
          items: await of(Number(num), Number(seq)),
        };
    },
  };
}

const UPDATED = [...COUNTS, ...VALUES].map((column) => `${column} = excluded.${column}`).join(', ');

function countsOf(items: JobItems): (number | null)[] {
  const { waiting, found, not_found: notFound, rejected, reused: known, refused } = tallyOf(items);
  return [waiting, found, notFound, rejected, known, refused, lastAnswerAt(items)];
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array | Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Of a row with `VALUES`; what a driver gives need not begin where numbers do. */
function toJobItems(row: Row): JobItems {
  const bytes = (name: string) => Uint8Array.from(row[name] as Uint8Array);
  return {
    width: row['width'] as number,
    ids: row['ids'] as string,
    rows: new Uint32Array(bytes('first_rows').buffer),
    answers: bytes('answers'),
    records: new Uint32Array(bytes('records').buffer),
    times: new Float64Array(bytes('times').buffer),
  };
}

/** Stores answers: of the service, and of records that were paid for before. */
function createAnswerItems({ of, storeAnswers }: StoredItems) {
  const change = async (
    batch: number,
    job: number,
    made: (items: JobItems) => JobItems,
  ): Promise<void> => {
    await storeAnswers(batch, job, made(await of(batch, job)));
  };
  return {
    /** Answers identifiers of one job with the numbers of records that were paid for before. */
    reuse: (
      batch: number,
      job: number,
      paid: ReadonlyMap<string, number>,
      at: number,
    ): Promise<void> => change(batch, job, (items) => reused(items, paid, at)),
    /** Marks all identifiers of a refused job as invalid; they no longer belong to a job. */
    rejectAll: (batch: number, job: number, at: number): Promise<void> =>
      change(batch, job, (items) => reanswered(items, ANSWER.waiting, ANSWER.refused, at)),
  };
}

/** The identifiers of one job: which, how many, and which have no final answer. */
function createItemsOfJob(db: Db, { of }: StoredItems) {
  const count = (column: string, batch: number, job: number): Promise<number> =>
    db.number(
      `SELECT coalesce(sum(${column}), 0) AS n FROM items WHERE batch = $1 AND seq = $2`,
      ...[batch, job],
    );
  return {
    waitingIdsOf: async (batch: number, job: number): Promise<string[]> =>
      idsWith(await of(batch, job), isWaiting),
    /** The identifiers of one job in input order. */
    idsOf: async (batch: number, job: number): Promise<string[]> =>
      idsWith(await of(batch, job), isOfJob),
    /** How many identifiers of a job are stored as found. */
    foundIn: (batch: number, job: number) => count('found', batch, job),
    waitingIn: (batch: number, job: number) => count('waiting', batch, job),
  };
}
