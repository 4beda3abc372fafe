import type { Clock } from '../base/clock.js';
import type { LookupRate } from './endpoints.js';
import type { FindFaultEffects } from './faults.js';
import type { Database } from './state.js';

/** A request as the log shows it: the path contains no full CPF. */
export interface RequestLine {
  readonly method: string;
  readonly path: string;
  readonly status: number | 'dropped';
  readonly ms: number;
}

/** The state and options on which the answers of a running sandbox depend; `SandboxOptions` explains the options. */
export interface SandboxContext {
  readonly clock: Clock;
  readonly latency: number;
  readonly jobSpeed: number;
  readonly seed: number;
  readonly pendingBatches: number;
  readonly onRequest: (line: RequestLine) => void;
  readonly db: Database;
  readonly rates: Readonly<Record<LookupRate, number>>;
  readonly findFaultEffects: FindFaultEffects;
  readonly closing: AbortSignal;
}
