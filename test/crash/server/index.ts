import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { reservedPort } from '../../helpers/ports.js';
import { createBook, refusal, type Answer, type Book, type BookOptions } from './book.js';
import { handlingOf, sendReply, type Endpoint, type Fault } from './faults.js';

export const KEY = 'chave-secreta-de-teste-7f3a9c';

/** A service that keeps its book even if connections break. */
export interface ChaosServer {
  readonly url: string;
  readonly book: Book;
  readonly count: { requests: number; posts: number; faults: number };
  /** Sets the faults of the next requests. `kill` ends the running client. */
  arm(faults: readonly Fault[], kill: () => void): void;
  /** Does the late work that is still pending. */
  catchUp(): void;
  /** Does the late work, and answers without faults from now on. */
  calmDown(): void;
  close(): Promise<void>;
}

/** Milliseconds during which the port is closed. */
const AWAY = 40;

export async function startChaosServer(options: BookOptions): Promise<ChaosServer> {
  const book = createBook(options);
  const count = { requests: 0, posts: 0, faults: 0 };
  const late: (() => void)[] = [];
  let faults: Fault[] = [];
  let seen = { POST: 0, status: 0, quota: 0 };
  let kill: () => void = () => undefined;

  const takeFault = (on: Endpoint): Fault | undefined => {
    seen[on] += 1;
    const index = faults.findIndex((fault) => fault.on === on && fault.nth === seen[on]);
    if (index < 0) return undefined;
    count.faults += 1;
    return faults.splice(index, 1)[0];
  };
  const doLate = (): void => {
    for (const work of late.splice(0)) work();
  };

  const handle = (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const { method = '', url = '' } = request;
    if (request.headers['x-api-key'] !== KEY) {
      response.writeHead(401).end(JSON.stringify({ success: false, error: 'API Key inválida' }));
      return;
    }
    count.requests += 1;
    if (method === 'POST') count.posts += 1;
    const fault = takeFault(endpointOf(method, url));
    const handling = handlingOf(fault);
    if (fault?.what === 'stranger') book.stranger(Math.max(0, book.left()));
    const answer = handling.works ? work(method, url, body) : undefined;
    if (handling.worksLater) late.push(() => work(method, url, body));
    else if (url === '/quota') doLate();
    if (handling.kills) kill();
    sendReply(response, handling, answer ?? refusal(503, 'Indisponível.'));
    if (handling.restarts) void restart();
  };
  const work = (method: string, url: string, body: string): Answer => {
    const answer = book.work(method, url, body);
    book.tick();
    return answer;
  };

  let server = listener(handle);
  const port = await reservedPort();
  await listen(server, port);
  let away = Promise.resolve();
  const restart = (): Promise<void> => {
    away = away.then(async () => {
      await shut(server);
      await new Promise((resolve) => setTimeout(resolve, AWAY));
      server = listener(handle);
      await listen(server, port);
    });
    return away;
  };

  return {
    url: `http://127.0.0.1:${port}`,
    ...{ book, count },
    arm: (wanted, killer) => {
      faults = [...wanted];
      seen = { POST: 0, status: 0, quota: 0 };
      kill = killer;
    },
    catchUp: doLate,
    calmDown: () => {
      faults = [];
      doLate();
      book.calmDown();
    },
    close: async () => {
      await away;
      await shut(server);
    },
  };
}

function endpointOf(method: string, url: string): Endpoint {
  if (method === 'POST') return 'POST';
  return url === '/quota' ? 'quota' : 'status';
}

function listener(
  handle: (request: IncomingMessage, response: ServerResponse, body: string) => void,
) {
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      handle(request, response, Buffer.concat(chunks).toString('utf8'));
    });
  });
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}

async function shut(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
