import { findTimeAfterRequests, permitRequest, type PricedRequest, type Permit } from './limits.js';
import { nextTick, rollBackWith, type LedgerEngine, type Tx } from './db.js';
import { addDecision, endAcceptedDoubts, moveDoubtfulToOwnJobs } from './doubts.js';
import {
  ANSWER,
  divideItems,
  selectIds,
  belongsToJob,
  replaceAnswer,
  applyReuse,
} from './job-items.js';
import { IS_UNDER_WAY } from './job-states.js';
import {
  acceptJob,
  returnToPlan,
  markUnconfirmed,
  endJob,
  readItems,
  readJob,
  readJobs,
  EXCLUDED,
  moveItems,
  moveJob,
  nextSeq,
  NOT_ENDED,
  planJob,
  recountPlanned,
  requireJob,
  storeAnswers,
  storeItems,
  readWaitingIds,
  findWaitingJobs,
  type Job,
} from './jobs.js';
import { hasRecords, findNewestRecordNumbers } from './records.js';
import { planWaitingAgain } from './results.js';

/** Another batch with a job under way that has some of a job's identifiers. */
export interface UnderWayElsewhere {
  /** The job of our own batch. */
  readonly job: number;
  /** The id of the other batch. */
  readonly batch: string;
  /** How many identifiers the two batches share. */
  readonly items: number;
  /** `unconfirmed` if waiting does not help, because a decision is missing. */
  readonly state: 'running' | 'unconfirmed';
}

/** Asks which jobs of a batch may be sent. Times are epoch ms. */
export interface SendableRequest {
  readonly batch: number;
  /** Unconfirmed jobs that were proved free; they are sent first. */
  readonly provedFree: readonly number[];
  /** The jobs that may be sent; all by default. */
  readonly onlyJobs?: ReadonlySet<number>;
  readonly reuseSince: number;
  /** The user consented to paying although another batch may be paying for the same identifiers. */
  readonly acceptsPayingTwice: boolean;
  readonly at: number;
}

export interface SubmissionRequest extends Pick<
  SendableRequest,
  'batch' | 'reuseSince' | 'acceptsPayingTwice' | 'at'
> {
  readonly job: number;
  /** Whether the balance has proved that an unconfirmed job was not charged. */
  readonly sentWithProof: boolean;
  /**
   * The user consented to sending the job again: an unconfirmed job is abandoned for a new one; for an excluded job,
   * the doubts of its identifiers end.
   */
  readonly resubmits?: boolean;
  /** By what the ledger decides whether the job may be sent. */
  readonly cost: PricedRequest;
}

/** A job whose submission has begun, with its identifiers. */
export interface BegunJob {
  readonly ids: readonly string[];
  /** Credits of a found record. */
  readonly price: PricedRequest['price'];
}

export type SubmissionVerdict =
  /** The submission is on disk; these identifiers of this job, in input order, may be sent now. */
  | ({ readonly verdict: 'begun'; readonly job: number; readonly at: number } & BegunJob)
  /** Paid records answered every identifier, or the job is excluded. */
  | { readonly verdict: 'empty' }
  /** `items`: how many identifiers of the job a single lookup asks for at this moment. */
  | { readonly verdict: 'looked_up_now'; readonly items: number }
  | { readonly verdict: 'elsewhere'; readonly elsewhere: UnderWayElsewhere }
  | Exclude<Permit, { verdict: 'granted' }>;

export type SubmissionOutcome =
  /** `rejected`: how many identifiers the service counted as invalid. */
  | { readonly is: 'accepted'; readonly jobId: string; readonly rejected: number }
  /**
   * The service created nothing: the job is planned again. `insteadOf`: the job that the user abandoned for this one,
   * and that becomes unconfirmed again.
   */
  | { readonly is: 'refused'; readonly insteadOf?: number }
  /** The service rejected the file, and with it every identifier. */
  | { readonly is: 'rejected' }
  | { readonly is: 'unknown'; readonly why: string };

