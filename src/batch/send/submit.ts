import { ignoreKnownError, ConfereError } from '../../base/errors.js';
import type { Job, Permit, SpendingLimit, SubmissionVerdict } from '../../ledger/index.js';
import { countCovered, buildOverLimit, findTightest } from '../../money/budget.js';
import { storeJobId } from '../../money/outbox.js';
import { resolvePrices } from '../../money/book.js';
import { buildUnexpectedCharges } from '../../money/balance.js';
import { SECOND_READING_AFTER } from '../../money/meter.js';
import type { Work } from '../dependencies.js';
import { writeTrouble } from '../../ledger/jobs.js';
import { findEndedUnanswered, planUnanswered } from '../plan/plan.js';
import type { SpendingLimits } from '../options.js';
import {
  buildElsewhereError,
  recordFailedSubmission,
  recordTakenJobId,
} from './failed-submission.js';
import { findFormatLabel } from './format-label.js';
import {
  markInterrupted,
  withSettling,
  settleJobs,
  readUnconfirmedSubmissions,
  waitForSettling,
  type Settling,
} from '../settle.js';
import { pauseOrStop, stopIfAsked } from '../stop.js';
import {
  beginRun,
  confirmBudget,
  sumWorstCase,
  removeEarlierLimit,
  readForRun,
  type SendingRun,
  isUnconfirmed,
} from './spending.js';

interface Sending extends Settling {
  readonly run: SendingRun;
  /** Polls the running jobs until all have ended; false if the deadline passes first. */
  readonly pollUntilEnded: () => Promise<boolean>;
  /** Polls due jobs between two submissions. A failure is ignored: `pollUntilEnded` reports it in the end. */
  readonly pollDue?: () => Promise<unknown>;
  /** Whether the unanswered identifiers of ended jobs are sent, too. */
  readonly isResuming?: boolean;
  /** The jobs (`seq`) that the user wants sent again, even if they were charged. */
  readonly resubmits?: ReadonlySet<number>;
}

/** How far the sending came. */
export interface SendResult {
  /** The number of jobs that were sent, that need not be sent, or that the service rejected. */
  readonly jobs: number;
  /** The error that kept the other jobs from being sent. */
  readonly error?: ConfereError;
}

/** Settles the submissions without an answer, sends them and the planned jobs. @throws the reason of the user's stop */
export async function settleAndSend(
  unsettled: Omit<Sending, keyof Settling> & Work,
): Promise<SendResult> {
  // A submission whose outcome could not be written is still `submitting`, and has to be settled with the others.
  await markInterrupted(unsettled);
  const work = withSettling(unsettled);
  const sent = await confirmAndSend(work, await readUnconfirmedSubmissions(work));
  const isOutOfTime = sent.error === undefined && isLate(work);
  const why = isOutOfTime ? null : writeTrouble({ code: 'not_covered' });
  if (sent.error === undefined || sent.error.kind === 'credits')
    await work.ledger.storeWhyUnsent(work.batch.num, why).catch(ignoreKnownError);
  return sent;
}

/**
 * Sends unconfirmed jobs again, as the user decided. A job that an earlier resubmission made is settled first,
 * because the user consented to one more submission and not to two. Returns the error where not everything was sent.
 */
export async function resubmit(
  work: Work,
  jobs: readonly Job[],
  limits: SpendingLimits,
): Promise<ConfereError | undefined> {
  const decisions = await work.ledger.readDecisions(work.batch.num);
  // `into` of a decision is the job that the resubmission made.
  const madeByResubmission = new Set(
    decisions.map(({ decision, evidence }) => decision === 'resubmit' && evidence['into']),
  );
  const mustSettle = ({ seq, state, jobId, verdict }: Job) =>
    state === 'unconfirmed' && jobId === null && verdict === null && madeByResubmission.has(seq);
  const resubmits = new Set(jobs.filter((job) => !mustSettle(job)).map(({ seq }) => seq));
  // A resubmitted job is never split, whatever the options of the run say.
  const run = await beginRun(work, work.batch, { ...limits, fitBalance: false });
  const pollUntilEnded = () => Promise.resolve(false);
  return (await confirmAndSend({ ...withSettling(work), run, resubmits, pollUntilEnded }, jobs))
    .error;
}

