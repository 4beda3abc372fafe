import type { JobTrouble } from '../../errors/jobs.js';
import { ConfereError } from '../../errors.js';
import type { Batch, Job, Prices } from '../../ledger/index.js';
import {
  ServiceError,
  UnreadableAnswerError,
  type During,
  type Submission,
} from '../../service/index.js';
import { overageOf } from '../../money/budget.js';
import { budgetsAt } from '../../money/period-budgets.js';
import { balanceFor, type Balance } from '../../money/balance.js';
import type { Deps } from '../dependencies.js';
import { storedTrouble, troubleFrom } from '../job-trouble.js';
import { waitForSettling } from '../settle/quiet.js';
import { lookedUpElsewhere, waitForLookups } from './looked-up-elsewhere.js';
import type { SpendingLimits } from './spending.js';
import { stopIfAsked } from '../stop.js';
import { keepJobId } from './keep-job-id.js';

/**
 * The outcome of one job: sent; empty because records answered it; rejected, its identifiers all invalid; or overtaken,
 * because others spent what the budgets would cover if its records turned out to be dear.
 */
export type Submitted = 'sent' | 'empty' | 'rejected' | 'overtaken';

export interface HowToSend {
  readonly limits: SpendingLimits;
  readonly during?: During | undefined;
  readonly whilePaused?: During | undefined;
  /** The most that a record may turn out to cost; left out where the user agreed to whatever it costs. */
  readonly dearest?: Prices | undefined;
  /** The numbers of unconfirmed jobs that the user wants sent again. */
  readonly resubmits?: ReadonlySet<number> | undefined;
}

/** The identifiers that may be sent now, and the number of their job. */
interface Begun {
  readonly ids: readonly string[];
  readonly seq: number;
  /** When it began (epoch ms), as the ledger has it. */
  readonly at: number;
}

/**
 * Stores the submission, sends it, and stores the answer (money rule 1 of the contract).
 *
 * @throws ConfereError kind `credits` if the balance no longer covers it; kind `unconfirmed` for an
 * unknown outcome
 */
export async function submitJob(
  deps: Deps,
  batch: Batch,
  given: Job,
  how: HowToSend,
): Promise<Submitted> {
  const { during, whilePaused = during, resubmits } = how;
  const isProved = given.state === 'unconfirmed' && resubmits?.has(given.seq) !== true;
  await waitForSettling(deps, batch, { isProved, during: whilePaused });
  const begun = await beginCovered(deps, batch, given, how);
  if (begun === 'overtaken') return begun;
  const { ids, seq, at } = begun;
  if (ids.length === 0) return 'empty';
  const job = { ...given, seq, submittedAt: at };
  deps.emit({ type: 'submitting', seq: job.seq, items: ids.length });
  // The ledger's numbers must not be read earlier: they would lack what polls store between the balance
  // and `begin`.
  const submission = await deps.client
    .within({
      ...(during === undefined ? {} : { during }),
      beforeSend: () => deps.ledger.confirmHold({ batch: batch.num }),
    })
    .submitBatch(job.kind, ids, labels(batch))
    .catch((error: unknown) => undo(deps, batch, job, error));
  if (submission === 'rejected') return 'rejected';
  const kept = await keepJobId(deps, batch, job, submission);
  if (kept === 'taken') return undo(deps, batch, job, answerOfAnother(job));
  announce(deps, job.seq, ids.length, submission);
  return 'sent';
}

/** Limits the readings, because other runs may store results so often that no balance is up to date. */
const READINGS = 10;

/**
 * The balance does not include results that another run stores while it is requested; then it is
 * requested again.
 */
async function beginCovered(
  deps: Deps,
  batch: Batch,
  given: Job,
  { limits, dearest, resubmits }: HowToSend,
): Promise<Begun | 'overtaken'> {
  // What was proved or is sent again on the user's word goes whole or not at all.
  const kept = given.state === 'planned' ? { dearest } : {};
  const job = { ...given, ...kept, resubmits: resubmits?.has(given.seq) === true };
  for (let reading = 1; reading <= READINGS; reading += 1) {
    const balance = await balanceOf(deps, job);
    const begun = await begin(deps, batch, job, limits, balance);
    if (begun !== undefined) return begun;
    stopIfAsked(deps, batch.id);
  }
  throw new ConfereError('balance_unsteady', { job: job.seq });
}

function balanceOf(deps: Deps, { items, kind }: Job): Promise<Balance> {
  return balanceFor(deps, (prices) => items * prices[kind]);
}

