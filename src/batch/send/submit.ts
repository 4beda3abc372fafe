import { asKnownError, ConfereError } from '../../base/errors.js';
import type {
  Job,
  Permit,
  SpendingLimit,
  SubmissionVerdict,
  UnderWayElsewhere,
} from '../../ledger/index.js';
import { coveredBy, overLimit, tightest } from '../../money/budget.js';
import { storeJobId } from '../../money/outbox.js';
import { pricesOf } from '../../money/book.js';
import { unexpectedCharges } from '../../money/balance.js';
import { SECOND_LOOK } from '../../money/meter.js';
import { ServiceError } from '../../service/index.js';
import type { Work } from '../dependencies.js';
import { writeTrouble } from '../../ledger/jobs.js';
import { missingJobs, planMissing } from '../plan/plan.js';
import type { SpendingLimits } from '../options.js';
import { recordFailedSubmission } from './failed-submission.js';
import { formatLabel } from './format-label.js';
import {
  markInterrupted,
  settlingOf,
  settleJobs,
  unansweredJobs,
  waitForSettling,
  type Settling,
} from '../settle.js';
import { pauseOrStop, stopIfAsked } from '../stop.js';
import {
  beginRun,
  confirmBudget,
  costOfJobs,
  forgetLimit,
  readForRun,
  type SendingRun,
  wasDoubted,
} from './spending.js';

interface Sending extends Settling {
  readonly run: SendingRun;
  /** False if the deadline passed before all had ended. */
  readonly collect: () => Promise<boolean>;
  /** Polls what is due between two submissions; that it fails is told when all is collected. */
  readonly collectDue?: () => Promise<unknown>;
  /** What ended jobs left is sent, too. */
  readonly isResuming?: boolean;
  /** What the user wants sent again, charged or not. */
  readonly resubmits?: ReadonlySet<number>;
}

/** How many needed no more sending, and why no others did. */
export interface SendResult {
  readonly jobs: number;
  readonly stop?: ConfereError;
}

export async function settleAndSend(
  given: Omit<Sending, keyof Settling> & Work,
): Promise<SendResult> {
  // A submission whose outcome could not be written is one of the unanswered.
  await markInterrupted(given);
  const work = settlingOf(given);
  const sent = await confirmAndSend(work, await unansweredJobs(work));
  const isOutOfTime = sent.stop === undefined && isLate(work);
  const why = isOutOfTime ? null : writeTrouble({ code: 'not_covered' });
  if (sent.stop === undefined || sent.stop.kind === 'credits')
    await work.ledger.storeWhyUnsent(work.batch.num, why).catch(asKnownError);
  return sent;
}

/** What an earlier resubmission sent is settled first: the user's word was for one more submission. Returns why not all was sent. */
export async function resubmit(
  given: Work,
  jobs: readonly Job[],
  limits: SpendingLimits,
): Promise<ConfereError | undefined> {
  const decisions = await given.ledger.readDecisions(given.batch.num);
  const made = new Set(
    decisions.map(({ decision, evidence }) => decision === 'resubmit' && evidence['into']),
  );
  const isToSettle = ({ seq, state, jobId, verdict }: Job) =>
    state === 'unconfirmed' && jobId === null && verdict === null && made.has(seq);
  const resubmits = new Set(jobs.filter((job) => !isToSettle(job)).map(({ seq }) => seq));
  // A job is sent again whole or not at all.
  const run = await beginRun(given, given.batch, { ...limits, fitBalance: false });
  const collect = () => Promise.resolve(false);
  return (await confirmAndSend({ ...settlingOf(given), run, resubmits, collect }, jobs)).stop;
}