/** @throws ConfereError `job_taken` if another run has changed the state of the job */
export function submittingOperations({ writeBatch }: LedgerEngine) {
  return {
    /**
     * Answers planned jobs from paid records; returns the jobs that may be sent, and another batch that has some of
     * their identifiers.
     */
    answerFromRecords: writeBatch(answerFromRecords),
    /**
     * Moves all but the first `keep` identifiers of a planned job into a new one. Returns false if the job is not
     * planned, or has no more than `keep`.
     */
    splitJob: writeBatch(splitJob),
    /** Stores a submission before it is sent (contract, "Money" 1 and 5), if every limit covers its worst case. */
    beginSubmission: writeBatch(beginSubmission),
    storeOutcome: writeBatch(storeOutcome),
    /** Stores why the planned jobs are not sent, a `JobTrouble` as JSON. Excluded jobs keep their own reason. */
    storeWhyUnsent: writeBatch(async (tx, batch: number, why: string | null) => {
      const sql = `UPDATE jobs SET error = $1
        WHERE batch = $2 AND state = 'planned' AND error IS DISTINCT FROM $3`;
      await tx.run(sql, why, batch, EXCLUDED);
    }),
  };
}

async function answerFromRecords(tx: Tx, request: SendableRequest) {
  const { batch, onlyJobs, provedFree, acceptsPayingTwice } = request;
  for (const job of await readJobs(tx, batch))
    if (job.state === 'planned') await answerJobFromRecords(tx, job, request);
  await recountPlanned(tx, batch);
  const excluded = acceptsPayingTwice ? [] : await moveDoubtfulToOwnJobs(tx, batch);
  const allJobs = await readJobs(tx, batch);
  const jobs = [
    ...allJobs.filter(({ seq, state }) => state === 'unconfirmed' && provedFree.includes(seq)),
    ...allJobs.filter(({ state }) => state === 'planned'),
  ].filter(({ seq }) => onlyJobs?.has(seq) ?? !excluded.includes(seq));
  let other: UnderWayElsewhere | undefined;
  if (!acceptsPayingTwice)
    for (const job of jobs) other ??= await findUnderWayElsewhere(tx, batch, job);
  return { jobs, elsewhere: other ?? null };
}

async function answerJobFromRecords(
  tx: Tx,
  { seq, kind }: Job,
  { batch, reuseSince, at }: Pick<SendableRequest, 'batch' | 'reuseSince' | 'at'>,
): Promise<void> {
  if (!(await hasRecords(tx, kind, reuseSince))) return;
  const ids = await readWaitingIds(tx, batch, seq);
  const paid = await findNewestRecordNumbers(tx, kind, ids, reuseSince);
  if (paid.size > 0)
    await storeAnswers(tx, batch, seq, applyReuse(await readItems(tx, batch, seq), paid, at));
}

async function findUnderWayElsewhere(
  tx: Tx,
  batch: number,
  { seq: job, kind }: Job,
): Promise<UnderWayElsewhere | undefined> {
  const condition = `j.batch <> $1 AND j.kind = $2 AND j.${IS_UNDER_WAY}` as const;
  const others = await findWaitingJobs(tx, condition, 'j.batch, j.seq', batch, kind);
  const waiting = new Set(others.length === 0 ? [] : await readWaitingIds(tx, batch, job));
  const byBatch = new Map<string, UnderWayElsewhere>();
  for (const { id, batch: other, seq, state } of others) {
    const shared = (await readWaitingIds(tx, other, seq)).filter((one) => waiting.has(one)).length;
    if (shared === 0) continue;
    const earlier = byBatch.get(id) ?? { job, batch: id, items: 0, state };
    const worstState = state === 'unconfirmed' ? state : earlier.state;
    byBatch.set(id, { ...earlier, state: worstState, items: earlier.items + shared });
  }
  return [...byBatch.values()].sort((a, b) => b.items - a.items || (a.batch < b.batch ? -1 : 1))[0];
}

export async function splitJob(tx: Tx, batch: number, seq: number, keep: number): Promise<boolean> {
  const job = await readJob(tx, batch, seq);
  if (job?.state !== 'planned' || job.items <= keep) return false;
  const newSeq = await nextSeq(tx, batch);
  let counted = 0;
  const isRest = (_: number, answer: number) => belongsToJob(answer) && (counted += 1) > keep;
  const [rest, kept] = divideItems(await readItems(tx, batch, seq), isRest);
  await storeItems(tx, batch, seq, kept);
  await storeItems(tx, batch, newSeq, rest);
  await tx.run('UPDATE jobs SET items = $1 WHERE batch = $2 AND seq = $3', keep, batch, seq);
  const { kind, round } = job;
  await planJob(tx, batch, { seq: newSeq, kind, items: job.items - keep, round });
  return true;
}

