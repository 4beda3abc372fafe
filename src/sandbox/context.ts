import type { Clock } from '../base/clock.js';
import type { LookupRate } from './endpoints.js';
import type { Faults } from './faults.js';
import type { Database } from './state.js';

/** One request for the log. Its path contains no full CPF. */
export interface RequestLine {
  readonly method: string;
  readonly path: string;
  readonly status: number | 'dropped';
  readonly ms: number;
}

/** What every answer of a running sandbox may depend on; `SandboxOptions` explains the options in it. */
export interface SandboxContext {
  readonly clock: Clock;
  readonly latency: number;
  readonly jobSpeed: number;
  readonly seed: number;
  readonly pendingBatches: number;
  readonly onRequest: (line: RequestLine) => void;
  readonly db: Database;
  readonly rates: Readonly<Record<LookupRate, number>>;
  readonly faults: Faults;
  readonly closing: AbortSignal;
}
