import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../src/clock.js';
import { json } from './http-server.js';

/**
 * Counts of its requests. Only numbers, because tests that measure memory must not include a growing
 * log.
 */
export interface Seen {
  posts: number;
  polls: number;
  connections: number;
  /** Connections open at the same time. */
  open: number;
  mostOpen: number;
}

interface SlowJob {
  readonly kind: 'cpf' | 'cnpj';
  readonly ids: readonly string[];
  /** Epoch ms. */
  readonly from: number;
}

/** A service on a real socket that finds all identifiers, evenly spread over `lasts` ms of the clock. */
export async function startSlowService(clock: Clock, lasts: number) {
  const jobs: SlowJob[] = [];
  const seen: Seen = { posts: 0, polls: 0, connections: 0, open: 0, mostOpen: 0 };
  const answer = (method: string, path: string, body: string): [status: number, data: object] => {
    if (path === '/quota') return [200, { plan: 'Micro', remainingCredits: 9_999, usedCredits: 0 }];
    if (method === 'GET') {
      seen.polls += 1;
      const job = jobs[Number(path.slice(-12)) - 1];
      return [200, { id: path.slice(-36), ...shown(job, clock.now(), lasts) }];
    }
    seen.posts += 1;
    const kind = path.startsWith('/cnpj') ? 'cnpj' : 'cpf';
    const ids = (JSON.parse(body) as Record<string, string[]>)[`${kind}s`] ?? [];
    jobs.push({ kind, ids, from: clock.now() });
    const jobId = `00000000-0000-4000-8000-${String(jobs.length).padStart(12, '0')}`;
    return [202, { jobId, status: 'processing', totalRecords: ids.length, invalid: 0 }];
  };
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const [status, data] = answer(request.method ?? '', request.url ?? '', body);
      json(response, status, { success: true, data });
    });
  });
  server.on('connection', (socket) => {
    seen.connections += 1;
    seen.open += 1;
    seen.mostOpen = Math.max(seen.mostOpen, seen.open);
    socket.once('close', () => (seen.open -= 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, close };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function shown(job: SlowJob | undefined, now: number, lasts: number): object {
  const { kind, ids, from } = job ?? { kind: 'cpf', ids: [], from: now };
  const processed = Math.floor(ids.length * Math.min(1, (now - from) / lasts));
  const results = ids.slice(0, processed).map((id) => ({
    ...{ [kind]: id, found: true },
    ...(kind === 'cpf'
      ? { name: 'Nome Inventado' }
      : { data: { cnpj: id, razao_social: 'Empresa Inventada' } }),
  }));
  return {
    status: processed === ids.length ? 'done' : 'processing',
    ...{ total_records: ids.length, processed, found: processed, not_found: 0, skipped: 0 },
    ...{ error: null, [`${kind}s`]: results },
  };
}
