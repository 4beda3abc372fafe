import { ConfereError } from '../errors.js';
import { camel, nextTick, type Bound, type Db, type Tx } from './db.js';
import { statesBefore, type JobState } from './job-states.js';
import type { Job, UptimeMark } from './types.js';

/** Why a planned job is not sent: single lookups left its identifiers in doubt. */
export const LEFT_OUT = '{"code":"lookup_in_doubt"}';

const JOB = `coalesce((SELECT i.waiting FROM items i WHERE i.batch = jobs.batch AND i.seq = jobs.seq), 0) AS waiting,
  ${camel(`batch, seq, kind, round, state, job_id, items, submitted_at, accepted_at, polled_at, polls,
  ended_at, rejected, found, not_found, skipped, error, begun_tick, price, verdict, uptime, boot`)}`;

export type Marked = { readonly uptime: number | null; readonly boot: string | null };

export function marked<T extends Marked>({ uptime, boot, ...row }: T) {
  const unknownSince: UptimeMark | null = uptime === null ? null : { ms: uptime, boot: boot ?? '' };
  return { ...row, unknownSince };
}

export function markNow({ uptime }: Pick<Tx, 'uptime'>) {
  const { ms, boot } = uptime();
  return { uptime: ms, boot };
}

type OfBatch = Job & { readonly batch: number };

export async function selectJobs(db: Db, which: string, ...given: number[]): Promise<OfBatch[]> {
  const sql = `SELECT ${JOB} FROM jobs WHERE ${which} ORDER BY batch, seq`;
  return (await db.all<Omit<OfBatch, 'unknownSince'> & Marked>(sql, ...given)).map(marked);
}

export function jobsOf(db: Db, batch: number): Promise<Job[]> {
  return selectJobs(db, 'batch = $1', batch);
}

export async function jobOf(db: Db, batch: number, seq: number): Promise<Job | undefined> {
  return (await selectJobs(db, 'batch = $1 AND seq = $2', batch, seq))[0];
}

export async function requiredJob(db: Db, batch: number, seq: number): Promise<Job> {
  const job = await jobOf(db, batch, seq);
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

/** Of the planned jobs, or of one; removes those that have none left. */
export async function recount(db: Db, batch: number, seq: number | null = null): Promise<void> {
  const which = "batch = $1 AND seq = coalesce($2::integer, seq) AND state = 'planned'";
  await db.run(
    `UPDATE jobs SET items = coalesce((
       SELECT i.waiting + i.found + i.not_found + i.rejected FROM items i
       WHERE i.batch = jobs.batch AND i.seq = jobs.seq), 0) WHERE ${which}`,
    ...[batch, seq],
  );
  await db.run(`DELETE FROM jobs WHERE ${which} AND items = 0`, batch, seq);
}

/** Of two runs, one succeeds. @throws ConfereError `job_taken` */
export async function moveJob(
  db: Db,
  batch: number,
  seq: number,
  to: JobState,
  set: Readonly<Record<string, Bound>>,
  from: readonly JobState[] = statesBefore(to),
) {
  const columns = Object.keys(set).map((column, n) => `, ${column} = $${n + 5}`);
  const changes = await db.run(
    `UPDATE jobs SET state = $1${columns.join('')} WHERE batch = $2 AND seq = $3
     AND state = ANY ($4::text[])`,
    ...[to, batch, seq, from, ...Object.values(set)],
  );
  if (changes !== 1) throw new ConfereError('job_taken', { job: seq, to });
}

export const NOT_ENDED = { ended_at: null, ended_tick: null };

export async function endJob(
  tx: Tx,
  batch: number,
  seq: number,
  to: 'done' | 'failed' | 'abandoned',
  at: number,
) {
  const ended = { ended_at: at, ended_tick: await nextTick(tx), ...markNow(tx) };
  await moveJob(tx, batch, seq, to, ended);
}

export function doubtJob(tx: Tx, batch: number, seq: number, error: string): Promise<void> {
  const set = { error, ...markNow(tx) };
  return moveJob(tx, batch, seq, 'unconfirmed', set, ['submitting', 'accepted']);
}

/** The service refused the submission and created nothing, or the balance proved so. */
export function backToPlanned(db: Db, batch: number, seq: number): Promise<void> {
  return moveJob(db, batch, seq, 'planned', { error: null });
}

export function acceptJob(
  db: Db,
  batch: number,
  seq: number,
  { jobId, rejected }: Readonly<{ jobId: string; rejected: number }>,
  at: number,
): Promise<void> {
  const known = { job_id: jobId, rejected, accepted_at: at, error: null };
  return moveJob(db, batch, seq, 'accepted', { ...known, ...NOT_ENDED });
}

export async function keepProgress(
  db: Db,
  batch: number,
  seq: number,
  seen: Pick<Job, 'found' | 'notFound' | 'skipped' | 'error'>,
  at: number,
  seenAt: number,
) {
  const sql = `UPDATE jobs SET polled_at = $1, seen_at = $2, polls = polls + 1, found = $3,
    not_found = $4, skipped = $5, error = $6 WHERE batch = $7 AND seq = $8`;
  const { found, notFound, skipped, error } = seen;
  await db.run(sql, at, seenAt, found, notFound, skipped, error, batch, seq);
}
