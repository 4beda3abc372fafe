import type { Clock } from '../base/clock.js';
import type { LookupRate } from './endpoints.js';
import type { Faults } from './faults.js';
import type { Database } from './state.js';

/** A request for the log, whose path contains no full CPF. */
export interface RequestLine {
  readonly method: string;
  readonly path: string;
  readonly status: number | 'dropped';
  readonly ms: number;
}

/** The state and options on which answers of a running sandbox depend; `SandboxOptions` explains the options. */
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
