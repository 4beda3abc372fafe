import type { JobTrouble } from '../../errors/jobs.js';
import { ConfereError } from '../../errors.js';
import type { Batch, Job, UnderWayElsewhere } from '../../ledger/index.js';
import { ServiceError, type During, type Submission } from '../../service/index.js';
import { costWithin, overLimit } from '../../money/budget.js';
import { most } from '../../money/price.js';
import { isOutdated, type AccountBalance } from '../../money/read-balance.js';
import type { Deps } from '../dependencies.js';
import { storedTrouble, troubleFrom } from '../job-trouble.js';
import { waitForSettling, type SettlementPause } from '../settle/settlement-pause.js';
import { limitsNow, type SendingRun } from './spending.js';
import { stopIfAsked, pause } from '../stop.js';
import { keepJobId } from '../../money/outbox.js';

/**
 * The outcome of one job: sent; empty because records answered it; rejected, its identifiers all invalid; uncovered,
 * because of what others spent since the balance was read, or it was read too long ago; or too dear, which the service
 * says of it.
 */
export type Submitted = 'sent' | 'empty' | 'rejected' | 'uncovered' | 'too_dear';

/** How a run sends jobs. */
export interface Sending {
  readonly run: SendingRun;
  /** Work to do while a submission has to wait. */
  readonly during?: During;
  /** Work to do while another machine asks that nothing is sent. */
  readonly whilePaused?: During;
  /** Waits until every job of the batch has ended; false if the deadline passed first. */
  readonly collect: () => Promise<boolean>;
  readonly othersPaused: SettlementPause;
  /** The numbers of unconfirmed jobs that the user wants sent again. */
  readonly resubmits?: ReadonlySet<number>;
}

/** The identifiers that may be sent now, and the number of their job. */
interface Begun {
  readonly ids: readonly string[];
  readonly seq: number;
  /** When it began (epoch ms), as the ledger has it. */
  readonly at: number;
}

/** Stores the submission, sends it, and stores the answer (money rule 1 of the contract). An error: why nothing else is sent. */
export async function submitJob(
  deps: Deps,
  batch: Batch,
  given: Job,
  how: Sending,
  reading: AccountBalance,
): Promise<Submitted | ConfereError> {
  const { during, whilePaused = during, resubmits } = how;
  const isProved = given.state === 'unconfirmed' && resubmits?.has(given.seq) !== true;
  const late = await waitForSettling(deps, batch, { isProved, during: whilePaused });
  if (late !== undefined) return late;
  const begun = await begin(deps, batch, given, how, reading);
  if (begun === 'uncovered' || begun instanceof ConfereError) return begun;
  const { ids, seq, at } = begun;
  if (ids.length === 0) return 'empty';
  const job = { ...given, seq, submittedAt: at };
  deps.emit({ type: 'submitting', seq: job.seq, items: ids.length });
  const submission = await deps.client
    .within({
      during,
      beforeSend: async () => {
        if (given.state === 'planned' && isOutdated(reading, deps.clock))
          throw new OutdatedReading();
        await deps.ledger.confirmHold({ batch: batch.num });
      },
    })
    .submitBatch(job.kind, ids, labels(batch))
    .catch((error: unknown) => undo(deps, batch, job, given, error, how));
  if (typeof submission === 'string' || submission instanceof ConfereError) return submission;
  const kept = await keepJobId(deps, batch, job, submission);
  if (kept === 'taken') return undo(deps, batch, job, given, answerOfAnother(job), how);
  announce(deps, job.seq, ids.length, submission);
  return 'sent';
}

/** The reading of the balance that a job rests on is too old to send it. */
class OutdatedReading extends Error {}

