import { charge, requireCredits } from './account.js';
import { Refusal, type Form } from './answers.js';
import type { Context } from './context.js';
import { isKnown } from './registry.js';

export interface Lookup<T> {
  readonly id: string;
  readonly cost: number;
  /** Form of the 403. */
  readonly form: Form;
  /** The answer when nothing is known of the identifier. */
  readonly missing: Refusal;
  /** The record; may refuse, and then nothing is charged. */
  readonly record: () => T;
}

/** Credits first, then the record; only a found record is charged (spec, "Limits", costs). */
export function lookUp<T>(context: Context, { id, cost, form, missing, record }: Lookup<T>): T {
  const { db, clock, seed } = context;
  return db.transaction(() => {
    requireCredits(db, clock.now(), cost, form);
    if (!isKnown(id, seed)) throw missing;
    const found = record();
    charge(db, cost);
    return found;
  });
}
