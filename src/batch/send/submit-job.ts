import { ConfereError } from '../../errors.js';
import type { Batch, Job } from '../../ledger/index.js';
import { ServiceError, type During, type Submission } from '../../service/index.js';
import { balanceFor, type Balance } from '../../account/balance.js';
import type { Deps } from '../dependencies.js';
import { lookedUpElsewhere } from './under-way-elsewhere.js';
import type { SpendingLimits } from './spending.js';
import { stopIfAsked } from '../stop.js';
import { say } from '../../text/index.js';

/** What became of one job: sent, nothing left to send in it, or its identifiers were refused as invalid. */
export type Submitted = 'sent' | 'empty' | 'rejected';

/**
 * Writes down, sends, writes down (money rule 1 of the contract).
 * @throws kind `credits` when the balance no longer covers it; kind `unconfirmed` for an unknown outcome
 */
export async function submitJob(
  deps: Deps,
  batch: Batch,
  job: Job,
  { limits, during }: { readonly limits: SpendingLimits; readonly during?: During | undefined },
): Promise<Submitted> {
  const ids = await beginCovered(deps, batch, job, limits);
  if (ids.length === 0) return 'empty';
  deps.emit({ type: 'submitting', seq: job.seq, items: ids.length });
  // Not before: what polls write down between the reading of the balance and `begin` would be missing in it.
  const submission = await deps.client
    .within(during === undefined ? {} : { during })
    .submitBatch(job.kind, ids, labels(batch))
    .catch((error: unknown) => undo(deps, batch, job, error));
  if (submission === 'rejected') return 'rejected';
  await keepJobId(deps, batch, job, submission);
  announce(deps, job.seq, ids.length, submission);
  return 'sent';
}

/** Other runs may write down results so often that no balance is newer than the last of them. */
const READINGS = 10;

/** Results that another run writes down while the balance is on its way are not in it: then it is asked again. */
async function beginCovered(
  deps: Deps,
  batch: Batch,
  job: Job,
  limits: SpendingLimits,
): Promise<readonly string[]> {
  for (let reading = 1; reading <= READINGS; reading += 1) {
    const ids = await begin(deps, batch, job, limits, await balanceFor(deps, job.items));
    if (ids !== undefined) return ids;
    stopIfAsked(deps, batch.id);
  }
  throw neverStill(job);
}

/**
 * Everything that was agreed to is asked again by the operation that begins the submission, where no other run can
 * come between. Undefined when the balance was read before the last results were written down.
 */
async function begin(
  { ledger, clock }: Deps,
  batch: Batch,
  job: Job,
  { reuseSince, evenIfElsewhere, allowOverage }: SpendingLimits,
  { quota, taken, polls }: Balance,
): Promise<readonly string[] | undefined> {
  const { usedCredits, remainingCredits } = quota;
  const begun = await ledger.beginSubmission({
    ...{ batch: batch.num, job: job.seq, proved: job.state === 'unconfirmed' },
    ...{ reuseSince, evenIfElsewhere, allowOverage },
    ...{ usedCredits, remainingCredits, taken, polls },
    at: clock.now(),
  });
  switch (begun.verdict) {
    case 'begun':
      return begun.ids;
    case 'empty':
      return [];
    case 'stale':
      return undefined;
    case 'elsewhere':
      throw lookedUpElsewhere(begun.elsewhere);
    case 'uncovered':
      throw noLongerCovered(begun.items, begun.balance);
  }
}

function noLongerCovered(items: number, balance: number): ConfereError {
  return new ConfereError(
    'credits',
    'over_balance',
    say`The balance covers ${balance} credits now, and the next job may cost ${items}; it was not sent and stays pending. Run the same command again when there are credits, or with --fit-balance or --allow-overage.`,
  );
}

function neverStill({ seq }: Job): ConfereError {
  return new ConfereError(
    'locked',
    'balance_unsteady',
    say`Other runs write down results faster than the balance can be read; job ${seq} was not sent and stays pending. Run the same command again when they have ended.`,
  );
}

/** A job id that cannot be written down must at least be told: it is the way to paid results. */
async function keepJobId(
  { ledger, clock }: Deps,
  batch: Batch,
  job: Job,
  submission: Submission,
): Promise<void> {
  const { jobId, invalid } = submission;
  try {
    await ledger.keepJobId(batch.num, job.seq, jobId, invalid, clock.now());
  } catch (error) {
    throw new ConfereError(
      'unconfirmed',
      'ledger_unwritable',
      say`The service took job ${job.seq} of batch ${batch.id} as ${jobId}, but the ledger could not be written; note that id and free some disk space.`,
      { cause: error },
    );
  }
}

function labels(batch: Batch): { fileName?: string; format: string } {
  return { ...(batch.label === null ? {} : { fileName: batch.label }), format: 'CSV' };
}

/** A refusal leaves nothing behind; an unknown outcome is never repeated by itself (money rule 2). */
async function undo(deps: Deps, batch: Batch, job: Job, error: unknown): Promise<'rejected'> {
  if (!(error instanceof ConfereError)) throw error;
  if (!(error instanceof ServiceError && error.mayHaveCharged)) {
    if (error instanceof ServiceError && error.httpStatus === 422) return reject(deps, batch, job);
    await deps.ledger.releaseSubmission(batch.num, job.seq);
    throw error;
  }
  await noteDoubt(deps, batch, job, error);
  deps.emit({ type: 'unconfirmed', seq: job.seq, message: error.message });
  throw new ConfereError('unconfirmed', 'submission_unconfirmed', unconfirmedMessage(batch, job), {
    cause: error,
  });
}

/** 422: not one identifier of the job is valid for the service; it was free, and no job exists (spec, "Errors"). */
async function reject(deps: Deps, batch: Batch, job: Job): Promise<'rejected'> {
  await deps.ledger.rejectSubmission(batch.num, job.seq, deps.clock.now());
  deps.emit({ type: 'rejected', seq: job.seq, items: job.items });
  return 'rejected';
}

/** Where it cannot be written, `submitting` stays behind and says the same. */
async function noteDoubt(
  { ledger, clock }: Deps,
  batch: Batch,
  job: Job,
  error: ConfereError,
): Promise<void> {
  try {
    await ledger.doubtSubmission(batch.num, job.seq, error.message, clock.now());
  } catch (failed) {
    if (!(failed instanceof ConfereError)) throw failed;
  }
}

function unconfirmedMessage(batch: Batch, job: Job): string {
  return say`Nobody can say yet whether the service took job ${job.seq} (${job.items} identifiers) of batch ${batch.id}; it is not sent again until the balance proves that nothing was charged. Run the same command again in a minute.`;
}

function announce(deps: Deps, seq: number, sent: number, submission: Submission): void {
  const { jobId, totalRecords: counted, invalid } = submission;
  deps.emit({ type: 'accepted', seq, jobId, items: sent });
  if (counted !== sent) deps.emit({ type: 'mismatch', seq, sent, counted, invalid });
}
