import type { JobTrouble } from '../../errors/jobs.js';
import type { Batch, Job } from '../../ledger/index.js';
import type { BatchJob } from '../../service/index.js';
import type { Deps } from '../dependencies.js';
import { storedTrouble } from '../job-trouble.js';

/**
 * Stores the results, counters and end of a job from one poll; stores all or nothing. Returns `in_doubt`
 * if the job has ended and its answers omit charged results.
 */
export function keepResults(
  { ledger, clock }: Pick<Deps, 'ledger' | 'clock'>,
  batch: Batch,
  job: Job,
  answer: BatchJob,
): Promise<'kept' | 'ended' | 'in_doubt'> {
  return ledger.keepResults({
    batch: batch.num,
    job: job.seq,
    answer,
    end: hasEnded(answer) ? answer.status : null,
    doubt: unnamed(answer) > 0 ? storedTrouble(unnamedTrouble(answer)) : null,
    at: clock.now(),
  });
}

export function hasEnded<T extends BatchJob>(
  answer: T,
): answer is T & { readonly status: 'done' | 'failed' } {
  return answer.status !== 'processing';
}

/** How many identifiers the service counts as found, and charges, without naming them. */
export function unnamed({ found, results }: BatchJob): number {
  const named = new Set<string>();
  for (const result of results) if (result.found) named.add(result.id);
  return Math.max(0, found - named.size);
}

export function unnamedTrouble(answer: BatchJob): JobTrouble {
  return { code: 'unnamed', found: answer.found, unnamed: unnamed(answer) };
}
