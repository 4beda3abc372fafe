import type { Batch, Job } from '../ledger/index.js';
import type { BatchJob } from '../service/index.js';
import type { Deps } from './deps.js';

/**
 * Writes what a poll brought, in one transaction: new results, counters and the job's end. Results come
 * in processing order and again with each poll, so an answer that is known is passed over.
 */
export function keepResults(
  deps: Pick<Deps, 'ledger' | 'clock'>,
  batch: Batch,
  job: Job,
  answer: BatchJob,
): void {
  const { ledger, clock } = deps;
  const now = clock.now();
  ledger.transaction(() => {
    for (const result of answer.results) {
      if (!ledger.items.isOpen(batch.num, job.seq, result.id, result.found)) continue;
      const record = result.found
        ? ledger.records.add(job.kind, result.id, result.data ?? {}, now)
        : null;
      ledger.items.answer(batch.num, job.seq, result.id, record, now);
    }
    ledger.jobs.polled(batch.num, job.seq, answer, now);
    if (!hasEnded(answer)) return;
    if (!isInDoubt(deps, batch, job, answer)) end(ledger, batch.num, job, answer.status, now);
    else ledger.jobs.unconfirmed(batch.num, job.seq, unnamedMessage(answer), now);
  });
}

export function hasEnded<T extends BatchJob>(
  answer: T,
): answer is T & { readonly status: 'done' | 'failed' } {
  return answer.status !== 'processing';
}

/** How many found identifiers the service counts, and so charges, without naming them. */
export function unnamed({ found, results }: BatchJob): number {
  const named = new Set(results.flatMap((result) => (result.found ? [result.id] : [])));
  return Math.max(0, found - named.size);
}

/** True when what is left out of the results was not named by an earlier poll either. */
export function isInDoubt(
  { ledger }: Pick<Deps, 'ledger'>,
  batch: Batch,
  job: Job,
  answer: BatchJob,
): boolean {
  return hasEnded(answer) && unnamed(answer) > 0 && ledger.items.waitingIn(batch.num, job.seq) > 0;
}

export function unnamedMessage(answer: BatchJob): string {
  return `The service counts ${answer.found} found and left ${unnamed(answer)} of them out of its results.`;
}

function end(
  ledger: Deps['ledger'],
  batch: number,
  job: Job,
  status: 'done' | 'failed',
  now: number,
) {
  ledger.jobs.ended(batch, job.seq, status, now);
  const namedByNobody = ledger.items.waitingIn(batch, job.seq);
  if (status === 'done' && namedByNobody > 0 && namedByNobody === job.rejected) {
    ledger.items.rejectWaiting(batch, job.seq, now);
  }
}
