import { randomUUID } from 'node:crypto';
import { makeCpf } from '../helpers/invented.js';

export type Kind = 'cpf' | 'cnpj';

/** What an account may do, and what it has used. */
export interface Account {
  readonly userId: string;
  plan: string;
  allowance: number;
  used: number;
  prices: Record<Kind | 'realtime', number>;
  state: 'active' | 'blocked';
  pendingLimit: number;
}

export interface Charge {
  readonly account: string;
  readonly id: string;
  readonly credits: number;
  /** The id of the job, `single` or `realtime`. */
  readonly by: string;
}

/** How the next jobs behave, when they are not as the specification hopes. */
export interface Conduct {
  /** Milliseconds of the service's time until it begins. */
  startsAfter?: number;
  /** Identifiers a second. */
  speed?: number;
  /** Fails after this many identifiers; with `goesOn` it processes the rest all the same. */
  failsAfter?: number;
  goesOn?: boolean;
  /** Identifiers that the service discards although they are valid. */
  discards?: number;
  /** Found records that the results leave out, although they are counted and charged. */
  hides?: number;
  /** Never ends after this many identifiers. */
  hangsAfter?: number;
}

export interface ServiceJob {
  readonly id: string;
  readonly kind: Kind;
  readonly key: string;
  readonly account: Account;
  readonly ids: readonly string[];
  readonly conduct: Conduct;
  readonly createdAt: number;
  readonly fileName: string | null;
  status: 'processing' | 'done' | 'failed';
  error: string | null;
  handled: number;
  results: string[];
  skipped: number;
}

/** The accounts, jobs and charges of a service; `now` is its time in epoch ms. */
export class Book {
  readonly accounts: Account[] = [];
  readonly keys = new Map<string, { account: Account; state: 'active' | 'replaced' }>();
  readonly jobs: ServiceJob[] = [];
  readonly charges: Charge[] = [];
  conduct: Conduct = {};

  constructor(readonly now: () => number) {}

  open(key: string, account: Partial<Account> = {}): Account {
    const prices = { cpf: 1, cnpj: 1, realtime: 1.5 };
    const fresh: Account = {
      ...{ userId: randomUUID(), plan: 'Básico', allowance: 1000, used: 0 },
      ...{ prices, state: 'active', pendingLimit: 1000, ...account },
    };
    this.accounts.push(fresh);
    this.keys.set(key, { account: fresh, state: 'active' });
    return fresh;
  }

  /** The dashboard replaces a key by a newer one of the same account. */
  replaceKey(old: string, key: string): void {
    const known = this.keys.get(old);
    if (known === undefined) return;
    known.state = 'replaced';
    this.keys.set(key, { account: known.account, state: 'active' });
  }

  remaining({ allowance, used }: Account): number {
    return Math.max(0, allowance - used);
  }

  covers(account: Account, credits: number): boolean {
    return this.remaining(account) >= credits;
  }

  charge(account: Account, id: string, by: string, kind: Kind | 'realtime'): void {
    const credits = account.prices[kind];
    account.used += credits;
    this.charges.push({ account: account.userId, id, credits, by });
  }

  makeJob(
    kind: Kind,
    key: string,
    account: Account,
    ids: readonly string[],
    fileName: string | null,
  ) {
    const { discards = 0 } = this.conduct;
    const job: ServiceJob = {
      ...{ id: randomUUID(), kind, key, account, fileName, conduct: this.conduct },
      ...{ ids: ids.slice(0, ids.length - discards), createdAt: this.now(), status: 'processing' },
      ...{ error: null, handled: 0, results: [], skipped: 0 },
    };
    this.jobs.push(job);
    return job;
  }

  /** Brings every job to where it stands by now. */
  advance(): void {
    for (const job of this.jobs) this.#work(job);
  }

  /** How often each identifier was charged. */
  timesCharged(): Map<string, number> {
    const times = new Map<string, number>();
    for (const { id } of this.charges) times.set(id, (times.get(id) ?? 0) + 1);
    return times;
  }

  #work(job: ServiceJob): void {
    const { startsAfter = 0, speed = 1000, failsAfter, goesOn = false, hangsAfter } = job.conduct;
    const passed = this.now() - job.createdAt - startsAfter;
    if (passed < 0) return;
    const most = Math.min(
      job.ids.length,
      Math.ceil((passed / 1000) * speed),
      hangsAfter ?? Infinity,
    );
    while (job.handled < most) {
      if (failsAfter !== undefined && job.handled >= failsAfter) {
        job.status = 'failed';
        job.error = 'Falha ao registrar validação';
        if (!goesOn) return;
      }
      this.#handle(job, job.ids[job.handled] ?? '');
      job.handled += 1;
    }
    if (job.handled === job.ids.length && job.status === 'processing') job.status = 'done';
  }

  #handle(job: ServiceJob, id: string): void {
    if (!this.covers(job.account, job.account.prices[job.kind])) {
      job.skipped += 1;
      return;
    }
    this.charge(job.account, id, job.id, job.kind);
    job.results.push(id);
  }
}

/** The record of a CPF (spec, "CPF record"). */
export function cpfRecord(id: string) {
  const name = `Pessoa ${id.slice(0, 5)}`;
  return {
    ...{ cpf: id, name, nameUpper: name.toUpperCase(), gender: 'F', birthDate: '02/03/1980' },
    ...{ day: 2, month: 3, year: 1980 },
  };
}

/** The record of a company, as far as it matters here (spec, "CNPJ record"). */
export function cnpjRecord(id: string) {
  return {
    cnpj: id,
    razao_social: `Empresa ${id.slice(0, 8)}`,
    situacao_cadastral: 'Ativa',
    QSA: [],
  };
}

export const firstCpfs = (count: number, from = 1): string[] =>
  Array.from({ length: count }, (_, i) => makeCpf(from + i));
