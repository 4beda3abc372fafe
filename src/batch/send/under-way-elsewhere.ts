import { ConfereError } from '../../errors.js';
import type { Batch, Job } from '../../ledger/index.js';
import type { LocalDeps } from '../dependencies.js';
import { say } from '../../text/index.js';

/**
 * Identifiers that another batch is looking up right now would be paid for twice.
 * @throws kind `locked` naming that batch
 */
export function refuseElsewhere({ ledger }: LocalDeps, batch: Batch, job: Job): void {
  const other = ledger.items.elsewhere(batch.num, job.seq, job.kind);
  if (other === undefined) return;
  throw new ConfereError(
    'locked',
    'looked_up_elsewhere',
    say`${other.items} of the identifiers of job ${job.seq} are being looked up in batch ${other.batch}; it was not sent. Run this again when 'confere bulk watch ${other.batch}' has ended; 'bulk run' with --again or --fresh pays for them once more.`,
  );
}
