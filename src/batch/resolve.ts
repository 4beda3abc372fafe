import { ConfereError, UsageError } from '../errors.js';
import type { IdentifierKind } from '../identifiers/index.js';
import type { Batch, Job } from '../ledger/index.js';
import { RecordNotFoundError, type BatchJob } from '../service/index.js';
import type { Deps } from './dependencies.js';
import { gather } from './plan/plan-again.js';
import { hasEnded, keepResults, unnamed } from './watch/keep-results.js';
import { noticeCutShort } from './settle/settle.js';
import { say } from '../text/index.js';

/** The jobs of a held batch whose outcome is unknown, or the one of them with number `seq`. */
export function doubtfulJobs(deps: Deps, batch: Batch, seq?: number): Job[] {
  noticeCutShort(deps, batch.num);
  const doubtful = deps.ledger.jobs.of(batch.num).filter(({ state }) => state === 'unconfirmed');
  return seq === undefined ? doubtful : doubtful.filter((job) => job.seq === seq);
}

/** The user's word that nothing is sent again: their identifiers count as failed from now on. */
export function abandon(deps: Deps, batch: Batch, jobs: readonly Job[]): void {
  deps.ledger.transaction(() => {
    for (const job of jobs) giveUp(deps, batch, job, 'abandon');
  });
}

/**
 * The user's word that the unanswered identifiers of these jobs are sent once more, whatever that costs.
 * Returns the numbers of the new jobs.
 */
export function planResubmission(deps: Deps, batch: Batch, jobs: readonly Job[]): Set<number> {
  return deps.ledger.transaction(() => {
    for (const job of jobs) giveUp(deps, batch, job, 'resubmit');
    return new Set(gather(deps, batch, jobs).keys());
  });
}

function giveUp(deps: Deps, batch: Batch, job: Job, decision: string): void {
  const { ledger, clock } = deps;
  const evidence = { by: 'user', jobId: job.jobId };
  ledger.decisions.add(batch.num, { job: job.seq, at: clock.now(), decision, evidence });
  ledger.jobs.abandoned(batch.num, job.seq, clock.now());
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
  refuseKnown(deps, batch, jobs, jobId);
  const { kind, answer } = await ask(deps, jobs, jobId);
  const alike = jobs.filter((candidate) => candidate.kind === kind);
  const job = alike.find((candidate) => fits(deps, batch, candidate, jobId, answer));
  if (job === undefined)
    throw answer.results.length === 0 ? tooEarly(jobId) : misfit(batch, jobId, answer);
  believe(deps, batch, job, jobId, answer);
  return job;
}

/** A job that the ledger knows already cannot be what became of another one. */
function refuseKnown(deps: Deps, batch: Batch, jobs: readonly Job[], jobId: string): void {
  const owner = deps.ledger.jobs.ownerOf(jobId);
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

/** Known by its id; or of the right size, naming some identifiers and none that were not sent. */
function fits(deps: Deps, batch: Batch, job: Job, jobId: string, answer: BatchJob): boolean {
  if (job.jobId !== null) return job.jobId === jobId;
  if (answer.totalRecords !== job.items || answer.results.length === 0) return false;
  const sent = new Set(deps.ledger.items.idsOf(batch.num, job.seq));
  return answer.results.every(({ id }) => sent.has(id));
}

function believe(deps: Deps, batch: Batch, job: Job, jobId: string, answer: BatchJob): void {
  const { ledger, clock } = deps;
  ledger.transaction(() => {
    const evidence = {
      by: 'user',
      jobId,
      totalRecords: answer.totalRecords,
      named: answer.results.length,
    };
    ledger.decisions.add(batch.num, { job: job.seq, at: clock.now(), decision: 'adopt', evidence });
    ledger.jobs.accepted(batch.num, job.seq, jobId, job.rejected, clock.now());
  });
  // A job that counts more than it names stays in doubt and is asked for again by the next watch.
  if (!hasEnded(answer) || unnamed(answer) === 0) keepResults(deps, batch, job, answer);
  deps.emit({ type: 'accepted', seq: job.seq, jobId, items: job.items });
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
