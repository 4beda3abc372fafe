import type { ServerResponse } from 'node:http';
import { json, startServer, type RecordedRequest } from './http-server.js';

/** The outcome of one submission; `ok` without a script. */
export type SubmissionStep =
  | 'ok'
  | 'hang'
  | 'drop_after'
  | 'drop_before'
  | 'garbage_202'
  | 'blocked'
  | 429
  | 500
  | 502;

/** The course of an accepted job; `done` without a script. */
export type JobStep =
  | 'done'
  /** 404 to every request. */
  | 'vanished'
  /** 404 to the first request only. */
  | 'blinked'
  /** 404 to the first two requests, then found again. */
  | 'lost'
  | { readonly skipLast: number }
  /** Answers with the id of another job, this many times. */
  | { readonly otherIdFor: number }
  /** Says `failed` after half of the items to this many requests, and goes on. */
  | { readonly failsFor: number }
  /** Ends as `done` with a total that its numbers do not reach. */
  | 'miscounts'
  /** Ends as `failed` after this many items. */
  | { readonly failAfter: number }
  /** Counts and charges all, but omits the last one from the results of this many requests. */
  | { readonly forgetsFor: number };

export interface FakeJob {
  readonly id: string;
  /** The path under which it is available. */
  readonly kind: 'cpf' | 'cnpj';
  readonly ids: readonly string[];
  readonly fileName: string | null;
  readonly step: JobStep;
  asked: number;
}

export interface FakeServiceOptions {
  readonly credits?: number;
  readonly overage?: boolean;
  /** Credits of a found record; default 1. */
  readonly price?: number;
  readonly submissions?: readonly SubmissionStep[];
  readonly jobs?: readonly JobStep[];
  /** The number of the status request at which a job has ended; default 1. */
  readonly pollsToEnd?: number;
  readonly isFound?: (id: string) => boolean;
  /** Identifiers that the service counts as `invalid` although they look valid. */
  readonly rejects?: (id: string) => boolean;
  readonly record?: (id: string) => Readonly<Record<string, unknown>>;
  /** Changes each answer about a job; `asked` begins at 1. */
  readonly told?: (data: Readonly<Record<string, unknown>>, asked: number) => object;
  /** Called for every request before it is answered; `count` begins at 1. */
  readonly onRequest?: (line: string, count: number) => void;
}

/** The service's view of the account; tests read it and may change its balance. */
export interface FakeService extends AsyncDisposable {
  readonly url: string;
  /** `POST /cpf/bulk`, in order. */
  readonly requests: readonly string[];
  readonly jobs: readonly FakeJob[];
  /** The number of accepted jobs that contain each identifier; must never be 2. */
  readonly book: ReadonlyMap<string, number>;
  readonly charges: ReadonlyMap<string, number>;
  readonly account: { credits: number; used: number; price: number; plan: string };
  count(prefix: string): number;
}

/**
 * A small implementation of the service's specification, independent of the sandbox, that charges
 * immediately.
 */
export async function startFakeService(options: FakeServiceOptions = {}): Promise<FakeService> {
  const state = new State(options);
  const server = await startServer((request, response) => {
    const line = `${request.method} ${request.path}`;
    state.requests.push(line);
    options.onRequest?.(line, state.requests.length);
    if (request.method === 'POST') submit(state, request, response);
    else if (request.path === '/quota') tellQuota(state, response);
    else status(state, request.path, response);
  });
  const { requests, jobs, book, charges, account } = state;
  return {
    ...{ url: server.url, requests, jobs, book, charges, account },
    count: (prefix) => requests.filter((line) => line.startsWith(prefix)).length,
    [Symbol.asyncDispose]: () => server.close(),
  };
}

class State {
  readonly requests: string[] = [];
  readonly jobs: FakeJob[] = [];
  readonly book = new Map<string, number>();
  readonly charges = new Map<string, number>();
  readonly account: { credits: number; used: number; price: number; plan: string };
  readonly submissions: SubmissionStep[];
  isBlocked = false;

  constructor(readonly options: FakeServiceOptions) {
    const { credits = 1_000_000, price = 1 } = options;
    this.account = { credits, used: 0, price, plan: 'Micro' };
    this.submissions = [...(options.submissions ?? [])];
  }

  quota() {
    const remainingCredits = Math.max(0, Math.floor(this.account.credits));
    const { plan, used: usedCredits } = this.account;
    return { plan, remainingCredits, usedCredits };
  }

  /** Creates a job and charges what it will find. */
  accept(kind: FakeJob['kind'], ids: readonly string[], fileName: string | null): FakeJob {
    const number = this.jobs.length;
    const step = this.options.jobs?.[number] ?? 'done';
    const id = `00000000-0000-4000-8000-${String(number + 1).padStart(12, '0')}`;
    const job = { id, kind, ids, fileName, step, asked: 0 };
    this.jobs.push(job);
    for (const one of ids) this.book.set(one, (this.book.get(one) ?? 0) + 1);
    const found = processed(job).filter((one) => this.isFound(one));
    for (const one of found) this.charges.set(one, (this.charges.get(one) ?? 0) + 1);
    const cost = found.length * this.account.price;
    this.account.used += cost;
    this.account.credits -= cost;
    return job;
  }

  isFound(id: string): boolean {
    return this.options.isFound?.(id) ?? true;
  }
}

/** A blocked account is refused here, too, once. */
function tellQuota(state: State, response: ServerResponse): void {
  if (!state.isBlocked) json(response, 200, ok(state.quota()));
  else refuse(response, 403, 'Conta bloqueada.');
  state.isBlocked = false;
}

