import type { JobTrouble } from '../../errors/jobs.js';
import type { Batch, Job } from '../../ledger/index.js';
import type { BatchJob } from '../../service/index.js';
import type { Deps } from '../dependencies.js';
import { storedTrouble } from '../job-trouble.js';

/** Whether the job can still be asked: once more for all results, or after the interval. */
export interface Look {
  readonly mayAskAgain: boolean;
  /** A `failed` was seen for the first time, or its numbers have moved since. */
  readonly mayGoOn: boolean;
}

/** How an answer was kept, and the trouble that the job has if it is `in_doubt`. */
export interface KeptAs {
  readonly as: 'kept' | 'ended' | 'ask_again' | 'in_doubt';
  readonly trouble: JobTrouble;
}

/**
 * Stores the results, counters and end of a job from one poll; stores all or nothing. Returns `ask_again` or
 * `in_doubt` if the job has ended and its numbers do not account for every identifier.
 */
export async function keepResults(
  { ledger, clock }: Pick<Deps, 'ledger' | 'clock'>,
  batch: Batch,
  job: Job,
  answer: BatchJob,
  look: Look,
): Promise<KeptAs> {
  const trouble = await misfitTrouble({ ledger }, batch, job, answer);
  const as = await ledger.keepResults({
    batch: batch.num,
    job: job.seq,
    answer,
    end: hasEnded(answer) ? answer.status : null,
    doubt: storedTrouble(trouble),
    ...look,
    at: clock.now(),
    seenAt: await ledger.now(),
  });
  return { as, trouble };
}

export function hasEnded<T extends BatchJob>(
  answer: T,
): answer is T & { readonly status: 'done' | 'failed' } {
  return answer.status !== 'processing';
}

/** How many identifiers the service counts as found, and charges, without naming them. */
function unnamed({ found, results }: BatchJob): number {
  const named = new Set<string>();
  for (const { id, record } of results) if (record !== null) named.add(id);
  return Math.max(0, found - named.size);
}

/** Why an answer does not account for every identifier. */
async function misfitTrouble(
  deps: Pick<Deps, 'ledger'>,
  batch: Batch,
  job: Job,
  answer: BatchJob,
): Promise<JobTrouble> {
  const { totalRecords: total, found } = answer;
  const { items } = job;
  const left = unnamed(answer);
  if (left > 0) return { code: 'unnamed', found, unnamed: left };
  const mayBePart = total < items && hasEnded(answer);
  if (mayBePart && (await isAdopted(deps, batch, job)))
    return { code: 'adopted_part', items, total };
  return { code: 'miscounted', total: Math.max(total, items - job.rejected) };
}

async function isAdopted(
  { ledger }: Pick<Deps, 'ledger'>,
  { num }: Batch,
  { seq }: Job,
): Promise<boolean> {
  const decisions = await ledger.decisionsOf(num);
  return decisions.some(({ job, decision }) => job === seq && decision === 'adopt');
}
