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

/**
 * Stores the results, counters and end of a job from one poll; stores all or nothing. Returns `ask_again` or
 * `in_doubt` if the job has ended and its numbers do not account for every identifier.
 */
export function keepResults(
  { ledger, clock }: Pick<Deps, 'ledger' | 'clock'>,
  batch: Batch,
  job: Job,
  answer: BatchJob,
  look: Look,
): Promise<'kept' | 'ended' | 'ask_again' | 'in_doubt'> {
  return ledger.keepResults({
    batch: batch.num,
    job: job.seq,
    answer,
    end: hasEnded(answer) ? answer.status : null,
    doubt: storedTrouble(misfitTrouble(answer)),
    ...look,
    at: clock.now(),
  });
}

export function hasEnded<T extends BatchJob>(
  answer: T,
): answer is T & { readonly status: 'done' | 'failed' } {
  return answer.status !== 'processing';
}

/** How many identifiers the service counts as found, and charges, without naming them. */
function unnamed({ found, results }: BatchJob): number {
  const named = new Set<string>();
  for (const result of results) if (result.found) named.add(result.id);
  return Math.max(0, found - named.size);
}

/** Why an answer does not account for every identifier. */
export function misfitTrouble(answer: BatchJob): JobTrouble {
  const left = unnamed(answer);
  return left > 0
    ? { code: 'unnamed', found: answer.found, unnamed: left }
    : { code: 'miscounted', total: answer.totalRecords };
}
