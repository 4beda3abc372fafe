/** Stands in the place of `src/service/transport.ts`: each request travels through the simulated network. */
import { RequestFailure } from '../../../../src/service/failure.js';
import type {
  Transport,
  TransportOptions,
  WireAnswer,
  WireRequest,
} from '../../../../src/service/transport.js';
import type { Endpoint } from '../../model/account.js';
import type { Passage } from '../../model/network.js';
import type { Told } from '../../model/service.js';
import { processOfClock, theWorld } from '../current.js';
import type { SimProcess } from '../process.js';
import { Violation } from '../scheduler.js';

export type { Transport, TransportOptions, WireAnswer, WireRequest };

export function createTransport({ clock, apiKey }: TransportOptions): Transport {
  const process = processOfClock(clock);
  return {
    send: (request) => send(process, apiKey, request),
    close: () => Promise.resolve(),
  };
}

/** There is no library to load. */
export const loadHttp = () => Promise.resolve();

/** Asked right before the request leaves: whether it must not any more. */
type Asking = WireRequest & { readonly isStale?: () => boolean };

async function send(process: SimProcess, key: string, request: Asking): Promise<WireAnswer> {
  const world = theWorld();
  const { log, scheduler, service } = world;
  const { method, path, json } = request;
  const line = `${method} ${path}`;
  const paid = paidRequest(request);
  await process.turn(`before ${line}`);
  if (paid !== undefined) world.trouble.mayFreezeBefore(process, 'freeze_wire');
  await process.thawed();
  if (request.isStale?.() === true) throw new RequestFailure('unreachable', false);
  const passage = world.passage(method, path);
  const weather = passage.type === 'answered' ? '' : ` [${JSON.stringify(passage)}]`;
  world.tell(process, () => line + weather);
  if (passage.type === 'unreachable') throw new RequestFailure('unreachable', false);
  const from = paid && log.leaving(process, paid.kind, paid.ids);
  if (paid !== undefined && from === undefined)
    throw new Violation('written down first', `${line} leaves and the ledger does not know it`);
  const asked = log.tick();
  return new Promise((resolve, reject) => {
    const cancels: (() => void)[] = [];
    const end = () => {
      for (const cancel of cancels) cancel();
      request.signal?.removeEventListener('abort', aborted);
    };
    const fail = (reason: 'timeout' | 'dropped' | 'aborted') => {
      end();
      reject(new RequestFailure(reason, true));
    };
    const aborted = () => {
      fail('aborted');
    };
    const arrive = (told: Told | undefined) => {
      if (told === undefined) {
        fail('dropped');
        return;
      }
      end();
      if (told.shown !== undefined && process.isAlive) log.hears(process, asked, told.shown);
      resolve(wire(told, request));
    };
    const { there, back } = world.network.ways(path, passage);
    // The service goes on with what has reached it, whatever becomes of the process.
    scheduler.after(there, 'arrival', () => {
      const isHandled = 'handled' in passage ? passage.handled : true;
      const asking = { method, path, key, json, request: from };
      const told = isHandled ? service.handle(asking) : undefined;
      if (told !== undefined)
        world.tell(undefined, () => `the service answers ${told.status} to ${line}`);
      if (passage.type === 'lost' && passage.how === 'timeout') return;
      const label = paid === undefined ? 'answer' : 'paid answer';
      const fire = () => {
        arrive(answerThrough(passage, told));
      };
      cancels.push(scheduler.after(back, label, fire, process));
    });
    const timedOut = () => {
      fail('timeout');
    };
    cancels.push(scheduler.after(request.timeout, 'timeout', timedOut, process));
    request.signal?.addEventListener('abort', aborted, { once: true });
  });
}

/** What comes back of an answer; nothing where it is lost. */
function answerThrough(passage: Passage, told: Told | undefined): Told | undefined {
  if (passage.type === 'status') return passage.told;
  if (passage.type === 'lost') return undefined;
  return passage.type === 'garbled' && told !== undefined ? { ...told, body: '<html>' } : told;
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

function wire({ status, headers = {}, body }: Told, { createReader }: WireRequest): WireAnswer {
  const isJson = typeof body !== 'string';
  const text = isJson ? JSON.stringify(body) : body;
  const contentType = isJson ? 'application/json' : 'text/plain';
  const answer = { status, headers: { ...headers, 'content-type': contentType }, contentType };
  const own = status >= 200 && status < 300 ? createReader?.() : undefined;
  own?.take(Buffer.from(text));
  return { ...answer, text: own?.finish() ?? text };
}
