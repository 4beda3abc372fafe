import { randomUUID } from 'node:crypto';
import type { IdentifierKind } from '../identifiers/types.js';
import {
  type SandboxAccount,
  canPay,
  charge,
  findPendingRenewal,
  readAccount,
  roundCredits,
} from './account.js';
import { makeCompany } from './companies.js';
import type { SandboxContext } from './context.js';
import { makePerson } from './people.js';
import { Draw, hash, shuffle } from './random.js';
import { Refusal, createRefusal } from './refusals.js';
import { isKnown, readRequestIdentifier } from './registry.js';
import type { Database } from './state.js';

const MAX_ITEMS = 10_000;

interface JobSubmission {
  readonly kind: IdentifierKind;
  readonly items: readonly string[];
  readonly invalid: number;
  readonly fileName: string | null;
  readonly format: string | null;
}

/** Reads the body of a submission (spec, "POST /cpf/bulk" and "POST /cnpj/bulk"). @throws Refusal */
export function readSubmission(
  kind: IdentifierKind,
  body: Readonly<Record<string, unknown>>,
): JobSubmission {
  const list = requireList(kind, body[`${kind}s`]);
  const { items, invalid } = selectValid(kind, list);
  if (items.length === 0)
    throw new Refusal(422, `Nenhum ${kind.toUpperCase()} válido na lista enviada.`);
  return {
    kind,
    items,
    invalid,
    fileName: readText(body['fileName']),
    format: readText(body['format']),
  };
}

function requireList(kind: IdentifierKind, list: unknown): readonly unknown[] {
  if (!Array.isArray(list) || list.length === 0) {
    throw new Refusal(400, `Campo '${kind}s' deve ser um array não vazio.`);
  }
  if (list.length > MAX_ITEMS) {
    throw new Refusal(400, `Limite de 10000 ${kind.toUpperCase()}s por lote excedido.`);
  }
  return list;
}

/** Selects the valid identifiers of a list; a duplicate counts neither as an item nor as invalid. */
function selectValid(kind: IdentifierKind, list: readonly unknown[]) {
  const items = new Set<string>();
  let invalid = 0;
  for (const value of list) {
    const reading = typeof value === 'string' ? readRequestIdentifier(kind, value) : undefined;
    if (reading?.valid === true) items.add(reading.id);
    else invalid += 1;
  }
  return { items: [...items], invalid };
}

/** Reads a text without NUL characters, at which SQLite would cut it. */
const readText = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : null;

/**
 * Labels that decide what becomes of a batch, as its `fileName` or before the first space in that (docs/sandbox.md).
 */
export const LABELS = [
  'sandbox:fail-halfway',
  'sandbox:fail-database',
  'sandbox:orphan',
  'sandbox:skip',
  'sandbox:slow',
  'sandbox:lost-request',
  'sandbox:lost-answer',
] as const;

type Label = (typeof LABELS)[number];

export function readLabel(fileName: string | null): Label | undefined {
  const [word] = (fileName ?? '').split(/\s/);
  return LABELS.find((label) => label === word);
}

