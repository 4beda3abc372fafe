import { type ConfereError, UsageError } from '../errors.js';
import type { IdentifierKind } from '../identifiers/index.js';
import type { Batch, Job } from '../ledger/index.js';
import { limitPrices } from '../money/price.js';
import { accountPrices } from '../money/read-balance.js';
import { isNotFound, type BatchJob, type ServiceError } from '../service/index.js';
import type { Deps } from './dependencies.js';
import { hasEnded, keepResults } from './watch/keep-results.js';
import { resubmit } from './send/resubmit.js';
import type { SpendingLimits } from './send/spending.js';
import { leftOutTrouble } from './settle/left-out.js';
import { markInterrupted } from './settle/settle.js';

/** The unconfirmed jobs of a held batch, or only the one with number `seq`. */
export async function doubtfulJobs(deps: Deps, batch: Batch, seq?: number): Promise<Job[]> {
  return openJobs(deps, batch, ['unconfirmed'], seq);
}

/** What may be sent again at the user's word: the same, and what was left out because of single lookups in doubt. */
export async function jobsToResubmit(deps: Deps, batch: Batch, seq?: number): Promise<Job[]> {
  const doubtful = await doubtfulJobs(deps, batch, seq);
  const left = await deps.ledger.leaveOut(batch.num);
  return [...doubtful, ...left.filter((job) => (seq ?? job.seq) === job.seq)];
}

/**
 * The jobs for which this job id may be adopted: the unconfirmed ones, those of which an adopted job has not named all, and
 * those that were given up. None if a running job has it already.
 */
export async function jobsToAdopt(
  deps: Deps,
  batch: Batch,
  jobId: string,
  seq?: number,
): Promise<Job[]> {
  const decisions = await deps.ledger.decisionsOf(batch.num);
  const wasAdopted = ({ seq: own }: Job) =>
    decisions.some(({ job, decision }) => job === own && decision === 'adopt');
  const open: Job[] = [];
  for (const job of await openJobs(deps, batch, ['unconfirmed', 'accepted', 'abandoned'], seq)) {
    if (job.state === 'accepted' && job.jobId === jobId) return [];
    const left = await deps.ledger.unansweredIn(batch.num, [job.seq]);
    if (left > 0 && (job.state !== 'accepted' || wasAdopted(job))) open.push(job);
  }
  return open;
}

/**
 * The jobs that can be given up: the unconfirmed ones; if there are none, the accepted ones, which may never
 * end. Of another key's batch all of them, because the key in use can see none. `seq`: only this job, in either
 * state.
 */
export async function jobsToAbandon(deps: Deps, batch: Batch, seq?: number): Promise<Job[]> {
  const isOutOfReach = batch.keyFingerprint !== deps.keyFingerprint;
  if (seq !== undefined || isOutOfReach) {
    return openJobs(deps, batch, ['unconfirmed', 'accepted'], seq);
  }
  const known = await deps.ledger.jobsOf(batch.num);
  const isDoubtful = known.some(({ state }) => state === 'unconfirmed' || state === 'submitting');
  const wasInDoubt = isDoubtful || (await deps.ledger.leftOut(batch.num)).length > 0;
  const doubtful = await doubtfulJobs(deps, batch);
  // What was in doubt may have just been answered. The word that was meant for it ends no running job.
  return wasInDoubt ? doubtful : openJobs(deps, batch, ['accepted']);
}

async function openJobs(
  deps: Deps,
  batch: Batch,
  states: readonly Job['state'][],
  seq?: number,
): Promise<Job[]> {
  await markInterrupted(deps, batch);
  const jobs = await deps.ledger.jobsOf(batch.num);
  return jobs.filter((job) => states.includes(job.state) && (seq ?? job.seq) === job.seq);
}

/** Abandons the jobs, as the user decided: their identifiers count as failed from now on. */
export function abandon(
  { ledger, clock }: Pick<Deps, 'ledger' | 'clock'>,
  { num }: Batch,
  jobs: readonly Job[],
): Promise<void> {
  return ledger.abandon(num, jobs.map(seqOf), clock.now());
}

/** A decision of the user; `seq`: about this job alone. */
export type Decided = { readonly seq?: number } & (
  | { readonly kind: 'abandon' | 'resubmit' }
  | { readonly kind: 'adopt'; readonly jobId: string }
);

/** What a decision is about: identifiers without an answer, and the credits that they may cost. */
export interface AtStake {
  readonly kind: 'abandon' | 'resubmit';
  readonly seqs: readonly number[];
  readonly items: number;
  readonly cost: number;
}

/**
 * Carries a decision out. `ask` throws when the user says no: before anything is changed, and after the budget and the
 * balance. Returns why it could not be carried out; `decided` if the same decision was carried out before.
 *
 * @throws UsageError `nothing_unconfirmed`
 */
