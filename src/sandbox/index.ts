import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Clock } from '../base/clock.js';
import { UsageError } from '../base/errors.js';
import type { App } from './route.js';
import { advanceJobs } from './jobs.js';
import { openAccount, readQuota, readShownKey, type AccountOptions } from './account.js';
import type { RequestLine, SandboxContext } from './context.js';
import { createFaultFinder } from './faults.js';
import { createApp } from './server.js';
import { explainStateError, openState, type Database } from './state.js';

export interface SandboxOptions extends AccountOptions {
  readonly clock: Clock;
  /** An SQLite file that several processes may share, or `:memory:`. */
  readonly statePath: string;
  /** The port; 0, the default, chooses a free one. */
  readonly port?: number;
  readonly rate?: number;
  readonly realtimeRate?: number;
  /** Ms by which every answer is delayed, after its work is done and charged; 0 by default. */
  readonly latency?: number;
  /** Items per second of a job, 5000 by default. A job keeps the speed and the seed of its submission. */
  readonly jobSpeed?: number;
  /** The seed of the records, and of the choice which identifiers are found; 1 by default. */
  readonly seed?: number;
  /** The largest number of pending CNPJ batches, 20 by default. */
  readonly pendingBatches?: number;
  /** Rules of `--fault`; `faults.ts` describes their syntax. */
  readonly faults?: readonly string[];
  /** Called if an older version wrote the state, which is then reset. */
  readonly onReset?: () => void;
  readonly onRequest?: (line: RequestLine) => void;
}

export interface Sandbox {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The plan at the start, from the options or the stored state. */
  readonly plan: string;
  /** Whole credits left at the start. */
  readonly credits: number;
  /** Stops the server and closes the state; calling it again does nothing. */
  close(): Promise<void>;
}

/**
 * Starts the sandbox on 127.0.0.1. @throws UsageError if the port is taken; ConfereError `state_unusable` if the state
 * is damaged
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  let db: Database | undefined;
  try {
    db = openState(options.statePath, options.onReset);
    return await serve(db, options);
  } catch (error) {
    db?.close();
    throw explainStateError(error, options.statePath);
  }
}

async function serve(db: Database, options: SandboxOptions): Promise<Sandbox> {
  const now = options.clock.now();
  db.transaction(() => {
    // Until now, jobs made progress by the options of the earlier start.
    advanceJobs(db, now);
    openAccount(db, options, now);
  });
  const { plan, remainingCredits: credits } = readQuota(db, now);
  const closing = new AbortController();
  const app = createApp(createContext(db, options, closing.signal));
  const server = await listen(app, options.port ?? 0);
  const closeAll = async () => {
    closing.abort();
    await stop(server);
    db.close();
  };
  let closed: Promise<void> | undefined;
  const baseUrl = `http://127.0.0.1:${readPort(server)}`;
  return { baseUrl, apiKey: readShownKey(db), plan, credits, close: () => (closed ??= closeAll()) };
}

function createContext(
  db: Database,
  options: SandboxOptions,
  closing: AbortSignal,
): SandboxContext {
  const { clock, latency = 0, jobSpeed = 5000, seed = 1, pendingBatches = 20 } = options;
  const { rate = 30, realtimeRate = 5, onRequest = () => undefined } = options;
  const rates = { simple: rate, realtime: realtimeRate };
  const findFaultEffects = createFaultFinder(options.faults ?? [], seed);
  return {
    db,
    clock,
    rates,
    latency,
    jobSpeed,
    seed,
    pendingBatches,
    findFaultEffects,
    closing,
    onRequest,
  };
}

async function listen(app: App, port: number): Promise<Server> {
  if (!Number.isInteger(port) || port > LAST_PORT) {
    throw new UsageError('bad_port', { port, last: LAST_PORT });
  }
  // Without this option the adapter replaces the global Request and Response of the process.
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(new UsageError('port_taken', { port }, { cause }));
    });
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}

const LAST_PORT = 65_535;

const readPort = (server: Server): number => (server.address() as AddressInfo).port;

async function stop(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