async function beginSubmission(tx: Tx, request: SubmissionRequest): Promise<SubmissionVerdict> {
  const { batch, cost, acceptsPayingTwice } = request;
  const seq = request.resubmits === true ? await abandonForNewJob(tx, request) : request.job;
  const jobBefore = await readJob(tx, batch, seq);
  if (request.sentWithProof && jobBefore?.state === 'unconfirmed')
    await returnToPlan(tx, batch, seq);
  const job = await readJob(tx, batch, seq);
  if (job === undefined) return { verdict: 'empty' };
  await answerJobFromRecords(tx, job, request);
  await recountPlanned(tx, batch, seq);
  const hasConsent = acceptsPayingTwice || (request.resubmits === true && seq === request.job);
  const askingCount = await endAcceptedDoubts(tx, batch, seq, hasConsent);
  if (askingCount > 0) return rollBackWith({ verdict: 'looked_up_now', items: askingCount });
  const other = acceptsPayingTwice ? undefined : await findUnderWayElsewhere(tx, batch, job);
  if (other !== undefined) return rollBackWith({ verdict: 'elsewhere', elsewhere: other });
  const isExcluded = !hasConsent && (await moveDoubtfulToOwnJobs(tx, batch)).includes(seq);
  const ids = selectIds(await readItems(tx, batch, seq), belongsToJob);
  if (ids.length === 0 || isExcluded) return { verdict: 'empty' };
  const permit = await permitRequest(tx, cost, ids.length);
  if (permit.verdict !== 'granted') return rollBackWith(permit);
  const at = await findTimeAfterRequests(tx, request.at);
  const ticks = { begun_tick: await nextTick(tx), ended_tick: null, verdict: null };
  await moveJob(tx, batch, seq, 'submitting', { submitted_at: at, price: cost.price, ...ticks });
  return { verdict: 'begun', job: seq, ids, price: cost.price, at };
}

/**
 * Abandons a job for a new one with the same identifiers, and returns the number of the new one. An excluded job is not
 * under way, so it is sent itself.
 */
async function abandonForNewJob(
  tx: Tx,
  { batch, job: seq, at }: SubmissionRequest,
): Promise<number> {
  const job = await requireJob(tx, batch, seq);
  const isExcluded = job.state === 'planned' && job.error === EXCLUDED;
  const newSeq = isExcluded ? seq : await nextSeq(tx, batch);
  const evidence = { by: 'user', jobId: job.jobId, into: newSeq };
  await addDecision(tx, batch, { job: seq, at, decision: 'resubmit', evidence });
  if (isExcluded) return seq;
  await endJob(tx, batch, seq, 'abandoned', at);
  await planWaitingAgain(tx, batch, [job], job.items);
  return newSeq;
}

/**
 * Makes the job that was abandoned for `seq` unconfirmed again, because the service refused `seq`, while the id of the
 * abandoned job may still turn up.
 */
async function restoreAbandonedJob(
  tx: Tx,
  batch: number,
  seq: number,
  abandoned: number,
): Promise<void> {
  if (seq === abandoned) return;
  await moveJob(tx, batch, abandoned, 'unconfirmed', NOT_ENDED, ['abandoned']);
  await moveItems(tx, batch, seq, abandoned);
  await recountPlanned(tx, batch, seq);
  const last = 'SELECT max(num) FROM decisions WHERE batch = $1 AND job = $2';
  await tx.run(`DELETE FROM decisions WHERE num = (${last})`, batch, abandoned);
}

async function storeOutcome(
  tx: Tx,
  batch: number,
  seq: number,
  outcome: SubmissionOutcome,
  at: number,
): Promise<void> {
  switch (outcome.is) {
    case 'accepted':
      return acceptJob(tx, batch, seq, outcome, at);
    case 'refused':
      await returnToPlan(tx, batch, seq);
      return restoreAbandonedJob(tx, batch, seq, outcome.insteadOf ?? seq);
    case 'rejected': {
      await returnToPlan(tx, batch, seq);
      const items = await readItems(tx, batch, seq);
      await storeAnswers(tx, batch, seq, replaceAnswer(items, ANSWER.waiting, ANSWER.refused, at));
      return recountPlanned(tx, batch, seq);
    }
    case 'unknown':
      return markUnconfirmed(tx, batch, seq, outcome.why);
  }
}
