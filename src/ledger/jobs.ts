import { ConfereError } from '../base/errors.js';
import type { JobTrouble, WhyUndecided } from '../base/facts.js';
import { ID_LENGTHS, type IdentifierKind } from '../identifiers/index.js';
import {
  selectInCamelCase,
  nextTick,
  whereBatch,
  type BoundValue,
  type Db,
  type Tx,
} from './db.js';
import {
  ANSWER,
  divideItems,
  selectIds,
  belongsToJob,
  isWaiting,
  mergeItems,
  findPlace,
  countAnswers,
  createItems,
  type JobItems,
} from './job-items.js';
import { findStatesBefore, type JobState } from './job-states.js';
import { readStoredBytes } from './stored-values.js';
import { composedSql, type LiteralSql, literalSql } from '../sqlite/sql.js';

/** How long a machine had been running (ms), and an id of that run. Setting its clock changes neither. */
export interface StoredUptime {
  readonly ms: number;
  readonly boot: string;
}

/** A job as it is stored. Times (`…At`) are epoch ms. */
export interface Job {
  readonly seq: number;
  readonly kind: IdentifierKind;
  /** How many failed jobs had the same identifiers before this one. */
  readonly round: number;
  readonly state: JobState;
  readonly jobId: string | null;
  /** How many identifiers the job has, at most 10,000. */
  readonly items: number;
  /** How many of the job's identifiers have no answer. */
  readonly waiting: number;
  readonly submittedAt: number | null;
  readonly unknownSince: StoredUptime | null;
  readonly acceptedAt: number | null;
  readonly polledAt: number | null;
  readonly polls: number;
  /** When a poll saw that the job had ended, or the user abandoned it. */
  readonly endedAt: number | null;
  /** How many identifiers the service counted as `invalid`. */
  readonly rejected: number;
  readonly found: number;
  readonly notFound: number;
  readonly skipped: number;
  readonly error: string | null;
  /** The tick before the submission. */
  readonly begunTick: number | null;
  /** Credits of a found record when the job was sent; null before that. */
  readonly price: number | null;
  /** Why only the user can decide about the job; null while the balance may still prove something. */
  readonly verdict: WhyUndecided | null;
}

/** The trouble, as JSON, of a planned job that is not sent, because single lookups left its identifiers in doubt. */
export const EXCLUDED = '{"code":"lookup_in_doubt"}';

/** Returns a trouble as it is stored: a code and facts, so that each reader gets it in their own language. */
export function formatTrouble(trouble: JobTrouble): string {
  return JSON.stringify(trouble);
}

/** Returns the trouble behind an error of a request about the job. */
export function buildTrouble({ code, facts }: ConfereError): JobTrouble {
  return { code, facts } as JobTrouble;
}

/** Reads why a job failed or is in doubt. Any text that confere did not write is the service's own. */
export function readTrouble(stored: string | null): JobTrouble | null {
  if (stored === null) return null;
  try {
    if (stored.startsWith('{')) {
      const trouble = JSON.parse(stored) as JobTrouble;
      const text: unknown = 'said' in trouble ? trouble.said : trouble.code;
      if (typeof text === 'string') return trouble;
    }
  } catch {
    // The service's own text may begin like an object.
  }
  return { said: stored };
}

/** Returns the service's own words about a failed job, or null. */
export function readServiceReason({ error }: Pick<Job, 'error'>): string | null {
  const trouble = readTrouble(error);
  return trouble !== null && 'said' in trouble ? trouble.said : null;
}

const JOB_COLUMNS =
  literalSql(`coalesce((SELECT i.waiting FROM items i WHERE i.batch = jobs.batch AND i.seq = jobs.seq), 0) AS waiting,
  ${selectInCamelCase(`batch, seq, kind, round, state, job_id, items, submitted_at, accepted_at, polled_at, polls,
  ended_at, rejected, found, not_found, skipped, error, begun_tick, price, verdict, uptime, boot`)}`);

export type UptimeColumns = { readonly uptime: number | null; readonly boot: string | null };

/** Returns the uptime that two columns store, or null. */
export function parseUptime({ uptime, boot }: UptimeColumns): StoredUptime | null {
  return uptime === null ? null : { ms: uptime, boot: boot ?? '' };
}