/** Begins the submission in one transaction that repeats all checks, so that no other run can interfere. */
async function begin(
  deps: Deps,
  batch: Batch,
  job: Job,
  how: Sending,
  reading: AccountBalance,
): Promise<Begun | 'uncovered' | ConfereError> {
  const { ledger } = deps;
  const { run, resubmits: meant } = how;
  const { reuseSince, evenIfElsewhere, fitBalance } = run.limits;
  const resubmits = meant?.has(job.seq) === true;
  const limits = await limitsNow(deps, batch, run, reading.limit);
  const begun = await ledger.beginSubmission({
    ...{ batch: batch.num, job: job.seq, resubmits },
    proved: job.state === 'unconfirmed' && !resubmits,
    ...{ reuseSince, evenIfElsewhere },
    cost: costWithin(limits, reading.prices, job.kind),
    at: await ledger.now(),
  });
  switch (begun.verdict) {
    case 'begun':
      return { ids: begun.ids, seq: begun.job, at: begun.at };
    case 'empty':
      return { ids: [], seq: job.seq, at: 0 };
    case 'looked_up_now': {
      const late = await waitForLookups(deps, batch, job, begun.items);
      return late ?? begin(deps, batch, job, how, reading);
    }
    case 'elsewhere':
      return lookedUpElsewhere(begun.elsewhere);
    case 'over_limit': {
      stopIfAsked(deps, batch.id);
      if (job.state === 'planned' && !resubmits) return 'uncovered';
      const cost = job.items * most(reading.prices[job.kind]);
      const part = resubmits ? 'resubmission' : 'rest';
      return overLimit(begun, { cost, part, fits: fitBalance, plan: reading.quota.plan });
    }
  }
}

/** The answer names a job that is known already: it belongs to another submission (money rule 7). */
function answerOfAnother({ kind }: Job): ServiceError {
  const endpoint = kind === 'cpf' ? 'submitCpfBatch' : 'submitCnpjBatch';
  return new ServiceError('unreadable_answer', { endpoint, attempts: 1, mayHaveCharged: true });
}

function labels(batch: Batch): { fileName?: string; format: string } {
  return { fileName: batch.label ?? undefined, format: 'CSV' };
}

/**
 * A refused submission leaves all as it was: `given`. An unknown outcome is never sent again automatically (money
 * rule 2).
 */
async function undo(
  deps: Deps,
  batch: Batch,
  job: Job,
  given: Job,
  error: unknown,
  { run }: Sending,
): Promise<'rejected' | 'too_dear' | 'uncovered' | ConfereError> {
  const refused = { is: 'refused', insteadOf: given.seq } as const;
  if (error instanceof OutdatedReading) {
    await deps.ledger.keepOutcome(batch.num, job.seq, refused, deps.clock.now());
    return 'uncovered';
  }
  if (!(error instanceof ConfereError)) throw error;
  if (!(error instanceof ServiceError && error.mayHaveCharged)) {
    if (error instanceof ServiceError && error.httpStatus === 422) return reject(deps, batch, job);
    await deps.ledger.keepOutcome(batch.num, job.seq, refused, deps.clock.now());
    const mayBeSmaller = run.limits.fitBalance && job.items > 1 && job.state === 'planned';
    return mayBeSmaller && error.code === 'insufficient_credits' ? 'too_dear' : error;
  }
  const trouble = troubleFrom(error);
  await noteDoubt(deps, batch, job, trouble);
  deps.emit({ type: 'unconfirmed', seq: job.seq, trouble });
  return new ConfereError(
    'submission_unconfirmed',
    { batch: batch.id, job: job.seq, items: job.items, why: 'no_answer' },
    { cause: error },
  );
}

/**
 * HTTP 422: the service considers no identifier of the job valid. It was free, and no job exists (spec,
 * "Errors").
 */
async function reject(
  deps: Pick<Deps, 'ledger' | 'clock' | 'emit'>,
  batch: Batch,
  job: Job,
): Promise<'rejected'> {
  await deps.ledger.keepOutcome(batch.num, job.seq, { is: 'invalid' }, deps.clock.now());
  deps.emit({ type: 'rejected', seq: job.seq, items: job.items });
  return 'rejected';
}

/** If this cannot be stored, the job stays in `submitting`, which the next run treats the same way. */
async function noteDoubt(
  { ledger, clock }: Pick<Deps, 'ledger' | 'clock'>,
  batch: Batch,
  job: Job,
  trouble: JobTrouble,
): Promise<void> {
  const outcome = { is: 'unknown', why: storedTrouble(trouble) } as const;
  try {
    await ledger.keepOutcome(batch.num, job.seq, outcome, clock.now());
  } catch (failed) {
    if (!(failed instanceof ConfereError)) throw failed;
  }
}

function announce(
  deps: Pick<Deps, 'emit'>,
  seq: number,
  sent: number,
  submission: Submission,
): void {
  const { jobId, totalRecords: counted, invalid } = submission;
  deps.emit({ type: 'accepted', seq, jobId, items: sent });
  if (counted !== sent) deps.emit({ type: 'mismatch', seq, sent, counted, invalid });
}

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
async function waitForLookups(
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
