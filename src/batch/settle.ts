import { ConfereError } from '../errors.js';
import type { Job } from '../ledger/index.js';
import type { Deps } from './deps.js';
import { stopIfAsked } from './stop.js';

/** Credits may be fractional (1.5 for a real-time lookup); this only absorbs floating-point dust. */
const TOLERANCE = 1e-6;

export interface Evidence {
  /** `usedCredits` written down before the submission, and when. */
  readonly usedBefore: number | null;
  readonly usedNow: number;
  /** Credits that our own jobs have taken since. */
  readonly ownCharges: number;
  /** Our jobs that were processing then, or are now: their charges cannot be told apart. */
  readonly live: number;
  /** Milliseconds since the submission was begun. */
  readonly elapsed: number;
  readonly settle: number;
}

/**
 * What to do about a submission whose outcome is unknown (money rule 2 of the contract): sent again
 * only when the balance stood still for the settle time; when it moved, only the user decides.
 */
export function decide(evidence: Evidence): 'resend' | 'wait' | 'ask' {
  if (evidence.usedBefore === null || evidence.live > 0) return 'ask';
  const moved = evidence.usedNow - evidence.ownCharges - evidence.usedBefore;
  if (Math.abs(moved) > TOLERANCE) return 'ask';
  return evidence.elapsed < evidence.settle ? 'wait' : 'resend';
}

/** Settles what an earlier run left unknown; a run that was killed leaves `submitting` behind. */
export async function settleUnconfirmed(deps: Deps, batch: number): Promise<void> {
  for (const job of deps.ledger.jobs.of(batch)) {
    if (job.state === 'submitting') {
      deps.ledger.jobs.unconfirmed(batch, job.seq, 'The run ended before the answer came.');
    }
  }
  for (const job of deps.ledger.jobs.of(batch)) {
    if (job.state === 'unconfirmed' && job.jobId === null) await settleJob(deps, batch, job);
  }
}

async function settleJob(deps: Deps, batch: number, job: Job): Promise<void> {
  let decision = decide(await gather(deps, job));
  while (decision === 'wait') {
    stopIfAsked(deps, deps.ledger.batches.get(batch).id);
    const ms = Math.max(1_000, deps.settle - (deps.clock.now() - (job.submittedAt ?? 0)));
    deps.emit({ type: 'settling', seq: job.seq, ms });
    await deps.clock.sleep(ms, deps.stop);
    decision = decide(await gather(deps, job));
  }
  deps.emit({ type: 'settled', seq: job.seq, decision });
  if (decision === 'ask') throw unknown(deps.ledger.batches.get(batch).id, job);
  deps.ledger.jobs.backToPlanned(batch, job.seq);
}

async function gather(deps: Deps, job: Job): Promise<Evidence> {
  const { ledger, clock, settle } = deps;
  const quota = await deps.client.quota();
  const since = job.submittedAt ?? 0;
  return {
    usedBefore: job.usedBefore,
    usedNow: quota.usedCredits,
    ownCharges: ledger.jobs.chargedSince(since),
    live: (job.liveBefore ?? 0) + ledger.jobs.live(),
    elapsed: clock.now() - since,
    settle,
  };
}

function unknown(batchId: string, job: Job): ConfereError {
  return new ConfereError(
    'unconfirmed',
    'submission_unconfirmed',
    `Job ${job.seq} (${job.items} identifiers) of batch ${batchId} may have been charged: the balance moved, so it cannot be proved. ` +
      `Nothing is sent again. 'confere bulk status ${batchId}' shows where it stands.`,
  );
}