/** Replaces the columns of an uptime by `unknownSince`: when the outcome of the job or lookup became unknown. */
export function readUnknownSince<T extends UptimeColumns>({ uptime, boot, ...row }: T) {
  return { ...row, unknownSince: parseUptime({ uptime, boot }) };
}

/** Returns the present uptime of the machine as the two columns store it. */
export function readUptimeColumns({ uptime }: Pick<Tx, 'uptime'>) {
  const { ms, boot } = uptime();
  return { uptime: ms, boot };
}

type JobWithBatch = Job & { readonly batch: number };

export async function selectJobs<S extends string>(
  db: Db,
  condition: LiteralSql<S>,
  ...values: number[]
): Promise<JobWithBatch[]> {
  const sql = composedSql(`SELECT ${JOB_COLUMNS} FROM jobs WHERE ${condition} ORDER BY batch, seq`);
  return (await db.all<Omit<JobWithBatch, 'unknownSince'> & UptimeColumns>(sql, ...values)).map(
    readUnknownSince,
  );
}

export function readJobs(db: Db, batch: number): Promise<Job[]> {
  return selectJobs(db, 'batch = $1', batch);
}

export async function readJob(db: Db, batch: number, seq: number): Promise<Job | undefined> {
  return (await selectJobs(db, 'batch = $1 AND seq = $2', batch, seq))[0];
}

export async function requireJob(db: Db, batch: number, seq: number): Promise<Job> {
  const job = await readJob(db, batch, seq);
  if (job === undefined) throw new ConfereError('job_taken', { job: seq, to: 'planned' });
  return job;
}

export type NewJob = Pick<Job, 'seq' | 'kind' | 'items'> & Partial<Pick<Job, 'round'>>;

export async function planJob(db: Db, batch: number, { seq, kind, items, round = 0 }: NewJob) {
  const sql = `INSERT INTO jobs (batch, seq, state, kind, items, round)
    VALUES ($1, $2, 'planned', $3, $4, $5)`;
  await db.run(sql, batch, seq, kind, items, round);
}

export function nextSeq(db: Db, batch: number): Promise<number> {
  return db.number(
    `SELECT greatest(coalesce((SELECT max(seq) FROM jobs WHERE batch = $1), 0),
       coalesce((SELECT max(seq) FROM items WHERE batch = $1), 0)) + 1 AS n`,
    batch,
  );
}

/** Counts the identifiers of all planned jobs, or of one, again; removes jobs that have none left. */
export async function recountPlanned(
  db: Db,
  batch: number,
  seq: number | null = null,
): Promise<void> {
  const condition = "batch = $1 AND seq = coalesce($2::integer, seq) AND state = 'planned'";
  await db.run(
    `UPDATE jobs SET items = coalesce((
       SELECT i.waiting + i.found + i.not_found + i.rejected FROM items i
       WHERE i.batch = jobs.batch AND i.seq = jobs.seq), 0) WHERE ${condition}`,
    ...[batch, seq],
  );
  await db.run(`DELETE FROM jobs WHERE ${condition} AND items = 0`, batch, seq);
}

/**
 * Changes the state of a job from any state that the table of states allows; with `allowedStates` only from these.
 * @throws ConfereError `job_taken` if another run was first
 */
export async function moveJob(
  db: Db,
  batch: number,
  seq: number,
  to: JobState,
  changes: Readonly<Record<string, BoundValue>>,
  allowedStates?: readonly JobState[],
) {
  const from = findStatesBefore(to).filter((state) => allowedStates?.includes(state) ?? true);
  const columns = Object.keys(changes).map((column, n) => `, ${column} = $${n + 5}`);
  const sql =
    composedSql(`UPDATE jobs SET state = $1${columns.join('')} WHERE batch = $2 AND seq = $3
     AND state = ANY ($4::text[])`);
  const changedRows = await db.run(sql, ...[to, batch, seq, from, ...Object.values(changes)]);
  if (changedRows !== 1) throw new ConfereError('job_taken', { job: seq, to });
}

export const NOT_ENDED = { ended_at: null, ended_tick: null };

export async function endJob(
  tx: Tx,
  batch: number,
  seq: number,
  to: 'done' | 'failed' | 'abandoned',
  at: number,
) {
  const ended = { ended_at: at, ended_tick: await nextTick(tx), ...readUptimeColumns(tx) };
  await moveJob(tx, batch, seq, to, ended);
}

