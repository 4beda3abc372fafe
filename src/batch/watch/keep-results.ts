import type { Batch, Job } from '../../ledger/index.js';
import type { BatchJob, JobResult } from '../../service/index.js';
import type { Deps } from '../dependencies.js';
import { say } from '../../text/index.js';

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
    const news = newsOf(answer.results, ledger.items.openIn(batch.num, job.seq));
    for (let from = 0; from < news.length; from += RESULTS_AT_ONCE) {
      keepSome(ledger, batch, job, news.slice(from, from + RESULTS_AT_ONCE), now);
    }
    ledger.jobs.polled(batch.num, job.seq, answer, now);
    if (!hasEnded(answer)) return;
    if (!isInDoubt(deps, batch, job, answer)) end(ledger, batch.num, job, answer.status, now);
    else ledger.jobs.unconfirmed(batch.num, job.seq, unnamedMessage(answer), now);
  });
}

/**
 * What is found is news unless it was found before, not found only where nothing was known. Of an answer that
 * contradicts itself the first found stands.
 */
function newsOf(
  results: readonly JobResult[],
  open: ReadonlyMap<string, 'not_found' | null>,
): JobResult[] {
  const news = new Map<string, JobResult>();
  for (const result of results) {
    const known = open.get(result.id);
    const isNews = known === null || (known === 'not_found' && result.found);
    if (isNews && news.get(result.id)?.found !== true) news.set(result.id, result);
  }
  return [...news.values()];
}

/** Every found result becomes a record. */
function keepSome(
  ledger: Deps['ledger'],
  batch: Batch,
  job: Job,
  news: readonly JobResult[],
  now: number,
): void {
  const found = news.filter((result) => result.found);
  const records = found.map(({ id, record }) => ({ id, json: record ?? NO_FIELDS }));
  const numbers = ledger.records.addAll(job.kind, records, now);
  const answers = new Map<string, number | null>(news.map(({ id }) => [id, null]));
  found.forEach(({ id }, i) => answers.set(id, numbers[i] ?? null));
  ledger.items.answerAll(batch.num, job.seq, answers, now);
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
