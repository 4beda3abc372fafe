import { type ConfereError, UsageError } from '../base/errors.js';
import type { Batch, Job } from '../ledger/index.js';
import { pricesOf } from '../money/book.js';
import { isNotFound, type BatchJob, type ServiceError } from '../service/index.js';
import type { Deps, Work } from './dependencies.js';
import { hasEnded, storeResults } from './watch.js';
import type { SpendingLimits } from './options.js';
import { resubmit } from './send/submit.js';
import { leftOutTrouble, markInterrupted } from './settle.js';

/** About submissions with an unknown outcome: count them as failed, pay again, or take a job's id at the service for one. */
export type Decision = 'abandon' | 'resubmit' | { readonly adopt: string };

/** `seq`: of one job only. */
export interface Decided {
  readonly decision: Decision;
  readonly seq?: number;
}

/** `cost` in credits. */
export interface AtStake {
  readonly kind: 'abandon' | 'resubmit';
  readonly seqs: readonly number[];
  readonly items: number;
  readonly cost: number;
}

/**
 * `ask` throws when the user says no, before anything is changed. Returns why it was not carried out; `decided` if it
 * was before. @throws UsageError `nothing_unconfirmed`
 */
export async function decide(
  deps: Deps,
  batch: Batch,
  decided: Decided,
  limits: SpendingLimits,
  ask?: (stake: AtStake) => Promise<void>,
): Promise<ConfereError | 'decided' | undefined> {
  const work = { ...deps, batch };
  const { decision, seq } = decided;
  const jobs = await jobsFor(work, decided);
  if (jobs.length === 0) {
    const left = await leftOutTrouble(work);
    if (left !== undefined || (await isDecided(work, decided))) return left ?? 'decided';
    throw new UsageError('nothing_unconfirmed', { batch: batch.id, job: seq });
  }
  if (typeof decision === 'object') {
    await adopt(work, jobs, decision.adopt);
    return undefined;
  }
  const seqs = jobs.map(({ seq }) => seq);
  const confirm = async () => {
    const items = jobs.reduce((sum, { waiting }) => sum + waiting, 0);
    const prices = pricesOf(deps.terms);
    const cost = items * Math.max(...jobs.map((job) => prices[job.kind]));
    await ask?.({ kind: decision, seqs, items, cost });
    return true;
  };
  if (decision === 'resubmit')
    return resubmit(work, jobs, { ...limits, confirm: ask === undefined ? undefined : confirm });
  if (ask !== undefined) await confirm();
  // Their identifiers count as failed from now on.
  await deps.ledger.abandon(batch.num, seqs, deps.clock.now());
  return undefined;
}

export async function jobsFor(work: Work, { decision, seq }: Decided): Promise<Job[]> {
  const { ledger, batch } = work;
  const ofWord = (jobs: readonly Job[]) => jobs.filter((job) => (seq ?? job.seq) === job.seq);
  const wasInDoubt = decision === 'abandon' && (await isInDoubt(work));
  await markInterrupted(work);
  const jobs = ofWord(await ledger.readJobs(batch.num));
  const inState = (...states: Job['state'][]) => jobs.filter(({ state }) => states.includes(state));
  if (typeof decision === 'object')
    return jobsToAdopt(work, inState('unconfirmed', 'accepted', 'abandoned'), decision.adopt);
  if (decision === 'resubmit')
    return [...inState('unconfirmed'), ...ofWord(await ledger.excludeDoubtful(batch.num))];
  const isOutOfReach = batch.keyFingerprint !== work.keyFingerprint;
  if (seq !== undefined || isOutOfReach) return inState('unconfirmed', 'accepted');
  // The accepted ones may never end. What was in doubt may be answered now: the word that was meant for it ends no running job.
  return inState(wasInDoubt ? 'unconfirmed' : 'accepted');
}

async function isInDoubt({ ledger, batch }: Work): Promise<boolean> {
  const jobs = await ledger.readJobs(batch.num);
  if (jobs.some(({ state }) => state === 'unconfirmed' || state === 'submitting')) return true;
  return (await ledger.findDoubtsInPlan(batch.num)).length > 0;
}

/** None if a running job has the id. */
async function jobsToAdopt({ ledger, batch }: Work, jobs: readonly Job[], jobId: string) {
  if (jobs.some((job) => job.state === 'accepted' && job.jobId === jobId)) return [];
  const decisions = await ledger.readDecisions(batch.num);
  const wasAdopted = ({ seq }: Job) =>
    decisions.some(({ job, decision }) => job === seq && decision === 'adopt');
  return jobs.filter((job) => job.waiting > 0 && (job.state !== 'accepted' || wasAdopted(job)));
}

async function isDecided({ ledger, batch }: Work, { decision, seq }: Decided): Promise<boolean> {
  if (typeof decision === 'object') {
    const jobs = await ledger.readJobs(batch.num);
    return jobs.some((job) => job.jobId?.toLowerCase() === decision.adopt.toLowerCase());
  }
  return (await ledger.readDecisions(batch.num)).some(
    ({ decision: kept, job, evidence }) =>
      kept === decision && (seq === undefined || seq === job || seq === evidence['into']),
  );
}

/** @throws UsageError `adopt_known`, `adopt_misfit`, `adopt_too_early` (it names no identifier yet), `adopt_nameless` */
export async function adopt(work: Work, jobs: readonly Job[], jobId: string): Promise<Job> {
  const { ledger, clock, batch, emit } = work;
  const [owner] = await ledger.findBatches({ jobId });
  if (owner !== undefined && !jobs.some((job) => job.jobId === jobId))
    throw new UsageError('adopt_known', { jobId, owner: owner.id, batch: batch.id });
  const { kind, answer } = await findJob(work, jobs, jobId);
  const job = await ledger.adopt({
    batch: batch.num,
    jobs: jobs.filter((candidate) => candidate.kind === kind).map(({ seq }) => seq),
    jobId,
    items: answer.totalRecords,
    named: answer.results.map(({ id }) => id),
    isRunning: answer.status === 'processing',
    at: clock.now(),
  });
  if (job === undefined) throw misfit(work, jobId, answer);
  const isPart = answer.totalRecords < job.items;
  const look = { mayAskAgain: !isPart, mayGoOn: true };
  const { as, trouble } = await storeResults(work, job, answer, look);
  emit({ type: 'accepted', seq: job.seq, jobId, items: job.items });
  if (as === 'in_doubt') emit({ type: 'unconfirmed', seq: job.seq, trouble });
  return job;
}

async function findJob({ client }: Work, jobs: readonly Job[], jobId: string) {
  let missing: ServiceError | undefined;
  for (const kind of new Set(jobs.map((job) => job.kind))) {
    try {
      return { kind, answer: await client.batchJob(kind, jobId) };
    } catch (error) {
      if (!isNotFound(error)) throw error;
      missing = error;
    }
  }
  const facts = { jobId, said: missing?.serviceMessage };
  throw new UsageError('adopt_not_found', facts, { cause: missing });
}

function misfit({ batch: { id: batch } }: Work, jobId: string, answer: BatchJob): UsageError {
  const { results, totalRecords } = answer;
  if (results.length > 0)
    return new UsageError('adopt_misfit', { jobId, items: totalRecords, batch });
  if (hasEnded(answer)) return new UsageError('adopt_nameless', { jobId, batch });
  // Nobody can tell yet whether it is the missing one.
  return new UsageError('adopt_too_early', { jobId });
}
