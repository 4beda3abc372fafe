import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A second reading of service-spec.md, for tests of the built command: it shares no line with the
 * sandbox or the client, so that a misreading there is not repeated here.
 */
export interface SpecServer extends AsyncDisposable {
  readonly url: string;
  readonly key: string;
  /** Every request as `METHOD /path`, in the order of arrival. */
  readonly log: readonly string[];
  /** The body of every batch submission that arrived, accepted or not. */
  readonly posts: readonly Post[];
  /** One entry for each credit taken: the identifier. */
  readonly book: readonly string[];
  /** Faults for the next requests of this `METHOD /path-prefix`, one each, in order. */
  script(prefix: string, ...faults: readonly Fault[]): void;
  /** Resolves once `count` requests of this `METHOD /path-prefix` have arrived. */
  seen(prefix: string, count?: number): Promise<void>;
  /** Lets jobs that stand still be worked off. */
  releaseJobs(): void;
  close(): Promise<void>;
}

export interface Post {
  readonly ids: readonly unknown[];
  readonly fileName: unknown;
}

export type Fault =
  | {
      readonly status: number;
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** No answer ever: the request is worked off first, or not at all. */
  | 'work_then_hang'
  | 'hang'
  | 'work_then_drop';

export interface SpecServerOptions {
  readonly key?: string;
  readonly credits?: number;
  /** Identifiers that are not found. */
  readonly missing?: readonly string[];
  /** Jobs stay at `processing` until `releaseJobs()`. */
  readonly holdJobs?: boolean;
  /** Every request of a `METHOD /path-prefix` gets this fault. */
  readonly always?: Readonly<Record<string, Fault>>;
}

type Kind = 'cpf' | 'cnpj';
interface Job {
  readonly id: string;
  readonly kind: Kind;
  readonly ids: readonly string[];
  readonly fileName: unknown;
  readonly results: { readonly id: string; readonly found: boolean }[];
  skipped: number;
}
interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export const PERSON = 'MARIA DE TESTE DA SILVA';

export async function startSpecServer(options: SpecServerOptions = {}): Promise<SpecServer> {
  const key = options.key ?? 'chave-secreta-de-teste-7f3a9c';
  const credits = options.credits ?? 100_000;
  const missing = new Set(options.missing);
  const log: string[] = [];
  const posts: Post[] = [];
  const book: string[] = [];
  const jobs = new Map<string, Job>();
  const scripts: { readonly prefix: string; readonly fault: Fault }[] = [];
  const waiting = new Set<() => void>();
  let holding = options.holdJobs === true;

  const faultOf = (line: string): Fault | undefined => {
    const index = scripts.findIndex(({ prefix }) => line.startsWith(prefix));
    if (index >= 0) return scripts.splice(index, 1)[0]?.fault;
    return Object.entries(options.always ?? {}).find(([prefix]) => line.startsWith(prefix))?.[1];
  };
  const left = () => credits - book.length;
  const pay = (id: string): boolean => {
    if (missing.has(id)) return false;
    book.push(id);
    return true;
  };
  const workOff = (job: Job): void => {
    if (holding || job.results.length + job.skipped > 0) return;
    for (const id of job.ids) {
      if (left() < 1) job.skipped += 1;
      else job.results.push({ id, found: pay(id) });
    }
  };

  const single = (kind: Kind, text: string): Answer => {
    const id = bare(text);
    const shaped = kind === 'cpf' ? /^\d{11}$/.test(id) : isCnpj(id);
    if (!shaped) return failure(400, `${kind.toUpperCase()} inválido.`);
    if (kind === 'cpf' && !isCpf(id))
      return failure(422, 'CPF inválido. Dígito verificador incorreto.');
    if (left() < 1) return failure(403, 'Limite de créditos excedido');
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
    if (valid.length > left()) {
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
      plan: 'Grátis',
      remainingCredits: Math.max(0, left()),
      usedCredits: book.length,
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

  const handle = (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const { method = '', url: path = '' } = request;
    const line = `${method} ${path}`;
    const fault = faultOf(line);
    const given = request.headers['x-api-key'];
    if (given !== key) {
      const error = given === undefined ? 'API Key não fornecida' : 'API Key inválida';
      send(response, { status: 401, body: { success: false, error } });
    } else if (typeof fault === 'object') {
      if (method === 'POST') {
        const list = JSON.parse(body) as Record<string, unknown[]>;
        posts.push({ ids: list['cpfs'] ?? list['cnpjs'] ?? [], fileName: list['fileName'] });
      }
      send(response, fault, fault.headers);
    } else {
      const answer = fault === 'hang' ? undefined : work(method, path, body);
      if (fault === 'work_then_drop') request.socket.destroy();
      else if (fault === undefined) send(response, answer ?? { status: 404, body: undefined });
    }
    log.push(line);
    for (const look of waiting) look();
  };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      handle(request, response, Buffer.concat(chunks).toString('utf8'));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    key,
    log,
    posts,
    book,
    script: (prefix, ...faults) => {
      scripts.push(...faults.map((fault) => ({ prefix, fault })));
    },
    seen: (prefix, count = 1) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (log.filter((line) => line.startsWith(prefix)).length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    releaseJobs: () => {
      holding = false;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The `n`th CPF of an endless row of valid ones. */
export function makeCpf(n: number): string {
  return withCheckDigits(String(100_000_000 + n * 7), cpfDigit);
}

/** The `n`th CNPJ of an endless row of valid ones, alphanumeric. */
export function makeCnpj(n: number): string {
  const body = `${(n + 1_000).toString(36).toUpperCase().padStart(8, '1')}0001`;
  return withCheckDigits(body, cnpjDigit);
}

export function isCpf(id: string): boolean {
  if (!/^\d{11}$/.test(id) || /^(\d)\1*$/.test(id)) return false;
  return withCheckDigits(id.slice(0, 9), cpfDigit) === id;
}

function isCnpj(id: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(id) || /^(\d)\1*$/.test(id)) return false;
  return withCheckDigits(id.slice(0, 12), cnpjDigit) === id;
}

function withCheckDigits(body: string, digit: (body: string) => number): string {
  const one = `${body}${digit(body)}`;
  return `${one}${digit(one)}`;
}

function cpfDigit(body: string): number {
  return modulo11(body.split('').map((char, index) => Number(char) * (body.length + 1 - index)));
}

function cnpjDigit(body: string): number {
  const weight = (index: number): number => ((body.length - 1 - index) % 8) + 2;
  return modulo11(body.split('').map((char, index) => (char.charCodeAt(0) - 48) * weight(index)));
}

function modulo11(products: readonly number[]): number {
  const rest = products.reduce((sum, product) => sum + product, 0) % 11;
  return rest < 2 ? 0 : 11 - rest;
}

function bare(text: string): string {
  return text.replaceAll(/[.\-/\s]/g, '').toUpperCase();
}

function record(kind: Kind, id: string): Record<string, unknown> {
  if (kind === 'cpf') return { cpf: id, ...person() };
  return { cnpj: id, razao_social: `EMPRESA ${id}`, nome_fantasia: '', uf: 'SP', QSA: [] };
}

function person(): Record<string, unknown> {
  const [day, month, year] = [2, 3, 1980];
  const birthDate = '02/03/1980';
  return {
    name: PERSON,
    nameUpper: PERSON,
    gender: 'F',
    birthDate,
    day,
    month,
    year,
    extra: 'kept',
  };
}

function jobItem(kind: Kind, { id, found }: { id: string; found: boolean }): unknown {
  if (kind === 'cnpj') return { cnpj: id, found, data: found ? record(kind, id) : null };
  const empty = Object.fromEntries(Object.keys(person()).map((name) => [name, null]));
  return { cpf: id, found, ...(found ? person() : empty) };
}

function success(status: number, data: unknown): Answer {
  return { status, body: { success: true, data } };
}

function failure(status: number, message: string): Answer {
  return { status, body: { success: false, data: null, error: { message } } };
}

function send(
  response: ServerResponse,
  { status, body }: Answer,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (body === undefined) {
    response.writeHead(status, { 'content-type': 'text/plain' }).end('NOT_FOUND');
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body));
}
