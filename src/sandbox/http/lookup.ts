import { canPay, charge, readAccount } from '../account/account.js';
import type { Costs } from '../account/plans.js';
import type { Refusal } from './answers.js';
import type { Context } from '../context.js';
import { refusalFacts } from '../faults/run-with-effects.js';
import { refusal, type RefusalName } from '../faults/refusals.js';
import { isKnown } from '../people/registry.js';

export interface Lookup<T> {
  readonly id: string;
  /** Which cost of the plan applies. */
  readonly priced: keyof Costs;
  /** The answer if the balance does not cover the cost. */
  readonly refused: RefusalName;
  /** The answer if the identifier is not found. */
  readonly missing: RefusalName | Refusal;
  /** Makes the record. It may throw a Refusal; then nothing is charged. */
  readonly record: () => T;
}

/**
 * Checks that the balance covers the cost (spec, "Limits", credit rule 1), then makes the record. Only a
 * found record is charged (costs).
 */
export function lookUp<T>(
  context: Context,
  { id, priced, refused, missing, record }: Lookup<T>,
): T {
  const { db, clock, seed } = context;
  const facts = refusalFacts(context, id);
  return db.transaction(() => {
    const account = readAccount(db, clock.now());
    const cost = account.costs[priced];
    if (!canPay(account, cost)) throw refusal(refused, facts);
    if (!isKnown(id, seed)) {
      throw typeof missing === 'string' ? refusal(missing, facts) : missing;
    }
    const found = record();
    charge(db, cost);
    return found;
  });
}
