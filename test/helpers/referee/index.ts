import type { ServerResponse } from 'node:http';
import { startServer, type RecordedRequest, type TestServer } from '../http-server.js';
import { reservedPort } from '../ports.js';
import { Book, type BookOptions } from './book.js';
import { refusal, type Answer } from './wire.js';

export type { Fate } from './book.js';

interface Doing {
  /** Whether the service does the work. */
  readonly works: boolean;
  /** `none`: the connection breaks; `never`: it stays open; `held`: until `releaseAnswers()`. */
  readonly reply: 'answer' | 'none' | 'never' | 'held' | Answer;
  /** The next balance is refused, too. */
  readonly blocks?: true;
}

const WORKS: Doing = { works: true, reply: 'answer' };

const doings = {
  ok: WORKS,
  drop_before: { works: false, reply: 'none' },
  drop_after: { works: true, reply: 'none' },
  hang: { works: false, reply: 'never' },
  hang_after: { works: true, reply: 'never' },
  hold: { works: true, reply: 'held' },
  429: {
    works: false,
    reply: refusal(429, 'Limite de requisições por minuto excedido.', { 'retry-after': '7' }),
  },
  500: { works: false, reply: refusal(500, 'Falha ao criar lote.') },
  502: { works: false, reply: refusal(502, 'Indisponível.') },
  503: { works: false, reply: refusal(503, 'Indisponível.') },
  blocked: { works: false, reply: refusal(403, 'Conta bloqueada.'), blocks: true },
} as const satisfies Readonly<Record<string, Doing>>;

export type What = keyof typeof doings;

/** What a rule does: one of the doings by its name, or an answer without any work. */
export type Fault = What | Answer;

/** A fault for the requests that begin with `on`, a `METHOD /path-prefix`. */
interface Rule {
  readonly on: string;
  /** Which of these requests (from 1) it is for; the next one when left out. */
  readonly nth?: number;
  readonly what: Fault;
  met: number;
  left: number;
}

interface Post {
  readonly ids: readonly unknown[];
  readonly fileName: unknown;
  readonly format: unknown;
}

export interface RefereeOptions extends BookOptions {
  readonly key?: string;
  /** What becomes of the submissions, in order; `ok` of those that follow. */
  readonly submissions?: readonly What[];
  /** Every request of a `METHOD /path-prefix` gets this fault. */
  readonly always?: Readonly<Record<string, Fault>>;
  /** The time (epoch ms) that answers name, and by how many ms it is ahead. */
  readonly now?: () => number;
  readonly ahead?: number;
  /** Called for every request before it is answered; `count` begins at 1. */
  readonly onRequest?: (line: string, count: number) => void;
}

export const KEY = 'chave-secreta-de-teste-7f3a9c';
const PATIENCE = 40_000;

export type Referee = Awaited<ReturnType<typeof startReferee>>;

/** The service on a real socket, with faults by rule and a book of what it charged. */
export async function startReferee(options: RefereeOptions = {}) {
  const referee = new RefereeServer(options);
  await referee.listen();
  return referee;
}

class RefereeServer implements AsyncDisposable {
  readonly key: string;
  /** Every request as `METHOD /path`, in the order of arrival. */
  readonly log: string[] = [];
  /** When (epoch ms) each request arrived that counts toward the limit of a minute. */
  readonly times: number[] = [];
  readonly posts: Post[] = [];
  readonly book: Book;
  readonly #rules: Rule[] = [];
  #validKey: string;
  #port = 0;
  #server: TestServer | undefined;
  readonly #held: (() => void)[] = [];
  readonly #waiting = new Set<() => void>();

  constructor(readonly options: RefereeOptions) {
    this.key = options.key ?? KEY;
    this.#validKey = this.key;
    this.book = new Book(options);
    for (const [place, what] of (options.submissions ?? []).entries())
      this.#rules.push({ on: 'POST /', nth: place + 1, what, met: 0, left: 1 });
    for (const [on, what] of Object.entries(options.always ?? {}))
      this.#rules.push({ on, what, met: 0, left: Infinity });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  count(prefix: string): number {
    return this.log.filter((line) => line.startsWith(prefix)).length;
  }

