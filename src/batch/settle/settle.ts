import { ConfereError } from '../../errors.js';
import type { Batch, DoubtEvidence, Job } from '../../ledger/index.js';
import { isCostUncertain, TOLERANCE } from '../../account/balance.js';
import type { Deps } from '../dependencies.js';
import { pause, stopIfAsked } from '../stop.js';
import { say } from '../../text/index.js';

export interface Evidence {
  /** `usedCredits` when none of our jobs was processing, the last time before the submission. */
  readonly baseline: number | null;
  readonly usedNow: number;
  /** Credits that our own jobs have taken since that moment. */
  readonly ownCharges: number;
  /** Our history says that a found identifier does not cost one credit: those charges prove nothing. */
  readonly costUncertain: boolean;
  /** Our jobs that are processing now: what they will take is not known yet. */
  readonly live: number;
  /** Milliseconds since the outcome became unknown and since the last of our other jobs ended. */
  readonly elapsed: number;
  readonly settle: number;
}

interface Gathered {
  readonly evidence: Evidence;
  /** The ids of the batches that have jobs under way. */
  readonly liveBatches: readonly string[];
}

/** `busy`: other jobs of ours must end first; `ask`: only the user can decide. */
export type Decision = 'resend' | 'wait' | 'busy' | 'ask';

/**
 * What to do about a submission whose outcome is unknown (money rule 2 of the contract): sent again
 * only when the balance stood still for the settle time; when it moved, only the user decides.
 */
export function decide(evidence: Evidence): Decision {
  if (evidence.live > 0) return 'busy';
  if (evidence.baseline === null) return 'ask';
  const moved = evidence.usedNow - evidence.ownCharges - evidence.baseline;
  if (Math.abs(moved) > TOLERANCE) return 'ask';
  if (evidence.ownCharges > 0 && evidence.costUncertain) return 'ask';
  return evidence.elapsed < evidence.settle ? 'wait' : 'resend';
}

/** A run that was killed leaves `submitting` behind: from then on its outcome is unknown. */
export function noticeCutShort(
  { ledger, clock }: Pick<Deps, 'ledger' | 'clock'>,
  { num }: Batch,
): Promise<void> {
  return ledger.doubtCutShort(num, say`The run ended before the answer came.`, clock.now());
}

/** Jobs whose submission nobody answered; an accepted job that was lost later is not among them. */
export async function unansweredJobs(
  { ledger }: Pick<Deps, 'ledger'>,
  { num }: Batch,
): Promise<Job[]> {
  const jobs = await ledger.jobsOf(num);
  return jobs.filter((job) => job.state === 'unconfirmed' && job.jobId === null);
}

/**
 * Settles what an earlier run left unknown, and returns the jobs that were proved not to be charged. They
 * stay `unconfirmed` until they are sent: a proof is worth something for a moment only. `began`: when this run
 * began to look (epoch ms).
 * @throws kind `unconfirmed` when it cannot be proved that nothing was charged
 */
export async function settleUnconfirmed(deps: Deps, batch: Batch, began: number): Promise<Job[]> {
  await noticeCutShort(deps, batch);
  const jobs = await unansweredJobs(deps, batch);
  let trouble: ConfereError | undefined;
  for (const job of jobs) trouble = (await settleJob(deps, batch, job, began)) ?? trouble;
  if (trouble !== undefined) throw trouble;
  return jobs;
}

/** Looks once more at what `settleUnconfirmed` has proved, right before it is sent. */
export async function proveAgain(
  deps: Deps,
  batch: Batch,
  jobs: readonly Job[],
  began: number,
): Promise<void> {
  for (const job of jobs) {
    const trouble = await settleJob(deps, batch, job, began, true);
    if (trouble !== undefined) throw trouble;
  }
}

