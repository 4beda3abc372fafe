import type { Deps } from '../../batch/dependencies.js';
import {
  abandon,
  adopt,
  doubtfulJobs,
  isDecided,
  jobsToAbandon,
  jobsToAdopt,
  type Decided,
} from '../../batch/resolve.js';
import type { SpendingLimits } from '../../batch/send/spending.js';
import type { Outcome } from '../../batch/work-on-batch.js';
import { resubmit } from '../../batch/send/resubmit.js';
import { summarize } from '../../batch/summary.js';
import { asKnownError, UsageError } from '../../errors.js';
import type { Batch, Job } from '../../ledger/index.js';
import type { Decision } from './ledger-types.js';

/** Carries out the user's decision about the unconfirmed jobs of a held batch. */
export async function followDecision(
  deps: Deps,
  batch: Batch,
  decision: Decision,
  limits: SpendingLimits,
): Promise<Outcome> {
  const jobs = await jobsMeant(deps, batch, decision);
  // The same call again affirms what it did before.
  if (jobs.length === 0 && !(await isDecided(deps, batch, namedDecision(decision)))) {
    throw new UsageError('nothing_unconfirmed', { batch: batch.id });
  }
  const trouble = await follow(deps, batch, jobs, decision, limits).then(
    () => undefined,
    asKnownError,
  );
  const summary = await summarize(deps.ledger, batch.num, deps.costs);
  return trouble === undefined ? { summary } : { summary, trouble };
}

function jobsMeant(deps: Deps, batch: Batch, decision: Decision): Promise<Job[]> {
  if (typeof decision === 'object') return jobsToAdopt(deps, batch, decision.adopt);
  return (decision === 'abandon' ? jobsToAbandon : doubtfulJobs)(deps, batch);
}

function namedDecision(decision: Decision): Decided {
  return typeof decision === 'string'
    ? { kind: decision }
    : { kind: 'adopt', jobId: decision.adopt };
}

async function follow(
  deps: Deps,
  batch: Batch,
  jobs: readonly Job[],
  decision: Decision,
  limits: SpendingLimits,
): Promise<void> {
  if (jobs.length === 0) return;
  if (decision === 'abandon') await abandon(deps, batch, jobs);
  else if (decision === 'resubmit') await resubmit(deps, batch, jobs, limits);
  else await adopt(deps, batch, jobs, decision.adopt);
}
