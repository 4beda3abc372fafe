import type { Scheduler } from '../machine/scheduler.js';
import type { Kind } from '../kinds.js';
import type { Random } from '../random.js';
import { Account, type Shown } from './account.js';
import { Book, type Charge } from './book.js';
import { chooseFate } from './fate.js';
import { Job, type BatchKind, type Fate } from './job.js';
import { jobAnswer } from './job-answer.js';
import { People } from './people.js';
import { changePrices, refundHalf } from './price-changes.js';
import type { Sent } from './sent.js';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly json?: unknown;
  /** Of a request that may charge. */
  readonly sent?: Sent;
}

export interface Told {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The balance that it shows. */
  readonly shown?: Shown;
  /** The job that it is about. */
  readonly job?: Job;
}

const AT_ONCE: Fate = {
  ...{ late: 0, pace: 0, end: 'done', stopsAfter: 0 },
  ...{ goesOnAfter: 0, hiddenFor: 0, namesFewerFor: 0 },
};

const MOST_PENDING = 20;

/** A model of the service, read from its description, with a book of its own. */
export class Service {
  readonly book = new Book();
  readonly jobs: Job[] = [];
  readonly account: Account;
  readonly people: People;
  /** Keys that work, and those that a newer one replaced. */
  readonly keys = new Map<string, 'active' | 'replaced'>();
  /** Nothing goes wrong any more, and jobs take a moment. */
  isHealthy = false;
  #requests = 0;

  constructor(
    readonly scheduler: Scheduler,
    readonly random: Random,
    own: Random,
    readonly kinds: ReadonlySet<Kind>,
    readonly tell: (line: () => string) => void,
  ) {
    this.account = new Account(scheduler, random, own, kinds, tell);
    changePrices(this.account, scheduler, own, { kinds, tell });
    const { charges } = this.book;
    if (kinds.has('refund_half')) refundHalf(this.account, scheduler, own, { charges, tell });
    const rejected = kinds.has('rejected_identifiers') ? 0.15 : 0;
    this.people = new People(random.int(1, 1e9), random.pick([0.5, 0.8, 1]), rejected);
  }

  /** Jobs run one after the other. What waits behind a job that nobody knows of, nobody could know. */
  readonly isBlocked = (job: Job): boolean => {
    if (!this.kinds.has('jobs_queue')) return false;
    const before = this.jobs.slice(0, this.jobs.indexOf(job));
    return before.some(({ status, isKnown }) => status === 'processing' && isKnown);
  };

  /** One request, at the moment at which it arrives. */
  handle(asked: Asked): Told {
    const state = this.keys.get(asked.key);
    if (state !== 'active')
      return refused(401, state === 'replaced' ? 'API Key inativa' : 'API Key inválida');
    const [, first = '', second = '', third] = asked.path.split('/');
    if (asked.path === '/quota') {
      const shown = this.account.shown();
      return { ...ok(this.account.quota(shown)), shown };
    }
    if (asked.method === 'POST' && first === 'cpf' && second === 'realtime')
      return this.#realtime(asked);
    if ((first === 'cpf' || first === 'cnpj') && second === 'bulk') {
      return asked.method === 'POST'
        ? this.#submit(first, asked)
        : this.#status(asked, third ?? '');
    }
    if (first === 'cpf' || first === 'cnpj')
      return this.#lookup(first, decodeURIComponent(second), asked.sent);
    return { status: 404, body: 'NOT_FOUND' };
  }

