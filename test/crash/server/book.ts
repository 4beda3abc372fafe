import { randomUUID } from 'node:crypto';
import { bare, isCnpj, isCpf, jobItem, type Kind } from '../../helpers/invented.js';

/** The outcome of an accepted job. */
export type Fate =
  | 'done'
  /** Ends as `failed` after this many identifiers. Those found are charged. */
  | { readonly failAfter: number }
  /** Answers 404 to this many status calls; Infinity: to all. */
  | { readonly hiddenFor: number }
  /** Leaves one found and charged identifier out of the results of this many status calls. */
  | { readonly forgetsFor: number };

export interface ServiceJob {
  readonly id: string;
  readonly kind: Kind;
  readonly ids: readonly string[];
  readonly fate: Fate;
  readonly done: { readonly id: string; readonly found: boolean }[];
  skipped: number;
  asked: number;
  status: 'processing' | 'done' | 'failed';
}

export interface BookOptions {
  readonly credits: number;
  /** Identifiers that are not found. */
  readonly missing: ReadonlySet<string>;
  /** The outcome of the n-th job; `done` if none is given. */
  readonly fates: readonly Fate[];
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** The number of identifiers that a job processes with each request to the service. */
const PACE = 4;

export type Book = ReturnType<typeof createBook>;

/**
 * The service's book of charges, from service-spec.md. Requests are its clock: each one advances the jobs,
 * so that a scenario has the same course on a slow machine.
 */
export function createBook({ credits: granted, missing, fates }: BookOptions) {
  const jobs: ServiceJob[] = [];
  /** How often each identifier was charged, which must never be 2. */
  const charges = new Map<string, number>();
  let credits = granted;
  let used = 0;
  let calm = false;

  const left = () => credits - used;

  const lookUp = (job: ServiceJob, id: string): void => {
    const found = !missing.has(id);
    if (found) {
      used += 1;
      charges.set(id, (charges.get(id) ?? 0) + 1);
    }
    job.done.push({ id, found });
  };
  const move = (job: ServiceJob): void => {
    const limit =
      typeof job.fate === 'object' && 'failAfter' in job.fate ? job.fate.failAfter : Infinity;
    for (let n = 0; n < PACE && job.status === 'processing'; n += 1) {
      const id = job.ids[job.done.length];
      if (job.done.length >= limit && id !== undefined) job.status = 'failed';
      else if (id === undefined) job.status = 'done';
      else if (left() < 1) {
        job.skipped = job.ids.length - job.done.length;
        job.status = 'done';
      } else lookUp(job, id);
    }
  };

  const submit = (kind: Kind, text: string): Answer => {
    const list = (JSON.parse(text) as Record<string, unknown>)[`${kind}s`];
    if (!Array.isArray(list) || list.length === 0 || list.length > 10_000)
      return refusal(400, 'Lista inválida.');
    const given = list.map((item) => (typeof item === 'string' ? bare(item) : ''));
    const ids = [...new Set(given.filter(kind === 'cpf' ? isCpf : isCnpj))];
    if (ids.length === 0) return refusal(422, 'Nenhum item válido na lista enviada.');
    if (ids.length > left())
      return refusal(403, `Créditos insuficientes para o lote: ${ids.length}.`);
    const fate = fates[jobs.length] ?? 'done';
    const id = randomUUID();
    jobs.push({ id, kind, ids, fate, done: [], skipped: 0, asked: 0, status: 'processing' });
    const invalid = given.length - given.filter(kind === 'cpf' ? isCpf : isCnpj).length;
    return success(202, { jobId: id, status: 'processing', totalRecords: ids.length, invalid });
  };

  const status = (kind: Kind, id: string): Answer => {
    const job = jobs.find((one) => one.id === id && one.kind === kind);
    if (job === undefined) return refusal(404, 'Lote não encontrado.');
    job.asked += 1;
    return isHidden(job, calm)
      ? refusal(404, 'Lote não encontrado.')
      : success(200, view(job, calm));
  };

  const quota = (): Answer =>
    success(200, {
      plan: 'Grátis',
      remainingCredits: Math.max(0, left()),
      usedCredits: used,
      billingStatus: 'active',
    });

  return {
    jobs,
    charges,
    left,
    tick: (): void => {
      for (const job of jobs) move(job);
    },
    work: (method: string, path: string, body: string): Answer => {
      const [, kind, id = ''] = /^\/(cpf|cnpj)\/bulk(?:\/([^/]+))?$/.exec(path) ?? [];
      if (method === 'GET' && path === '/quota') return quota();
      if (kind !== 'cpf' && kind !== 'cnpj') return refusal(404, 'NOT_FOUND');
      return method === 'POST' ? submit(kind, body) : status(kind, id);
    },
    topUp: (more: number): void => {
      credits += more;
    },
    /** Another user of the same account spends credits. */
    stranger: (amount: number): void => {
      used += amount;
    },
    /** Hidden jobs become visible again. */
    calmDown: (): void => {
      calm = true;
    },
  };
}

function isHidden({ fate, asked }: ServiceJob, calm: boolean): boolean {
  if (typeof fate !== 'object' || !('hiddenFor' in fate)) return false;
  return fate.hiddenFor === Infinity || (asked <= fate.hiddenFor && !calm);
}

function view(job: ServiceJob, calm: boolean): unknown {
  const ended = job.status !== 'processing';
  const found = job.done.filter((one) => one.found).length;
  const forgets =
    typeof job.fate === 'object' && 'forgetsFor' in job.fate && job.asked <= job.fate.forgetsFor;
  const named = forgets && ended && !calm ? withoutOneFound(job) : job.done;
  return {
    id: job.id,
    status: job.status,
    file_name: null,
    format: 'CSV',
    total_records: job.ids.length,
    // While a job runs, its counters lag behind its results.
    processed: ended ? job.done.length + job.skipped : 0,
    found: ended ? found : 0,
    not_found: ended ? job.done.length - found : 0,
    skipped: ended ? job.skipped : 0,
    error: job.status === 'failed' ? 'Falha ao registrar validação' : null,
    created_at: '2026-01-05T12:00:00.000Z',
    updated_at: '2026-01-05T12:00:00.000Z',
    [`${job.kind}s`]: named.toReversed().map((one) => jobItem(job.kind, one)),
  };
}

function withoutOneFound({ done }: ServiceJob) {
  const at = done.findIndex(({ found }) => found);
  return done.filter((_, index) => index !== at);
}

function success(status: number, data: unknown): Answer {
  return { status, body: { success: true, data } };
}

export function refusal(status: number, message: string): Answer {
  return { status, body: { success: false, data: null, error: { message } } };
}
