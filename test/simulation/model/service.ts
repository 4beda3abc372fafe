import {
  answerOf,
  refusal,
  type Answer,
  type Backend,
  type ShownJob,
} from '../../helpers/referee/wire.js';
import type { Request } from '../check/log.js';
import type { World } from '../world.js';
import { Account, type Endpoint, type Shown } from './account.js';
import { chooseFate, Job, type BatchKind } from './job.js';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly json?: unknown;
  readonly request?: Request | undefined;
}

/** An answer, with the balance that it shows. */
export interface Told extends Answer {
  readonly body: unknown;
  readonly shown?: Shown;
}

/** One charge, as the service wrote it down: the measure of everything. */
export interface Charge {
  readonly at: number;
  readonly endpoint: Endpoint;
  readonly id: string;
  readonly credits: number;
  readonly by: string;
  readonly request: Request | undefined;
}

const MOST_PENDING = 20;
const TOO_MANY = refusal(429, `Limite de ${MOST_PENDING} lotes pendentes por cliente excedido.`, {
  'retry-after': '60',
});

/** A model of the service, read from its description, with a book of its own. */
export class Service {
  readonly charges: Charge[] = [];
  readonly jobs: Job[] = [];
  readonly account: Account;
  readonly people: People;
  /** Keys that work, and those that a newer one replaced. */
  readonly keys = new Map<string, 'active' | 'replaced'>();
  /** Nothing goes wrong any more, and jobs take a moment. */
  isHealthy = false;
  #requests = 0;

  constructor(readonly world: World) {
    const { kinds, random } = world;
    this.account = new Account(world);
    const rejected = kinds.has('rejected_identifiers') ? 0.15 : 0;
    this.people = new People(random.int(1, 1e9), random.pick([0.5, 0.8, 1]), rejected);
  }

  /** Jobs run one after the other. What waits behind a job that nobody knows of, nobody could know. */
  isBlocked(job: Job): boolean {
    if (!this.world.kinds.has('jobs_queue') || job.request === undefined) return false;
    const before = this.jobs.slice(0, this.jobs.indexOf(job));
    return before.some(({ status, isKnown }) => status === 'processing' && isKnown);
  }

  handle(asked: Asked): Told {
    const { key, method, path, json } = asked;
    const state = this.keys.get(key);
    if (state !== 'active') {
      const error = state === 'replaced' ? 'API Key inativa' : 'API Key inválida';
      return { status: 401, body: { success: false, error } };
    }
    const about: { shown?: Shown } = {};
    const given = (json ?? {}) as Readonly<Record<string, unknown>>;
    const answer = answerOf(this.#behind(asked, about), method, path, given);
    return { status: 404, body: 'NOT_FOUND', ...answer, ...about };
  }

  /** The account as this request sees it; `about` gets the balance that the answer shows. */
  #behind({ key, request }: Asked, about: { shown?: Shown }): Backend {
    const { account, people } = this;
    return {
      quota: () => account.quota((about.shown = account.shown())),
      covers: (endpoint, records) => account.covers(account.prices[endpoint] * records),
      rejects: (id) => people.isRejected(id),
      lookUp: (endpoint, id) => {
        if (!people.isFound(id)) return undefined;
        const by = `request ${(this.#requests += 1)}`;
        this.charge({ endpoint, id, credits: account.prices[endpoint], by, request });
        return people.record(endpoint, id);
      },
      accept: (kind, ids, label) => {
        const pending = this.jobs.filter(({ status }) => status === 'processing').length;
        if (pending >= MOST_PENDING) return TOO_MANY;
        const kinds = this.isHealthy ? new Set<never>() : this.world.kinds;
        const fate = chooseFate(this.world.random, kinds, ids.length);
        const job = new Job(this.#newId('8000'), kind, key, ids, label, fate, this, request);
        this.jobs.push(job);
        return job.id;
      },
      job: (_, id) => {
        const job = this.#told(key, id);
        return job && shownJob(job);
      },
    };
  }

  charge(charge: Omit<Charge, 'at'>): void {
    const { request, credits } = charge;
    const beyond = this.account.take(credits);
    this.charges.push({ ...charge, at: this.world.now });
    if (request === undefined) return;
    request.charged += credits;
    request.records += 1;
    request.chargedAt = this.world.now;
    request.beyond += beyond;
  }

  #newId(group: string): string {
    return `00000000-0000-4000-${group}-${String(this.jobs.length + 1).padStart(12, '0')}`;
  }

  foreignJob(kind: BatchKind, key: string, ids: readonly string[]): Job {
    const never = { stopsAfter: 0, goesOnAfter: 0, hiddenFor: 0, namesFewerFor: 0 };
    const fate = { late: 0, pace: 0, end: 'done', isBilledAtEnd: false, ...never } as const;
    const job = new Job(this.#newId('9000'), kind, key, ids, null, fate, this, undefined);
    this.jobs.push(job);
    return job;
  }

  /** The job that an answer about this id is about: now and then another one. */
  #told(key: string, jobId: string): Job | undefined {
    const { kinds, random } = this.world;
    const job = this.jobs.find((one) => one.id === jobId && one.key === key);
    if (job === undefined || job.isHidden) return undefined;
    job.isKnown = true;
    const other = this.jobs.find(({ id, kind }) => id !== jobId && kind === job.kind);
    const mayMixUp = kinds.has('status_of_another_job') && !this.isHealthy;
    return mayMixUp && random.chance(0.3) && other !== undefined ? other : job;
  }
}

function shownJob(job: Job): ShownJob {
  const { people, world } = job.service;
  const { id, kind, status, label: fileName, results: counted, skipped, error } = job;
  const iso = (ms: number) => new Date(ms).toISOString();
  const namesFewer = world.now < job.endedAt + job.fate.namesFewerFor && status === 'done';
  return {
    id,
    kind,
    status,
    fileName,
    total: job.ids.length,
    counted,
    skipped,
    error,
    named: namesFewer ? withoutOneFound(counted) : counted,
    createdAt: iso(job.createdAt),
    updatedAt: iso(job.updatedAt),
    recordOf: (one) => people.record(kind, one),
  };
}

function withoutOneFound(done: Job['results']): Job['results'] {
  const at = done.findIndex(({ found }) => found);
  return done.filter((_, index) => index !== at);
}

/** Whom the service knows, as far as a seed says: some identifiers are found, and some it does not hold for valid. */
class People {
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

  /** The record of a CPF, or that of a CNPJ without most of its fields (spec, "CPF record", "CNPJ record"). */
  record(endpoint: Endpoint, id: string): object {
    if (endpoint === 'cnpj') {
      const state = { situacao_cadastral: 'Ativa', data_situacao_cadastral: null };
      const name = `Empresa ${id.slice(0, 4)}`;
      return { cnpj: id, razao_social: name, ...state, telefones: [], QSA: [] };
    }
    const name = `Pessoa ${id.slice(3, 6)}`;
    const born = { birthDate: '02/03/1980', day: 2, month: 3, year: 1980 };
    return { cpf: id, name, nameUpper: name.toUpperCase(), gender: null, ...born };
  }

  #part(id: string, salt: number): number {
    let hash = this.seed ^ Math.imul(salt, 0x9e3779b1);
    for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
    return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
  }
}
