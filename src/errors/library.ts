import type { NoFacts } from './export.js';

/** What an argument of the library must be. */
export type Expectation =
  | 'above_zero'
  | 'not_negative'
  | 'text'
  | 'texts'
  | 'date'
  | 'boolean'
  | 'function'
  | 'signal'
  | 'options'
  | 'batch'
  | 'decision'
  | 'prices'
  | 'input'
  | 'output'
  | 'identifiers';

/** Errors of programs that call the library. */
export interface LibraryFacts {
  readonly bad_argument: {
    /** The name of the argument or option. */
    readonly argument: string;
    /** As JavaScript writes it: a type, or a number. Never a text, which may be personal data. */
    readonly given: string;
    /** What it must be, or the texts that it may be. */
    readonly expected: Expectation | readonly string[];
  };
  readonly unknown_argument: { readonly near: string | undefined };
  /** A call after `close()`. */
  readonly closed: { readonly of: 'client' | 'ledger' };
  /** The caller's own `confirm` threw; the cause is what it threw. */
  readonly confirm_failed: NoFacts;
  /** The caller's own iterable of bytes threw; the cause is what it threw. */
  readonly input_failed: NoFacts;
  /** An iterable of bytes that has more than any file. */
  readonly input_endless: { readonly gigabytes: number };
  /** The caller's own stream closed before the whole result was written. */
  readonly stream_closed: NoFacts;
  /** An error that confere did not expect; the cause is the error. */
  readonly defect: NoFacts;
}