/** Settles the doubts among the wanted jobs, asks for consent within the limits, and submits what may be sent. */
async function confirmAndSend(work: Sending, wanted: readonly Job[]): Promise<SendResult> {
  const { run, pauseOfOthers, resubmits, isResuming = false } = work;
  const selectNeedingProof = (jobs: readonly Job[]) => jobs.filter((job) => needsProof(work, job));
  try {
    const settleError = await settleJobs(work, selectNeedingProof(wanted));
    if (settleError !== undefined) return { jobs: 0, error: settleError };
    let jobs = await answerAndFindSendable(work, wanted);
    if (jobs instanceof ConfereError) return { jobs: 0, error: jobs };
    const unanswered = isResuming ? await findEndedUnanswered(work, run.limits.reuseSince) : [];
    // Other machines need not wait for the user, who may take hours to answer; the proof is checked again afterwards.
    if (run.limits.confirm !== undefined) await pauseOfOthers.end();
    const payable = [...jobs, ...unanswered];
    const maySend = await confirmBudget(work, payable, run, resubmits !== undefined);
    if (maySend instanceof ConfereError) return { jobs: 0, error: maySend };
    // The jobs are planned only now, so that a refusal or a no leaves the batch as it was (contract, "Money", rule 4).
    if (unanswered.length > 0) {
      await planUnanswered(work);
      jobs = await answerAndFindSendable(work, wanted);
      if (jobs instanceof ConfereError) return { jobs: 0, error: jobs };
    }
    if (jobs.length > 0 && resubmits === undefined) await removeEarlierLimit(work, run.limits);
    const proofError = await settleJobs(work, selectNeedingProof(jobs), true);
    if (proofError !== undefined || !maySend) return { jobs: 0, error: proofError };
    return await submitJobs(work, jobs);
  } finally {
    await pauseOfOthers.end();
  }
}

/** Whether the job may be sent only with a proof that its first submission was not charged. */
function needsProof({ resubmits }: Sending, job: Job): boolean {
  return isUnconfirmed(job) && resubmits?.has(job.seq) !== true;
}

/** Answers jobs from records. Returns those to send; the error if another batch is looking up the same identifiers. */
async function answerAndFindSendable(
  { ledger, clock, batch, run, resubmits }: Sending,
  wanted: readonly Job[],
) {
  const { reuseSince, fresh: acceptsPayingTwice = false } = run.limits;
  const seqs = wanted.map(({ seq }) => seq);
  const { jobs, elsewhere } = await ledger.answerFromRecords({
    batch: batch.num,
    // `settleJobs` has proved the unconfirmed ones among them free, or the user wants them sent again in any case.
    provedFree: seqs,
    onlyJobs: resubmits && new Set(seqs),
    reuseSince,
    acceptsPayingTwice,
    at: clock.now(),
  });
  return elsewhere === null ? jobs : buildElsewhereError(elsewhere);
}

async function submitJobs(work: Sending, jobs: readonly Job[]): Promise<SendResult> {
  const queue = jobs.filter(({ items }) => items > 0);
  let sent = 0;
  let waits = 0;
  for (let [job] = queue; job !== undefined; [job] = queue) {
    if (sent > 0) await work.pollDue?.();
    stopIfAsked(work);
    // Repeats come first in the queue. None of the other jobs needs a proof, so other machines may submit again.
    if (!isRepeat(work, job)) await work.pauseOfOthers.end();
    const current = await sizeFirst(work, queue);
    if (current instanceof ConfereError) return { jobs: sent, error: current };
    // `sizeFirst` may have put another job first: a part of this one, or one of the other kind.
    const [sizedJob] = queue;
    if (current === undefined || sizedJob === undefined) break;
    const result = await submitJob(work, sizedJob, current);
    if (result instanceof ConfereError) return { jobs: sent, error: result };
    if (result === 'sent' || result === 'empty' || result === 'rejected') {
      queue.shift();
      sent += 1;
      waits = 0;
      continue;
    }
    // The service refused a job that the balance should have covered: a tenth of it may still pass.
    const tenth = Math.max(1, Math.floor(sizedJob.items / 10));
    if (result === 'too_dear' && (await splitFirst(work, queue, tenth))) continue;
    const isReady = await prepareNext(work, queue, result, waits);
    if (isReady instanceof ConfereError) return { jobs: sent, error: isReady };
    if (!isReady) break;
    waits += 1;
  }
  return { jobs: sent };
}

/**
 * Makes the first job smaller or waits for the balance. Until a reading has agreed with the price, one small job is
 * sent, and the next one is sent when the balance shows what the first one cost. Returns whether to try again.
 */
