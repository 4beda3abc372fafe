import type { WhyUnconfirmed } from '../../errors/batch.js';
import { ConfereError } from '../../errors.js';
import type { Batch, DoubtEvidence, Job } from '../../ledger/index.js';
import { isCostUncertain, TOLERANCE } from '../../account/balance.js';
import type { Deps } from '../dependencies.js';
import { storedTrouble } from '../job-trouble.js';
import { pause, stopIfAsked } from '../stop.js';

export interface Evidence {
  /** The last `usedCredits` before the submission while none of our jobs was processing. */
  readonly baseline: number | null;
  readonly usedNow: number;
  /** Credits that our own jobs were charged since then. */
  readonly ownCharges: number;
  /** A found identifier may not cost one credit in this account, so the charges prove nothing. */
  readonly costUncertain: boolean;
  /** Our jobs that are processing now; their final charges are not known yet. */
  readonly live: number;
  /** Milliseconds since the outcome became unknown and since the last of our other jobs ended. */
  readonly elapsed: number;
  readonly settle: number;
}

interface Gathered {
  readonly evidence: Evidence;
  /** The ids of the batches that have running jobs. */
  readonly liveBatches: readonly string[];
}

/** `busy`: other jobs of ours must end first; `ask`: only the user can decide. */
export type Decision = 'resend' | 'wait' | 'busy' | 'ask';

/**
 * Decides about a submission with an unknown outcome (money rule 2 of the contract). It may be sent
 * again only if the balance stayed unchanged for the settle time; if it changed, only the user can
 * decide.
 */
export function decide(evidence: Evidence): Decision {
  if (evidence.live > 0) return 'busy';
  if (evidence.baseline === null) return 'ask';
  const moved = evidence.usedNow - evidence.ownCharges - evidence.baseline;
  if (Math.abs(moved) > TOLERANCE) return 'ask';
  if (evidence.ownCharges > 0 && evidence.costUncertain) return 'ask';
  return evidence.elapsed < evidence.settle ? 'wait' : 'resend';
}

/** Marks jobs that a killed run left in `submitting` as unconfirmed. */
export function noticeCutShort(
  { ledger, clock }: Pick<Deps, 'ledger' | 'clock'>,
  { num }: Batch,
): Promise<void> {
  return ledger.doubtCutShort(num, storedTrouble({ code: 'run_ended' }), clock.now());
}

/** Unconfirmed jobs whose submission got no answer. Accepted jobs that were lost later are not included. */
export async function unansweredJobs(
  { ledger }: Pick<Deps, 'ledger'>,
  { num }: Batch,
): Promise<Job[]> {
  const jobs = await ledger.jobsOf(num);
  return jobs.filter((job) => job.state === 'unconfirmed' && job.jobId === null);
}

/**
 * Settles the unconfirmed jobs of earlier runs, and returns those that were proved not to be charged.
 * They stay `unconfirmed` until they are sent, because the proof is valid only for a moment. `began`:
 * when this run started to observe the balance (epoch ms).
 *
 * @throws ConfereError kind `unconfirmed` if there is no proof that nothing was charged
 */
export async function settleUnconfirmed(deps: Deps, batch: Batch, began: number): Promise<Job[]> {
  await noticeCutShort(deps, batch);
  const jobs = await unansweredJobs(deps, batch);
  let trouble: ConfereError | undefined;
  for (const job of jobs) trouble = (await settleJob(deps, batch, job, began)) ?? trouble;
  if (trouble !== undefined) throw trouble;
  return jobs;
}

/** Checks again what `settleUnconfirmed` has proved, immediately before it is sent. */
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

/** Returns the error to report if the outcome stays unknown. */
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
    if (deps.clock.now() + ms > deps.deadline) return unconfirmed(batch, job, { why: 'deadline' });
    deps.emit({ type: 'settling', seq: job.seq, ms });
    await pause(deps, ms);
    stopIfAsked(deps, batch.id);
    ({ evidence, liveBatches } = await gather(deps, batch, job, began));
    decision = decide(evidence);
  }
  if (decision === 'busy') return unconfirmed(batch, job, { why: 'others_running', liveBatches });
  // The check immediately before sending is the one that allows it.
  if (isFinal || decision === 'ask') await record(deps, batch, job, decision, evidence);
  if (!isFinal || decision === 'ask') deps.emit({ type: 'settled', seq: job.seq, decision });
  return decision === 'ask' ? unconfirmed(batch, job, { why: 'balance_moved' }) : undefined;
}

/** Stores a decision with its evidence. */
function record(
  { ledger, clock }: Deps,
  { num }: Batch,
  { seq }: Job,
  decision: 'resend' | 'ask',
  { ...evidence }: Evidence,
): Promise<void> {
  return ledger.recordDecision(num, { job: seq, at: clock.now(), decision, evidence });
}

/** `began`: when this run started to observe the balance (epoch ms). */
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
  // While other jobs were processing, this one may have been queued behind them.
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

/**
 * If `moment` is later than now, the clock was set back; then only the time since this run began counts.
 */
function elapsedSince(moment: number, now: number, began: number): number {
  return now - (moment > now ? began : moment);
}

function unconfirmed(batch: Batch, { seq, items }: Job, why: WhyUnconfirmed): ConfereError {
  return new ConfereError('submission_unconfirmed', { batch: batch.id, job: seq, items, ...why });
}
