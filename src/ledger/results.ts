import type { IdentifierKind } from '../identifiers/index.js';
import type { LedgerEngine, Tx } from './db.js';
import { isAdopted } from './doubts.js';
import {
  ANSWER,
  applyAnswers,
  divideItems,
  selectIds,
  belongsToJob,
  isWaiting,
  mergeItems,
  findPlace,
  splitIntoPortions,
  replaceAnswer,
  countAnswers,
  type JobItems,
} from './job-items.js';
import {
  markUnconfirmed,
  endJob,
  readItems,
  readJobs,
  storeProgress,
  nextSeq,
  planJob,
  requireJob,
  storeAnswers,
  storeItems,
  type Job,
} from './jobs.js';
import { markBatchUndelivered } from './planning.js';
import { addRecords } from './records.js';

/** The service's result for one identifier. */
export interface Result {
  readonly id: string;
  readonly found: boolean;
  /** JSON in UTF-8; null for not found, and for a found one whose record the service does not send. */
  readonly record: Buffer | null;
}

/** The service's answer about a job: its counts, and the results that it lists. */
export interface StatusAnswer {
  readonly totalRecords: number;
  readonly found: number;
  readonly notFound: number;
  readonly skipped: number;
  readonly error: string | null;
  readonly results: readonly Result[];
}

/** A status answer that is to be stored. */
export interface NewResults {
  readonly batch: number;
  readonly job: number;
  readonly answer: StatusAnswer;
  /** Null while the job runs. */
  readonly end: 'done' | 'failed' | null;
  /** The trouble (JSON) that is stored if the answer does not account for all identifiers. */
  readonly doubt: string;
  /** A job whose answer does not account for all identifiers is polled again before it counts as unconfirmed. */
  readonly mayPollAgain: boolean;
  /** A failed job stays open while identifiers have no answer. */
  readonly mayStillRun: boolean;
  /** Epoch ms. */
  readonly at: number;
  /** Epoch ms by the clock of the ledger. */
  readonly seenAt: number;
}

/** Asks to plan identifiers without an answer again. */
export interface PlanAgainRequest {
  readonly batch: number;
  readonly states: readonly ('done' | 'failed')[];
  /** Identifiers that were planned again this often are not planned again; by default they always are. */
  readonly maxResends?: number;
  readonly perJob: number;
}

/** Rows per statement, because each call into the SQLite library costs more than a row. */
const RECORDS_AT_ONCE = 1_000;

export function resultsOperations({ writeBatch }: LedgerEngine) {
  return {
    /**
     * Stores a status answer in one transaction (contract, "Money" 7). If the job has ended, but its counts do not
     * explain every identifier without an answer, returns `ask_again`, which leaves the job running, or `in_doubt`.
     */
    storeResults: writeBatch(storeResults),
    /** Makes unconfirmed jobs that have a job id running again, so that they are polled. */
    resumePolling: writeBatch(async (tx, batch: number) => {
      await tx.run(
        `UPDATE jobs SET state = 'accepted'
         WHERE batch = $1 AND state = 'unconfirmed' AND job_id IS NOT NULL`,
        batch,
      );
    }),
    /** Moves identifiers without an answer into new jobs, in input order. `exhausted`: old jobs that still have some. */
    planAgain: writeBatch(planAgain),
  };
}

async function storeResults(
  tx: Tx,
  results: NewResults,
): Promise<'running' | 'ended' | 'ask_again' | 'in_doubt'> {
  const { batch, job: seq, answer, end, at, seenAt } = results;
  const job = await requireJob(tx, batch, seq);
  const itemsBefore = await readItems(tx, batch, seq);
  let items = await storeNewAnswers(tx, results, job.kind, itemsBefore);
  const { found } = countAnswers(items);
  let { waiting } = countAnswers(items);
  // If the service counts more found identifiers that it does not name than there are without an answer, any identifier
  // that it listed as not found may be one of the found ones.
  if (end !== null && countUnnamedFound(results, items, found) > waiting - job.rejected) {
    items = replaceAnswer(items, ANSWER.not_found, ANSWER.waiting, 0);
    waiting = job.items - found;
  }
  if (items !== itemsBefore) await storeAnswers(tx, batch, seq, items);
  const counted = boundCounts(answer, job);
  const stored = { found, answered: job.items - waiting };
  const progress = { ...raiseToStored(counted, stored, job), error: answer.error };
  await storeProgress(tx, batch, seq, progress, at, seenAt);
  if (end === null || (end === 'failed' && waiting > 0 && results.mayStillRun)) return 'running';
  if (waiting > 0) {
    const wasAdopted = await isAdopted(tx, batch, seq);
    const hasWaitingWithoutRecord = answer.results.some(
      (result) => lacksRecord(result) && wasWaiting(itemsBefore, result),
    );
    if (wasAdopted || hasWaitingWithoutRecord || !accountsForAll(results, job, counted, stored)) {
      if (results.mayPollAgain) return 'ask_again';
      await markUnconfirmed(tx, batch, seq, results.doubt);
      return 'in_doubt';
    }
  }
  await endJob(tx, batch, seq, end, at);
  // If as many identifiers are unanswered as the service rejected, they are the rejected ones.
  if (end === 'done' && waiting > 0 && waiting === job.rejected)
    await storeAnswers(tx, batch, seq, replaceAnswer(items, ANSWER.waiting, ANSWER.rejected, at));
  return 'ended';
}

function wasWaiting(items: JobItems, { id }: Result): boolean {
  const at = findPlace(items, id);
  return at >= 0 && items.answers[at] === ANSWER.waiting;
}

/** Returns whether a result says found without a record: it may have been charged, but there is nothing to deliver. */
function lacksRecord({ found, record }: Result): boolean {
  return found && record === null;
}