async function prepareNext(
  work: Sending,
  queue: Job[],
  result: Exclude<SubmissionResult, 'sent' | 'empty' | 'rejected'>,
  waits: number,
): Promise<boolean | ConfereError> {
  const showsChargesAtOnce = work.terms?.isImmediate === true;
  if (typeof result === 'object' && result.verdict === 'too_many') {
    if (result.mayAgreeLater)
      return waitForCharges(work, showsChargesAtOnce ? 0 : SECOND_READING_AFTER);
    if (result.most > 0) {
      work.emit({ type: 'first_part', items: result.most });
      return splitFirst(work, queue, result.most);
    }
  }
  if (typeof result === 'object' && result.verdict === 'not_alone') {
    const others = result.batches.filter((id) => id !== work.batch.id);
    // A job never ends in the ledger while no process works on its batch, so waiting for its end is in vain.
    const held = await work.ledger.findHeldBatches();
    if (!others.every((id) => held.includes(id)))
      return new ConfereError('balance_awaited', { batches: others });
  }
  if (waits === FIRST_BALANCE_WAITS.length) work.emit({ type: 'balance_awaited' });
  const ms = FIRST_BALANCE_WAITS[waits] ?? LATER_BALANCE_WAIT;
  return waitForCharges(work, showsChargesAtOnce ? IMMEDIATE_BALANCE_WAIT : ms);
}

/** Ms before the balance is read again. */
const FIRST_BALANCE_WAITS = [1_000, 2_000, 4_000];
const LATER_BALANCE_WAIT = 10_000;

/** Ms before the balance is read again where the service runs inside this process. */
const IMMEDIATE_BALANCE_WAIT = 50;

/**
 * Waits until the running jobs have ended, and `ms` more until the balance shows their cost. False after the deadline.
 */
async function waitForCharges(work: Sending, ms: number): Promise<boolean> {
  if (!(await work.pollUntilEnded())) return false;
  await pauseOrStop(work, ms, 'balance');
  return !isLate(work);
}

function isLate({ clock, deadline }: Work): boolean {
  return clock.now() > deadline;
}

/** Makes the first job so small that the limits cover it, and returns these limits; undefined if none can be sent. */
async function sizeFirst(
  work: Sending,
  queue: Job[],
): Promise<CurrentLimits | ConfereError | undefined> {
  const { ledger, run, terms = {} } = work;
  const { fitBalance = false } = run.limits;
  const prices = resolvePrices(terms);
  for (let attempt = 1; ; attempt += 1) {
    const [job] = queue;
    if (job === undefined) return undefined;
    const { reading, limits } = await readForRun(work, run, work.pollUntilEnded);
    const current = { limits, plan: reading?.quota.plan };
    const tightest = findTightest(await ledger.computeLimitsLeft(limits, terms));
    if (tightest === undefined || isRepeat(work, job)) return current;
    const covered = countCovered(tightest.left, job.items, prices[job.kind]);
    if (covered === job.items) return current;
    // A running job counts at its worst case until it ends, and it may find less.
    if (attempt === 1 && (await isAnyRunning(work))) {
      if (await waitForCharges(work, 0)) continue;
      return undefined;
    }
    if (!fitBalance) {
      const cost = sumWorstCase(queue, prices);
      const itemPrice = prices[job.kind];
      const refusedCost = { cost, costOf: 'rest', canSendPart: false, plan: current.plan } as const;
      return buildOverLimit(tightest, { ...refusedCost, itemPrice });
    }
    if (covered > 0) return (await splitFirst(work, queue, covered)) ? current : undefined;
    // The other kind may cost less, so a job of that kind may still fit.
    queue.splice(0, queue.length, ...queue.filter(({ kind }) => kind !== job.kind));
    attempt = 0;
  }
}

/** The limits of a run when its balance was last read, and the name of the account's plan. */
interface CurrentLimits {
  readonly limits: readonly SpendingLimit[];
  readonly plan: string | undefined;
}

async function isAnyRunning({ ledger, batch }: Work): Promise<boolean> {
  return (await ledger.readJobs(batch.num)).some(({ state }) => state === 'accepted');
}

/** Splits the first job of the queue after `keep` identifiers. False if another process has changed the job. */
async function splitFirst({ ledger, batch }: Work, queue: Job[], keep: number): Promise<boolean> {
  const [job] = queue;
  if (job === undefined || !(await ledger.splitJob(batch.num, job.seq, keep))) return false;
  const rest = (await ledger.readJobs(batch.num)).at(-1);
  queue.splice(0, 1, { ...job, items: keep }, ...(rest === undefined ? [] : [rest]));
  return true;
}

/** Whether the job repeats a submission (proved free, or resubmitted by the user). A repeat is never split. */
function isRepeat({ resubmits }: Sending, job: Job): boolean {
  return isUnconfirmed(job) || resubmits?.has(job.seq) === true;
}

