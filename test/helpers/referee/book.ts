import type { Clock } from '../../../src/base/clock.js';
import { record, type Kind } from '../invented.js';
import {
  answerOf,
  success,
  type Answer,
  type Backend,
  type Endpoint,
  type Result,
  type ShownJob,
} from './wire.js';

/** What becomes of an accepted job that does not simply end as `done`. */
export interface Fate {
  /** Ends as `failed` after this many identifiers. Those found are charged. */
  readonly failAfter?: number;
  /** The reason; null: none. */
  readonly says?: string | null;
  /** Ends without the last so many. */
  readonly skipLast?: number;
  /** Answers 404 to this many status requests; Infinity: to all. */
  readonly hiddenFor?: number;
}

export interface RefereeJob {
  readonly id: string;
  /** The path under which it is available. */
  readonly kind: Kind;
  readonly ids: readonly string[];
  readonly fileName: string | null;
  readonly fate: Fate;
  /** When it was accepted, by the clock of its speed (ms). */
  readonly from: number;
  readonly done: Result[];
  skipped: number;
  asked: number;
  status: 'processing' | 'done' | 'failed';
}

export interface BookOptions {
  readonly credits?: number;
  readonly overage?: boolean;
  readonly price?: number;
  /** `Grátis` when left out, which has no overage. */
  readonly plan?: string;
  readonly owner?: Readonly<Record<string, unknown>>;
  readonly missing?: Iterable<string>;
  readonly isFound?: (id: string) => boolean;
  /** Identifiers that the service counts as `invalid` although they look valid. */
  readonly rejects?: (id: string) => boolean;
  /** The fields of a found record; an invented one when left out. */
  readonly record?: (id: string) => Readonly<Record<string, unknown>>;
  /** Whether a single lookup has the CPF with its punctuation, which a batch never has (spec, "CPF record"). */
  readonly punctuates?: boolean;
  /** What becomes of the n-th job. */
  readonly jobs?: readonly Fate[];
  /** Jobs stay at `processing` until `releaseJobs()`. */
  readonly holdJobs?: boolean;
  /** Jobs are processed evenly in `lasts` ms of this clock. */
  readonly speed?: { readonly clock: Pick<Clock, 'now'>; readonly lasts: number };
  /** The number of the status request at which a job has ended; default 1. */
  readonly pollsToEnd?: number;
  /** Changes each answer about a job; `asked` begins at 1. */
  readonly told?: (data: Readonly<Record<string, unknown>>, asked: number) => object;
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
export class Book implements Backend {
  readonly account: { credits: number; used: number; price: number; plan: string };
  readonly jobs: RefereeJob[] = [];
  readonly charged: string[] = [];
  readonly charges = new Map<string, number>();
  /** The number of accepted jobs that contain each identifier. */
  readonly submitted = new Map<string, number>();
  isHeld: boolean;
  readonly #missing: ReadonlySet<string>;

  constructor(readonly options: BookOptions) {
    const { credits = 100_000, price = 1, plan = 'Grátis' } = options;
    this.account = { credits, used: 0, price, plan };
    this.isHeld = options.holdJobs === true;
    this.#missing = new Set(options.missing);
  }

  work(method: string, path: string, body: string): Answer | undefined {
    const json = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>);
    const answer = answerOf(this, method, path, json);
    const { told } = this.options;
    const asked = this.jobs.find(({ id }) => path.endsWith(`/bulk/${id}`))?.asked;
    if (told === undefined || asked === undefined || answer?.status !== 200) return answer;
    const { data } = answer.body as { data: Readonly<Record<string, unknown>> };
    return success(200, told(data, asked));
  }

  quota(): object {
    const { credits, used: usedCredits, plan } = this.account;
    const remainingCredits = Math.max(0, Math.floor(credits));
    const { owner = OWNER } = this.options;
    return { plan, remainingCredits, usedCredits, ...owner };
  }

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

  covers(_: unknown, records: number): boolean {
    const { credits, price } = this.account;
    return this.options.overage === true || records * price <= credits + 1e-9;
  }

  lookUp(endpoint: Endpoint, id: string): object | undefined {
    if (!this.#isFound(id)) return undefined;
    if (endpoint === 'cnpj') return record('cnpj', id);
    if (this.options.punctuates !== true) return record('cpf', id);
    return { ...record('cpf', id), cpf: id.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4') };
  }

  rejects(id: string): boolean {
    return this.options.rejects?.(id) === true;
  }

  accept(kind: Kind, ids: readonly string[], fileName: string | null): string {
    const number = this.jobs.length;
    const id = `00000000-0000-4000-8000-${String(number + 1).padStart(12, '0')}`;
    const fate = this.options.jobs?.[number] ?? {};
    const from = this.options.speed?.clock.now() ?? 0;
    const begun = { from, done: [], skipped: 0, asked: 0, status: 'processing' as const };
    const job = { id, kind, ids, fileName, fate, ...begun };
    this.jobs.push(job);
    for (const one of ids) this.submitted.set(one, (this.submitted.get(one) ?? 0) + 1);
    this.#process(job);
    return id;
  }

  #process(job: RefereeJob): void {
    const { ids, done, fate } = job;
    const { failAfter = Infinity, skipLast = 0 } = fate;
    const isDue = () => !this.isHeld && done.length < this.#dueOf(job);
    while (job.status === 'processing' && isDue()) {
      const id = ids[done.length];
      if (done.length >= failAfter && id !== undefined) job.status = 'failed';
      else if (id === undefined) job.status = 'done';
      else if (done.length >= ids.length - skipLast || !this.covers(job.kind, 1)) {
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

  job(kind: Kind, id: string): ShownJob | undefined {
    const job = this.jobs.find((one) => one.id === id && one.kind === kind);
    if (job === undefined) return undefined;
    job.asked += 1;
    if (job.asked <= (job.fate.hiddenFor ?? 0)) return undefined;
    this.#process(job);
    return this.#shown(job);
  }

  #shown(job: RefereeJob): ShownJob {
    const { ids, kind, fileName, asked, done, skipped } = job;
    const isEnded = job.status !== 'processing' && asked >= (this.options.pollsToEnd ?? 1);
    // Results come in another order than the submission, and before the end they are a part.
    const all = done.toReversed();
    const isShown = isEnded || this.options.speed !== undefined;
    const seen = isShown ? all : all.slice(0, Math.floor(all.length / 2));
    const status = isEnded ? job.status : 'processing';
    const { record: fields } = this.options;
    const { says = 'Falha ao registrar validação' } = job.fate;
    return {
      id: job.id,
      kind,
      status,
      fileName,
      createdAt: AT,
      updatedAt: AT,
      total: ids.length,
      counted: seen,
      named: seen,
      skipped: isEnded ? skipped : 0,
      error: status === 'failed' ? says : null,
      recordOf: (one) =>
        fields === undefined ? record(kind, one) : { [kind]: one, ...fields(one) },
    };
  }
}