async function confirmAndSend(work: Sending, meant: readonly Job[]): Promise<SendResult> {
  const { run, othersPaused, resubmits, isResuming = false } = work;
  const toSettle = (jobs: readonly Job[]) => jobs.filter((job) => needsProof(work, job));
  try {
    const open = await settleJobs(work, toSettle(meant));
    if (open !== undefined) return { jobs: 0, stop: open };
    let jobs = await sendableJobs(work, meant);
    if (jobs instanceof ConfereError) return { jobs: 0, stop: jobs };
    const missing = isResuming ? await missingJobs(work, run.limits.reuseSince) : [];
    // Nobody waits for a user who is asked and may take hours to answer; so the proof is checked again.
    if (run.limits.confirm !== undefined) await othersPaused.end();
    const mayGo = await confirmBudget(work, [...jobs, ...missing], run, resubmits !== undefined);
    if (mayGo instanceof ConfereError) return { jobs: 0, stop: mayGo };
    // A limit or a no leaves the batch as it was (contract, "Money" 4).
    if (missing.length > 0) {
      await planMissing(work);
      jobs = await sendableJobs(work, meant);
      if (jobs instanceof ConfereError) return { jobs: 0, stop: jobs };
    }
    if (jobs.length > 0 && resubmits === undefined) await forgetLimit(work, run.limits);
    const moved = await settleJobs(work, toSettle(jobs), true);
    return moved !== undefined || !mayGo ? { jobs: 0, stop: moved } : await submitJobs(work, jobs);
  } finally {
    await othersPaused.end();
  }
}

function needsProof({ resubmits }: Sending, job: Job): boolean {
  return wasDoubted(job) && resubmits?.has(job.seq) !== true;
}

/** The error if another batch asks for it. */
async function sendableJobs(
  { ledger, clock, batch, run, resubmits }: Sending,
  meant: readonly Job[],
) {
  const { reuseSince, fresh: evenIfElsewhere = false } = run.limits;
  const seqs = meant.map(({ seq }) => seq);
  const { jobs, elsewhere } = await ledger.answerFromRecords({
    batch: batch.num,
    proved: seqs,
    only: resubmits && new Set(seqs),
    reuseSince,
    evenIfElsewhere,
    at: clock.now(),
  });
  return elsewhere === null ? jobs : lookedUpElsewhere(elsewhere);
}

/** They would be paid for twice. */
function lookedUpElsewhere({ job, batch, items, state }: UnderWayElsewhere): ConfereError {
  return new ConfereError('looked_up_elsewhere', { items, job, batch, state });
}

async function submitJobs(work: Sending, jobs: readonly Job[]): Promise<SendResult> {
  const queue = jobs.filter(({ items }) => items > 0);
  let sent = 0;
  let looks = 0;
  for (let [job] = queue; job !== undefined; [job] = queue) {
    if (sent > 0) await work.collectDue?.();
    stopIfAsked(work);
    // What was proved is sent first; then others may send theirs.
    if (!goesWhole(work, job)) await work.othersPaused.end();
    const sized = await sizeFirst(work, queue);
    if (sized instanceof ConfereError) return { jobs: sent, stop: sized };
    const [first] = queue;
    if (sized === undefined || first === undefined) break;
    const submitted = await submitJob(work, first, sized);
    if (submitted instanceof ConfereError) return { jobs: sent, stop: submitted };
    if (submitted === 'sent' || submitted === 'empty' || submitted === 'rejected') {
      queue.shift();
      sent += 1;
      looks = 0;
      continue;
    }
    // The service refused the job although the balance covers it: a tenth may still pass.
    const tenth = Math.max(1, Math.floor(first.items / 10));
    if (submitted === 'too_dear' && (await splitFirst(work, queue, tenth))) continue;
    const isReady = await prepareNext(work, queue, submitted, looks);
    if (isReady instanceof ConfereError) return { jobs: sent, stop: isReady };
    if (!isReady) break;
    looks += 1;
  }
  return { jobs: sent };
}

