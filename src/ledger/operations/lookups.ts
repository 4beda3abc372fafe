import type { IdentifierKind } from '../../identifiers/index.js';
import type { NewRecord } from './records.js';

/** A single lookup that may be charged. */
export interface NewLookup {
  readonly kind: IdentifierKind;
  readonly id: string;
  readonly way: 'simple' | 'realtime';
  readonly keyFingerprint: string;
  /** The session that makes it. */
  readonly holder: string;
  readonly at: number;
}

/** How a single lookup ended. */
export type LookupOutcome =
  /** It was charged. `record` is stored with it; null if it must not answer other lookups. */
  | { readonly is: 'found'; readonly record: NewRecord | null }
  /** It was answered and cost nothing, or it was never sent. */
  | { readonly is: 'free' }
  /** No answer came, and it may have been charged. */
  | { readonly is: 'unknown'; readonly at: number };

/** Single lookups leave a mark before they are sent (money rule 1 of the contract). */
export interface Lookups {
  /** Stores that a lookup is being made, before it is sent. Returns its number. */
  beginLookup(lookup: NewLookup): Promise<number>;
  /** Stores how it ended; the record, if any, in the same transaction. */
  endLookup(num: number, outcome: LookupOutcome): Promise<void>;
}
