import { UsageError } from '../errors.js';
import type { IdentifierKind } from '../identifiers/index.js';
import type { Batch, Job } from '../ledger/index.js';
import { RecordNotFoundError, type BatchJob } from '../service/index.js';
import type { Deps } from './dependencies.js';
import { ITEMS_PER_JOB } from './plan/plan.js';
import { keepResults } from './watch/keep-results.js';
import { noticeCutShort } from './settle/settle.js';

/** The unconfirmed jobs of a held batch, or only the one with number `seq`. */
export async function doubtfulJobs(deps: Deps, batch: Batch, seq?: number): Promise<Job[]> {
  await noticeCutShort(deps, batch);
  const jobs = await deps.ledger.jobsOf(batch.num);
  const doubtful = jobs.filter(({ state }) => state === 'unconfirmed');
  return seq === undefined ? doubtful : doubtful.filter((job) => job.seq === seq);
}

/** Abandons the jobs, as the user decided: their identifiers count as failed from now on. */
export function abandon(
  { ledger, clock }: Deps,
  { num }: Batch,
  jobs: readonly Job[],
): Promise<void> {
  return ledger.abandon(num, jobs.map(seqOf), clock.now());
}

/**
 * Plans the unanswered identifiers of these jobs to be sent again, as the user decided, whatever the
 * cost. Returns the numbers of the new jobs.
 */
export async function planResubmission(
  { ledger, clock }: Deps,
  { num }: Batch,
  jobs: readonly Job[],
): Promise<Set<number>> {
  const planned = await ledger.resubmit(num, jobs.map(seqOf), ITEMS_PER_JOB, clock.now());
  return new Set(planned.map(seqOf));
}

function seqOf({ seq }: { readonly seq: number }): number {
  return seq;
}

/**
 * Adopts `jobId` as the outcome of one of `jobs` if its size and identifiers match; keeps its results.
 *
 * @throws UsageError `adopt_misfit` if it matches none, `adopt_too_early` while it names no identifier
 * yet
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
    at: deps.clock.now(),
  });
  if (job === undefined) throw misfit(batch, jobId, answer);
  // An end that must be looked at again stays for the next watch.
  await keepResults(deps, batch, job, answer, { mayAskAgain: true, mayGoOn: true });
  deps.emit({ type: 'accepted', seq: job.seq, jobId, items: job.items });
  return job;
}

/** A job id that the ledger already has cannot be the outcome of another job. */
async function refuseKnown(
  { ledger }: Deps,
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
  deps: Deps,
  jobs: readonly Job[],
  jobId: string,
): Promise<{ kind: IdentifierKind; answer: BatchJob }> {
  let missing: RecordNotFoundError | undefined;
  for (const kind of new Set(jobs.map((job) => job.kind))) {
    try {
      return { kind, answer: await deps.client.batchJob(kind, jobId) };
    } catch (error) {
      if (!(error instanceof RecordNotFoundError)) throw error;
      missing = error;
    }
  }
  const facts = { jobId, said: missing?.serviceMessage };
  throw new UsageError('adopt_not_found', facts, { cause: missing });
}

function misfit({ id }: Batch, jobId: string, { results, totalRecords }: BatchJob): UsageError {
  // Nobody can tell yet whether it is the missing one.
  if (results.length === 0) return new UsageError('adopt_too_early', { jobId });
  return new UsageError('adopt_misfit', { jobId, items: totalRecords, batch: id });
}
