import type { Batch, Job } from '../ledger/index.js';
import type { BatchJob, JobResult } from '../service/index.js';
import type { Deps } from './deps.js';
import { say } from '../text/index.js';

/** Each call into the SQLite library costs more than a row. */
const RESULTS_AT_ONCE = 1_000;
const NO_FIELDS = Buffer.from('{}');

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
    for (let from = 0; from < answer.results.length; from += RESULTS_AT_ONCE) {
      keepSome(deps, batch, job, answer.results.slice(from, from + RESULTS_AT_ONCE), now);
    }
    ledger.jobs.polled(batch.num, job.seq, answer, now);
    if (!hasEnded(answer)) return;
    if (!isInDoubt(deps, batch, job, answer)) end(ledger, batch.num, job, answer.status, now);
    else ledger.jobs.unconfirmed(batch.num, job.seq, unnamedMessage(answer), now);
  });
}

/** Every found result that is news becomes a record; not found is written where nothing was known. */
function keepSome(
  { ledger }: Pick<Deps, 'ledger'>,
  batch: Batch,
  job: Job,
  results: readonly JobResult[],
  now: number,
): void {
  const ids = results.map(({ id }) => id);
  const open = ledger.items.openAmong(batch.num, job.seq, ids);
  const found = new Map<string, Buffer>();
  const notFound = new Set<string>();
  for (const { id, found: isFound, record } of results) {
    // Named twice in one answer, the first found stands.
    if (isFound && open.has(id) && !found.has(id)) found.set(id, record ?? NO_FIELDS);
    else if (!isFound && open.get(id) === null) notFound.add(id);
  }
  const records = Array.from(found, ([id, json]) => ({ id, json }));
  const numbers = ledger.records.addAll(job.kind, records, now);
  const news = new Map<string, number | null>([...notFound].map((id) => [id, null]));
  records.forEach(({ id }, i) => news.set(id, numbers[i] ?? null));
  ledger.items.answerAll(batch.num, job.seq, news, now);
}

export function hasEnded<T extends BatchJob>(
  answer: T,
): answer is T & { readonly status: 'done' | 'failed' } {
  return answer.status !== 'processing';
}

/** How many found identifiers the service counts, and so charges, without naming them. */
export function unnamed({ found, results }: BatchJob): number {
  const named = new Set<string>();
  for (const result of results) if (result.found) named.add(result.id);
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
  return say`The service counts ${answer.found} found and left ${unnamed(answer)} of them out of its results.`;
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
