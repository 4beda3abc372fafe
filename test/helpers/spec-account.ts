import { randomUUID } from 'node:crypto';
import { bare, isCnpj, isCpf, jobItem, record, type Kind } from './invented.js';

export interface Post {
  readonly ids: readonly unknown[];
  readonly fileName: unknown;
}

export interface SpecAccountOptions {
  readonly credits?: number;
  /** Identifiers that are not found. */
  readonly missing?: readonly string[];
  /** Jobs stay at `processing` until `releaseJobs()`. */
  readonly holdJobs?: boolean;
  /** Credits of a found record; 1 when left out. */
  readonly price?: number;
  /** `Grátis` when left out, which has no overage. */
  readonly plan?: string;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

interface Job {
  readonly id: string;
  readonly kind: Kind;
  readonly ids: readonly string[];
  readonly fileName: unknown;
  readonly results: { readonly id: string; readonly found: boolean }[];
  skipped: number;
}

/** The account behind the routes of `spec-server.ts`: its charges and its jobs. */
export function createSpecAccount(options: SpecAccountOptions) {
  let credits = options.credits ?? 100_000;
  const missing = new Set(options.missing);
  const posts: Post[] = [];
  const book: string[] = [];
  const jobs = new Map<string, Job>();
  let holding = options.holdJobs === true;

  const { price = 1 } = options;
  const used = () => book.length * price;
  const left = () => credits - used();
  const pay = (id: string): boolean => {
    if (missing.has(id)) return false;
    book.push(id);
    return true;
  };
  const workOff = (job: Job): void => {
    if (holding || job.results.length + job.skipped > 0) return;
    for (const id of job.ids) {
      if (left() < price) job.skipped += 1;
      else job.results.push({ id, found: pay(id) });
    }
  };

  const single = (kind: Kind, text: string): Answer => {
    const id = bare(text);
    const shaped = kind === 'cpf' ? /^\d{11}$/.test(id) : isCnpj(id);
    if (!shaped) return failure(400, `${kind.toUpperCase()} inválido.`);
    if (kind === 'cpf' && !isCpf(id))
      return failure(422, 'CPF inválido. Dígito verificador incorreto.');
    if (left() < price) return failure(403, 'Limite de créditos excedido');
    if (!pay(id)) return failure(404, `${kind.toUpperCase()} não encontrado na base de dados`);
    return success(200, record(kind, id));
  };

  const submit = (kind: Kind, text: string): Answer => {
    const body = JSON.parse(text) as Record<string, unknown>;
    const list = body[`${kind}s`];
    if (!Array.isArray(list) || list.length === 0) {
      return failure(400, `Campo '${kind}s' deve ser um array não vazio.`);
    }
    posts.push({ ids: list, fileName: body['fileName'] });
    if (list.length > 10_000)
      return failure(400, `Limite de 10000 ${kind.toUpperCase()}s por lote excedido.`);
    const ids = list.map((item) => (typeof item === 'string' ? bare(item) : ''));
    const valid = [...new Set(ids.filter(kind === 'cpf' ? isCpf : isCnpj))];
    const invalid = ids.filter((id) => !(kind === 'cpf' ? isCpf(id) : isCnpj(id))).length;
    if (valid.length === 0) return failure(422, 'Nenhum CPF válido na lista enviada.');
    if (valid.length * price > left()) {
      return failure(403, `Créditos insuficientes para o lote: ${valid.length} necessários.`);
    }
    const id = randomUUID();
    const job = { id, kind, ids: valid, fileName: body['fileName'], results: [], skipped: 0 };
    jobs.set(id, job);
    workOff(job);
    return success(202, { jobId: id, status: 'processing', totalRecords: valid.length, invalid });
  };

  const status = (kind: Kind, id: string): Answer => {
    const job = jobs.get(id);
    if (job?.kind !== kind) return failure(404, 'Lote não encontrado.');
    workOff(job);
    const processed = job.results.length + job.skipped;
    const found = job.results.filter((result) => result.found).length;
    const at = '2026-01-05T12:00:00.000Z';
    return success(200, {
      id,
      status: processed === job.ids.length ? 'done' : 'processing',
      file_name: job.fileName ?? null,
      format: null,
      total_records: job.ids.length,
      processed,
      found,
      not_found: job.results.length - found,
      skipped: job.skipped,
      error: null,
      created_at: at,
      updated_at: at,
      [`${kind}s`]: job.results.toReversed().map((result) => jobItem(kind, result)),
    });
  };

  const quota = (): Answer =>
    success(200, {
      plan: options.plan ?? 'Grátis',
      remainingCredits: Math.max(0, left()),
      usedCredits: used(),
      billingStatus: 'active',
      userId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      email: 'teste@example.com',
    });

  const work = (method: string, path: string, body: string): Answer | undefined => {
    const [, kind, first = '', second = ''] =
      /^\/(cpf|cnpj)\/([^/]+)(?:\/([^/]+))?$/.exec(path) ?? [];
    if (method === 'GET' && path === '/quota') return quota();
    if (kind !== 'cpf' && kind !== 'cnpj') return undefined;
    if (method === 'POST') return first === 'bulk' ? submit(kind, body) : undefined;
    return first === 'bulk' ? status(kind, second) : single(kind, decodeURIComponent(first));
  };

  return {
    ...{ posts, book, work },
    jobIds: (): string[] => [...jobs.keys()],
    refund: (taken: number): void => {
      book.splice(-taken);
    },
    topUp: (more: number): void => {
      credits += more;
    },
    releaseJobs: (): void => {
      holding = false;
    },
  };
}

function success(status: number, data: unknown): Answer {
  return { status, body: { success: true, data } };
}

function failure(status: number, message: string): Answer {
  return { status, body: { success: false, data: null, error: { message } } };
}