/**
 * How a submission ended. `uncovered`: the limits no longer cover the job, since other processes have spent credits.
 * `too_dear`: the service refused the job for lack of credits. `rejected`: the service found the job invalid, which is
 * free and final. `empty`: records answer the whole job. `read_again`: the balance must be read a second time. An
 * object (see `Permit`): no reading of the balance has agreed with the price yet.
 */
type SubmissionResult =
  | ('sent' | 'empty' | 'rejected' | 'uncovered' | 'too_dear' | 'read_again')
  | Extract<Permit, { verdict: 'too_many' | 'not_alone' }>;

/** Writes the submission to the ledger, sends it, and writes its answer (contract, "Money", rule 1). */
async function submitJob(
  work: Sending,
  queued: Job,
  currentLimits: CurrentLimits,
): Promise<SubmissionResult | ConfereError> {
  const { ledger, batch, emit } = work;
  const error = await waitForSettling(work, needsProof(work, queued), work.pollUntilEnded);
  if (error !== undefined) return error;
  const verdict = await beginAfterLookups(work, queued, currentLimits);
  if (!isBegun(verdict)) return verdict;
  const { ids, job: seq, at } = verdict;
  const job = { ...queued, seq, submittedAt: at };
  emit({ type: 'submitting', seq, items: ids.length });
  const beforeSend = () => ledger.confirmHold({ batch: batch.num });
  const labels = { fileName: batch.label ?? undefined, format: findFormatLabel(batch.file) };
  const submission = await work.client
    .withBounds({ beforeSend })
    .submitJob(job.kind, ids, labels)
    .catch((error: unknown) => recordFailedSubmission(work, job, queued, error));
  if (typeof submission === 'string' || !('jobId' in submission)) return submission;
  if ((await storeJobId(work, batch, job, submission, verdict)) === 'taken')
    return recordTakenJobId(work, job);
  emit({ type: 'accepted', seq, jobId: submission.jobId, items: ids.length });
  return 'sent';
}

type Begun = Extract<SubmissionVerdict, { verdict: 'begun' }>;

function isBegun(verdict: Begun | SubmissionResult | ConfereError): verdict is Begun {
  return typeof verdict === 'object' && 'verdict' in verdict && verdict.verdict === 'begun';
}

/** Ms between two attempts while a single lookup of the same identifiers runs. */
const LOOKUP_WAIT = 2_000;

/** Asks the ledger for permission to submit, after a wait for single lookups whose answers the job can use. */
async function beginAfterLookups(
  work: Sending,
  job: Job,
  { limits, plan }: CurrentLimits,
): Promise<Begun | SubmissionResult | ConfereError> {
  const { ledger, run, clock, keyFingerprint, terms = {} } = work;
  const { reuseSince, fresh: acceptsPayingTwice = false, fitBalance = false } = run.limits;
  const resubmits = work.resubmits?.has(job.seq) === true;
  const price = resolvePrices(terms)[job.kind];
  for (;;) {
    const at = await ledger.now();
    const verdict = await ledger.beginSubmission({
      batch: work.batch.num,
      job: job.seq,
      resubmits,
      reuseSince,
      acceptsPayingTwice,
      at,
      sentWithProof: needsProof(work, job),
      cost: {
        kind: job.kind,
        price,
        keyFingerprint,
        limits,
        terms,
        at,
        isRepeat: isRepeat(work, job),
      },
    });
    switch (verdict.verdict) {
      case 'begun':
      case 'too_many':
      case 'not_alone':
        return verdict;
      case 'empty':
      case 'read_again':
        return verdict.verdict;
      case 'stopped':
        return buildUnexpectedCharges(
          verdict.mark,
          limits.some(({ of }) => of !== 'balance'),
        );
      case 'looked_up_now':
        if (clock.now() + LOOKUP_WAIT > work.deadline)
          return new ConfereError('job_under_lookup', { job: job.seq, items: verdict.items });
        await pauseOrStop(work, LOOKUP_WAIT, 'lookup');
        break;
      case 'elsewhere':
        return buildElsewhereError(verdict.elsewhere);
      case 'over_limit': {
        stopIfAsked(work);
        if (job.state === 'planned' && !resubmits) return 'uncovered';
        const costOf = resubmits ? 'resubmission' : 'rest';
        const cost = job.items * price;
        const facts = { cost, costOf, canSendPart: fitBalance, plan, itemPrice: price } as const;
        return buildOverLimit(verdict, facts);
      }
    }
  }
}
