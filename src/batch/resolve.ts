import { type ConfereError, UsageError } from '../base/errors.js';
import type { Batch, Job } from '../ledger/index.js';
import { resolvePrices } from '../money/book.js';
import { isNotFound, type BatchJob, type ServiceError } from '../service/index.js';
import type { Deps, Work } from './dependencies.js';
import { hasEnded, storeResults } from './watch.js';
import type { SpendingLimits } from './options.js';
import { resubmit } from './send/submit.js';
import { findExcludedDoubtsError, markInterrupted } from './settle.js';

/**
 * A decision about unconfirmed submissions: count their identifiers as failed, send them again and perhaps pay twice,
 * or say which job of the service the submission made.
 */
export type Decision = 'abandon' | 'resubmit' | { readonly adopt: string };

/** A decision about the job that `seq` names, or without `seq` about every job that needs one. */
export interface DecisionRequest {
  readonly decision: Decision;
  readonly seq?: number;
}

/** The jobs (`seqs`) that a decision is about, their identifiers (`items`), and the credits that it may cost. */
export interface Stake {
  readonly kind: 'abandon' | 'resubmit';
  readonly seqs: readonly number[];
  readonly items: number;
  readonly cost: number;
}

/**
 * Carries out a decision. `ask` throws when the user says no, before anything is changed. Returns the error where a
 * resubmission was not sent as a whole, `already_decided` where the same decision was made before, and undefined where
 * the decision was carried out.
 *
 * @throws UsageError `nothing_unconfirmed`, and the errors of `adopt`
 */
export async function decide(
  deps: Deps,
  batch: Batch,
  request: DecisionRequest,
  limits: SpendingLimits,
  ask?: (stake: Stake) => Promise<void>,
): Promise<ConfereError | 'already_decided' | undefined> {
  const work = { ...deps, batch };
  const { decision, seq } = request;
  const jobs = await findJobsToDecide(work, request);
  if (jobs.length === 0) {
    const error = await findExcludedDoubtsError(work);
    if (error !== undefined || (await wasDecided(work, request))) return error ?? 'already_decided';
    throw new UsageError('nothing_unconfirmed', { batch: batch.id, job: seq });
  }
  if (typeof decision === 'object') {
    await adopt(work, jobs, decision.adopt);
    return undefined;
  }
  const seqs = jobs.map(({ seq }) => seq);
  const confirm = async () => {
    const items = jobs.reduce((sum, { waiting }) => sum + waiting, 0);
    const prices = resolvePrices(deps.terms);
    const cost = items * Math.max(...jobs.map((job) => prices[job.kind]));
    await ask?.({ kind: decision, seqs, items, cost });
    return true;
  };
  if (decision === 'resubmit')
    return resubmit(work, jobs, { ...limits, confirm: ask === undefined ? undefined : confirm });
  if (ask !== undefined) await confirm();
  await deps.ledger.abandon(batch.num, seqs, deps.clock.now());
  return undefined;
}

/**
 * Marks interrupted submissions as unconfirmed, and returns the jobs that a decision is about. Before a resubmission,
 * identifiers of the plan that single lookups left in doubt get jobs of their own.
 */
export async function findJobsToDecide(
  work: Work,
  { decision, seq }: DecisionRequest,
): Promise<Job[]> {
  const { ledger, batch } = work;
  const selectNamed = (jobs: readonly Job[]) => jobs.filter((job) => (seq ?? job.seq) === job.seq);
  const wasInDoubt = decision === 'abandon' && (await isAnyInDoubt(work));
  await markInterrupted(work);
  const jobs = selectNamed(await ledger.readJobs(batch.num));
  const selectInState = (...states: Job['state'][]) =>
    jobs.filter(({ state }) => states.includes(state));
  if (typeof decision === 'object')
    return findJobsToAdopt(
      work,
      selectInState('unconfirmed', 'accepted', 'abandoned'),
      decision.adopt,
    );
  if (decision === 'resubmit')
    return [
      ...selectInState('unconfirmed'),
      ...selectNamed(await ledger.moveDoubtfulToOwnJobs(batch.num)),
    ];
  // The service answers only about jobs of our key, so the end of this job cannot be seen.
  const isOfOtherKey = batch.keyFingerprint !== work.keyFingerprint;
  if (seq !== undefined || isOfOtherKey) return selectInState('unconfirmed', 'accepted');
  // Accepted jobs may be abandoned, since they may never end. But a job that was in doubt when the user decided may
  // have been answered since, and a decision about doubts must not end a running job.
  return selectInState(wasInDoubt ? 'unconfirmed' : 'accepted');
}

