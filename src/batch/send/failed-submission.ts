import { asKnownError, ConfereError } from '../../base/errors.js';
import type { Job } from '../../ledger/index.js';
import { writeTrouble, troubleFrom } from '../../ledger/jobs.js';
import { ServiceError } from '../../service/index.js';
import type { Work } from '../dependencies.js';
import type { SendingRun } from './spending.js';

interface WorkOfRun extends Work {
  readonly run: SendingRun;
}

/** How the batch goes on: with a smaller job, without this job, or not at all. */
type FailedSubmission = 'too_dear' | 'rejected' | ConfereError;

/**
 * Records why a submission did not succeed. A job that may have been charged becomes `unconfirmed` and is never sent
 * again by itself (contract, "Money", rule 2). `queued` is the job that `job` was begun for: a resubmission is begun
 * as a new job.
 *
 * @throws `error` where it is not a ConfereError
 */
export async function recordFailedSubmission(
  work: WorkOfRun,
  job: Job,
  queued: Job,
  error: unknown,
): Promise<FailedSubmission> {
  const { ledger, clock, batch, emit, run } = work;
  if (!(error instanceof ConfereError)) throw error;
  if (error instanceof ServiceError && error.mayHaveCharged) return recordDoubt(work, job, error);
  // The service charges nothing for a file that it rejects, and creates no job (spec, "Errors").
  if (error instanceof ServiceError && error.httpStatus === 422) {
    await ledger.storeOutcome(batch.num, job.seq, { is: 'invalid' }, clock.now());
    emit({ type: 'rejected', seq: job.seq });
    return 'rejected';
  }
  const refused = { is: 'refused', insteadOf: queued.seq } as const;
  await ledger.storeOutcome(batch.num, job.seq, refused, clock.now());
  const canSplit = run.limits.fitBalance === true && job.items > 1 && job.state === 'planned';
  return canSplit && error.code === 'insufficient_credits' ? 'too_dear' : error;
}

async function recordDoubt(work: Work, { seq, items }: Job, error: ServiceError) {
  const { ledger, clock, batch, emit } = work;
  const trouble = troubleFrom(error);
  const outcome = { is: 'unknown', why: writeTrouble(trouble) } as const;
  // If this cannot be stored, the job stays `submitting`, which the next run treats the same way.
  await ledger.storeOutcome(batch.num, seq, outcome, clock.now()).catch(asKnownError);
  emit({ type: 'unconfirmed', seq, trouble });
  const facts = { batch: batch.id, job: seq, items, why: 'no_answer' } as const;
  return new ConfereError('submission_unconfirmed', facts, { cause: error });
}
