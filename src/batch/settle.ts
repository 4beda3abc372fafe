import { ConfereError } from '../errors.js';
import type { Job } from '../ledger/index.js';
import { ownCharges } from './balance.js';
import type { Deps } from './deps.js';
import { pause, stopIfAsked } from './stop.js';

/** Credits may be fractional (1.5 for a real-time lookup); this only absorbs floating-point dust. */
const TOLERANCE = 1e-6;

export interface Evidence {
  /** `usedCredits` when none of our jobs was processing, the last time before the submission. */
  readonly baseline: number | null;
  readonly usedNow: number;
  /** Credits that our own jobs have taken since that moment. */
  readonly ownCharges: number;
  /** Our jobs that are processing now: what they will take is not known yet. */
  readonly live: number;
  /** Milliseconds since the outcome became unknown and since the last of our other jobs ended. */
  readonly elapsed: number;
  readonly settle: number;
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
  return evidence.elapsed < evidence.settle ? 'wait' : 'resend';
}

/** A run that was killed leaves `submitting` behind: from then on its outcome is unknown. */
export function noticeCutShort(deps: Pick<Deps, 'ledger' | 'clock'>, batch: number): void {
  for (const job of deps.ledger.jobs.of(batch)) {
    if (job.state !== 'submitting') continue;
    deps.ledger.jobs.unconfirmed(
      batch,
      job.seq,
      'The run ended before the answer came.',
      deps.clock.now(),
    );
  }
}

/** Jobs whose submission nobody answered; an accepted job that was lost later is not among them. */
export function unansweredJobs(deps: Pick<Deps, 'ledger'>, batch: number): Job[] {
  const jobs = deps.ledger.jobs.of(batch);
  return jobs.filter((job) => job.state === 'unconfirmed' && job.jobId === null);
}

/**
 * Settles what an earlier run left unknown.
 * @throws kind `unconfirmed` when it cannot be proved that nothing was charged
 */
export async function settleUnconfirmed(deps: Deps, batch: number): Promise<void> {
  noticeCutShort(deps, batch);
  let trouble: ConfereError | undefined;
  for (const job of unansweredJobs(deps, batch))
    trouble = (await settleJob(deps, batch, job)) ?? trouble;
  if (trouble !== undefined) throw trouble;
}

/** Returns what must be told when the outcome stays unknown. */
async function settleJob(deps: Deps, batch: number, job: Job): Promise<ConfereError | undefined> {
  const batchId = deps.ledger.batches.get(batch).id;
  const began = deps.clock.now();
  let evidence = await gather(deps, job, began);
  let decision = decide(evidence);
  while (decision === 'wait') {
    stopIfAsked(deps, batchId);
    const ms = Math.max(1_000, deps.settle - evidence.elapsed);
    deps.emit({ type: 'settling', seq: job.seq, ms });
    await pause(deps, ms);
    stopIfAsked(deps, batchId);
    evidence = await gather(deps, job, began);
    decision = decide(evidence);
  }
  if (decision === 'busy') return tooEarly(batchId, job);
  record(deps, batch, job, decision, evidence);
  deps.emit({ type: 'settled', seq: job.seq, decision });
  return decision === 'ask' ? unknown(batchId, job) : undefined;
}

/** A decision and what it rests on are written down together with what it changes. */
function record(
  { ledger, clock }: Deps,
  batch: number,
  { seq }: Job,
  decision: 'resend' | 'ask',
  { ...evidence }: Evidence,
): void {
  ledger.transaction(() => {
    ledger.decisions.add(batch, { job: seq, at: clock.now(), decision, evidence });
    if (decision === 'resend') ledger.jobs.backToPlanned(batch, seq);
  });
}

/** `began`: when this run began to look (epoch ms). */
async function gather(deps: Deps, job: Job, began: number): Promise<Evidence> {
  const { ledger, clock, settle } = deps;
  const quota = await deps.client.quota();
  const submittedAt = job.submittedAt ?? 0;
  const quiet = ledger.jobs.lastQuiet(submittedAt);
  return {
    baseline: quiet?.used ?? null,
    usedNow: quota.usedCredits,
    ownCharges: quiet === undefined ? 0 : ownCharges(ledger, quiet.at),
    live: ledger.jobs.live(),
    // While other jobs were processing, this one may have stood in line behind them.
    elapsed: elapsedSince(
      Math.max(job.doubtedAt ?? submittedAt, ledger.jobs.lastEnd()),
      clock.now(),
      began,
    ),
    settle,
  };
}

/** A moment ahead of the clock tells that the clock was put back: then only what this run saw counts. */
function elapsedSince(moment: number, now: number, began: number): number {
  return now - (moment > now ? began : moment);
}

function tooEarly(batchId: string, job: Job): ConfereError {
  return new ConfereError(
    'unconfirmed',
    'submission_unconfirmed',
    `Job ${job.seq} (${job.items} identifiers) of batch ${batchId} may have been charged; that can be settled once the other running jobs have ended. ` +
      `Nothing is sent again. Run the same command again then.`,
  );
}

function unknown(batchId: string, job: Job): ConfereError {
  return new ConfereError(
    'unconfirmed',
    'submission_unconfirmed',
    `Job ${job.seq} (${job.items} identifiers) of batch ${batchId} may have been charged: the balance moved, so it cannot be proved. ` +
      `Nothing is sent again by itself. 'confere bulk status ${batchId}' shows the evidence, 'confere bulk resolve ${batchId}' decides.`,
  );
}
