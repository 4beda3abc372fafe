import { ConfereError } from '../../errors.js';
import type { Batch, Job, UnderWayElsewhere } from '../../ledger/index.js';
import type { Deps } from '../dependencies.js';
import { pause, stopIfAsked } from '../stop.js';

/** The error for identifiers that another batch is looking up now: they would be paid for twice. */
export function lookedUpElsewhere({ job, batch, items, state }: UnderWayElsewhere): ConfereError {
  return new ConfereError('looked_up_elsewhere', { items, job, batch, state });
}

/** How long (ms) a job waits before it looks again whether single lookups have ended. */
const PAUSE = 2_000;

/**
 * Waits a moment for single lookups that are asking for `items` identifiers of the job, whose answers it can use. Returns
 * the error where the deadline leaves no time.
 */
export async function waitForLookups(
  deps: Deps,
  batch: Batch,
  { seq }: Job,
  items: number,
): Promise<ConfereError | undefined> {
  if (deps.clock.now() + PAUSE > deps.deadline)
    return new ConfereError('job_under_lookup', { job: seq, items });
  await pause(deps, PAUSE);
  stopIfAsked(deps, batch.id);
  return undefined;
}
