import { ConfereError } from '../../errors.js';
import type { UnderWayElsewhere } from '../../ledger/index.js';

/** The error for identifiers that another batch is looking up now: they would be paid for twice. */
export function lookedUpElsewhere({ job, batch, items, state }: UnderWayElsewhere): ConfereError {
  return new ConfereError('looked_up_elsewhere', { items, job, batch, state });
}