  #lookup(kind: BatchKind, id: string, sent: Sent | undefined): Told {
    const cost = this.account.prices[kind];
    if (!this.account.covers(cost)) return failed(403, 'Limite de créditos excedido');
    if (!this.people.isFound(id))
      return failed(404, `${kind.toUpperCase()} não encontrado na base de dados`);
    this.#charge({ endpoint: kind, id, credits: cost, sent });
    return ok(kind === 'cpf' ? this.people.person(id) : this.people.company(id));
  }

  #realtime(asked: Asked): Told {
    const { cpf } = asked.json as { cpf: string };
    const cost = this.account.prices.realtime;
    if (!this.account.covers(cost)) return failed(403, 'Limite de créditos excedido');
    if (!this.people.isFound(cpf)) return failed(404, 'CPF não encontrado na base de dados');
    this.#charge({ endpoint: 'realtime', id: cpf, credits: cost, sent: asked.sent });
    return ok(this.people.person(cpf));
  }

  #charge(charge: Pick<Charge, 'endpoint' | 'id' | 'credits' | 'sent'>): void {
    this.account.take(charge.credits);
    const by = `request ${(this.#requests += 1)}`;
    this.book.write({ ...charge, at: this.scheduler.now, by });
  }

  #submit(kind: BatchKind, asked: Asked): Told {
    const body = asked.json as Record<string, unknown>;
    const given = (body[`${kind}s`] ?? []) as string[];
    if (given.length === 0) return failed(400, `Campo '${kind}s' deve ser um array não vazio.`);
    const unique = [...new Set(given)];
    const valid = unique.filter((id) => !this.people.isRejected(id));
    if (valid.length === 0)
      return failed(422, `Nenhum ${kind.toUpperCase()} válido na lista enviada.`);
    if (!this.account.covers(this.account.prices[kind] * valid.length)) {
      return failed(403, `Créditos insuficientes para o lote: ${valid.length} necessários.`);
    }
    if (this.jobs.filter(({ status }) => status === 'processing').length >= MOST_PENDING) {
      return {
        ...failed(429, `Limite de ${MOST_PENDING} lotes pendentes por cliente excedido.`),
        headers: { 'retry-after': '60' },
      };
    }
    const id = `00000000-0000-4000-8000-${String(this.jobs.length + 1).padStart(12, '0')}`;
    const label = (body['fileName'] ?? null) as string | null;
    const fate = chooseFate(this.random, this.isHealthy ? new Set() : this.kinds, valid.length);
    const job = new Job(id, kind, asked.key, valid, label, fate, this, asked.sent);
    this.jobs.push(job);
    const data = {
      jobId: id,
      status: 'processing',
      totalRecords: valid.length,
      invalid: unique.length - valid.length,
    };
    return { status: 202, body: { success: true, data }, job };
  }

  /** A job that another program made and that was paid for long ago. */
  foreignJob(kind: BatchKind, key: string, ids: readonly string[]): Job {
    const id = `00000000-0000-4000-9000-${String(this.jobs.length + 1).padStart(12, '0')}`;
    const account = { prices: this.account.prices, covers: () => true, take: () => undefined };
    const { scheduler, people, tell } = this;
    const isBlocked = () => false;
    const surroundings = { scheduler, people, tell, isBlocked, account, book: new Book() };
    const job = new Job(id, kind, key, ids, null, AT_ONCE, surroundings, undefined);
    this.jobs.push(job);
    return job;
  }

  #status(asked: Asked, jobId: string): Told {
    const job = this.jobs.find(({ id, key }) => id === jobId && key === asked.key);
    // What becomes of a job that is not found is unknown.
    if (job?.isHidden === true && job.sent !== undefined) job.sent.isLost = true;
    if (job === undefined || job.isHidden) return failed(404, 'Lote não encontrado.');
    job.isKnown = true;
    const other = this.jobs.find(({ id, kind }) => id !== jobId && kind === job.kind);
    const isMixedUp =
      this.kinds.has('status_of_another_job') && !this.isHealthy && this.random.chance(0.3);
    const answer = isMixedUp && other !== undefined ? other : job;
    return { ...ok(jobAnswer(answer)), job: answer };
  }
}

function ok(data: unknown): Told {
  return { status: 200, body: { success: true, data } };
}

function failed(status: number, message: string): Told {
  return { status, body: { success: false, data: null, error: { message } } };
}

function refused(status: number, error: string): Told {
  return { status, body: { success: false, error } };
}