/** Until a reading has agreed with the price, a job is small, and the next one leaves when the balance shows what it cost. */
async function prepareNext(
  work: Sending,
  queue: Job[],
  submitted: Exclude<Submitted, 'sent' | 'empty' | 'rejected'>,
  looks: number,
): Promise<boolean | ConfereError> {
  const isImmediate = work.terms?.isImmediate === true;
  if (typeof submitted === 'object' && submitted.verdict === 'too_many') {
    if (submitted.canAgree) return waitForCharges(work, isImmediate ? 0 : SECOND_LOOK);
    if (submitted.most > 0) {
      work.emit({ type: 'first_part', items: submitted.most });
      return splitFirst(work, queue, submitted.most);
    }
  }
  if (typeof submitted === 'object' && submitted.verdict === 'not_alone') {
    const others = submitted.batches.filter((id) => id !== work.batch.id);
    // A job that nobody watches never ends in the ledger.
    const held = await work.ledger.findHeldBatches();
    if (!others.every((id) => held.includes(id)))
      return new ConfereError('balance_awaited', { batches: others });
  }
  if (looks === LOOKS.length) work.emit({ type: 'balance_awaited' });
  const ms = LOOKS[looks] ?? LATER_LOOKS;
  return waitForCharges(work, isImmediate ? SHORTEST : ms);
}

/** How long (ms) is waited before the balance is looked at again. */
const LOOKS = [1_000, 2_000, 4_000];
const LATER_LOOKS = 10_000;

/** The same where the service runs inside this process. */
const SHORTEST = 50;

async function waitForCharges(work: Sending, ms: number): Promise<boolean> {
  if (!(await work.collect())) return false;
  await pauseOrStop(work, ms);
  return !isLate(work);
}

function isLate({ clock, deadline }: Work): boolean {
  return clock.now() > deadline;
}

/** Makes the first job of the queue as small as the limits ask. Returns the limits to send it within; undefined if nothing may be sent. */
async function sizeFirst(
  work: Sending,
  queue: Job[],
): Promise<SizedReading | ConfereError | undefined> {
  const { ledger, run, terms = {} } = work;
  const { fitBalance = false } = run.limits;
  const prices = pricesOf(terms);
  for (let looks = 1; ; looks += 1) {
    const [job] = queue;
    if (job === undefined) return undefined;
    const { reading, limits } = await readForRun(work, run, work.collect);
    const sized = { limits, plan: reading?.quota.plan };
    const binding = tightest(await ledger.computeLimitsLeft(limits, terms));
    if (binding === undefined || goesWhole(work, job)) return sized;
    const items = coveredBy(binding.left, job.items, prices[job.kind]);
    if (items === job.items) return sized;
    // A running job counts at its most until it ends, and it may find less.
    if (looks === 1 && (await isAnyRunning(work))) {
      if (await waitForCharges(work, 0)) continue;
      return undefined;
    }
    if (!fitBalance) {
      const cost = costOfJobs(queue, prices);
      const least = prices[job.kind];
      return overLimit(binding, { cost, part: 'rest', fits: false, plan: sized.plan, least });
    }
    if (items > 0) return (await splitFirst(work, queue, items)) ? sized : undefined;
    // The other kind may cost less, so that a job of it still fits.
    queue.splice(0, queue.length, ...queue.filter(({ kind }) => kind !== job.kind));
    looks = 0;
  }
}

interface SizedReading {
  readonly limits: readonly SpendingLimit[];
  readonly plan: string | undefined;
}

async function isAnyRunning({ ledger, batch }: Work): Promise<boolean> {
  return (await ledger.readJobs(batch.num)).some(({ state }) => state === 'accepted');
}

/** False if it cannot be. */
async function splitFirst({ ledger, batch }: Work, queue: Job[], keep: number): Promise<boolean> {
  const [job] = queue;
  if (job === undefined || !(await ledger.splitJob(batch.num, job.seq, keep))) return false;
  const rest = (await ledger.readJobs(batch.num)).at(-1);
  queue.splice(0, 1, { ...job, items: keep }, ...(rest === undefined ? [] : [rest]));
  return true;
}

/** What was proved free is sent at once, and what the user wants sent again, as the user saw it. */
function goesWhole({ resubmits }: Sending, job: Job): boolean {
  return wasDoubted(job) || resubmits?.has(job.seq) === true;
}

