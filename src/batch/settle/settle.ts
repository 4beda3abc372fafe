import { isPriceTold, limitPrices, pricesToTell, knownPrices } from '../../money/price.js';
import { accountPrices, accountBook } from '../../money/read-balance.js';
import {
  settleByBalance,
  type Judged,
  type Wait,
  type Watch,
} from '../../money/settle-by-balance.js';
import type { WhyUnconfirmed, WhyUndecided } from '../../errors/batch.js';
import { ConfereError } from '../../errors.js';
import type { Batch, Job } from '../../ledger/index.js';
import type { Deps } from '../dependencies.js';
import { recoverJobIds } from '../../money/outbox.js';
import { storedTrouble } from '../job-trouble.js';
import { pause, stopIfAsked } from '../stop.js';
import type { SettlementPause } from './settlement-pause.js';
import { obstaclesTo, type Obstacles } from '../../money/settle.js';

/** Marks jobs that a killed run left in `submitting` as unconfirmed, unless their ids wait in files. */
export async function markInterrupted(
  deps: Pick<Deps, 'ledger' | 'clock'>,
  batch: Batch,
): Promise<void> {
  await recoverJobIds(deps, batch);
  const why = storedTrouble({ code: 'run_ended' });
  await deps.ledger.doubtCutShort(batch.num, why, deps.clock.now());
}

/** Unconfirmed jobs whose submission got no answer. Accepted jobs that were lost later are not included. */
export async function unansweredJobs(
  { ledger }: Pick<Deps, 'ledger'>,
  { num }: Batch,
): Promise<Job[]> {
  const jobs = await ledger.jobsOf(num);
  return jobs.filter((job) => job.state === 'unconfirmed' && job.jobId === null);
}

export interface Settling {
  /** Since when this run watches the account. */
  readonly watch: Watch;
  /** Begins with the first outcome that the balance may settle; the caller ends it when the proved jobs are sent. */
  readonly othersPaused: SettlementPause;
}

/**
 * Settles unconfirmed jobs. Those that are proved not to be charged stay `unconfirmed` until they are sent, because the
 * proof is valid only for a moment. Returns why there is none of one of them.
 */
export async function settleJobs(
  deps: Deps,
  batch: Batch,
  jobs: readonly Job[],
  settling: Settling,
): Promise<ConfereError | undefined> {
  let trouble: ConfereError | undefined;
  const [open] = jobs.filter((job) => isOpen(job, deps));
  if (open !== undefined) await tellObstacles(deps, open);
  for (const job of jobs) trouble = (await settleJob(deps, batch, job, settling)) ?? trouble;
  return trouble;
}

/** Checks again what `settleJobs` has proved, immediately before it is sent. */
export async function proveAgain(
  deps: Deps,
  batch: Batch,
  jobs: readonly Job[],
  settling: Settling,
): Promise<ConfereError | undefined> {
  for (const job of jobs) {
    const trouble = await settleJob(deps, batch, job, settling, true);
    if (trouble !== undefined) return trouble;
  }
  return undefined;
}

/** Returns the error to report if the outcome stays unknown. */
async function settleJob(
  deps: Deps,
  batch: Batch,
  job: Job,
  { watch, othersPaused }: Settling,
  isFinal = false,
): Promise<ConfereError | undefined> {
  // A verdict is final: a balance that happens to fit later proves nothing.
  if (job.verdict !== null && !isPriceTold(job.verdict, deps.costs))
    return undecided(deps, batch, job, job.verdict);
  const others = await othersPaused.begin();
  if (others !== undefined) return others;
  const { begunTick, unknownSince: since } = job;
  const doubt = { begun: begunTick ?? 0, since, settle: deps.settle, isJob: true };
  const judged = await settleByBalance({ ...deps, ...patienceFor(deps, batch, job), watch }, doubt);
  return conclude(deps, batch, job, judged, isFinal);
}

/** Whether the balance may still prove something. */
function isOpen({ verdict }: Job, { costs }: Pick<Deps, 'costs'>): boolean {
  return verdict === null || isPriceTold(verdict, costs);
}

/** How a run waits for the balance. */
function patienceFor(deps: Deps, batch: Batch, { seq }: Job) {
  return {
    until: deps.deadline,
    tell: ({ ms, batches }: Wait) => {
      stopIfAsked(deps, batch.id);
      if (batches.length > 0) deps.emit({ type: 'others_running', batches });
      else deps.emit({ type: 'settling', seq, ms });
    },
    pause: async (ms: number) => {
      stopIfAsked(deps, batch.id);
      await pause(deps, ms);
      stopIfAsked(deps, batch.id);
    },
  };
}

async function conclude(
  deps: Deps,
  batch: Batch,
  job: Job,
  { verdict, evidence, liveBatches }: Judged,
  isFinal: boolean,
): Promise<ConfereError | undefined> {
  const { seq } = job;
  if (verdict.decision === 'ask') {
    // The same verdict again, because the price that the user set was not the missing one, is no news.
    if (job.verdict !== verdict.why)
      await record(deps, batch, job, 'ask', { why: verdict.why, ...evidence });
    deps.emit({ type: 'settled', seq, decision: 'ask' });
    return undecided(deps, batch, job, verdict.why);
  }
  if (verdict.decision === 'wait') return unconfirmed(batch, job, { why: 'deadline' });
  if (verdict.decision !== 'resend')
    return unconfirmed(batch, job, { why: 'others_running', liveBatches });
  // The check immediately before sending is the one that allows it.
  if (isFinal) await record(deps, batch, job, 'resend', evidence);
  else deps.emit({ type: 'settled', seq, decision: 'resend' });
  return undefined;
}

/** Stores a decision with its evidence. */
function record(
  { ledger, clock }: Pick<Deps, 'ledger' | 'clock'>,
  { num }: Batch,
  { seq }: Job,
  decision: 'resend' | 'ask',
  evidence: Readonly<Record<string, unknown>>,
): Promise<void> {
  return ledger.recordDecision(num, { job: seq, at: clock.now(), decision, evidence });
}

async function undecided(
  deps: Deps,
  batch: Batch,
  job: Job,
  because: WhyUndecided,
): Promise<ConfereError> {
  const missing = because === 'price_unknown' ? (await obstaclesOf(deps, job)).prices : [];
  const fallback = because === 'price_unknown' ? pricesToTell(job.kind, deps.costs) : [];
  const prices = missing.length > 0 ? missing : fallback;
  const cost = job.items * limitPrices(await accountPrices(deps))[job.kind];
  return unconfirmed(batch, job, { why: 'undecided', because, prices, cost });
}

function unconfirmed(batch: Batch, { seq, items }: Job, why: WhyUnconfirmed): ConfereError {
  return new ConfereError('submission_unconfirmed', { batch: batch.id, job: seq, items, ...why });
}

/** What stands in the way of settling a job, as the book of its account shows it. */
async function obstaclesOf(
  deps: Pick<Deps, 'ledger' | 'keyFingerprint' | 'costs'>,
  { begunTick }: Pick<Job, 'begunTick'>,
): Promise<Obstacles> {
  const book = await accountBook(deps);
  return obstaclesTo({ begun: begunTick ?? 0 }, book, knownPrices(book, deps.costs));
}

/** Says what stands in the way, before anybody waits. */
async function tellObstacles(deps: Deps, job: Pick<Job, 'begunTick'>): Promise<void> {
  const { prices, hasOthers } = await obstaclesOf(deps, job);
  if (prices.length > 0 || hasOthers) deps.emit({ type: 'obstacles', prices, hasOthers });
}
