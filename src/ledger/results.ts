import type { IdentifierKind } from '../identifiers/index.js';
import type { LedgerEngine, Tx } from './db.js';
import { isAdopted } from './doubts.js';
import {
  ANSWER,
  answered,
  divided,
  idsWith,
  isOfJob,
  isWaiting,
  merged,
  placeOf,
  portions,
  reanswered,
  tallyOf,
  type JobItems,
} from './job-items.js';
import {
  doubtJob,
  endJob,
  itemsOf,
  jobsOf,
  keepProgress,
  nextSeq,
  planJob,
  requiredJob,
  storeAnswers,
  storeItems,
  type Job,
} from './jobs.js';
import { oweRest } from './planning.js';
import { addRecords } from './records.js';

export interface Result {
  readonly id: string;
  readonly found: boolean;
  /** JSON in UTF-8; null for not found, and for found where nothing proves it. */
  readonly record: Buffer | null;
}

export interface StatusAnswer {
  readonly totalRecords: number;
  readonly found: number;
  readonly notFound: number;
  readonly skipped: number;
  readonly error: string | null;
  readonly results: readonly Result[];
}

export interface ResultsToKeep {
  readonly batch: number;
  readonly job: number;
  readonly answer: StatusAnswer;
  readonly end: 'done' | 'failed' | null;
  /** Stored if the answer does not account for all identifiers. */
  readonly doubt: string;
  /** Before it counts as unconfirmed. */
  readonly mayAskAgain: boolean;
  /** A failed job is not ended while identifiers have no answer. */
  readonly mayGoOn: boolean;
  readonly at: number;
  readonly seenAt: number;
}

export interface PlanAgainRequest {
  readonly batch: number;
  readonly states: readonly ('done' | 'failed')[];
  readonly belowRound?: number;
  readonly perJob: number;
}

/** Rows per statement. Each call into the SQLite library costs more than a row. */
const AT_ONCE = 1_000;

export function resultsOperations({ writeBatch }: LedgerEngine) {
  return {
    /** Stores a status answer whole (money rule 7 of the contract). `ask_again`, which leaves the job running, or `in_doubt`, where it
     *  has ended and its numbers do not account for what has no answer. */
    keepResults: writeBatch(keepResults),
    lookAgain: writeBatch(async (tx, batch: number) => {
      await tx.run(
        `UPDATE jobs SET state = 'accepted'
         WHERE batch = $1 AND state = 'unconfirmed' AND job_id IS NOT NULL`,
        batch,
      );
    }),
    /** Moves what has no answer into new jobs, in input order. `left`: jobs that keep some. */
    planAgain: writeBatch(planAgain),
  };
}

async function keepResults(
  tx: Tx,
  given: ResultsToKeep,
): Promise<'kept' | 'ended' | 'ask_again' | 'in_doubt'> {
  const { batch, job: seq, answer, end, at, seenAt } = given;
  const job = await requiredJob(tx, batch, seq);
  const before = await itemsOf(tx, batch, seq);
  let own = await withNews(tx, given, job.kind, before);
  const { found } = tallyOf(own);
  let { waiting } = tallyOf(own);
  // More are counted as found than those without an answer can be: any `not found` of the list may be one of them.
  if (end !== null && unnamed(given, own, found) > waiting - job.rejected) {
    own = reanswered(own, ANSWER.not_found, ANSWER.waiting, 0);
    waiting = job.items - found;
  }
  if (own !== before) await storeAnswers(tx, batch, seq, own);
  const counted = countedOf(answer, job);
  const stored = { found, answered: job.items - waiting };
  const seen = { ...withStored(counted, stored, job), error: answer.error };
  await keepProgress(tx, batch, seq, seen, at, seenAt);
  if (end === null || (end === 'failed' && waiting > 0 && given.mayGoOn)) return 'kept';
  if (waiting > 0) {
    const isAdoptedOne = await isAdopted(tx, batch, seq);
    const isBare = answer.results.some((result) => isUnproved(result) && hadNone(before, result));
    if (isAdoptedOne || isBare || !accountsForAll(given, job, counted, stored)) {
      if (given.mayAskAgain) return 'ask_again';
      await doubtJob(tx, batch, seq, given.doubt);
      return 'in_doubt';
    }
  }
  await endJob(tx, batch, seq, end, at);
  // If as many identifiers are unanswered as the service rejected, they are the rejected ones.
  if (end === 'done' && waiting > 0 && waiting === job.rejected)
    await storeAnswers(tx, batch, seq, reanswered(own, ANSWER.waiting, ANSWER.rejected, at));
  return 'ended';
}

function hadNone(items: JobItems, { id }: Result): boolean {
  const at = placeOf(items, id);
  return at >= 0 && items.answers[at] === ANSWER.waiting;
}

/** Nobody is shown anything for it, and it may have been charged. */
function isUnproved({ found, record }: Result): boolean {
  return found && record === null;
}

