import type { Clock } from '../clock.js';
import { advanceJobs } from './jobs/progress.js';
import { openAccount, quota } from './account/account.js';
import type { Context, RequestLine } from './context.js';
import { openFaults } from './faults/faults.js';
import { API_KEY } from './account/keys.js';
import { listen, portOf, stop } from './http/listen.js';
import { createApp } from './http/server.js';
import { openState, type Database } from './state.js';
import { advised } from './state-errors.js';

export interface SandboxOptions {
  readonly clock: Clock;
  /** An SQLite file that several processes may share, or `:memory:`. */
  readonly statePath: string;
  /** 0, the default, takes a free port. */
  readonly port?: number | undefined;
  /** A plan of the spec or the name of a custom one; unset keeps the stored plan (`Sandbox`). */
  readonly plan?: string | undefined;
  /** Credits per period; unset keeps the plan's. */
  readonly credits?: number | undefined;
  /** Simple lookups per clock minute, 30 by default. */
  readonly rate?: number | undefined;
  /** Real-time lookups per clock minute, 5 by default. */
  readonly realtimeRate?: number | undefined;
  /** Milliseconds that every answer waits, 0 by default. */
  readonly latency?: number | undefined;
  /** Items per second, 5000 by default; a job keeps the speed and the seed it was submitted with. */
  readonly jobSpeed?: number | undefined;
  /** Decides records and which identifiers are found, 1 by default. */
  readonly seed?: number | undefined;
  /** CNPJ batches that may be unfinished at a time, 20 by default. */
  readonly pendingBatches?: number | undefined;
  /** Rules as `--fault` takes them; `fault-rules.ts` says how they are written. */
  readonly faults?: readonly string[] | undefined;
  /** Told when the state was that of an older version and begins anew. */
  readonly onAnew?: (() => void) | undefined;
  readonly onRequest?: ((line: RequestLine) => void) | undefined;
}

export interface Sandbox {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** What the state held at the start, or the options put there. */
  readonly plan: string;
  /** Whole credits left at the start. */
  readonly credits: number;
  /** Stops the server and closes the state; calling it again does nothing. */
  close(): Promise<void>;
}

/**
 * Serves the sandbox on 127.0.0.1.
 * @throws UsageError when the port is taken, or the state damaged or that of a newer version
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  try {
    return await openAndServe(options);
  } catch (error) {
    throw advised(error, options.statePath);
  }
}

async function openAndServe(options: SandboxOptions): Promise<Sandbox> {
  const db = openState(options.statePath, options.onAnew);
  try {
    return await serve(db, options);
  } catch (error) {
    db.close();
    throw error;
  }
}

async function serve(db: Database, options: SandboxOptions): Promise<Sandbox> {
  const now = options.clock.now();
  const { plan, remainingCredits: credits } = db.transaction(() => {
    // What jobs did so far was under the options of before.
    advanceJobs(db, now);
    openAccount(db, options, now);
    return quota(db, now);
  });
  const closing = new AbortController();
  const app = createApp(createContext(db, options, closing.signal));
  const server = await listen(app, options.port ?? 0);
  const shut = async () => {
    closing.abort();
    await stop(server);
    db.close();
  };
  let closed: Promise<void> | undefined;
  const baseUrl = `http://127.0.0.1:${portOf(server)}`;
  return { baseUrl, apiKey: API_KEY, plan, credits, close: () => (closed ??= shut()) };
}

function createContext(db: Database, options: SandboxOptions, closing: AbortSignal): Context {
  return {
    db,
    clock: options.clock,
    rates: { simple: options.rate ?? 30, realtime: options.realtimeRate ?? 5 },
    latency: options.latency ?? 0,
    jobSpeed: options.jobSpeed ?? 5000,
    seed: options.seed ?? 1,
    pendingBatches: options.pendingBatches ?? 20,
    faults: openFaults(options.faults ?? [], options.seed ?? 1),
    closing,
    onRequest: options.onRequest ?? (() => undefined),
  };
}