/** Puts a job in doubt. `error`: a `JobTrouble` as JSON. */
export function markUnconfirmed(tx: Tx, batch: number, seq: number, error: string): Promise<void> {
  const changes = { error, ...readUptimeColumns(tx) };
  return moveJob(tx, batch, seq, 'unconfirmed', changes, ['submitting', 'accepted']);
}

/** Plans a job again, because the service refused the submission and created nothing, or the balance proved so. */
export function returnToPlan(db: Db, batch: number, seq: number): Promise<void> {
  return moveJob(db, batch, seq, 'planned', { error: null });
}

export function acceptJob(
  db: Db,
  batch: number,
  seq: number,
  { jobId, rejected }: Readonly<{ jobId: string; rejected: number }>,
  at: number,
): Promise<void> {
  const acceptance = { job_id: jobId, rejected, accepted_at: at, error: null };
  return moveJob(db, batch, seq, 'accepted', { ...acceptance, ...NOT_ENDED });
}

/** Stores what a poll showed. `at`: by this machine's clock; `seenAt`: by the ledger's (both epoch ms). */
export async function storeProgress(
  db: Db,
  batch: number,
  seq: number,
  progress: Pick<Job, 'found' | 'notFound' | 'skipped' | 'error'>,
  at: number,
  seenAt: number,
) {
  const sql = `UPDATE jobs SET polled_at = $1, seen_at = $2, polls = polls + 1, found = $3,
    not_found = $4, skipped = $5, error = $6 WHERE batch = $7 AND seq = $8`;
  const { found, notFound, skipped, error } = progress;
  await db.run(sql, at, seenAt, found, notFound, skipped, error, batch, seq);
}

/** SQL for the kind of the identifiers in a row `i` of `items`. */
export const KIND_OF_ITEMS = composedSql(
  `CASE WHEN i.width > ${ID_LENGTHS.cpf} THEN 'cnpj' ELSE 'cpf' END`,
);

const COUNT_COLUMNS = Object.keys(ANSWER);
const ANSWER_COLUMNS = ['answers', 'records', 'times'];
const FIXED_COLUMNS = ['width', 'ids', 'first_rows'];
const ALL_COLUMNS = [...COUNT_COLUMNS, ...ANSWER_COLUMNS, ...FIXED_COLUMNS];

const pairWithValues = (columns: readonly string[], operator: string, from: number) =>
  columns.map((column, n) => `${column} ${operator} $${n + from}`);

const SELECT_ITEMS = composedSql(
  `SELECT ${[...ANSWER_COLUMNS, ...FIXED_COLUMNS].join(', ')} FROM items WHERE batch = $1 AND seq = $2`,
);
const UPSERT_ITEMS = composedSql(`INSERT INTO items (batch, seq, ${ALL_COLUMNS.join(', ')})
  VALUES ($1, $2, ${ALL_COLUMNS.map((_, n) => `$${n + 3}`).join(', ')})
  ON CONFLICT (batch, seq) DO UPDATE SET ${ALL_COLUMNS.map((one) => `${one} = excluded.${one}`).join(', ')}`);
const UPDATE_ANSWERS =
  composedSql(`UPDATE items SET ${pairWithValues([...COUNT_COLUMNS, ...ANSWER_COLUMNS], '=', 3).join(', ')}
  WHERE batch = $1 AND seq = $2`);
const HAS_COUNTS = composedSql(`SELECT 1 FROM items WHERE batch = $1 AND seq = $2
  AND ${pairWithValues(COUNT_COLUMNS, 'IS NOT DISTINCT FROM', 3).join(' AND ')}`);

export async function readItems(db: Db, batch: number, seq: number): Promise<JobItems> {
  const row = await db.first(SELECT_ITEMS, batch, seq);
  if (row === undefined) return createItems([]);
  const bytes = (name: string, size = 1) => readStoredBytes(row[name], size, 'items');
  return {
    width: row['width'] as number,
    ids: row['ids'] as string,
    rows: new Uint32Array(bytes('first_rows', Uint32Array.BYTES_PER_ELEMENT).buffer),
    answers: bytes('answers'),
    records: new Uint32Array(bytes('records', Uint32Array.BYTES_PER_ELEMENT).buffer),
    times: new Float64Array(bytes('times', Float64Array.BYTES_PER_ELEMENT).buffer),
  };
}