type Refusal = readonly [code: number, message: string, headers?: Readonly<Record<string, string>>];

function submit(state: State, request: RecordedRequest, response: ServerResponse): void {
  const step = state.submissions.shift() ?? 'ok';
  const kind = request.path.startsWith('/cnpj') ? 'cnpj' : 'cpf';
  const body = JSON.parse(request.body) as Record<string, unknown>;
  const sent = [...new Set(body[`${kind}s`] as string[])];
  const ids = sent.filter((id) => state.options.rejects?.(id) !== true);
  if (step === 'hang') return;
  if (step === 'drop_before') return void response.destroy();
  state.isBlocked = step === 'blocked';
  const refusal = refusalOf(state, step, sent, ids);
  if (refusal !== undefined) {
    refuse(response, ...refusal);
    return;
  }
  const fileName = typeof body['fileName'] === 'string' ? body['fileName'] : null;
  const job = state.accept(kind, ids, fileName);
  if (step === 'drop_after') return void response.destroy();
  if (step === 'garbage_202') return void response.writeHead(202).end('<html>ok</html>');
  const counts = { totalRecords: ids.length, invalid: sent.length - ids.length };
  json(response, 202, ok({ jobId: job.id, status: 'processing', ...counts }));
}

function refusalOf(
  { options, account }: State,
  step: SubmissionStep,
  sent: readonly string[],
  ids: readonly string[],
): Refusal | undefined {
  if (sent.length > 10_000) return [400, 'Limite de 10000 por lote excedido.'];
  if (step === 'blocked') return [403, 'Conta bloqueada.'];
  if (step === 429) return [429, 'Limite excedido.', { 'retry-after': '7' }];
  if (step === 500 || step === 502) return [step, 'Falha ao criar lote.'];
  if (ids.length === 0) return [422, 'Nenhum CPF válido na lista enviada.'];
  const covered = options.overage === true || ids.length * account.price <= account.credits;
  return covered ? undefined : [403, `Créditos insuficientes: ${ids.length} necessários.`];
}

function status(state: State, path: string, response: ServerResponse): void {
  const job = state.jobs.find(({ id, kind }) => path.endsWith(`/${kind}/bulk/${id}`));
  if (job === undefined) {
    refuse(response, 404, 'Lote não encontrado.');
    return;
  }
  job.asked += 1;
  if (job.step === 'vanished' || job.asked <= hiddenFor(job)) {
    refuse(response, 404, 'Lote não encontrado.');
    return;
  }
  const ended = job.asked >= (state.options.pollsToEnd ?? 1);
  // Results come in another order than the submission, and a poll before the end returns a part.
  const all = processed(job).reverse();
  const seen = ended && !isInterim(job) ? all : all.slice(0, Math.floor(all.length / 2));
  const found = seen.filter((id) => state.isFound(id)).length;
  const failed =
    isInterim(job) || (ended && typeof job.step === 'object' && 'failAfter' in job.step);
  const skipped = ended && typeof job.step === 'object' && 'skipLast' in job.step;
  const { told = (data) => data } = state.options;
  const data = {
    id: isOfAnother(job) ? job.id.replace(/.$/, 'f') : job.id.toUpperCase(),
    status: failed ? 'failed' : ended ? 'done' : 'processing',
    file_name: job.fileName,
    total_records: job.ids.length + (job.step === 'miscounts' ? 1 : 0),
    processed: seen.length,
    found,
    not_found: seen.length - found,
    skipped: skipped ? job.ids.length - all.length : 0,
    error: failed ? 'Falha ao registrar validação' : null,
    ...results(state, path, forgets(job) ? seen.slice(0, -1) : seen),
  };
  json(response, 200, ok(told(data, job.asked)));
}

/** Whether it says `failed` and goes on. */
function isInterim({ step, asked }: FakeJob): boolean {
  return typeof step === 'object' && 'failsFor' in step && asked <= step.failsFor;
}

function isOfAnother({ step, asked }: FakeJob): boolean {
  return typeof step === 'object' && 'otherIdFor' in step && asked <= step.otherIdFor;
}

function forgets({ step, asked }: FakeJob): boolean {
  return typeof step === 'object' && 'forgetsFor' in step && asked <= step.forgetsFor;
}

function hiddenFor({ step }: FakeJob): number {
  return step === 'lost' ? 2 : step === 'blinked' ? 1 : 0;
}

function results(state: State, path: string, ids: readonly string[]) {
  const recordOf = (id: string) => state.options.record?.(id) ?? { name: `Nome ${id}` };
  if (path.startsWith('/cnpj')) {
    return {
      cnpjs: ids.map((id) => {
        const found = state.isFound(id);
        return { cnpj: id, found, data: found ? { cnpj: id, ...recordOf(id) } : null };
      }),
    };
  }
  return {
    cpfs: ids.map((id) => {
      const found = state.isFound(id);
      return { cpf: id, found, ...(found ? recordOf(id) : { name: null }) };
    }),
  };
}

/** The identifiers that a job looks up before it ends. */
function processed({ ids, step }: FakeJob): string[] {
  if (typeof step !== 'object') return [...ids];
  if ('failAfter' in step) return ids.slice(0, step.failAfter);
  return ids.slice(0, 'skipLast' in step ? ids.length - step.skipLast : ids.length);
}

function ok(data: unknown) {
  return { success: true, data };
}

function refuse(
  response: ServerResponse,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  json(response, code, { success: false, data: null, error: { message } }, headers);
}
