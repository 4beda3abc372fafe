import { ID_LENGTHS } from '../identifiers/index.js';
import { ofBatch, type Db } from './db.js';
import {
  ANSWER,
  divided,
  idsWith,
  isOfJob,
  isWaiting,
  merged,
  placeOf,
  tallyOf,
  waitingItems,
  type JobItems,
} from './job-items.js';

/** SQL for the kind of the identifiers of `i`. */
export const KIND_OF_ITEMS = `CASE WHEN i.width = ${ID_LENGTHS.cpf} THEN 'cpf' ELSE 'cnpj' END`;

const COUNTS = Object.keys(ANSWER);
const ANSWERS = ['answers', 'records', 'times'];
const FIXED = ['width', 'ids', 'first_rows'];
const ALL = [...COUNTS, ...ANSWERS, ...FIXED];

const pairs = (columns: readonly string[], word: string, from: number) =>
  columns.map((column, n) => `${column} ${word} $${n + from}`);

const READ = `SELECT ${[...ANSWERS, ...FIXED].join(', ')} FROM items WHERE batch = $1 AND seq = $2`;
const STORE = `INSERT INTO items (batch, seq, ${ALL.join(', ')})
  VALUES ($1, $2, ${ALL.map((_, n) => `$${n + 3}`).join(', ')})
  ON CONFLICT (batch, seq) DO UPDATE SET ${ALL.map((one) => `${one} = excluded.${one}`).join(', ')}`;
const STORE_ANSWERS = `UPDATE items SET ${pairs([...COUNTS, ...ANSWERS], '=', 3).join(', ')}
  WHERE batch = $1 AND seq = $2`;
const TALLIED = `SELECT 1 FROM items WHERE batch = $1 AND seq = $2
  AND ${pairs(COUNTS, 'IS NOT DISTINCT FROM', 3).join(' AND ')}`;

export async function itemsOf(db: Db, batch: number, seq: number): Promise<JobItems> {
  const row = await db.first(READ, batch, seq);
  if (row === undefined) return waitingItems([]);
  // What a driver gives need not begin where numbers do.
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

export async function storeItems(db: Db, batch: number, seq: number, items: JobItems) {
  if (items.rows.length === 0)
    await db.run('DELETE FROM items WHERE batch = $1 AND seq = $2', batch, seq);
  else
    await db.run(
      STORE,
      ...[batch, seq, ...countsOf(items), ...answersOf(items)],
      ...[items.width, items.ids, bytesOf(items.rows)],
    );
}

export async function storeAnswers(db: Db, batch: number, seq: number, items: JobItems) {
  if (items.rows.length > 0)
    await db.run(STORE_ANSWERS, batch, seq, ...countsOf(items), ...answersOf(items));
}

/** Whether its counts are those of its values. */
export function isTallied(db: Db, batch: number, seq: number, items: JobItems): Promise<boolean> {
  return db.has(TALLIED, batch, seq, ...countsOf(items));
}

export async function* eachItems(db: Db, batch?: number) {
  const [which, ...given] = ofBatch(batch);
  const rows = await db.all<{ batch: number; seq: number }>(
    `SELECT batch, seq FROM items WHERE ${which} ORDER BY batch, seq`,
    ...given,
  );
  for (const row of rows) yield { ...row, items: await itemsOf(db, row.batch, row.seq) };
}

function countsOf(items: JobItems): number[] {
  return Object.values(tallyOf(items));
}

function answersOf({ answers, records, times }: JobItems): Uint8Array[] {
  return [answers, bytesOf(records), bytesOf(times)];
}

export function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array | Float64Array) {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

export async function waitingIdsOf(db: Db, batch: number, seq: number): Promise<string[]> {
  return idsWith(await itemsOf(db, batch, seq), isWaiting);
}

export async function addItems(db: Db, batch: number, seq: number, more: JobItems): Promise<void> {
  await storeItems(db, batch, seq, merged([await itemsOf(db, batch, seq), more]));
}

export async function moveItems(
  db: Db,
  batch: number,
  from: number,
  to: number,
  which?: readonly string[],
) {
  const items = await itemsOf(db, batch, from);
  const places = which && new Set(which.map((id) => placeOf(items, id)));
  const isMoved = (at: number, answer: number) => isOfJob(answer) && (places?.has(at) ?? true);
  const [moved, kept] = divided(items, isMoved);
  if (from === to || moved.rows.length === 0) return;
  await storeItems(db, batch, from, kept);
  await addItems(db, batch, to, moved);
}

export interface WaitingJob {
  readonly batch: number;
  readonly seq: number;
  readonly id: string;
  readonly state: 'running' | 'unconfirmed';
}

/** Few rows may have the identifier `$1`; whether it is one of theirs, their values say. */
export const MAY_HAVE = 'strpos(i.ids, $1) > 0';

export function waitingJobs(
  db: Db,
  which: string,
  order: string,
  ...given: (string | number)[]
): Promise<WaitingJob[]> {
  return db.all(
    `SELECT j.batch, j.seq, b.id,
       CASE WHEN j.state = 'unconfirmed' THEN 'unconfirmed' ELSE 'running' END AS state
     FROM jobs j JOIN batches b ON b.num = j.batch
       JOIN items i ON i.batch = j.batch AND i.seq = j.seq AND i.waiting > 0
     WHERE ${which} ORDER BY ${order}, b.id`,
    ...given,
  );
}

export async function isWaitingIn(db: Db, batch: number, seq: number, id: string) {
  const items = await itemsOf(db, batch, seq);
  const at = placeOf(items, id);
  return at >= 0 && items.answers[at] === ANSWER.waiting;
}
