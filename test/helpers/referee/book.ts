import type { Clock } from '../../../src/clock.js';
import { bare, isCnpj, isCpf, jobItem, record, type Kind } from '../invented.js';

/** The course of an accepted job. */
export type Fate =
  | 'done'
  /** Ends as `failed` after this many identifiers. Those found are charged. */
  | { readonly failAfter: number }
  /** Ends without the last so many. */
  | { readonly skipLast: number }
  /** Answers 404 to this many status requests; Infinity: to all. */
  | { readonly hiddenFor: number }
  /** Answers this many status requests with the id of another job. */
  | { readonly otherIdFor: number }
  /** Says `failed` after half of the items to this many requests, and goes on. */
  | { readonly failsFor: number }
  /** Counts and charges all, but names one found identifier less in the results of this many requests. */
  | { readonly forgetsFor: number }
  /** Ends as `done` with a total that its numbers do not reach. */
  | 'miscounts';

export interface RefereeJob {
  readonly id: string;
  /** The path under which it is available. */
  readonly kind: Kind;
  readonly ids: readonly string[];
  readonly fileName: string | null;
  readonly fate: Fate;
  /** When it was accepted, by the clock of its speed (ms). */
  readonly from: number;
  readonly done: { readonly id: string; readonly found: boolean }[];
  skipped: number;
  asked: number;
  status: 'processing' | 'done' | 'failed';
}

export interface BookOptions {
  readonly credits?: number;
  /** What is not covered is billed. */
  readonly overage?: boolean;
  /** Credits of a found record; 1 when left out. */
  readonly price?: number;
  /** `Grátis` when left out, which has no overage. */
  readonly plan?: string;
  /** Fields of the balance besides the plan and its numbers. */
  readonly owner?: Readonly<Record<string, unknown>>;
  /** Identifiers that are not found. */
  readonly missing?: Iterable<string>;
  readonly isFound?: (id: string) => boolean;
  /** Identifiers that the service counts as `invalid` although they look valid. */
  readonly rejects?: (id: string) => boolean;
  /** The fields of a found record; an invented one when left out. */
  readonly record?: (id: string) => Readonly<Record<string, unknown>>;
  /** The course of the n-th job; `done` if none is given. */
  readonly jobs?: readonly Fate[];
  /** Jobs stay at `processing` until `releaseJobs()`. */
  readonly holdJobs?: boolean;
  /** Identifiers that each request lets every job process; all of them at once when left out. */
  readonly pace?: number;
  /** Jobs are processed evenly in `lasts` ms of this clock. */
  readonly speed?: { readonly clock: Pick<Clock, 'now'>; readonly lasts: number };
  /** The number of the status request at which a job has ended; default 1. */
  readonly pollsToEnd?: number;
  /** Changes each answer about a job; `asked` begins at 1. */
  readonly told?: (data: Readonly<Record<string, unknown>>, asked: number) => object;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const OWNER = {
  billingStatus: 'active',
  userId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  email: 'teste@example.com',
};
const AT = '2026-01-05T12:00:00.000Z';

/**
 * What the service does and charges, from service-spec.md alone: it shares no code with the sandbox or the client, so that
 * a mistake there is not repeated here. Requests are its clock, so that a test has the same course on a slow machine.
 */
export class Book {
  readonly account: { credits: number; used: number; price: number; plan: string };
  readonly jobs: RefereeJob[] = [];
  /** Each charged identifier, in order. */
  readonly charged: string[] = [];
  /** How often each identifier was charged. */
  readonly charges = new Map<string, number>();
  /** The number of accepted jobs that contain each identifier. */
  readonly submitted = new Map<string, number>();
  /** Whether jobs wait. */
  isHeld: boolean;
  /** Hidden jobs become visible, and nothing is forgotten any more. */
  isCalm = false;
  readonly #missing: ReadonlySet<string>;

  constructor(readonly options: BookOptions) {
    const { credits = 100_000, price = 1, plan = 'Grátis' } = options;
    this.account = { credits, used: 0, price, plan };
    this.isHeld = options.holdJobs === true;
    this.#missing = new Set(options.missing);
  }