/** A row of `jobs`; times in milliseconds since the epoch. */
interface JobRow {
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
/** Items per second: a slow job makes progress within 10 minutes, after which it would count as an orphan. */
const SLOWEST_SPEED = 1 / 300;

export function createJob(context: SandboxContext, submission: JobSubmission, key: string): string {
  const { db, seed, jobSpeed } = context;
  const id = randomUUID();
  const now = context.clock.now();
  const shuffledItems = shuffle(
    submission.items,
    new Draw(hash(seed, 'order', String(submission.items.length))),
  );
  const isSlow = readLabel(submission.fileName) === 'sandbox:slow';
  const speed = isSlow ? Math.max(shuffledItems.length / SLOW_SECONDS, SLOWEST_SPEED) : jobSpeed;
  db.prepare(`INSERT INTO jobs VALUES (?, ?, ?, 'processing', ?, ?, NULL, ?, 0, ?, ?, ?, ?)`).run(
    ...[id, submission.kind, key, submission.fileName, submission.format, shuffledItems.length],
    ...[seed, speed, now, now],
  );
  db.prepare(`INSERT INTO job_items VALUES (?, ?, '')`).run(id, shuffledItems.join('\n'));
  return id;
}

/** Checks the limit of pending batches (spec, "POST /cnpj/bulk", rule 4). The spec gives no number for the limit. */
export function requirePendingSlot(context: SandboxContext, kind: IdentifierKind): void {
  if (kind === 'cpf') return;
  const select = `SELECT count(*) AS pending FROM jobs WHERE status = 'processing' AND kind = ?`;
  const { pending } = context.db.prepare(select).get(kind) as { pending: number };
  if (pending < context.pendingBatches) return;
  throw createRefusal(context, 'pending-limit');
}

export function findJob(
  context: SandboxContext,
  kind: IdentifierKind,
  id: string,
  key: string,
): JobRow {
  const select = 'SELECT * FROM jobs WHERE id = ? AND kind = ? AND api_key = ?';
  const job = context.db.prepare(select).get(id.toLowerCase(), kind, key) as JobRow | undefined;
  if (job !== undefined) return job;
  throw createRefusal(context, 'job-not-found');
}

function readItems(db: Database, { id }: Pick<JobRow, 'id'>) {
  const select = db.prepare('SELECT items, outcomes FROM job_items WHERE job_id = ?');
  const { items, outcomes } = select.get(id) as { items: string; outcomes: string };
  return { items: items.split('\n'), outcomes };
}

/** CPF counters update every 50 items and may lag behind the results (spec, "Batch job status"). */
const COUNTER_STEP = 50;

export function buildJobRecord(db: Database, job: JobRow) {
  const { items, outcomes } = readItems(db, job);
  return {
    id: job.id,
    status: job.status,
    file_name: job.file_name,
    format: job.format,
    total_records: job.total,
    ...countOutcomes(job, outcomes),
    error: job.error,
    created_at: new Date(job.created_at).toISOString(),
    updated_at: new Date(job.updated_at).toISOString(),
    [`${job.kind}s`]: buildResults(job, items, outcomes),
  };
}

function countOutcomes({ kind, status }: JobRow, outcomes: string) {
  const lagsBehind = kind === 'cpf' && status === 'processing';
  const counted = lagsBehind ? outcomes.length - (outcomes.length % COUNTER_STEP) : outcomes.length;
  const countedOutcomes = outcomes.slice(0, counted);
  const tally = (letter: string) => countedOutcomes.split(letter).length - 1;
  return { processed: counted, found: tally('f'), not_found: tally('n'), skipped: tally('s') };
}

/** Returns the results of items that were processed and not skipped. */
function buildResults(
  { kind, seed }: JobRow,
  items: readonly string[],
  outcomes: string,
): object[] {
  const buildItem = kind === 'cpf' ? buildCpfItem : buildCnpjItem;
  return items
    .slice(0, outcomes.length)
    .flatMap((item, at) =>
      outcomes[at] === 's' ? [] : [buildItem(item, outcomes[at] === 'f', seed)],
    );
}

function buildCpfItem(cpf: string, found: boolean, seed: number): object {
  return found ? { ...makePerson(cpf, seed), cpf, found } : { cpf, found, ...EMPTY_FIELDS };
}

const EMPTY_FIELDS = Object.fromEntries(
  ['name', 'nameUpper', 'gender', 'birthDate', 'day', 'month', 'year'].map((name) => [name, null]),
);

function buildCnpjItem(cnpj: string, found: boolean, seed: number): object {
  return { cnpj, found, data: found ? makeCompany(cnpj, seed) : null };
}

/** Ms without an update after which a job has lost its worker (spec, "Batch job status"). */
const ORPHAN_AFTER = 10 * 60_000;

/**
 * Advances every job, oldest first; items before a renewal are charged to the earlier period. Call this within a
 * transaction.
 */
export function advanceJobs(db: Database, now: number): void {
  if (findRunningJobs(db).length === 0) return;
  const renewal = findPendingRenewal(db, now);
  if (renewal !== undefined) advanceJobs(db, renewal - 1);
  for (const job of findRunningJobs(db)) advanceJob(db, job, now);
  // This call stores the renewal, so that the next call does not repeat the earlier periods.
  readAccount(db, now);
}

const findRunningJobs = (db: Database) =>
  db
    .prepare(`SELECT * FROM jobs WHERE status = 'processing' ORDER BY created_at, id`)
    .all() as unknown as JobRow[];

function advanceJob(db: Database, job: JobRow, now: number): void {
  const label = readLabel(job.file_name);
  const reachable = countReachable(job, label);
  const dueCount = Math.min(reachable, Math.floor(((now - job.created_at) * job.speed) / 1000));
  if (dueCount > job.done) processItems(db, job, dueCount, now);
  const reachedAt = Math.min(now, Math.round(job.created_at + (dueCount / job.speed) * 1000));
  const endsAt = label === 'sandbox:orphan' ? reachedAt + ORPHAN_AFTER : reachedAt;
  if (dueCount === reachable && endsAt <= now) {
    const error = (label && FAILURES[label]) ?? null;
    const change = 'UPDATE jobs SET status = ?, error = ?, updated_at = ? WHERE id = ?';
    db.prepare(change).run(error === null ? 'done' : 'failed', error, endsAt, job.id);
  } else if (dueCount > job.done) {
    db.prepare('UPDATE jobs SET updated_at = ? WHERE id = ?').run(reachedAt, job.id);
  }
}

function countReachable({ total }: JobRow, label: Label | undefined): number {
  if (label === 'sandbox:fail-database') return 0;
  const endsHalfway = label === 'sandbox:fail-halfway' || label === 'sandbox:orphan';
  return endsHalfway ? Math.floor(total / 2) : total;
}

/** The reasons for which jobs with a label fail; other jobs are done. */
const FAILURES: Readonly<Partial<Record<Label, string>>> = {
  'sandbox:fail-database': 'Banco de dados indisponível',
  'sandbox:fail-halfway': 'Falha ao registrar validação',
  'sandbox:orphan': 'Worker interrompido (job órfão)',
};

function processItems(db: Database, job: JobRow, dueCount: number, now: number): void {
  const account = readAccount(db, now);
  const outcomes = computeOutcomes(
    readItems(db, job).items.slice(job.done, dueCount),
    job,
    account,
  );
  charge(db, (outcomes.split('f').length - 1) * account.costs[job.kind]);
  db.prepare('UPDATE job_items SET outcomes = outcomes || ? WHERE job_id = ?').run(
    outcomes,
    job.id,
  );
  db.prepare('UPDATE jobs SET done = ? WHERE id = ?').run(dueCount, job.id);
}

/** Returns one letter per item. An item that the balance does not cover is skipped (spec, "CPF batch job"). */
function computeOutcomes(items: readonly string[], job: JobRow, account: SandboxAccount): string {
  const skipsHalf = readLabel(job.file_name) === 'sandbox:skip' && !account.overage;
  const cost = account.costs[job.kind];
  let { used } = account;
  let outcomes = '';
  for (const [at, item] of items.entries()) {
    const isSkipped = skipsHalf && job.done + at >= Math.ceil(job.total / 2);
    const isPaid = !isSkipped && canPay({ ...account, used }, cost);
    const isFound = isPaid && isKnown(item, job.seed);
    if (isFound) used = roundCredits(used + cost);
    outcomes += isFound ? 'f' : isPaid ? 'n' : 's';
  }
  return outcomes;
}
