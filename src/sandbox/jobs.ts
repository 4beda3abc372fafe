import { randomUUID } from 'node:crypto';
import type { IdentifierKind } from '../identifiers/types.js';
import { MESSAGES, Refusal } from './answers.js';
import { API_KEY, type Context } from './context.js';
import { Draw, hash, shuffle } from './random.js';
import type { Database } from './state.js';
import type { Submission } from './submission.js';

/** A row of `jobs`; times in milliseconds since the epoch. */
export interface Job {
  readonly id: string;
  readonly kind: IdentifierKind;
  readonly status: 'processing' | 'done' | 'failed';
  readonly file_name: string | null;
  readonly format: string | null;
  readonly error: string | null;
  readonly total: number;
  readonly outcomes: string;
  readonly seed: number;
  /** Items per second. */
  readonly speed: number;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Stores an accepted batch, in the order it will be processed, and gives its id. */
export function createJob(context: Context, batch: Submission): string {
  const { db, seed, jobSpeed } = context;
  const id = randomUUID();
  const now = context.clock.now();
  const order = shuffle(batch.items, new Draw(hash(seed, 'order', String(batch.items.length))));
  db.prepare(`INSERT INTO jobs VALUES (?, ?, ?, 'processing', ?, ?, NULL, ?, '', ?, ?, ?, ?)`).run(
    ...[id, batch.kind, API_KEY, batch.fileName, batch.format, order.length],
    ...[seed, jobSpeed, now, now],
  );
  db.prepare('INSERT INTO job_items VALUES (?, ?)').run(id, order.join('\n'));
  return id;
}

/** Spec, "POST /cnpj/bulk", rule 4; the number itself is not in the spec. */
export function requireRoom({ db, pendingBatches }: Context, kind: IdentifierKind): void {
  if (kind === 'cpf') return;
  const select = `SELECT count(*) AS pending FROM jobs WHERE status = 'processing' AND kind = ?`;
  const { pending } = db.prepare(select).get(kind) as { pending: number };
  if (pending < pendingBatches) return;
  throw new Refusal(429, MESSAGES.pending(pendingBatches), 'object', 60);
}

/** The job of this kind and key, or the 404 of the spec. */
export function findJob(db: Database, kind: IdentifierKind, id: string): Job {
  const select = db.prepare('SELECT * FROM jobs WHERE id = ? AND kind = ? AND api_key = ?');
  const job = select.get(id.toLowerCase(), kind, API_KEY) as Job | undefined;
  if (job === undefined) throw new Refusal(404, MESSAGES.jobNotFound);
  return job;
}

/** The items of a job in processing order. */
export function jobItems(db: Database, id: string): string[] {
  const row = db.prepare('SELECT items FROM job_items WHERE job_id = ?').get(id);
  return (row as { items: string }).items.split('\n');
}
