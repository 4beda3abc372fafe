import type { IdentifierKind } from '../../../identifiers/index.js';
import type { Database } from '../../../sqlite/index.js';
import type {
  JobSize,
  PlanAgainRequest,
  PlannedAgain,
  Result,
  ResultsToKeep,
  StatusAnswer,
} from '../../operations/results.js';
import type { Job } from '../../types.js';
import type { Tables } from '../tables/index.js';
import { doubtJob } from './doubts.js';

/** Rows per statement. Each call into the SQLite library costs more than a row. */
const AT_ONCE = 1_000;
const NO_FIELDS = Buffer.from('{}');

export function resultsOperations(db: Database, tables: Tables) {
  return {
    keepResults: (given: ResultsToKeep) => db.transaction(() => keepResults(tables, given)),
    lookAgain: (batch: number) => {
      tables.jobs.lookAgain(batch);
    },
    planAgain: (request: PlanAgainRequest) => db.transaction(() => planAgain(tables, request)),
  };
}

function keepResults(
  tables: Tables,
  given: ResultsToKeep,
): 'kept' | 'ended' | 'ask_again' | 'in_doubt' {
  const { batches, items, jobs, uptimes } = tables;
  const { batch, job: seq, answer, end, at } = given;
  const job = jobs.required(batch, seq);
  const news = newsOf(answer.results, items.openIn(batch, seq));
  for (let from = 0; from < news.length; from += AT_ONCE)
    keepSome(tables, given, job.kind, news.slice(from, from + AT_ONCE));
  if (news.length > 0) batches.oweRest(batch);
  const counted = countedOf(answer, job);
  jobs.polled(batch, seq, { ...answer, ...counted }, at);
  if (end === null) return 'kept';
  const waiting = items.waitingIn(batch, seq);
  if (waiting > 0) {
    if (end === 'failed' && given.mayGoOn) return 'kept';
    const stored = { found: items.foundIn(batch, seq), answered: job.items - waiting };
    if (isAdopted(tables, given) || !accountsForAll(given, counted, stored)) {
      if (given.mayAskAgain) return 'ask_again';
      doubtJob(tables, batch, seq, given.doubt, at);
      return 'in_doubt';
    }
  }
  uptimes.begin(jobs.ended(batch, seq, end, at));
  // If as many identifiers are unanswered as the service rejected, they are the rejected ones.
  if (end === 'done' && waiting > 0 && waiting === job.rejected)
    items.rejectWaiting(batch, seq, at);
  return 'ended';
}

type Counted = Pick<StatusAnswer, 'found' | 'notFound' | 'skipped'>;

/** What is counted as charged stays so, and no more than was sent can be found. */
function countedOf(answer: StatusAnswer, job: Job): Counted {
  const found = Math.min(job.items, Math.max(job.found, answer.found));
  const notFound = Math.min(job.items - found, Math.max(0, answer.notFound));
  const skipped = Math.min(job.items - found - notFound, Math.max(0, answer.skipped));
  return { found, notFound, skipped };
}

/** Whether the user chose this job of the service as ours: what it does not name may be part of another one. */
function isAdopted({ decisions }: Tables, { batch, job: seq }: ResultsToKeep): boolean {
  return decisions.of(batch).some(({ job, decision }) => job === seq && decision === 'adopt');
}

/** Whether what has no answer is free, by the service's own numbers. */
function accountsForAll(
  { answer, end }: ResultsToKeep,
  counted: Counted,
  stored: { readonly found: number; readonly answered: number },
): boolean {
  if (counted.found > stored.found) return false;
  if (end === 'failed') return true;
  const { found, notFound, skipped, totalRecords } = answer;
  const isWhole = found + notFound + skipped === totalRecords;
  return isWhole && counted.found + counted.notFound <= stored.answered;
}

/**
 * Returns the results that change the ledger: found, unless it was found before; not found, only if
 * there was no answer. If one answer contradicts itself, the first found result is used.
 */
function newsOf(
  results: readonly Result[],
  open: ReadonlyMap<string, 'not_found' | null>,
): Result[] {
  const news = new Map<string, Result>();
  for (const result of results) {
    const known = open.get(result.id);
    const isNews = known === null || (known === 'not_found' && result.found);
    if (isNews && news.get(result.id)?.found !== true) news.set(result.id, result);
  }
  return [...news.values()];
}

/** Stores one statement's worth of results; every found one becomes a record. */
function keepSome(
  { items, records }: Tables,
  { batch, job, at }: ResultsToKeep,
  kind: IdentifierKind,
  news: readonly Result[],
): void {
  const found = news.filter((result) => result.found);
  const numbers = records.addAll(
    kind,
    found.map(({ id, record }) => ({ id, json: record ?? NO_FIELDS })),
    at,
  );
  const answers = new Map<string, number | null>(news.map(({ id }) => [id, null]));
  found.forEach(({ id }, i) => answers.set(id, numbers[i] ?? null));
  items.answerAll(batch, job, answers, at);
}

function planAgain(tables: Tables, request: PlanAgainRequest): PlannedAgain {
  const { batch, perJob, belowRound = Infinity } = request;
  const states: readonly string[] = request.states;
  const ended = tables.jobs.of(batch).filter(({ state }) => states.includes(state));
  const meant = ended.filter(({ round }) => round < belowRound);
  const planned = gather(tables, batch, meant, perJob);
  const left = ended.filter(({ seq }) => tables.items.waitingIn(batch, seq) > 0);
  return { planned, left };
}

/** Moves the unanswered identifiers of `from` into new planned jobs of one kind each. */
export function gather(
  tables: Tables,
  batch: number,
  from: readonly Job[],
  perJob: number,
): JobSize[] {
  const kinds = [...new Set(from.map(({ kind }) => kind))];
  return kinds.flatMap((kind) => {
    const own = from.filter((job) => job.kind === kind);
    return gatherKind(tables, batch, kind, own, perJob);
  });
}

function gatherKind(
  { items, jobs }: Tables,
  batch: number,
  kind: IdentifierKind,
  from: readonly Job[],
  perJob: number,
): JobSize[] {
  const first = jobs.lastSeq(batch) + 1;
  const round = Math.max(...from.map((job) => job.round)) + 1;
  const moved = items.gather(
    batch,
    from.map(({ seq }) => seq),
    first,
    perJob,
  );
  const count = Math.ceil(moved / perJob);
  const planned = Array.from({ length: count }, (_, i) => {
    return { seq: first + i, items: Math.min(perJob, moved - i * perJob) };
  });
  for (const job of planned) jobs.plan(batch, { ...job, kind, round });
  return planned;
}
