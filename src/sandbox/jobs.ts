import { randomUUID } from 'node:crypto';
import type { IdentifierKind } from '../identifiers/types.js';
import type { Context } from './index.js';
import { refusalFacts } from './faults.js';
import { type Submission, readLabel } from './submissions.js';
import { Draw, hash, shuffle } from './random.js';
import { refusal } from './refusals.js';
import type { Database } from './state.js';
import { company } from './companies.js';
import { person } from './people.js';

/** A row of `jobs`; times in milliseconds since the epoch. */
export interface Job {
  readonly id: string;
  readonly kind: IdentifierKind;
  readonly status: 'processing' | 'done' | 'failed';
  readonly file_name: string | null;
  readonly format: string | null;
  readonly error: string | null;
  readonly total: number;
  readonly done: number;
  readonly seed: number;
  /** Items per second. */
  readonly speed: number;
  readonly created_at: number;
  readonly updated_at: number;
}

const SLOW_SECONDS = 3600;
/** Items per second. Fast enough that a slow job has an update within the 10 minutes of the orphan rule. */
const SLOWEST = 1 / 300;

export function createJob(context: Context, batch: Submission, key: string): string {
  const { db, seed, jobSpeed } = context;
  const id = randomUUID();
  const now = context.clock.now();
  const order = shuffle(batch.items, new Draw(hash(seed, 'order', String(batch.items.length))));
  const slow = readLabel(batch.fileName).script === 'slow';
  const speed = slow ? Math.max(order.length / SLOW_SECONDS, SLOWEST) : jobSpeed;
  db.prepare(`INSERT INTO jobs VALUES (?, ?, ?, 'processing', ?, ?, NULL, ?, 0, ?, ?, ?, ?)`).run(
    ...[id, batch.kind, key, batch.fileName, batch.format, order.length],
    ...[seed, speed, now, now],
  );
  db.prepare(`INSERT INTO job_items VALUES (?, ?, '')`).run(id, order.join('\n'));
  return id;
}

/** Checks the limit of pending batches (spec, "POST /cnpj/bulk", rule 4). The spec does not give its number. */
export function requirePendingSlot(context: Context, kind: IdentifierKind): void {
  if (kind === 'cpf') return;
  const select = `SELECT count(*) AS pending FROM jobs WHERE status = 'processing' AND kind = ?`;
  const { pending } = context.db.prepare(select).get(kind) as { pending: number };
  if (pending < context.pendingBatches) return;
  throw refusal('pending-limit', refusalFacts(context, String(pending)));
}

export function findJob(db: Database, kind: IdentifierKind, id: string, key: string): Job {
  const select = db.prepare('SELECT * FROM jobs WHERE id = ? AND kind = ? AND api_key = ?');
  const job = select.get(id.toLowerCase(), kind, key) as Job | undefined;
  if (job !== undefined) return job;
  throw refusal('job-not-found');
}

/** Characters of an item with its line end. All items of a kind have the same length. */
const WIDTH = { cpf: 12, cnpj: 15 } as const;

export function jobItems(db: Database, job: Pick<Job, 'id' | 'kind'>, from: number, to: number) {
  if (to <= from) return [];
  const width = WIDTH[job.kind];
  const select = db.prepare('SELECT substr(items, ?, ?) AS part FROM job_items WHERE job_id = ?');
  const row = select.get(1 + from * width, (to - from) * width - 1, job.id) as { part: string };
  return row.part.split('\n');
}

export function jobOutcomes(db: Database, job: Pick<Job, 'id'>): string {
  const row = db.prepare('SELECT outcomes FROM job_items WHERE job_id = ?').get(job.id);
  return (row as { outcomes: string }).outcomes;
}

/** CPF counters update every 50 items and may lag behind the results (spec, "Batch job status"). */
const COUNTER_STEP = 50;

export function jobRecord(db: Database, job: Job) {
  const outcomes = jobOutcomes(db, job);
  return {
    id: job.id,
    status: job.status,
    file_name: job.file_name,
    format: job.format,
    total_records: job.total,
    ...counters(job, outcomes),
    error: job.error,
    created_at: new Date(job.created_at).toISOString(),
    updated_at: new Date(job.updated_at).toISOString(),
    [`${job.kind}s`]: results(db, job, outcomes),
  };
}

function counters({ kind, status }: Job, outcomes: string) {
  const lags = kind === 'cpf' && status === 'processing';
  const counted = lags ? outcomes.length - (outcomes.length % COUNTER_STEP) : outcomes.length;
  const shown = outcomes.slice(0, counted);
  const tally = (letter: string) => shown.split(letter).length - 1;
  return { processed: counted, found: tally('f'), not_found: tally('n'), skipped: tally('s') };
}

function results(db: Database, job: Job, outcomes: string): object[] {
  const jobItem = job.kind === 'cpf' ? cpfItem : cnpjItem;
  return jobItems(db, job, 0, outcomes.length).flatMap((value, at) =>
    outcomes[at] === 's' ? [] : [jobItem(value, outcomes[at] === 'f', job.seed)],
  );
}

function cpfItem(cpf: string, found: boolean, seed: number): object {
  return found ? { ...person(cpf, seed), cpf, found } : { cpf, found, ...EMPTY_FIELDS };
}

const EMPTY_FIELDS = Object.fromEntries(
  ['name', 'nameUpper', 'gender', 'birthDate', 'day', 'month', 'year'].map((name) => [name, null]),
);

function cnpjItem(cnpj: string, found: boolean, seed: number): object {
  return { cnpj, found, data: found ? company(cnpj, seed) : null };
}
