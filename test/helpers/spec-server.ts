import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createSpecAccount,
  type Answer,
  type Post,
  type SpecAccountOptions,
} from './spec-account.js';

/**
 * A second implementation of service-spec.md, for tests of the built command. It shares no code with the
 * sandbox or the client, so that a mistake there is not repeated here.
 */
export interface SpecServer extends AsyncDisposable {
  readonly url: string;
  readonly key: string;
  /** Every request as `METHOD /path`, in the order of arrival. */
  readonly log: readonly string[];
  /** When (epoch ms) each request arrived that counts toward the limit of a minute. */
  readonly times: readonly number[];
  /** The body of every batch submission that arrived, accepted or not. */
  readonly posts: readonly Post[];
  /** One entry per credit charged: the identifier. */
  readonly book: readonly string[];
  /** Faults for the next requests of this `METHOD /path-prefix`, one per request, in order. */
  script(prefix: string, ...faults: readonly Fault[]): void;
  /** Resolves when `count` requests of this `METHOD /path-prefix` have arrived; rejects when they do not come. */
  seen(prefix: string, count?: number): Promise<void>;
  /** Lets held jobs be processed. */
  releaseJobs(): void;
  /** The ids of the created jobs, in order. */
  jobIds(): string[];
  /** Another key takes the place of the one that is valid now. */
  replaceKey(other: string): void;
  /** Adds credits. */
  topUp(more: number): void;
  /** Takes the last charges back. */
  refund(credits: number): void;
  /** Sends every delayed answer. */
  releaseAnswers(): void;
  close(): Promise<void>;
}

export type Fault =
  | {
      readonly status: number;
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Never answers: the request is processed first, or not at all. */
  | 'work_then_hang'
  | 'hang'
  | 'work_then_drop'
  /** Processes immediately, and answers at `releaseAnswers()`. */
  | 'work_then_hold';

export interface SpecServerOptions extends SpecAccountOptions {
  readonly key?: string;
  /** Every request of a `METHOD /path-prefix` gets this fault. */
  readonly always?: Readonly<Record<string, Fault>>;
}

/** A request that a test waits for comes within this time (ms). */
const PATIENCE = 40_000;

export async function startSpecServer(options: SpecServerOptions = {}): Promise<SpecServer> {
  const key = options.key ?? 'chave-secreta-de-teste-7f3a9c';
  const { posts, book, work, releaseJobs, jobIds, topUp, refund } = createSpecAccount(options);
  const log: string[] = [];
  const times: number[] = [];
  let valid = key;
  const scripts: { readonly prefix: string; readonly fault: Fault }[] = [];
  const waiting = new Set<() => void>();
  const held: (() => void)[] = [];

  const faultOf = (line: string): Fault | undefined => {
    const index = scripts.findIndex(({ prefix }) => line.startsWith(prefix));
    if (index >= 0) return scripts.splice(index, 1)[0]?.fault;
    return Object.entries(options.always ?? {}).find(([prefix]) => line.startsWith(prefix))?.[1];
  };
  const handle = (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const { method = '', url: path = '' } = request;
    const line = `${method} ${path}`;
    const fault = faultOf(line);
    const given = request.headers['x-api-key'];
    if (given !== valid) {
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
      const reply = () => {
        send(response, answer ?? { status: 404, body: undefined });
      };
      if (fault === 'work_then_hold') held.push(reply);
      if (fault === undefined) reply();
    }
    log.push(line);
    if (isCounted(line)) times.push(Date.now());
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
    times,
    posts,
    book,
    replaceKey: (other) => {
      valid = other;
    },
    script: (prefix, ...faults) => {
      scripts.push(...faults.map((fault) => ({ prefix, fault })));
    },
    seen: (prefix, count = 1) =>
      new Promise((resolve, reject) => {
        const why = `${prefix} did not arrive ${count} times; what came:`;
        const late = setTimeout(() => {
          reject(new Error([why, ...log.slice(-20)].join('\n')));
        }, PATIENCE).unref();
        const look = (): void => {
          if (log.filter((line) => line.startsWith(prefix)).length < count) return;
          clearTimeout(late);
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    ...{ releaseJobs, jobIds, topUp, refund },
    releaseAnswers: () => {
      for (const reply of held.splice(0)) reply();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Single lookups and submissions of CPFs; neither balances nor states of jobs (spec, "Limits"). */
function isCounted(line: string): boolean {
  return /^(GET \/c(pf|npj)\/(?!bulk)|POST \/cpf\/bulk$)/.test(line);
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
