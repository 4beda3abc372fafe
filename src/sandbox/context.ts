import type { Clock } from '../clock.js';
import type { Faults } from './faults/faults.js';
import type { Database } from './state.js';

/** One request as it is shown; the path carries no full CPF. */
export interface RequestLine {
  readonly method: string;
  readonly path: string;
  readonly status: number | 'dropped';
  readonly ms: number;
}

/** What the routes work with. */
export interface Context {
  readonly db: Database;
  readonly clock: Clock;
  /** Requests per clock minute. */
  readonly rates: Readonly<Record<Lookup, number>>;
  /** Extra milliseconds before every answer leaves, after its work is done and charged. */
  readonly latency: number;
  /** Items per second. */
  readonly jobSpeed: number;
  readonly seed: number;
  /** CNPJ batches that may be unfinished at a time. */
  readonly pendingBatches: number;
  readonly faults: Faults;
  /** Aborts when the sandbox closes. */
  readonly closing: AbortSignal;
  readonly onRequest: (line: RequestLine) => void;
}

/** What a rate limit is counted for; spec, "Limits". */
export type Lookup = 'simple' | 'realtime';