export async function storeItems(db: Db, batch: number, seq: number, items: JobItems) {
  if (items.rows.length === 0)
    await db.run('DELETE FROM items WHERE batch = $1 AND seq = $2', batch, seq);
  else
    await db.run(
      UPSERT_ITEMS,
      ...[batch, seq, ...listCounts(items), ...packAnswers(items)],
      ...[items.width, items.ids, viewBytes(items.rows)],
    );
}

export async function storeAnswers(db: Db, batch: number, seq: number, items: JobItems) {
  if (items.rows.length > 0)
    await db.run(UPDATE_ANSWERS, batch, seq, ...listCounts(items), ...packAnswers(items));
}

/** Returns whether the stored counts of a job are those of its answers. */
export function hasRightCounts(
  db: Db,
  batch: number,
  seq: number,
  items: JobItems,
): Promise<boolean> {
  return db.has(HAS_COUNTS, batch, seq, ...listCounts(items));
}

export async function* iterateItems(db: Db, batch?: number) {
  const [condition, ...values] = whereBatch(batch);
  const rows: { batch: number; seq: number }[] = await db.all(
    `SELECT batch, seq FROM items WHERE ${condition} ORDER BY batch, seq`,
    ...values,
  );
  for (const row of rows) yield { ...row, items: await readItems(db, row.batch, row.seq) };
}

function listCounts(items: JobItems): number[] {
  return Object.values(countAnswers(items));
}

function packAnswers({ answers, records, times }: JobItems): Uint8Array[] {
  return [answers, viewBytes(records), viewBytes(times)];
}

export function viewBytes({ buffer, byteOffset, byteLength }: Uint32Array | Float64Array) {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

export async function readWaitingIds(db: Db, batch: number, seq: number): Promise<string[]> {
  return selectIds(await readItems(db, batch, seq), isWaiting);
}

export async function addItems(db: Db, batch: number, seq: number, more: JobItems): Promise<void> {
  await storeItems(db, batch, seq, mergeItems([await readItems(db, batch, seq), more]));
}

/** Moves identifiers that still belong to their job, all of them or `ids`, to another job of the batch. */
export async function moveItems(
  db: Db,
  batch: number,
  from: number,
  to: number,
  ids?: readonly string[],
) {
  const items = await readItems(db, batch, from);
  const places = ids && new Set(ids.map((id) => findPlace(items, id)));
  const isMoved = (at: number, answer: number) => belongsToJob(answer) && (places?.has(at) ?? true);
  const [moved, kept] = divideItems(items, isMoved);
  if (from === to || moved.rows.length === 0) return;
  await storeItems(db, batch, from, kept);
  await addItems(db, batch, to, moved);
}

/** A job that has identifiers without an answer. `batch`: the number of its batch; `id`: the id of that batch. */
export interface WaitingJob {
  readonly batch: number;
  readonly seq: number;
  readonly id: string;
  readonly state: 'running' | 'unconfirmed';
}

/**
 * SQL for whether a row `i` of `items` may have the identifier `$1`. Its digits may also span two identifiers, so the
 * caller reads the row to be sure.
 */
export const MAY_HAVE_ID = 'strpos(i.ids, $1) > 0';

/** Finds the jobs with identifiers without an answer for which a condition holds. */
export function findWaitingJobs<S extends string, O extends string>(
  db: Db,
  condition: LiteralSql<S>,
  order: LiteralSql<O>,
  ...values: (string | number)[]
): Promise<WaitingJob[]> {
  const sql = composedSql(`SELECT j.batch, j.seq, b.id,
       CASE WHEN j.state = 'unconfirmed' THEN 'unconfirmed' ELSE 'running' END AS state
     FROM jobs j JOIN batches b ON b.num = j.batch
       JOIN items i ON i.batch = j.batch AND i.seq = j.seq AND i.waiting > 0
     WHERE ${condition} ORDER BY ${order}, b.id`);
  return db.all(sql, ...values);
}

export async function isWaitingIn(db: Db, batch: number, seq: number, id: string) {
  const items = await readItems(db, batch, seq);
  const at = findPlace(items, id);
  return at >= 0 && items.answers[at] === ANSWER.waiting;
}
