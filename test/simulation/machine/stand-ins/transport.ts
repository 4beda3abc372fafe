/** Stands in the place of `src/service/transport.ts`: each request travels through the simulated network. */
import { Failure } from '../../../../src/service/failure.js';
import type {
  Transport,
  TransportOptions,
  WireAnswer,
  WireRequest,
} from '../../../../src/service/transport.js';
import type { Sent } from '../../check/takings.js';
import type { Endpoint } from '../../model/account.js';
import type { Told } from '../../model/service.js';
import { processOfClock, theWorld } from '../current.js';
import type { SimProcess } from '../process.js';

export type { Transport, TransportOptions, WireAnswer, WireRequest };

export function createTransport({ clock, apiKey }: TransportOptions): Transport {
  const process = processOfClock(clock);
  return {
    send: (request) => send(process, apiKey, request),
    close: () => Promise.resolve(),
  };
}

/** Asked right before the request leaves: whether it must not any more. */
type Asking = WireRequest & { readonly isStale?: () => boolean };

/** The longest a request is on its way to the service: nobody waits longer for it. */
const LONGEST_WAY = 55_000;

async function send(process: SimProcess, key: string, request: Asking): Promise<WireAnswer> {
  const world = theWorld();
  const { takings, random, scheduler, service } = world;
  const { method, path, json } = request;
  const line = `${method} ${path}`;
  const paid = paidRequest(request);
  await process.turn(`before ${line}`);
  if (paid !== undefined) world.trouble.mayFreezeBefore(process, 'freeze_wire');
  await process.thawed();
  if (request.isStale?.() === true) throw new Failure('unreachable', false);
  const after500 = method === 'GET';
  const passage = world.passage({ after500, after5xx: after500 && path.startsWith('/cnpj/') });
  const weather = passage.type === 'answered' ? '' : ` [${JSON.stringify(passage)}]`;
  world.tell(process, () => line + weather);
  if (passage.type === 'unreachable') throw new Failure('unreachable', false);
  const sent = paid && takings.leaves(process, { ...paid, clock: world.ledgerClock(process) });
  const asked = takings.tick();
  return new Promise((resolve, reject) => {
    const isHandled = 'handled' in passage ? passage.handled : true;
    const isSlow = passage.type === 'lost' && passage.how === 'timeout';
    const way = isSlow ? random.int(0, LONGEST_WAY) : random.int(5, 400);
    const cancels: (() => void)[] = [];
    const end = () => {
      for (const cancel of cancels) cancel();
      request.signal?.removeEventListener('abort', aborted);
    };
    const fail = (reason: 'timeout' | 'dropped' | 'aborted') => {
      if (sent !== undefined) sent.isLost = true;
      end();
      reject(new Failure(reason, true));
    };
    const aborted = () => {
      fail('aborted');
    };
    const timedOut = () => {
      fail('timeout');
    };
    const arrive = (told: Told | undefined) => {
      if (told === undefined) {
        fail('dropped');
        return;
      }
      end();
      if (process.isAlive) hear(process, { told, sent, asked });
      resolve(wire(told, request));
    };
    // The service goes on with what has reached it, whatever becomes of the process.
    scheduler.after(way, 'arrival', () => {
      const told = isHandled ? service.handle({ method, path, key, json, sent }) : undefined;
      if (told !== undefined)
        world.tell(undefined, () => `the service answers ${told.status} to ${line}`);
      // Where it refuses what the balance does not cover, nothing is billed.
      if (told?.status === 202 && sent !== undefined && service.account.hasOverage)
        takings.submitted(sent, service.jobs, service.account.prices);
      if (isSlow) return;
      const back =
        passage.type === 'status'
          ? passage.told
          : passage.type === 'lost'
            ? undefined
            : passage.type === 'garbled' && told !== undefined
              ? { ...told, body: '<html>' }
              : told;
      const label = sent === undefined ? 'answer' : 'paid answer';
      const fire = () => {
        arrive(back);
      };
      cancels.push(scheduler.after(random.int(5, 400), label, fire, process));
    });
    cancels.push(scheduler.after(request.timeout, 'timeout', timedOut, process));
    request.signal?.addEventListener('abort', aborted, { once: true });
  });
}

function paidRequest({ method, path, json }: WireRequest) {
  const [, first = '', second = ''] = path.split('/');
  if (first !== 'cpf' && first !== 'cnpj') return undefined;
  const body = json as { cpf?: string; cpfs?: string[]; cnpjs?: string[] } | undefined;
  const kind: Endpoint = second === 'realtime' ? second : first;
  if (second === 'bulk' && method !== 'POST') return undefined;
  if (second === 'bulk') return { kind, ids: body?.cpfs ?? body?.cnpjs ?? [] };
  return { kind, ids: [second === 'realtime' ? (body?.cpf ?? '') : decodeURIComponent(second)] };
}

/** What leaves nothing unknown behind (money rule 3). */
const SETTLED = new Set([200, 400, 401, 403, 404, 422, 429]);

function hear(
  process: SimProcess,
  { told, sent, asked }: { told: Told; sent: Sent | undefined; asked: number },
): void {
  const { takings, now } = theWorld();
  const { status, shown, job, body } = told;
  const isUnreadable = status < 400 && typeof body === 'string';
  if (shown !== undefined) takings.hears(process, asked, shown);
  if (sent === undefined) {
    if (job !== undefined && job.status !== 'processing') takings.hearsEnd(process, job);
  } else if (SETTLED.has(status) && !isUnreadable) takings.ended(sent, now, status >= 400);
  else if (status !== 202 || isUnreadable) sent.isLost = true;
  else sent.isAccepted = true;
}

function wire({ status, headers = {}, body }: Told, { reader }: WireRequest): WireAnswer {
  const isJson = typeof body !== 'string';
  const text = isJson ? JSON.stringify(body) : body;
  const contentType = isJson ? 'application/json' : 'text/plain';
  const answer = { status, headers: { ...headers, 'content-type': contentType }, contentType };
  const own = status >= 200 && status < 300 ? reader?.() : undefined;
  own?.take(Buffer.from(text));
  return { ...answer, text: own?.finish() ?? text };
}
