import { charge, requireCredits } from '../account/account.js';
import type { Refusal } from './answers.js';
import type { Context } from '../context.js';
import { sceneOf } from '../faults/with-effects.js';
import { refusal, type RefusalName } from '../faults/refusals.js';
import { isKnown } from '../people/registry.js';

export interface Lookup<T> {
  readonly id: string;
  readonly cost: number;
  /** The answer when the balance does not cover the cost. */
  readonly refused: RefusalName;
  /** The answer when nothing is known of the identifier. */
  readonly missing: RefusalName | Refusal;
  /** The record; may refuse, and then nothing is charged. */
  readonly record: () => T;
}

/** Credits first, then the record; only a found record is charged (spec, "Limits", costs). */
export function lookUp<T>(context: Context, { id, cost, refused, missing, record }: Lookup<T>): T {
  const { db, clock, seed } = context;
  const scene = sceneOf(context, id);
  return db.transaction(() => {
    requireCredits(db, clock.now(), cost, () => refusal(refused, scene));
    if (!isKnown(id, seed)) {
      throw typeof missing === 'string' ? refusal(missing, scene) : missing;
    }
    const found = record();
    charge(db, cost);
    return found;
  });
}