function unnamed({ answer }: ResultsToKeep, items: JobItems, stored: number): number {
  if (answer.found <= stored) return 0;
  const own = new Set(idsWith(items, isOfJob));
  const named = answer.results.filter(({ id, record }) => record !== null && !own.has(id));
  return answer.found - stored - new Set(named.map(({ id }) => id)).size;
}

type AnswerCounts = Pick<StatusAnswer, 'found' | 'notFound' | 'skipped'>;

/** What is counted as charged stays so, and no more than was sent can be found. */
function countedOf(answer: StatusAnswer, job: Job): AnswerCounts {
  const found = Math.min(job.items, Math.max(job.found, answer.found));
  const notFound = Math.min(job.items - found, Math.max(0, answer.notFound));
  const skipped = Math.min(job.items - found - notFound, Math.max(0, answer.skipped));
  return { found, notFound, skipped };
}

interface StoredCounts {
  readonly found: number;
  readonly answered: number;
}

function withStored(
  { found, notFound, skipped }: AnswerCounts,
  stored: StoredCounts,
  job: Job,
): AnswerCounts {
  const most = Math.max(found, stored.found);
  const none = Math.min(job.items - most, Math.max(notFound, stored.answered - stored.found));
  return { found: most, notFound: none, skipped: Math.min(job.items - most - none, skipped) };
}

/** Whether what has no answer is free by the service's own numbers; a `done` is about all that was accepted. */
function accountsForAll(
  { answer, end }: ResultsToKeep,
  job: Job,
  counted: AnswerCounts,
  stored: StoredCounts,
): boolean {
  if (counted.found > stored.found) return false;
  if (end === 'failed') return true;
  const { found, notFound, skipped, totalRecords } = answer;
  const isWhole = found + notFound + skipped === totalRecords;
  const isOfAll = totalRecords >= job.items - job.rejected;
  return isWhole && isOfAll && counted.found + counted.notFound <= stored.answered;
}

async function withNews(
  tx: Tx,
  { batch, answer, at }: ResultsToKeep,
  kind: IdentifierKind,
  items: JobItems,
): Promise<JobItems> {
  const news = newsOf(answer.results, items);
  if (news.length === 0) return items;
  const found = news.flatMap(({ id, record }) => (record === null ? [] : { id, json: record }));
  const answers = new Map<string, number | null>(news.map(({ id }) => [id, null]));
  for (let from = 0; from < found.length; from += AT_ONCE) {
    const some = found.slice(from, from + AT_ONCE);
    const first = await addRecords(tx, kind, some, at);
    some.forEach(({ id }, i) => answers.set(id, first + i));
  }
  await oweRest(tx, batch);
  return answered(items, answers, at);
}

/** Found also for what was not found, which was free; of two, the first found one. */
function newsOf(results: readonly Result[], items: JobItems): Result[] {
  const waiting = new Set(idsWith(items, isWaiting));
  const notFound = new Set(idsWith(items, (answer) => answer === ANSWER.not_found));
  const news = new Map<string, Result>();
  for (const result of results) {
    const { id, found } = result;
    const isNews = waiting.has(id) || (found && notFound.has(id));
    if (isNews && !isUnproved(result) && news.get(id)?.found !== true) news.set(id, result);
  }
  return [...news.values()];
}

async function planAgain(tx: Tx, request: PlanAgainRequest) {
  const { batch, perJob, belowRound = Infinity } = request;
  const states: readonly string[] = request.states;
  const open = async () =>
    (await jobsOf(tx, batch)).filter(({ state, waiting }) => states.includes(state) && waiting > 0);
  const meant = (await open()).filter(({ round }) => round < belowRound);
  return { planned: await gather(tx, batch, meant, perJob), left: await open() };
}

export async function gather(
  tx: Tx,
  batch: number,
  from: readonly Job[],
  perJob: number,
): Promise<Pick<Job, 'seq' | 'items'>[]> {
  const planned: Pick<Job, 'seq' | 'items'>[] = [];
  for (const kind of new Set(from.map((job) => job.kind))) {
    const own = from.filter((job) => job.kind === kind);
    const round = Math.max(...own.map((job) => job.round)) + 1;
    let seq = await nextSeq(tx, batch);
    const all: JobItems[] = [];
    for (const job of own) {
      const items = await itemsOf(tx, batch, job.seq);
      const [waiting, others] = divided(items, (_, answer) => isWaiting(answer));
      if (waiting.rows.length > 0) await storeItems(tx, batch, job.seq, others);
      all.push(waiting);
    }
    for (const portion of portions(merged(all), perJob)) {
      const size = { seq, items: portion.rows.length };
      await storeItems(tx, batch, seq, portion);
      await planJob(tx, batch, { ...size, kind, round });
      planned.push(size);
      seq += 1;
    }
  }
  return planned;
}