/** `uncovered`: others spent since; `too_dear`: the service says so; an object: no reading has agreed with the price. */
type Submitted =
  | ('sent' | 'empty' | 'rejected' | 'uncovered' | 'too_dear' | 'read_again')
  | Extract<Permit, { verdict: 'too_many' | 'not_alone' }>;

/** Written, sent, and its answer written (money rule 1). */
async function submitJob(
  work: Sending,
  given: Job,
  sized: SizedReading,
): Promise<Submitted | ConfereError> {
  const { ledger, batch, emit } = work;
  const late = await waitForSettling(work, needsProof(work, given), work.collect);
  if (late !== undefined) return late;
  const begun = await begin(work, given, sized);
  if (!isBegun(begun)) return begun;
  const { ids, job: seq, at } = begun;
  const job = { ...given, seq, submittedAt: at };
  emit({ type: 'submitting', seq, items: ids.length });
  const beforeSend = () => ledger.confirmHold({ batch: batch.num });
  const labels = { fileName: batch.label ?? undefined, format: formatLabel(batch.file) };
  const submission = await work.client
    .within({ beforeSend })
    .submitBatch(job.kind, ids, labels)
    .catch((error: unknown) => recordFailedSubmission(work, job, given, error));
  if (typeof submission === 'string' || !('jobId' in submission)) return submission;
  if ((await storeJobId(work, batch, job, submission, begun)) === 'taken') {
    // It belongs to another submission (money rule 7).
    const endpoint = job.kind === 'cpf' ? 'submitCpfBatch' : 'submitCnpjBatch';
    const request = { endpoint, attempts: 1, mayHaveCharged: true } as const;
    const unreadable = new ServiceError('unreadable_answer', request);
    return recordFailedSubmission(work, job, given, unreadable);
  }
  emit({ type: 'accepted', seq, jobId: submission.jobId, items: ids.length });
  return 'sent';
}

type Begun = Extract<SubmissionVerdict, { verdict: 'begun' }>;

function isBegun(begun: Begun | Submitted | ConfereError): begun is Begun {
  return typeof begun === 'object' && 'verdict' in begun && begun.verdict === 'begun';
}

/** Ms. */
const PAUSE = 2_000;

/** Waits for single lookups of these identifiers, whose answers it can use. */
async function begin(
  work: Sending,
  job: Job,
  { limits, plan }: SizedReading,
): Promise<Begun | Submitted | ConfereError> {
  const { ledger, run, clock, keyFingerprint, terms = {} } = work;
  const { reuseSince, fresh: evenIfElsewhere = false, fitBalance = false } = run.limits;
  const resubmits = work.resubmits?.has(job.seq) === true;
  const price = pricesOf(terms)[job.kind];
  for (;;) {
    const at = await ledger.now();
    const begun = await ledger.beginSubmission({
      batch: work.batch.num,
      job: job.seq,
      resubmits,
      reuseSince,
      evenIfElsewhere,
      at,
      proved: needsProof(work, job),
      cost: {
        kind: job.kind,
        price,
        keyFingerprint,
        limits,
        terms,
        at,
        isRepeat: goesWhole(work, job),
      },
    });
    switch (begun.verdict) {
      case 'begun':
      case 'too_many':
      case 'not_alone':
        return begun;
      case 'empty':
      case 'read_again':
        return begun.verdict;
      case 'stopped':
        return unexpectedCharges(
          begun.mark,
          limits.some(({ of }) => of !== 'balance'),
        );
      case 'looked_up_now':
        if (clock.now() + PAUSE > work.deadline)
          return new ConfereError('job_under_lookup', { job: job.seq, items: begun.items });
        await pauseOrStop(work, PAUSE);
        break;
      case 'elsewhere':
        return lookedUpElsewhere(begun.elsewhere);
      case 'over_limit': {
        stopIfAsked(work);
        if (job.state === 'planned' && !resubmits) return 'uncovered';
        const part = resubmits ? 'resubmission' : 'rest';
        const cost = job.items * price;
        return overLimit(begun, { cost, part, fits: fitBalance, plan, least: price });
      }
    }
  }
}
