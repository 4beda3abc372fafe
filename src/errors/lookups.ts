import type { ErrorKind } from './kinds.js';

/** Single lookups. */
export interface LookupFacts {
  /** The date stays out: it belongs to a person. */
  readonly bad_birth_date: { readonly why: 'form' | 'no_day' | 'future' };
  /** `told`: the sentence of the error that ended the session; `kind`: what this one counts as. */
  readonly not_asked: { readonly told: string; readonly kind: ErrorKind };
}