  /** Answers a request; undefined where the service has no such address. */
  work(method: string, path: string, body: string): Answer | undefined {
    const answer = this.#answer(method, path, body);
    if (this.#isPaced) for (const job of this.jobs) this.#process(job);
    return answer;
  }

  #answer(method: string, path: string, body: string): Answer | undefined {
    const [, kind, first = '', second = ''] =
      /^\/(cpf|cnpj)\/([^/]+)(?:\/([^/]+))?$/.exec(path) ?? [];
    if (method === 'GET' && path === '/quota') return this.#quota();
    if (kind !== 'cpf' && kind !== 'cnpj') return undefined;
    if (method === 'POST') return first === 'bulk' ? this.#submit(kind, body) : undefined;
    return first === 'bulk'
      ? this.#status(kind, second)
      : this.#lookUp(kind, path.slice(kind.length + 2));
  }

  get #isPaced(): boolean {
    return this.options.pace !== undefined;
  }

  #quota(): Answer {
    const { credits, used: usedCredits, plan } = this.account;
    const remainingCredits = Math.max(0, Math.floor(credits));
    const { owner = OWNER } = this.options;
    return success(200, { plan, remainingCredits, usedCredits, ...owner });
  }

  /** Charges a found identifier; whether it is one. */
  #isFound(id: string): boolean {
    if (this.#missing.has(id) || this.options.isFound?.(id) === false) return false;
    this.account.used += this.account.price;
    this.account.credits -= this.account.price;
    this.charged.push(id);
    this.charges.set(id, (this.charges.get(id) ?? 0) + 1);
    return true;
  }

  /** Takes the last charges back. */
  takeBack(records: number): void {
    for (const id of this.charged.splice(-records)) {
      this.charges.set(id, (this.charges.get(id) ?? 0) - 1);
      this.account.used -= this.account.price;
      this.account.credits += this.account.price;
    }
  }

  #covers(records: number): boolean {
    const { credits, price } = this.account;
    return this.options.overage === true || records * price <= credits + 1e-9;
  }

  #lookUp(kind: Kind, text: string): Answer {
    const id = bare(decodeURIComponent(text));
    const isShaped = kind === 'cpf' ? /^\d{11}$/.test(id) : isCnpj(id);
    if (!isShaped) return refusal(400, `${kind.toUpperCase()} inválido.`);
    if (kind === 'cpf' && !isCpf(id))
      return refusal(422, 'CPF inválido. Dígito verificador incorreto.');
    if (!this.#covers(1)) return refusal(403, 'Limite de créditos excedido');
    if (this.#isFound(id)) return success(200, record(kind, id));
    return refusal(404, `${kind.toUpperCase()} não encontrado na base de dados`);
  }

  #submit(kind: Kind, text: string): Answer {
    const { [`${kind}s`]: list, fileName } = JSON.parse(text) as Record<string, unknown>;
    if (!Array.isArray(list) || list.length === 0)
      return refusal(400, `Campo '${kind}s' deve ser um array não vazio.`);
    if (list.length > 10_000)
      return refusal(400, `Limite de 10000 ${kind.toUpperCase()}s por lote excedido.`);
    const isValid = (id: string) =>
      (kind === 'cpf' ? isCpf(id) : isCnpj(id)) && this.options.rejects?.(id) !== true;
    const given = list.map((item) => (typeof item === 'string' ? bare(item) : ''));
    const ids = [...new Set(given.filter(isValid))];
    if (ids.length === 0) return refusal(422, 'Nenhum CPF válido na lista enviada.');
    if (!this.#covers(ids.length))
      return refusal(403, `Créditos insuficientes para o lote: ${ids.length} necessários.`);
    const job = this.#accept(kind, ids, typeof fileName === 'string' ? fileName : null);
    const invalid = given.filter((id) => !isValid(id)).length;
    const counts = { totalRecords: ids.length, invalid };
    return success(202, { jobId: job.id, status: 'processing', ...counts });
  }

  #accept(kind: Kind, ids: readonly string[], fileName: string | null): RefereeJob {
    const number = this.jobs.length;
    const id = `00000000-0000-4000-8000-${String(number + 1).padStart(12, '0')}`;
    const fate = this.options.jobs?.[number] ?? 'done';
    const from = this.options.speed?.clock.now() ?? 0;
    const begun = { from, done: [], skipped: 0, asked: 0, status: 'processing' as const };
    const job = { id, kind, ids, fileName, fate, ...begun };
    this.jobs.push(job);
    for (const one of ids) this.submitted.set(one, (this.submitted.get(one) ?? 0) + 1);
    if (!this.#isPaced) this.#process(job);
    return job;
  }

  #process(job: RefereeJob): void {
    const { ids, done, fate } = job;
    const fails = typeof fate === 'object' && 'failAfter' in fate ? fate.failAfter : Infinity;
    const skips = typeof fate === 'object' && 'skipLast' in fate ? fate.skipLast : 0;
    const { pace = Infinity } = this.options;
    const isDue = () => !this.isHeld && done.length < this.#dueOf(job);
    for (let n = 0; n < pace && job.status === 'processing' && isDue(); n += 1) {
      const id = ids[done.length];
      if (done.length >= fails && id !== undefined) job.status = 'failed';
      else if (id === undefined) job.status = 'done';
      else if (done.length >= ids.length - skips || !this.#covers(1)) {
        job.skipped = ids.length - done.length;
        job.status = 'done';
      } else done.push({ id, found: this.#isFound(id) });
    }
  }

  /** How many identifiers are processed by now; more than there are where the job may end. */
  #dueOf({ ids, from }: RefereeJob): number {
    const { speed } = this.options;
    if (speed === undefined) return Infinity;
    const share = (speed.clock.now() - from) / speed.lasts;
    return share >= 1 ? Infinity : Math.floor(ids.length * share);
  }

  #status(kind: Kind, id: string): Answer {
    const job = this.jobs.find((one) => one.id === id && one.kind === kind);
    if (job === undefined) return refusal(404, 'Lote não encontrado.');
    job.asked += 1;
    if (isNow('hiddenFor', job, this.isCalm)) return refusal(404, 'Lote não encontrado.');
    if (!this.#isPaced) this.#process(job);
    const { told = (data) => data } = this.options;
    return success(200, told(this.#view(job), job.asked));
  }

  #view(job: RefereeJob): Record<string, unknown> {
    const { ids, kind, fate, asked, done, skipped } = job;
    const isInterim = isNow('failsFor', job, this.isCalm);
    const isEnded =
      job.status !== 'processing' && asked >= (this.options.pollsToEnd ?? 1) && !isInterim;
    // Results come in another order than the submission, and before the end they are a part.
    const all = done.toReversed();
    const isShown = isEnded || this.#isPaced || this.options.speed !== undefined;
    const seen = isShown ? all : all.slice(0, Math.floor(all.length / 2));
    const named = isEnded && isNow('forgetsFor', job, this.isCalm) ? withoutOneFound(seen) : seen;
    const found = seen.filter((one) => one.found).length;
    const status = isInterim ? 'failed' : isEnded ? job.status : 'processing';
    // While a job runs, its counters may lag behind its results.
    const counts =
      isEnded || !this.#isPaced
        ? { processed: seen.length, found, not_found: seen.length - found }
        : { processed: 0, found: 0, not_found: 0 };
    return {
      id: isNow('otherIdFor', job, this.isCalm) ? job.id.replace(/.$/, 'f') : job.id,
      status,
      file_name: job.fileName,
      format: null,
      total_records: ids.length + (fate === 'miscounts' ? 1 : 0),
      ...counts,
      skipped: isEnded ? skipped : 0,
      error: status === 'failed' ? 'Falha ao registrar validação' : null,
      created_at: AT,
      updated_at: AT,
      [`${kind}s`]: named.map((one) => this.#item(kind, one)),
    };
  }

  #item(kind: Kind, one: RefereeJob['done'][number]): unknown {
    const { record: fields } = this.options;
    if (fields === undefined) return jobItem(kind, one);
    const { id, found } = one;
    if (kind === 'cpf') return { cpf: id, found, ...(found ? fields(id) : { name: null }) };
    return { cnpj: id, found, data: found ? { cnpj: id, ...fields(id) } : null };
  }
}

/** Whether a fate that lasts for a number of status requests is at work; what is for ever stays so when it is calm. */
function isNow(
  name: 'hiddenFor' | 'otherIdFor' | 'failsFor' | 'forgetsFor',
  { fate, asked }: RefereeJob,
  isCalm: boolean,
): boolean {
  const times = typeof fate === 'object' ? (fate as Partial<Record<string, number>>)[name] : 0;
  return times === Infinity || (!isCalm && asked <= (times ?? 0));
}

function withoutOneFound(done: RefereeJob['done']): RefereeJob['done'] {
  const at = done.findIndex(({ found }) => found);
  return done.filter((_, index) => index !== at);
}

function success(status: number, data: unknown): Answer {
  return { status, body: { success: true, data } };
}

export function refusal(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { status, body: { success: false, data: null, error: { message } }, headers };
}
