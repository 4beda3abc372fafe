import type { Clock } from '../clock.js';
import { advanceJobs } from './jobs/progress.js';
import { openAccount, quota } from './account/account.js';
import type { Context, RequestLine } from './context.js';
import { openFaults } from './faults/faults.js';
import { shownKey } from './account/keys.js';
import type { Costs } from './account/plans.js';
import { listen, portOf, stop } from './http/listen.js';
import { createApp } from './http/server.js';
import { namingState, openState, type Database } from './state.js';

export interface SandboxOptions {
  readonly clock: Clock;
  /** An SQLite file that several processes may share, or `:memory:`. */
  readonly statePath: string;
  /** 0, the default, chooses a free port. */
  readonly port?: number;
  /** A plan of the spec or the name of a custom plan. Unset keeps the stored plan, at first `Sandbox`. */
  readonly plan?: string;
  /** Credits per period. Unset keeps those of the plan. */
  readonly credits?: number;
  /** Whether lookups go on, billed as overage, when the credits run out. Unset keeps that of the plan. */
  readonly overage?: boolean;
  /** Credits of a found record. Unset keeps the stored costs, at first 1, 1 and 1.5. */
  readonly costs?: Partial<Costs>;
  /** The first key. Unset keeps the stored key, at first a random one. */
  readonly apiKey?: string;
  /** Simple lookups per clock minute, 30 by default. */
  readonly rate?: number;
  /** Real-time lookups per clock minute, 5 by default. */
  readonly realtimeRate?: number;
  /** Milliseconds by which every answer is delayed, 0 by default. */
  readonly latency?: number;
  /** Items per second, 5000 by default. A job keeps the speed and the seed of its submission. */
  readonly jobSpeed?: number;
  /** Determines the records, and which identifiers are found; 1 by default. */
  readonly seed?: number;
  /** The largest number of pending CNPJ batches, 20 by default. */
  readonly pendingBatches?: number;
  /** Rules of `--fault`; `fault-rules.ts` describes their syntax. */
  readonly faults?: readonly string[];
  /** Called if an older version wrote the state, which is then reset. */
  readonly onAnew?: (() => void) | undefined;
  readonly onRequest?: ((line: RequestLine) => void) | undefined;
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
 * Starts the sandbox on 127.0.0.1.
 * @throws UsageError if the port is taken or the state is from a newer version; ConfereError of kind `ledger` if
 * the state is damaged
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  try {
    return await openAndServe(options);
  } catch (error) {
    throw namingState(error, options.statePath);
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
  const {
    plan,
    remainingCredits: credits,
    apiKey,
  } = db.transaction(() => {
    // Progress up to now belongs to the options of the earlier start.
    advanceJobs(db, now);
    openAccount(db, options, now);
    return { ...quota(db, now), apiKey: shownKey(db) };
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
  return { baseUrl, apiKey, plan, credits, close: () => (closed ??= shut()) };
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
