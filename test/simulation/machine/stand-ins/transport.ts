/** Stands in the place of `src/service/transport/transport.ts`: each request travels through the simulated network. */
import type {
  Transport,
  TransportOptions,
  WireAnswer,
  WireRequest,
} from '../../../../src/service/transport/transport.js';
import { Failure } from '../../../../src/service/errors/failure.js';
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

/** The longest a request is on its way to the service: nobody waits longer for it. */
const LONGEST_WAY = 55_000;

async function send(process: SimProcess, key: string, request: WireRequest): Promise<WireAnswer> {
  const world = theWorld();
  const { method, path, json } = request;
  await process.turn(`before ${method} ${path}`);
  const after500 = method === 'GET';
  const passage = world.passage({ after500, after5xx: after500 && path.startsWith('/cnpj/') });
  world.tell(
    process,
    () => `${method} ${path}${passage.type === 'answered' ? '' : ` [${JSON.stringify(passage)}]`}`,
  );
  if (passage.type === 'unreachable') throw new Failure('unreachable', false);
  const { random, scheduler, service } = world;
  return new Promise((resolve, reject) => {
    const isHandled = passage.type === 'answered' || passage.type === 'garbled' || passage.handled;
    const isSlow = passage.type === 'lost' && passage.how === 'timeout';
    const way = isSlow ? random.int(0, LONGEST_WAY) : random.int(5, 400);
    const cancels: (() => void)[] = [];
    const end = (settle: () => void) => {
      for (const cancel of cancels) cancel();
      request.signal?.removeEventListener('abort', aborted);
      settle();
    };
    const fail = (reason: 'timeout' | 'dropped' | 'aborted') => {
      end(() => {
        reject(new Failure(reason, true));
      });
    };
    const aborted = () => {
      fail('aborted');
    };
    const back = (told: Told | undefined) => {
      const arrive = () => {
        if (told === undefined) fail('dropped');
        else
          end(() => {
            resolve(wire(told, request));
          });
      };
      cancels.push(scheduler.after(random.int(5, 400), 'answer', arrive, process));
    };
    // The service goes on with what has reached it, whatever becomes of the process.
    scheduler.after(way, 'arrival', () => {
      const told = isHandled ? service.handle({ method, path, key, json }) : undefined;
      if (told !== undefined)
        world.tell(undefined, () => `the service answers ${told.status} to ${method} ${path}`);
      if (isSlow) return;
      if (passage.type === 'status') back(passage.told);
      else if (passage.type === 'lost') back(undefined);
      else if (passage.type === 'garbled' && told !== undefined) back({ ...told, body: '<html>' });
      else back(told);
    });
    cancels.push(
      scheduler.after(
        request.timeout,
        'timeout',
        () => {
          fail('timeout');
        },
        process,
      ),
    );
    request.signal?.addEventListener('abort', aborted, { once: true });
  });
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
