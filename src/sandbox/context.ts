import type { Lookup } from './endpoints.js';
import type { Costs } from './account.js';
import type { Clock } from '../clock.js';
import type { Faults } from './fault-rules.js';
import type { Database } from './state.js';

/** One request for the log. Its path contains no full CPF. */
export interface RequestLine {
  readonly method: string;
  readonly path: string;
  readonly status: number | 'dropped';
  readonly ms: number;
}

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
  /** Milliseconds by which every answer is delayed, after its work is done and charged; 0 by default. */
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
  readonly onAnew?: () => void;
  readonly onRequest?: (line: RequestLine) => void;
}

type Settled = Required<
  Pick<SandboxOptions, 'clock' | 'latency' | 'jobSpeed' | 'seed' | 'pendingBatches' | 'onRequest'>
>;

/** What the routes need. */
export interface Context extends Settled {
  readonly db: Database;
  /** Requests per clock minute. */
  readonly rates: Readonly<Record<Lookup, number>>;
  readonly faults: Faults;
  /** Aborts when the sandbox closes. */
  readonly closing: AbortSignal;
}
