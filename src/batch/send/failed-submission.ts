import { ignoreKnownError, ConfereError } from '../../base/errors.js';
import type { Job, UnderWayElsewhere } from '../../ledger/index.js';
import { formatTrouble, buildTrouble } from '../../ledger/jobs.js';
import { ServiceError } from '../../service/index.js';
import type { Work } from '../dependencies.js';
import type { SendingRun } from './spending.js';

interface RunWork extends Work {
  readonly run: SendingRun;
}

/** How the batch goes on after a failed submission: with a smaller job, without this job, or not at all. */
type FailureResult = 'too_dear' | 'rejected' | ConfereError;

/**
 * Records why a submission did not succeed. A job that may have been charged becomes `unconfirmed` and is never sent
 * again by itself (contract, "Money" 2). `queued` is the job that the run wanted to send: a resubmission sends a
 * new job (`job`) instead.
 *
 * @throws `error` where it is not a ConfereError
 */
export async function recordFailedSubmission(
  work: RunWork,
  job: Job,
  queued: Job,
  error: unknown,
): Promise<FailureResult> {
  const { ledger, clock, batch, emit, run } = work;
  if (!(error instanceof ConfereError)) throw error;
  if (error instanceof ServiceError && error.mayHaveCharged) return recordDoubt(work, job, error);
  // The service charges nothing for a file that it rejects, and creates no job (spec, "Errors").
  if (error instanceof ServiceError && error.httpStatus === 422) {
    await ledger.storeOutcome(batch.num, job.seq, { is: 'rejected' }, clock.now());
    emit({ type: 'rejected', seq: job.seq });
    return 'rejected';
  }
  const outcome = { is: 'refused', insteadOf: queued.seq } as const;
  await ledger.storeOutcome(batch.num, job.seq, outcome, clock.now());
  const canSplit = run.limits.fitBalance === true && job.items > 1 && job.state === 'planned';
  return canSplit && error.code === 'insufficient_credits' ? 'too_dear' : error;
}

/**
 * Records a doubt about a submission whose answer has the job id of another submission, and so says nothing about this
 * one (contract, "Money" 7).
 */
export function recordTakenJobId(work: Work, job: Job): Promise<ConfereError> {
  const endpoint = job.kind === 'cpf' ? 'submitCpfBatch' : 'submitCnpjBatch';
  const request = { endpoint, attempts: 1, mayHaveCharged: true } as const;
  return recordDoubt(work, job, new ServiceError('unreadable_answer', request));
}

/** Builds the refusal of identifiers that another batch is looking up, because they would be paid for twice. */
export function buildElsewhereError({ job, batch, items, state }: UnderWayElsewhere): ConfereError {
  return new ConfereError('looked_up_elsewhere', { items, job, batch, state });
}

async function recordDoubt(work: Work, { seq, items }: Job, error: ServiceError) {
  const { ledger, clock, batch, emit } = work;
  const trouble = buildTrouble(error);
  const outcome = { is: 'unknown', why: formatTrouble(trouble) } as const;
  // If the outcome cannot be stored, the job stays `submitting`, which the next run treats the same way.
  await ledger.storeOutcome(batch.num, seq, outcome, clock.now()).catch(ignoreKnownError);
  emit({ type: 'unconfirmed', seq, trouble });
  const facts = { batch: batch.id, job: seq, items, why: 'no_answer' } as const;
  return new ConfereError('submission_unconfirmed', facts, { cause: error });
}
