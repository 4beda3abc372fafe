import { ConfereError } from '../../errors.js';
import type { Batch, Job } from '../../ledger/index.js';
import { ServiceError, type During, type Submission } from '../../service/index.js';
import { balanceFor, free, type Balance } from '../../account/balance.js';
import type { Deps } from '../dependencies.js';
import { refuseElsewhere } from './under-way-elsewhere.js';
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
  keepJobId(deps, batch, job, submission);
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
): Promise<string[]> {
  for (let reading = 1; reading <= READINGS; reading += 1) {
    const polls = deps.ledger.jobs.polls();
    const balance = await balanceFor(deps, job.items);
    const ids = begin(deps, batch, job, limits, balance, polls);
    if (ids !== undefined) return ids;
    stopIfAsked(deps, batch.id);
  }
  throw neverStill(job);
}

/**
 * Everything that was agreed to is asked again in the transaction that begins the submission, where no
 * other run can come between: what was bought or begun elsewhere meanwhile, and the balance. Undefined when
 * that was read before the last results were written down.
 */
function begin(
  deps: Deps,
  batch: Batch,
  job: Job,
  limits: SpendingLimits,
  { quota, taken }: Balance,
  polls: number,
): string[] | undefined {
  const { ledger } = deps;
  return ledger.transaction(() => {
    if (ledger.jobs.polls() !== polls) return undefined;
    if (job.state === 'unconfirmed') ledger.jobs.backToPlanned(batch.num, job.seq);
    const { reuseSince } = limits;
    const now = deps.clock.now();
    ledger.items.reuseIn(batch.num, job.seq, job.kind, reuseSince, now);
    ledger.jobs.recount(batch.num, job.seq);
    if (!limits.evenIfElsewhere) refuseElsewhere(deps, batch, job);
    const ids = ledger.items.idsOf(batch.num, job.seq);
    if (ids.length === 0) return ids;
    const balance = free(ledger, quota, taken);
    if (ids.length > balance && !limits.allowOverage) throw noLongerCovered(ids.length, balance);
    const live = ledger.jobs.live();
    ledger.jobs.submitting(batch.num, job.seq, quota.usedCredits, live, momentAfterAll(deps));
    return ids;
  });
}

/** What was charged before must stay before, even if the clock was put back meanwhile. */
function momentAfterAll({ ledger, clock }: Deps): number {
  return Math.max(clock.now(), ledger.jobs.lastSubmission() + 1, ledger.records.lastSingle() + 1);
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
function keepJobId({ ledger, clock }: Deps, batch: Batch, job: Job, submission: Submission): void {
  const { jobId, invalid } = submission;
  try {
    ledger.jobs.accepted(batch.num, job.seq, jobId, invalid, clock.now());
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
function undo(deps: Deps, batch: Batch, job: Job, error: unknown): 'rejected' {
  if (!(error instanceof ConfereError)) throw error;
  if (!(error instanceof ServiceError && error.mayHaveCharged)) {
    if (error instanceof ServiceError && error.httpStatus === 422) return reject(deps, batch, job);
    deps.ledger.jobs.backToPlanned(batch.num, job.seq);
    throw error;
  }
  noteDoubt(deps, batch, job, error);
  deps.emit({ type: 'unconfirmed', seq: job.seq, message: error.message });
  throw new ConfereError('unconfirmed', 'submission_unconfirmed', unconfirmedMessage(batch, job), {
    cause: error,
  });
}

/** 422: not one identifier of the job is valid for the service; it was free, and no job exists (spec, "Errors"). */
function reject(deps: Deps, batch: Batch, job: Job): 'rejected' {
  const { ledger, clock } = deps;
  ledger.transaction(() => {
    ledger.jobs.backToPlanned(batch.num, job.seq);
    ledger.items.rejectAll(batch.num, job.seq, clock.now());
    ledger.jobs.recount(batch.num, job.seq);
  });
  deps.emit({ type: 'rejected', seq: job.seq, items: job.items });
  return 'rejected';
}

/** Where it cannot be written, `submitting` stays behind and says the same. */
function noteDoubt({ ledger, clock }: Deps, batch: Batch, job: Job, error: ConfereError): void {
  try {
    ledger.jobs.unconfirmed(batch.num, job.seq, error.message, clock.now());
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