  /** Faults for the next requests of this `METHOD /path-prefix`, one per request, in order. */
  script(on: string, ...faults: readonly Fault[]): void {
    this.#rules.push(...faults.map((what) => ({ on, what, met: 0, left: 1 })));
  }

  #doingFor(line: string): Doing {
    const meant = this.#rules.filter(({ on }) => line.startsWith(on));
    for (const rule of meant) rule.met += 1;
    // What is for all of them gives way to what is for one.
    const due = meant
      .filter(({ nth, met, left }) => left > 0 && (nth ?? met) === met)
      .toSorted((one, other) => one.left - other.left)[0];
    if (due === undefined) return WORKS;
    due.left -= 1;
    return typeof due.what === 'object' ? { works: false, reply: due.what } : doings[due.what];
  }

  /** Resolves when `count` requests of this `METHOD /path-prefix` have arrived; rejects when they do not come. */
  seen(prefix: string, count = 1): Promise<void> {
    return new Promise((resolve, reject) => {
      const why = `${prefix} did not arrive ${count} times; what came:`;
      const late = setTimeout(() => {
        reject(new Error([why, ...this.log.slice(-20)].join('\n')));
      }, PATIENCE).unref();
      const look = (): void => {
        if (this.count(prefix) < count) return;
        clearTimeout(late);
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  jobIds(): string[] {
    return this.book.jobs.map(({ id }) => id);
  }

  releaseJobs(): void {
    this.book.isHeld = false;
  }

  releaseAnswers(): void {
    for (const reply of this.#held.splice(0)) reply();
  }

  replaceKey(other: string): void {
    this.#validKey = other;
  }

  async listen(): Promise<void> {
    if (this.#port === 0) this.#port = await reservedPort();
    this.#server = await startServer((request, response) => {
      // Its own log has what is asked for; a test of memory would count every request twice.
      this.#server?.requests.splice(0);
      this.#handle(request, response);
    }, this.#port);
  }

  mostOpen(): number {
    return this.#server?.mostOpen() ?? 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  #handle({ method, path, headers, body }: RecordedRequest, response: ServerResponse): void {
    const line = `${method} ${path}`;
    this.log.push(line);
    if (isCounted(line)) this.times.push(Date.now());
    this.options.onRequest?.(line, this.log.length);
    const { now, ahead = 0 } = this.options;
    if (now !== undefined) response.setHeader('date', new Date(now() + ahead).toUTCString());
    const given = headers['x-api-key'];
    if (given === this.#validKey)
      this.#answer(response, this.#doingFor(line), [method, path, body]);
    else {
      const error = given === undefined ? 'API Key não fornecida' : 'API Key inválida';
      sendReply(response, { status: 401, body: { success: false, error } }, NONE);
    }
    for (const look of this.#waiting) look();
  }

  #answer(
    response: ServerResponse,
    { works, reply, blocks }: Doing,
    request: readonly [method: string, path: string, body: string],
  ): void {
    const [method, path, body] = request;
    if (method === 'POST' && path.endsWith('/bulk')) this.posts.push(postOf(body));
    const answer = works ? (this.book.work(...request) ?? NONE) : NONE;
    if (blocks) this.script('GET /quota', refusal(403, 'Conta bloqueada.'));
    const send = () => {
      sendReply(response, reply, answer);
    };
    if (reply === 'held') this.#held.push(send);
    else send();
  }
}

const NONE = { status: 404 };

function postOf(body: string): Post {
  const { cpfs, cnpjs, fileName, format } = JSON.parse(body) as Record<string, unknown>;
  return { ids: (cpfs ?? cnpjs ?? []) as unknown[], fileName, format };
}

/** Single lookups and submissions of CPFs; neither balances nor states of jobs (spec, "Limits"). */
function isCounted(line: string): boolean {
  return /^(GET \/c(pf|npj)\/(?!bulk)|POST \/cpf\/bulk$)/.test(line);
}

/** Sends the part of `answer` that the client receives; one that is held is sent by the caller. */
function sendReply(response: ServerResponse, reply: Doing['reply'], answer: Answer): void {
  if (typeof reply === 'object') send(response, reply);
  else if (reply === 'none') response.socket?.destroy();
  else if (reply !== 'never') send(response, answer);
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  if (body === undefined) {
    response.writeHead(status, { 'content-type': 'text/plain' }).end('NOT_FOUND');
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body));
}
