import type { Clock } from '../clock.js';
import type { Faults } from './faults/faults.js';
import type { Database } from './state.js';

/** One request for the log. Its path contains no full CPF. */
export interface RequestLine {
  readonly method: string;
  readonly path: string;
  readonly status: number | 'dropped';
  readonly ms: number;
}

/** What the routes need. */
export interface Context {
  readonly db: Database;
  readonly clock: Clock;
  /** Requests per clock minute. */
  readonly rates: Readonly<Record<Lookup, number>>;
  /** Milliseconds by which every answer is delayed, after its work is done and charged. */
  readonly latency: number;
  /** Items per second. */
  readonly jobSpeed: number;
  readonly seed: number;
  /** The largest number of pending CNPJ batches. */
  readonly pendingBatches: number;
  readonly faults: Faults;
  /** Aborts when the sandbox closes. */
  readonly closing: AbortSignal;
  readonly onRequest: (line: RequestLine) => void;
}

/** The two rate limits (spec, "Limits"). */
export type Lookup = 'simple' | 'realtime';
