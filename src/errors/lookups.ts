import type { UnknownPrice } from './batch.js';
import type { NoFacts } from './export.js';
import type { ErrorKind } from './kinds.js';
import type { IdentifierKind } from '../identifiers/types.js';

/** Why it is not settled whether an earlier lookup was charged. */
export type WhyDoubtful =
  /** The balance cannot show it: only the user decides, who may know the prices of these kinds. */
  | { readonly why: 'undecidable'; readonly prices: readonly UnknownPrice[] }
  /** The settle time or the deadline leaves no time; `ms` until the next look at the balance. */
  | { readonly why: 'too_soon'; readonly ms: number }
  | { readonly why: 'unreadable' | 'other_account' | 'not_settled' }
  /** `liveBatches`: the batches whose jobs must end first. */
  | { readonly why: 'others_running'; readonly liveBatches: readonly string[] };

/** Single lookups. */
export interface LookupFacts {
  /** An earlier lookup of the identifier may have been charged. `price`: what asking again may cost. */
  readonly lookup_in_doubt: { readonly price: number } & WhyDoubtful;
  /** A batch has sent the identifier and has no answer yet. */
  readonly lookup_in_batch: {
    readonly price: number;
    readonly batch: string;
    readonly state: 'running' | 'unconfirmed';
  };
  /** Another process was still asking for the identifier when the time was over. */
  readonly lookup_under_way: NoFacts;
  /** Single lookups were still asking for identifiers of a job when the deadline passed. */
  readonly job_under_lookup: { readonly job: number; readonly items: number };
  /** The date stays out: it belongs to a person. */
  readonly bad_birth_date: { readonly why: 'form' | 'no_day' | 'future' };
  /** `because`: the error that ended the session; `kind`: what this one counts as. */
  readonly not_asked: {
    readonly because: { readonly code: string; readonly facts: object; readonly message: string };
    readonly kind: ErrorKind;
  };
}

/** A text is no identifier of a kind. The code is the reason. */
export interface IdentifierFacts {
  readonly empty: { readonly kind: IdentifierKind };
  readonly format: { readonly kind: IdentifierKind };
  readonly check_digit: { readonly kind: IdentifierKind };
  readonly repeated: { readonly kind: IdentifierKind };
}