/**
 * Returns how many found identifiers the service counts without naming them: neither as a stored answer of this job nor
 * as an identifier of another job.
 */
function countUnnamedFound({ answer }: NewResults, items: JobItems, stored: number): number {
  if (answer.found <= stored) return 0;
  const sent = new Set(selectIds(items, belongsToJob));
  const named = answer.results.filter(({ id, record }) => record !== null && !sent.has(id));
  return answer.found - stored - new Set(named.map(({ id }) => id)).size;
}

type AnswerCounts = Pick<StatusAnswer, 'found' | 'notFound' | 'skipped'>;

/** Returns counts that fit the job: found identifiers never become fewer, and no more are counted than were sent. */
function boundCounts(answer: StatusAnswer, job: Job): AnswerCounts {
  const found = Math.min(job.items, Math.max(job.found, answer.found));
  const notFound = Math.min(job.items - found, Math.max(0, answer.notFound));
  const skipped = Math.min(job.items - found - notFound, Math.max(0, answer.skipped));
  return { found, notFound, skipped };
}

/** Counts of a job's stored answers. */
interface StoredCounts {
  readonly found: number;
  readonly answered: number;
}

/** Returns the counts; a count below that of the stored answers is raised to it. */
function raiseToStored(
  { found, notFound, skipped }: AnswerCounts,
  stored: StoredCounts,
  job: Job,
): AnswerCounts {
  const raisedFound = Math.max(found, stored.found);
  const raisedNotFound = Math.min(
    job.items - raisedFound,
    Math.max(notFound, stored.answered - stored.found),
  );
  return {
    found: raisedFound,
    notFound: raisedNotFound,
    skipped: Math.min(job.items - raisedFound - raisedNotFound, skipped),
  };
}

/**
 * Returns whether, by the service's own counts, no identifier without an answer was charged. The counts of a `done` job
 * must cover all accepted identifiers.
 */
function accountsForAll(
  { answer, end }: NewResults,
  job: Job,
  counted: AnswerCounts,
  stored: StoredCounts,
): boolean {
  if (counted.found > stored.found) return false;
  if (end === 'failed') return true;
  const { found, notFound, skipped, totalRecords } = answer;
  const isComplete = found + notFound + skipped === totalRecords;
  const coversAll = totalRecords >= job.items - job.rejected;
  return isComplete && coversAll && counted.found + counted.notFound <= stored.answered;
}

/** Stores new records and returns the items with the new answers, or the same items if there are none. */
async function storeNewAnswers(
  tx: Tx,
  { batch, answer, at }: NewResults,
  kind: IdentifierKind,
  items: JobItems,
): Promise<JobItems> {
  const results = selectNewResults(answer.results, items);
  if (results.length === 0) return items;
  const found = results.flatMap(({ id, record }) => (record === null ? [] : { id, json: record }));
  const answers = new Map<string, number | null>(results.map(({ id }) => [id, null]));
  for (let from = 0; from < found.length; from += RECORDS_AT_ONCE) {
    const portion = found.slice(from, from + RECORDS_AT_ONCE);
    const first = await addRecords(tx, kind, portion, at);
    portion.forEach(({ id }, i) => answers.set(id, first + i));
  }
  await markBatchUndelivered(tx, batch);
  return applyAnswers(items, answers, at);
}

/**
 * Selects results that change an answer: a found record replaces `not_found`; of two for one identifier, the first
 * found one counts.
 */
function selectNewResults(results: readonly Result[], items: JobItems): Result[] {
  const waiting = new Set(selectIds(items, isWaiting));
  const notFound = new Set(selectIds(items, (answer) => answer === ANSWER.not_found));
  const selected = new Map<string, Result>();
  for (const result of results) {
    const { id, found } = result;
    const isNew = waiting.has(id) || (found && notFound.has(id));
    if (isNew && !lacksRecord(result) && selected.get(id)?.found !== true) selected.set(id, result);
  }
  return [...selected.values()];
}

async function planAgain(tx: Tx, request: PlanAgainRequest) {
  const { batch, perJob, maxResends = Infinity } = request;
  const states: readonly string[] = request.states;
  const findOpen = async () =>
    (await readJobs(tx, batch)).filter(
      ({ state, waiting }) => states.includes(state) && waiting > 0,
    );
  const wanted = (await findOpen()).filter(({ round }) => round < maxResends);
  return {
    planned: await planWaitingAgain(tx, batch, wanted, perJob),
    exhausted: await findOpen(),
  };
}

/** Moves the identifiers of some jobs that have no answer into new jobs of at most `perJob`; returns these. */
export async function planWaitingAgain(
  tx: Tx,
  batch: number,
  from: readonly Job[],
  perJob: number,
): Promise<Pick<Job, 'seq' | 'items'>[]> {
  const planned: Pick<Job, 'seq' | 'items'>[] = [];
  for (const kind of new Set(from.map((job) => job.kind))) {
    const ofKind = from.filter((job) => job.kind === kind);
    const round = Math.max(...ofKind.map((job) => job.round)) + 1;
    let seq = await nextSeq(tx, batch);
    const waitingItems: JobItems[] = [];
    for (const job of ofKind) {
      const items = await readItems(tx, batch, job.seq);
      const [waiting, others] = divideItems(items, (_, answer) => isWaiting(answer));
      if (waiting.rows.length > 0) await storeItems(tx, batch, job.seq, others);
      waitingItems.push(waiting);
    }
    for (const portion of splitIntoPortions(mergeItems(waitingItems), perJob)) {
      const size = { seq, items: portion.rows.length };
      await storeItems(tx, batch, seq, portion);
      await planJob(tx, batch, { ...size, kind, round });
      planned.push(size);
      seq += 1;
    }
  }
  return planned;
}