export async function decide(
  deps: Deps,
  batch: Batch,
  decided: Decided,
  limits: SpendingLimits,
  ask?: (stake: AtStake) => Promise<void>,
): Promise<ConfereError | 'decided' | undefined> {
  const jobs = await jobsMeant(deps, batch, decided);
  if (jobs.length === 0) {
    const left = await leftOutTrouble(deps, batch);
    if (left !== undefined || (await isDecided(deps, batch, decided))) return left ?? 'decided';
    throw new UsageError('nothing_unconfirmed', { batch: batch.id, job: decided.seq });
  }
  if (decided.kind === 'adopt') {
    await adopt(deps, batch, jobs, decided.jobId);
    return undefined;
  }
  const { kind } = decided;
  const confirm = ask && (async () => ask(await atStake(deps, batch, jobs, kind)).then(() => true));
  if (kind === 'resubmit') return resubmit(deps, batch, jobs, { ...limits, confirm });
  await confirm?.();
  await abandon(deps, batch, jobs);
  return undefined;
}

function jobsMeant(deps: Deps, batch: Batch, decided: Decided): Promise<Job[]> {
  const { kind, seq } = decided;
  if (kind === 'adopt') return jobsToAdopt(deps, batch, decided.jobId, seq);
  return (kind === 'abandon' ? jobsToAbandon : jobsToResubmit)(deps, batch, seq);
}

async function atStake(
  deps: Deps,
  { num }: Batch,
  jobs: readonly Job[],
  kind: AtStake['kind'],
): Promise<AtStake> {
  const seqs = jobs.map(seqOf);
  const items = await deps.ledger.unansweredIn(num, seqs);
  const prices = limitPrices(await accountPrices(deps));
  return { kind, seqs, items, cost: items * Math.max(...jobs.map((job) => prices[job.kind])) };
}

/** Whether this decision was carried out before: the same command again has nothing left to do. */
async function isDecided(
  { ledger }: Pick<Deps, 'ledger'>,
  { num }: Batch,
  decided: Decided,
): Promise<boolean> {
  if (decided.kind === 'adopt') {
    const jobs = await ledger.jobsOf(num);
    return jobs.some((job) => job.jobId?.toLowerCase() === decided.jobId.toLowerCase());
  }
  const { kind, seq } = decided;
  const decisions = await ledger.decisionsOf(num);
  return decisions.some(
    ({ decision, job, evidence }) =>
      decision === kind && (seq === undefined || seq === job || seq === evidence['into']),
  );
}

function seqOf({ seq }: { readonly seq: number }): number {
  return seq;
}

/**
 * Adopts `jobId` as the outcome of one of `jobs` if its size and identifiers match; keeps its results.
 *
 * @throws UsageError `adopt_misfit` if it matches none, `adopt_too_early` while it names no identifier
 * yet, `adopt_nameless` if it ended without naming one
 */
export async function adopt(
  deps: Deps,
  batch: Batch,
  jobs: readonly Job[],
  jobId: string,
): Promise<Job> {
  await refuseKnown(deps, batch, jobs, jobId);
  const { kind, answer } = await ask(deps, jobs, jobId);
  const alike = jobs.filter((candidate) => candidate.kind === kind);
  const job = await deps.ledger.adopt({
    batch: batch.num,
    jobs: alike.map(seqOf),
    jobId,
    items: answer.totalRecords,
    named: answer.results.map(({ id }) => id),
    isRunning: answer.status === 'processing',
    at: deps.clock.now(),
  });
  if (job === undefined) throw misfit(batch, jobId, answer);
  // An end that must be looked at again stays for the next watch.
  const isPart = answer.totalRecords < job.items;
  const look = { mayAskAgain: !isPart, mayGoOn: true };
  const { as, trouble } = await keepResults(deps, batch, job, answer, look);
  deps.emit({ type: 'accepted', seq: job.seq, jobId, items: job.items });
  if (as === 'in_doubt') deps.emit({ type: 'unconfirmed', seq: job.seq, trouble });
  return job;
}

/** A job id that the ledger already has cannot be the outcome of another job. */
async function refuseKnown(
  { ledger }: Pick<Deps, 'ledger'>,
  batch: Batch,
  jobs: readonly Job[],
  jobId: string,
): Promise<void> {
  const [owner] = await ledger.findBatches({ jobId });
  if (owner === undefined || jobs.some((job) => job.jobId === jobId)) return;
  throw new UsageError('adopt_known', { jobId, owner: owner.id, batch: batch.id });
}

/** Asks the endpoint of each kind in `jobs`. */
async function ask(
  deps: Pick<Deps, 'client'>,
  jobs: readonly Job[],
  jobId: string,
): Promise<{ kind: IdentifierKind; answer: BatchJob }> {
  let missing: ServiceError | undefined;
  for (const kind of new Set(jobs.map((job) => job.kind))) {
    try {
      return { kind, answer: await deps.client.batchJob(kind, jobId) };
    } catch (error) {
      if (!isNotFound(error)) throw error;
      missing = error;
    }
  }
  const facts = { jobId, said: missing?.serviceMessage };
  throw new UsageError('adopt_not_found', facts, { cause: missing });
}

function misfit({ id }: Batch, jobId: string, answer: BatchJob): UsageError {
  const { results, totalRecords } = answer;
  if (results.length === 0 && hasEnded(answer))
    return new UsageError('adopt_nameless', { jobId, batch: id });
  // Nobody can tell yet whether it is the missing one.
  if (results.length === 0) return new UsageError('adopt_too_early', { jobId });
  return new UsageError('adopt_misfit', { jobId, items: totalRecords, batch: id });
}
