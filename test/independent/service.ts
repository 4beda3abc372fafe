import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bare } from '../helpers/invented.js';
import { Book, cnpjRecord, cpfRecord, type Account, type Kind, type ServiceJob } from './book.js';

/** What happens to a request instead of its answer. `before`: nothing is done; `after`: it is done, then this. */
export interface Fault {
  /** The beginning of `METHOD /path`. */
  readonly on: string;
  readonly when: 'before' | 'after';
  /** `drop` closes the connection, `hang` never answers, a number is a status without a known meaning. */
  readonly how: 'drop' | 'hang' | number | ((answer: Answer) => Answer);
  /** Called when the request has arrived, and was done where it is `after`. */
  readonly then?: () => unknown;
  times: number;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const FAILURE = { success: false, data: null };
const object = (status: number, message: string, headers = {}): Answer => {
  return { status, body: { ...FAILURE, error: { message } }, headers };
};
const text = (status: number, error: string): Answer => {
  return { status, body: { success: false, error } };
};
const good = (data: unknown, status = 200): Answer => ({ status, body: { success: true, data } });

/** The whole service of the specification over HTTP, with a book of every charge. */
export class IndependentService {
  readonly book: Book;
  readonly faults: Fault[] = [];
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  constructor(readonly now: () => number) {
    this.book = new Book(now);
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  fault(on: string, when: Fault['when'], how: Fault['how'], then?: () => unknown, times = 1): void {
    this.faults.push({ on, when, how, times, then });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = (request.url ?? '').split('?')[0] ?? '';
    const line = `${request.method ?? ''} ${path}`;
    const body = Buffer.concat(chunks).toString();
    this.book.advance();
    const fault = this.faults.find(({ on, times }) => times > 0 && line.startsWith(on));
    if (fault !== undefined) fault.times -= 1;
    const key = request.headers['x-api-key'];
    const isDone = fault === undefined || fault.when === 'after';
    let answer = isDone
      ? this.#answer(line, typeof key === 'string' ? key : undefined, body)
      : good({});
    await fault?.then?.();
    if (fault?.how === 'drop') return void response.destroy();
    if (fault?.how === 'hang') return;
    if (typeof fault?.how === 'number') answer = object(fault.how, `Falha ${fault.how}`);
    if (typeof fault?.how === 'function') answer = fault.how(answer);
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.body));
  }

  #answer(line: string, key: string | undefined, body: string): Answer {
    if (key === undefined) return text(401, 'API Key não fornecida');
    const known = this.book.keys.get(key);
    if (known === undefined) return text(401, 'API Key inválida');
    if (known.state === 'replaced') return text(401, 'API Key inativa');
    const { account } = known;
    if (account.state === 'blocked')
      return text(403, 'Conta bloqueada. Entre em contato com o suporte.');
    if (line === 'GET /quota') return this.#quota(account);
    const status = /^GET \/(cpf|cnpj)\/bulk\/([^/]+)$/.exec(line);
    if (status !== null) return this.#status(status[1] as Kind, status[2] ?? '', key);
    if (line === 'POST /cpf/realtime') return this.#realtime(account, body);
    const submission = /^POST \/(cpf|cnpj)\/bulk$/.exec(line);
    if (submission !== null) return this.#submit(submission[1] as Kind, key, account, body);
    const single = /^GET \/(cpf|cnpj)\/([^/]+)$/.exec(line);
    if (single !== null)
      return this.#single(single[1] as Kind, decodeURIComponent(single[2] ?? ''), account);
    return { status: 404, body: 'NOT_FOUND' };
  }

  #quota(account: Account): Answer {
    const { plan, used, userId } = account;
    const remainingCredits = Math.floor(this.book.remaining(account));
    const rest = { billingStatus: 'active', email: 'a@example.test' };
    return good({ plan, remainingCredits, usedCredits: used, userId, ...rest });
  }

  #single(kind: Kind, written: string, account: Account): Answer {
    const id = bare(written);
    if (!this.book.covers(account, account.prices[kind]))
      return text(403, 'Limite de créditos excedido');
    this.book.charge(account, id, 'single', kind);
    return good(kind === 'cpf' ? cpfRecord(id) : cnpjRecord(id));
  }

  #realtime(account: Account, body: string): Answer {
    const { cpf = '' } = JSON.parse(body) as { cpf?: string };
    const id = cpf.replaceAll(/\D/g, '');
    if (!this.book.covers(account, account.prices.realtime))
      return object(403, 'Limite de créditos excedido');
    this.book.charge(account, id, 'realtime', 'realtime');
    return good(cpfRecord(id));
  }

  #submit(kind: Kind, key: string, account: Account, body: string): Answer {
    const sent = JSON.parse(body) as Record<string, unknown>;
    const items = sent[`${kind}s`];
    if (!Array.isArray(items)) return object(400, `Campo '${kind}s' deve ser um array não vazio.`);
    const valid = [...new Set(items.map((item) => bare(String(item))))];
    const pending = this.book.jobs.filter(
      (job) => job.account === account && job.status === 'processing',
    );
    if (pending.length >= account.pendingLimit)
      return object(
        429,
        `Limite de ${account.pendingLimit} lotes pendentes por cliente excedido.`,
        { 'retry-after': '60' },
      );
    const needed = valid.length * account.prices[kind];
    if (!this.book.covers(account, needed))
      return object(403, `Créditos insuficientes para o lote: ${needed} necessários.`);
    const fileName = typeof sent['fileName'] === 'string' ? sent['fileName'] : null;
    const job = this.book.makeJob(kind, key, account, valid, fileName);
    const { length: totalRecords } = job.ids;
    const invalid = valid.length - totalRecords;
    return good({ jobId: job.id, status: 'processing', totalRecords, invalid }, 202);
  }

  #status(kind: Kind, id: string, key: string): Answer {
    const job = this.book.jobs.find((one) => one.id === id && one.kind === kind && one.key === key);
    return job === undefined ? object(404, 'Lote não encontrado.') : good(shown(job));
  }
}

/** The status of a job (spec, "CPF batch job"). */
export function shown(job: ServiceJob): Record<string, unknown> {
  const { id, kind, status, error, results, skipped, fileName, createdAt } = job;
  const rows = results.slice(job.conduct.hides ?? 0).map((id) => row(kind, id));
  const at = new Date(createdAt).toISOString();
  return {
    ...{ id, status, file_name: fileName, format: null, total_records: job.ids.length },
    ...{ processed: results.length + skipped, found: results.length },
    ...{ not_found: 0, skipped, error, created_at: at, updated_at: at },
    [`${kind}s`]: rows,
  };
}

function row(kind: Kind, id: string) {
  if (kind === 'cnpj') return { cnpj: id, found: true, data: cnpjRecord(id) };
  return { ...cpfRecord(id), found: true };
}