/** Returns what must be told when the outcome stays unknown. */
async function settleJob(
  deps: Deps,
  batch: Batch,
  job: Job,
  began: number,
  isFinal = false,
): Promise<ConfereError | undefined> {
  let { evidence, liveBatches } = await gather(deps, batch, job, began);
  let decision = decide(evidence);
  while (decision === 'wait') {
    stopIfAsked(deps, batch.id);
    const ms = Math.min(deps.settle, Math.max(1_000, deps.settle - evidence.elapsed));
    if (deps.clock.now() + ms > deps.deadline) return beforeItWasSettled(batch.id, job);
    deps.emit({ type: 'settling', seq: job.seq, ms });
    await pause(deps, ms);
    stopIfAsked(deps, batch.id);
    ({ evidence, liveBatches } = await gather(deps, batch, job, began));
    decision = decide(evidence);
  }
  if (decision === 'busy') return tooEarly(batch.id, job, liveBatches);
  // What allows a repetition is the last look before it.
  if (isFinal || decision === 'ask') await record(deps, batch, job, decision, evidence);
  if (!isFinal || decision === 'ask') deps.emit({ type: 'settled', seq: job.seq, decision });
  return decision === 'ask' ? unknown(batch.id, job) : undefined;
}

/** A decision is written down with what it rests on. */
function record(
  { ledger, clock }: Deps,
  { num }: Batch,
  { seq }: Job,
  decision: 'resend' | 'ask',
  { ...evidence }: Evidence,
): Promise<void> {
  return ledger.recordDecision(num, { job: seq, at: clock.now(), decision, evidence });
}

/** `began`: when this run began to look (epoch ms). */
async function gather(deps: Deps, batch: Batch, { seq }: Job, began: number): Promise<Gathered> {
  const quota = await deps.client.quota();
  const known = await deps.ledger.evidenceFor(batch.num, seq);
  const evidence = evidenceFrom(known, quota.usedCredits, deps.clock.now(), began, deps.settle);
  return { evidence, liveBatches: known.liveBatches };
}

function evidenceFrom(
  { job, baseline, history, live, lastEnd }: DoubtEvidence,
  usedNow: number,
  now: number,
  began: number,
  settle: number,
): Evidence {
  // While other jobs were processing, this one may have stood in line behind them.
  const quietSince = Math.max(job.doubtedAt ?? job.submittedAt ?? 0, lastEnd);
  return {
    baseline: baseline?.used ?? null,
    usedNow,
    ownCharges: baseline?.charged ?? 0,
    costUncertain: isCostUncertain(history),
    live,
    elapsed: elapsedSince(quietSince, now, began),
    settle,
  };
}

/** A moment ahead of the clock tells that the clock was put back: then only what this run saw counts. */
function elapsedSince(moment: number, now: number, began: number): number {
  return now - (moment > now ? began : moment);
}

function tooEarly(batchId: string, job: Job, liveBatches: readonly string[]): ConfereError {
  const ways = liveBatches.map((id) => `'confere bulk watch ${id}'`).join(', ');
  return new ConfereError(
    'unconfirmed',
    'submission_unconfirmed',
    say`Job ${job.seq} (${job.items} identifiers) of batch ${batchId} may have been charged; that can be settled once no other job is running (${ways}). Nothing is sent again. Run the same command again then.`,
  );
}

function beforeItWasSettled(batchId: string, job: Job): ConfereError {
  return new ConfereError(
    'unconfirmed',
    'submission_unconfirmed',
    say`Job ${job.seq} (${job.items} identifiers) of batch ${batchId} may have been charged, and the deadline leaves no time to settle that. Nothing is sent again. Run the same command again, with a longer --deadline.`,
  );
}

function unknown(batchId: string, job: Job): ConfereError {
  return new ConfereError(
    'unconfirmed',
    'submission_unconfirmed',
    say`Job ${job.seq} (${job.items} identifiers) of batch ${batchId} may have been charged: the balance moved, so it cannot be proved. Nothing is sent again by itself. 'confere bulk status ${batchId}' shows the evidence, 'confere bulk resolve ${batchId}' decides.`,
  );
}
