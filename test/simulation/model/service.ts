import { withoutOneFound } from '../../helpers/referee/book.js';
import { answerOf, refusal, type Backend, type ShownJob } from '../../helpers/referee/wire.js';
import type { World } from '../world.js';
import { Account, changePrices, refundHalf, type Shown } from './account.js';
import { Book, type Charge, type Sent } from './book.js';
import { chooseFate, Job, type BatchKind, type Fate } from './job.js';

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
  readonly tell = (line: () => string): void => {
    this.world.tell(undefined, line);
  };

  constructor(readonly world: World) {
    const { kinds, random } = world;
    this.account = new Account(world);
    changePrices(this.account);
    if (kinds.has('refund_half')) refundHalf(this.account, this.book.charges);
    const rejected = kinds.has('rejected_identifiers') ? 0.15 : 0;
    this.people = new People(random.int(1, 1e9), random.pick([0.5, 0.8, 1]), rejected);
  }

  /** Jobs run one after the other. What waits behind a job that nobody knows of, nobody could know. */
  readonly isBlocked = (job: Job): boolean => {
    if (!this.world.kinds.has('jobs_queue')) return false;
    const before = this.jobs.slice(0, this.jobs.indexOf(job));
    return before.some(({ status, isKnown }) => status === 'processing' && isKnown);
  };

  /** One request, at the moment at which it arrives. */
  handle(asked: Asked): Told {
    const { key, method, path, json } = asked;
    const state = this.keys.get(key);
    if (state !== 'active')
      return refused(401, state === 'replaced' ? 'API Key inativa' : 'API Key inválida');
    const about: { shown?: Shown; job?: Job } = {};
    const given = (json ?? {}) as Readonly<Record<string, unknown>>;
    const answer = answerOf(this.#behind(asked, about), method, path, given);
    return { status: 404, body: 'NOT_FOUND', ...answer, ...about };
  }

  /** The account as this request sees it; `about` is what the answer is about. */
  #behind(asked: Asked, about: { shown?: Shown; job?: Job }): Backend {
    const { account, people } = this;
    return {
      quota: () => account.quota((about.shown = account.shown())),
      covers: (endpoint, records) => account.covers(account.prices[endpoint] * records),
      rejects: (id) => people.isRejected(id),
      lookUp: (endpoint, id) => {
        if (!people.isFound(id)) return undefined;
        this.#charge({ endpoint, id, credits: account.prices[endpoint], sent: asked.sent });
        return endpoint === 'cnpj' ? people.company(id) : people.person(id);
      },
      accept: (kind, ids, label) => {
        const pending = this.jobs.filter(({ status }) => status === 'processing').length;
        if (pending >= MOST_PENDING) return TOO_MANY;
        about.job = this.#accept(kind, ids, label, asked);
        return about.job.id;
      },
      job: (_, id) => {
        about.job = this.#told(asked.key, id);
        return about.job && shownJob(about.job);
      },
    };
  }

  #charge(charge: Pick<Charge, 'endpoint' | 'id' | 'credits' | 'sent'>): void {
    this.account.take(charge.credits);
    const by = `request ${(this.#requests += 1)}`;
    this.book.write({ ...charge, at: this.world.now, by });
  }

  #accept(
    kind: BatchKind,
    ids: readonly string[],
    label: string | null,
    { key, sent }: Asked,
  ): Job {
    const id = `00000000-0000-4000-8000-${String(this.jobs.length + 1).padStart(12, '0')}`;
    const fate = chooseFate(
      this.world.random,
      this.isHealthy ? new Set() : this.world.kinds,
      ids.length,
    );
    const job = new Job(id, kind, key, ids, label, fate, this, sent);
    this.jobs.push(job);
    return job;
  }

  get scheduler() {
    return this.world.scheduler;
  }

  /** A job that another program made and that was paid for long ago. */
  foreignJob(kind: BatchKind, key: string, ids: readonly string[]): Job {
    const id = `00000000-0000-4000-9000-${String(this.jobs.length + 1).padStart(12, '0')}`;
    const account = { prices: this.account.prices, covers: () => true, take: () => undefined };
    const { people, tell, world } = this;
    const isBlocked = () => false;
    const surroundings = {
      scheduler: world.scheduler,
      people,
      tell,
      isBlocked,
      account,
      book: new Book(),
    };
    const job = new Job(id, kind, key, ids, null, AT_ONCE, surroundings, undefined);
    this.jobs.push(job);
    return job;
  }

  /** The job that an answer about this id is about: now and then another one. */
  #told(key: string, jobId: string): Job | undefined {
    const job = this.jobs.find((one) => one.id === jobId && one.key === key);
    // What becomes of a job that is not found is unknown.
    if (job?.isHidden === true && job.sent !== undefined) job.sent.isLost = true;
    if (job === undefined || job.isHidden) return undefined;
    job.isKnown = true;
    const other = this.jobs.find(({ id, kind }) => id !== jobId && kind === job.kind);
    const isMixedUp =
      this.world.kinds.has('status_of_another_job') &&
      !this.isHealthy &&
      this.world.random.chance(0.3);
    return isMixedUp && other !== undefined ? other : job;
  }
}

const TOO_MANY = refusal(429, `Limite de ${MOST_PENDING} lotes pendentes por cliente excedido.`, {
  'retry-after': '60',
});

function shownJob(job: Job): ShownJob {
  const { people, scheduler } = job.world;
  const { id, kind, status, label: fileName, results: counted, skipped, error } = job;
  const iso = (ms: number) => new Date(ms).toISOString();
  const namesFewer = scheduler.now < job.endedAt + job.fate.namesFewerFor && status === 'done';
  return {
    ...{ id, kind, status, fileName, total: job.ids.length, counted, skipped, error },
    named: namesFewer ? withoutOneFound(counted) : counted,
    ...{ createdAt: iso(job.createdAt), updatedAt: iso(job.updatedAt) },
    recordOf: (one) => (kind === 'cnpj' ? people.company(one) : people.person(one)),
  };
}

function refused(status: number, error: string): Told {
  return { status, body: { success: false, error } };
}

/** Whom the service knows, as far as a seed says: some identifiers are found, and some it does not hold for valid. */
export class People {
  constructor(
    readonly seed: number,
    readonly foundShare: number,
    readonly rejectedShare: number,
  ) {}

  isFound(id: string): boolean {
    return this.#part(id, 1) < this.foundShare;
  }

  isRejected(id: string): boolean {
    return this.#part(id, 2) < this.rejectedShare;
  }

  /** The record of a CPF (spec, "CPF record"). */
  person(cpf: string): Record<string, unknown> {
    const name = `Pessoa ${cpf.slice(3, 6)}`;
    const born = { birthDate: '02/03/1980', day: 2, month: 3, year: 1980 };
    return { cpf, name, nameUpper: name.toUpperCase(), gender: null, ...born };
  }

  /** The record of a CNPJ, without most of its fields (spec, "CNPJ record"). */
  company(cnpj: string): Record<string, unknown> {
    const state = { situacao_cadastral: 'Ativa', data_situacao_cadastral: null };
    return { cnpj, razao_social: `Empresa ${cnpj.slice(0, 4)}`, ...state, telefones: [], QSA: [] };
  }

  #part(id: string, salt: number): number {
    let hash = this.seed ^ Math.imul(salt, 0x9e3779b1);
    for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
    return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
  }
}
