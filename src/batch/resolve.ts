import { ConfereError, UsageError } from '../errors.js';
import type { IdentifierKind } from '../identifiers/index.js';
import type { Batch, Job } from '../ledger/index.js';
import { RecordNotFoundError, type BatchJob } from '../service/index.js';
import type { Deps } from './dependencies.js';
import { ITEMS_PER_JOB } from './plan/plan.js';
import { hasEnded, keepResults, unnamed } from './watch/keep-results.js';
import { noticeCutShort } from './settle/settle.js';
import { say } from '../text/index.js';

/** The jobs of a held batch whose outcome is unknown, or the one of them with number `seq`. */
export async function doubtfulJobs(deps: Deps, batch: Batch, seq?: number): Promise<Job[]> {
  await noticeCutShort(deps, batch);
  const jobs = await deps.ledger.jobsOf(batch.num);
  const doubtful = jobs.filter(({ state }) => state === 'unconfirmed');
  return seq === undefined ? doubtful : doubtful.filter((job) => job.seq === seq);
}

/** The user's word that nothing is sent again: their identifiers count as failed from now on. */
export function abandon(
  { ledger, clock }: Deps,
  { num }: Batch,
  jobs: readonly Job[],
): Promise<void> {
  return ledger.abandon(num, jobs.map(seqOf), clock.now());
}

/**
 * The user's word that the unanswered identifiers of these jobs are sent once more, whatever that costs.
 * Returns the numbers of the new jobs.
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
 * Believes that `jobId` is what became of one of `jobs`, once its size and its identifiers fit; what it
 * has found is kept.
 * @throws UsageError `adopt_misfit` when it fits none, `adopt_too_early` while it names no identifier yet
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
  if (job === undefined)
    throw answer.results.length === 0 ? tooEarly(jobId) : misfit(batch, jobId, answer);
  // A job that counts more than it names stays in doubt and is asked for again by the next watch.
  if (!hasEnded(answer) || unnamed(answer) === 0) await keepResults(deps, batch, job, answer);
  deps.emit({ type: 'accepted', seq: job.seq, jobId, items: job.items });
  return job;
}

/** A job that the ledger knows already cannot be what became of another one. */
async function refuseKnown(
  { ledger }: Deps,
  batch: Batch,
  jobs: readonly Job[],
  jobId: string,
): Promise<void> {
  const owner = await ledger.ownerOfJob(jobId);
  if (owner === undefined || jobs.some((job) => job.jobId === jobId)) return;
  throw new UsageError(
    'adopt_known',
    say`Job ${jobId} belongs to batch ${owner} already; nothing was changed in batch ${batch.id}.`,
  );
}

/** Asks where jobs of each kind of `jobs` are shown. */
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
  throw new UsageError(
    'adopt_not_found',
    say`The service shows no job ${jobId} to this key (${missing?.message ?? ''}); check the id and the key.`,
    { cause: missing },
  );
}

function tooEarly(jobId: string): ConfereError {
  return new UsageError(
    'adopt_too_early',
    say`Job ${jobId} names no identifier, so nobody can tell whether it is the missing one; if it is still processing, run this again when it names some.`,
  );
}

function misfit(batch: Batch, jobId: string, { totalRecords }: BatchJob): ConfereError {
  return new UsageError(
    'adopt_misfit',
    say`Job ${jobId} (${totalRecords} identifiers) does not fit any unconfirmed job of batch ${batch.id}: its size or its identifiers differ. Nothing was changed.`,
  );
}