async function isAnyInDoubt({ ledger, batch }: Work): Promise<boolean> {
  const jobs = await ledger.readJobs(batch.num);
  if (jobs.some(({ state }) => state === 'unconfirmed' || state === 'submitting')) return true;
  return (await ledger.findDoubtsAboutPlanned(batch.num)).length > 0;
}

/** Returns our jobs that may be the job of the service with this id; none if a running job has the id already. */
async function findJobsToAdopt({ ledger, batch }: Work, jobs: readonly Job[], jobId: string) {
  if (jobs.some((job) => job.state === 'accepted' && job.jobId === jobId)) return [];
  const decisions = await ledger.readDecisions(batch.num);
  const wasAdopted = ({ seq }: Job) =>
    decisions.some(({ job, decision }) => job === seq && decision === 'adopt');
  return jobs.filter((job) => job.waiting > 0 && (job.state !== 'accepted' || wasAdopted(job)));
}

/** Whether the same decision was made before. `into` of a resubmission is the number of the job that it made. */
async function wasDecided(
  { ledger, batch }: Work,
  { decision, seq }: DecisionRequest,
): Promise<boolean> {
  if (typeof decision === 'object') {
    const jobs = await ledger.readJobs(batch.num);
    return jobs.some((job) => job.jobId?.toLowerCase() === decision.adopt.toLowerCase());
  }
  return (await ledger.readDecisions(batch.num)).some(
    ({ decision: recorded, job, evidence }) =>
      recorded === decision && (seq === undefined || seq === job || seq === evidence['into']),
  );
}

/**
 * Stores that a job of the service is one of these jobs, and stores its results. Returns the job.
 *
 * @throws UsageError `adopt_not_found`, `adopt_known`, `adopt_misfit`, `adopt_nameless`, and `adopt_too_early` while
 * the job names no identifier
 */
export async function adopt(work: Work, jobs: readonly Job[], jobId: string): Promise<Job> {
  const { ledger, clock, batch, emit } = work;
  const [owner] = await ledger.findBatches({ jobId });
  if (owner !== undefined && !jobs.some((job) => job.jobId === jobId))
    throw new UsageError('adopt_known', { jobId, owner: owner.id, batch: batch.id });
  const { kind, answer } = await findJobAtService(work, jobs, jobId);
  const job = await ledger.adopt({
    batch: batch.num,
    jobs: jobs.filter((candidate) => candidate.kind === kind).map(({ seq }) => seq),
    jobId,
    items: answer.totalRecords,
    named: answer.results.map(({ id }) => id),
    isRunning: answer.status === 'processing',
    at: clock.now(),
  });
  if (job === undefined) throw buildAdoptionError(work, jobId, answer);
  const coversOnlyPart = answer.totalRecords < job.items;
  const rules = { mayPollAgain: !coversOnlyPart, mayStillRun: true };
  const { storedAs, trouble } = await storeResults(work, job, answer, rules);
  emit({ type: 'accepted', seq: job.seq, jobId, items: job.items });
  if (storedAs === 'in_doubt') emit({ type: 'unconfirmed', seq: job.seq, trouble });
  return job;
}

/** Asks the service about a job id, once for each kind of these jobs, because the id does not tell its kind. */
async function findJobAtService({ client }: Work, jobs: readonly Job[], jobId: string) {
  let notFoundError: ServiceError | undefined;
  for (const kind of new Set(jobs.map((job) => job.kind))) {
    try {
      return { kind, answer: await client.batchJob(kind, jobId) };
    } catch (error) {
      if (!isNotFound(error)) throw error;
      notFoundError = error;
    }
  }
  const facts = { jobId, said: notFoundError?.serviceMessage };
  throw new UsageError('adopt_not_found', facts, { cause: notFoundError });
}

function buildAdoptionError(
  { batch: { id: batch } }: Work,
  jobId: string,
  answer: BatchJob,
): UsageError {
  const { results, totalRecords } = answer;
  if (results.length > 0)
    return new UsageError('adopt_misfit', { jobId, items: totalRecords, batch });
  if (hasEnded(answer)) return new UsageError('adopt_nameless', { jobId, batch });
  // The results will show whether this is the missing job.
  return new UsageError('adopt_too_early', { jobId });
}
