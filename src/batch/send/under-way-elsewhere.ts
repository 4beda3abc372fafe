import { ConfereError } from '../../errors.js';
import type { UnderWayElsewhere } from '../../ledger/index.js';
import { say } from '../../text/index.js';

/** The error for identifiers that another batch is looking up now: they would be paid for twice. */
export function lookedUpElsewhere({ job, batch, items }: UnderWayElsewhere): ConfereError {
  return new ConfereError(
    'locked',
    'looked_up_elsewhere',
    say`${items} of the identifiers of job ${job} are being looked up in batch ${batch}; it was not sent. Run this again when 'confere bulk watch ${batch}' has ended; 'bulk run' with --again or --fresh pays for them once more.`,
  );
}