/**
 * Begins the submission in one transaction that repeats all checks, so that no other run can interfere.
 * Returns undefined if results were stored after the balance was read.
 */
async function begin(
  deps: Deps,
  batch: Batch,
  job: Job & { readonly resubmits: boolean; readonly dearest?: Prices | undefined },
  limits: SpendingLimits,
  { quota, taken, polls, prices }: Balance,
): Promise<Begun | 'overtaken' | undefined> {
  const { ledger, clock } = deps;
  const { reuseSince, evenIfElsewhere, allowOverage, periods = {} } = limits;
  const { usedCredits, remainingCredits } = quota;
  const at = clock.now();
  const begun = await ledger.beginSubmission({
    ...{ batch: batch.num, job: job.seq, resubmits: job.resubmits },
    proved: job.state === 'unconfirmed' && !job.resubmits,
    ...{ reuseSince, evenIfElsewhere, allowOverage },
    ...{ usedCredits, remainingCredits, taken, polls, prices },
    budgets: budgetsAt(at, periods),
    ...(job.dearest === undefined ? {} : { dearest: job.dearest }),
    at,
  });
  switch (begun.verdict) {
    case 'begun':
      return { ids: begun.ids, seq: begun.job, at };
    case 'empty':
      return { ids: [], seq: job.seq, at };
    case 'stale':
      return undefined;
    case 'overtaken':
      return 'overtaken';
    case 'looked_up_now':
      await waitForLookups(deps, batch, job, begun.items);
      return begin(deps, batch, job, limits, await balanceOf(deps, job));
    case 'elsewhere':
      throw lookedUpElsewhere(begun.elsewhere);
    case 'over_budget':
      throw new ConfereError('over_period_budget', {
        ...{ of: begun.budget.of, limit: begun.budget.limit, cost: begun.cost, left: begun.left },
        fits: limits.fitBalance,
      });
    case 'uncovered':
      throw new ConfereError('over_balance', {
        ...{ of: 'next_job', worstCase: begun.cost, balance: begun.balance },
        ...overageOf(quota.plan),
      });
  }
}

/** The answer names a job that is known already: it belongs to another submission (money rule 7). */
function answerOfAnother({ kind }: Job): UnreadableAnswerError {
  const endpoint = kind === 'cpf' ? 'submitCpfBatch' : 'submitCnpjBatch';
  return new UnreadableAnswerError({ endpoint, attempts: 1, mayHaveCharged: true });
}

function labels(batch: Batch): { fileName?: string; format: string } {
  return { ...(batch.label === null ? {} : { fileName: batch.label }), format: 'CSV' };
}

/**
 * A refused submission returns to planned. An unknown outcome is never sent again automatically (money
 * rule 2).
 */
async function undo(deps: Deps, batch: Batch, job: Job, error: unknown): Promise<'rejected'> {
  if (!(error instanceof ConfereError)) throw error;
  if (!(error instanceof ServiceError && error.mayHaveCharged)) {
    if (error instanceof ServiceError && error.httpStatus === 422) return reject(deps, batch, job);
    await deps.ledger.keepOutcome(batch.num, job.seq, { is: 'refused' }, deps.clock.now());
    throw error;
  }
  const trouble = troubleFrom(error);
  await noteDoubt(deps, batch, job, trouble);
  deps.emit({ type: 'unconfirmed', seq: job.seq, trouble });
  throw new ConfereError(
    'submission_unconfirmed',
    { batch: batch.id, job: job.seq, items: job.items, why: 'no_answer' },
    { cause: error },
  );
}

/**
 * HTTP 422: the service considers no identifier of the job valid. It was free, and no job exists (spec,
 * "Errors").
 */
async function reject(deps: Deps, batch: Batch, job: Job): Promise<'rejected'> {
  await deps.ledger.keepOutcome(batch.num, job.seq, { is: 'invalid' }, deps.clock.now());
  deps.emit({ type: 'rejected', seq: job.seq, items: job.items });
  return 'rejected';
}

/** If this cannot be stored, the job stays in `submitting`, which the next run treats the same way. */
async function noteDoubt(
  { ledger, clock }: Deps,
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

function announce(deps: Deps, seq: number, sent: number, submission: Submission): void {
  const { jobId, totalRecords: counted, invalid } = submission;
  deps.emit({ type: 'accepted', seq, jobId, items: sent });
  if (counted !== sent) deps.emit({ type: 'mismatch', seq, sent, counted, invalid });
}
