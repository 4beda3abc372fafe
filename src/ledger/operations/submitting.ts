import type { Cost, OverLimit } from './balances.js';
import { doubtJob } from './doubts.js';
import { gather } from './results.js';
import type { Tables } from '../tables/index.js';
import { LEFT_OUT } from '../tables/jobs.js';
import type { Engine } from '../db/engine.js';
import { clearLookups, leaveOut } from './left-out.js';
import { brokenLimit, momentAfterAll } from './limits.js';
import { orVerdict, refuse } from './refusals.js';
import type { Job } from '../types.js';

/** Identifiers of a job that another batch is looking up now. */
export interface UnderWayElsewhere {
  /** Our job. */
  readonly job: number;
  /** The id of the other batch, and how many of our identifiers its jobs have. */
  readonly batch: string;
  readonly items: number;
  /** `unconfirmed`: the outcome of a job of the other batch is unknown, so that no waiting helps. */
  readonly state: 'running' | 'unconfirmed';
}

export interface SendableJobs {
  readonly jobs: readonly Job[];
  /** The first of these jobs that another batch is looking up too; also null if this was not checked. */
  readonly elsewhere: UnderWayElsewhere | null;
}

export interface SendableRequest {
  readonly batch: number;
  /** Unconfirmed jobs that were proved not to be charged; they are sent first. */
  readonly proved: readonly number[];
  /** The numbers of the jobs to send; all when left out. */
  readonly only?: ReadonlySet<number>;
  /** Records fetched at or after this moment (epoch ms) are reused. */
  readonly reuseSince: number;
  /** Send also identifiers that another batch is looking up. */
  readonly evenIfElsewhere: boolean;
  readonly at: number;
}

export interface SubmissionRequest {
  readonly batch: number;
  readonly job: number;
  /** The job was unconfirmed, and the balance proved that nothing was charged. */
  readonly proved: boolean;
  /**
   * The job is unconfirmed, and the user wants it sent again: the same transaction gives it up and moves its
   * unanswered identifiers into a new job, which is begun. Or it is planned, and left out: then the lookups that are in
   * doubt are given up. A refusal leaves all as it was.
   */
  readonly resubmits?: boolean;
  readonly reuseSince: number;
  readonly evenIfElsewhere: boolean;
  readonly cost: Cost;
  readonly at: number;
}

/** Only `begun` and `empty` change the ledger. */
export type SubmissionVerdict =
  /** Stored and flushed; these identifiers of this job, in input order, may be sent now. */
  | {
      readonly verdict: 'begun';
      readonly job: number;
      readonly ids: readonly string[];
      /** When it began, as stored (epoch ms). */
      readonly at: number;
    }
  /** Nothing of it is to be sent: paid records answered it, and the job is removed, or it is left out. */
  | { readonly verdict: 'empty' }
  /** Single lookups are asking for some of its identifiers right now. */
  | { readonly verdict: 'looked_up_now'; readonly items: number }
  | { readonly verdict: 'elsewhere'; readonly elsewhere: UnderWayElsewhere }
  | OverLimit;

/** What became of a submission. */
export type SubmissionOutcome =
  /** `rejected`: identifiers that the service counted as invalid. */
  | { readonly is: 'accepted'; readonly jobId: string; readonly rejected: number }
  /**
   * The service refused it and created nothing: the job is planned again. If it was begun for another one that the user
   * wanted sent again, it goes, and that one is in doubt as it was.
   */
  | { readonly is: 'refused'; readonly insteadOf?: number }
  /** The service refused every identifier: they are answered as rejected and the job is removed. */
  | { readonly is: 'invalid' }
  /** Nobody knows whether the service took it, or what it was charged. `why`: for people. */
  | { readonly is: 'unknown'; readonly why: string };

/**
 * Operations that turn planned jobs into accepted ones. A job moves only from a state that allows it
 * (job-states.ts). If another run has already moved it, an operation rejects with kind `locked`, code
 * `job_taken`, and changes nothing.
 */
export function submittingOperations({ writeBatch }: Engine) {
  return {
    /**
     * Answers planned jobs from records that were paid for since the plan, removes the jobs that have no
     * identifiers left, and returns those that may be sent.
     */
    answerFromRecords: writeBatch(answerFromRecords),
    /**
     * Reduces a planned job to its first `keep` identifiers; the rest becomes another planned job. Returns
     * false, and changes nothing, if the job is not planned or not larger than `keep`.
     */
    splitJob: writeBatch(split),
    /**
     * Stores a submission before it is sent (money rules 1 and 5 of the contract). In the same transaction
     * it answers identifiers from records paid for since, and checks that no other batch is looking up the
     * rest and that every limit covers it.
     */
    beginSubmission: orVerdict<[SubmissionRequest], SubmissionVerdict>(writeBatch(begin)),
    /** Stores what became of a submission, or that an accepted job was lost. */
    keepOutcome: writeBatch(keepOutcome),
    /** Stores why the planned jobs of a batch were not sent. */
    keepWhyUnsent: writeBatch(({ jobs }, batch: number, why: string) => jobs.unsent(batch, why)),
  };
}

async function answerFromRecords(tables: Tables, request: SendableRequest): Promise<SendableJobs> {
  const { jobs } = tables;
  const { batch, only, proved } = request;
  for (const job of plannedOf(await jobs.of(batch))) await reuseIn(tables, job, request);
  await jobs.recount(batch);
  const left = request.evenIfElsewhere ? [] : await leaveOut(tables, batch);
  const all = await jobs.of(batch);
  const doubted = all.filter(({ seq, state }) => state === 'unconfirmed' && proved.includes(seq));
  const isMeant = (seq: number) => only?.has(seq) ?? !left.includes(seq);
  const meant = [...doubted, ...plannedOf(all)].filter(({ seq }) => isMeant(seq));
  return {
    jobs: meant,
    elsewhere: request.evenIfElsewhere ? null : await firstElsewhere(tables, batch, meant),
  };
}

/** Answers the identifiers of a job from records that were paid for since. */
async function reuseIn(
  { items, records }: Tables,
  { seq, kind }: Job,
  { batch, reuseSince, at }: Pick<SendableRequest, 'batch' | 'reuseSince' | 'at'>,
): Promise<void> {
  if (!(await records.haveSince(kind, reuseSince))) return;
  const ids = await items.waitingIdsOf(batch, seq);
  const paid = await records.newestAmong(kind, ids, reuseSince);
  if (paid.size > 0) await items.reuse(batch, seq, paid, at);
}

function plannedOf(jobs: readonly Job[]): Job[] {
  return jobs.filter(({ state }) => state === 'planned');
}

async function firstElsewhere(
  { items }: Tables,
  batch: number,
  jobs: readonly Job[],
): Promise<UnderWayElsewhere | null> {
  for (const { seq, kind } of jobs) {
    const other = await items.elsewhere(batch, seq, kind);
    if (other !== undefined) return { job: seq, ...other };
  }
  return null;
}

async function split(
  { items, jobs }: Tables,
  batch: number,
  seq: number,
  keep: number,
): Promise<boolean> {
  const job = await jobs.get(batch, seq);
  if (job === undefined || !(await jobs.resize(batch, seq, keep))) return false;
  const next = (await jobs.lastSeq(batch)) + 1;
  await items.moveRest(batch, seq, keep, next);
  const { kind, round } = job;
  await jobs.plan(batch, { seq: next, kind, items: job.items - keep, round });
  return true;
}

async function begin(tables: Tables, request: SubmissionRequest): Promise<SubmissionVerdict> {
  const { items, jobs } = tables;
  const { batch } = request;
  const own = await claimedFor(tables, request);
  const seq = request.resubmits === true ? await giveUpFor(tables, request) : request.job;
  const before = await jobs.get(batch, seq);
  if (request.proved && before?.state === 'unconfirmed') await jobs.backToPlanned(batch, seq);
  const job = await jobs.get(batch, seq);
  if (job === undefined) return { verdict: 'empty' };
  await reuseIn(tables, job, request);
  await jobs.recount(batch, seq);
  const isAgreed = request.evenIfElsewhere || (request.resubmits === true && seq === request.job);
  const asking = await clearLookups(tables, request, job, isAgreed);
  if (asking > 0) return refuse({ verdict: 'looked_up_now', items: asking });
  const elsewhere = request.evenIfElsewhere ? null : await firstElsewhere(tables, batch, [job]);
  if (elsewhere !== null) return refuse({ verdict: 'elsewhere', elsewhere });
  const isLeftOut = !isAgreed && (await leaveOut(tables, batch)).includes(seq);
  const ids = await items.idsOf(batch, seq);
  if (ids.length === 0 || isLeftOut) return { verdict: 'empty' };
  const { cost } = request;
  const broken = await brokenLimit(tables, cost, ids.length, own);
  if (broken !== undefined) return refuse(broken);
  const at = await momentAfterAll(tables, request.at);
  await jobs.submitting(batch, seq, { at, price: cost.price });
  return { verdict: 'begun', job: seq, ids, at };
}

/** Credits that a balance is read without for a job in doubt, which is about to be sent again. */
async function claimedFor(
  { items, jobs }: Tables,
  { batch, job: seq, cost: { unpriced, limits } }: SubmissionRequest,
): Promise<number> {
  const job = await jobs.get(batch, seq);
  if (job?.state !== 'unconfirmed') return 0;
  const isClaimed = limits.some(
    (limit) => limit.of === 'balance' && (job.begunTick ?? 0) <= limit.before.tick,
  );
  if (!isClaimed) return 0;
  return (await items.waitingIn(batch, seq)) * (job.price ?? unpriced[job.kind]);
}

/**
 * Gives an unconfirmed job up for a new one with its unanswered identifiers; returns the new one's number. A planned one,
 * which was left out, is sent itself.
 */
async function giveUpFor(
  tables: Tables,
  { batch, job: seq, at }: SubmissionRequest,
): Promise<number> {
  const { decisions, jobs, uptimes } = tables;
  const job = await jobs.required(batch, seq);
  const isLeftOut = job.state === 'planned' && job.error === LEFT_OUT;
  const into = isLeftOut ? seq : (await jobs.lastSeq(batch)) + 1;
  const evidence = { by: 'user', jobId: job.jobId, into };
  await decisions.add(batch, { job: seq, at, decision: 'resubmit', evidence });
  if (isLeftOut) return seq;
  await jobs.abandoned(batch, seq, at);
  await uptimes.ofJob(batch, seq);
  await gather(tables, batch, [job], job.items);
  return into;
}

/** A job that was given up for one that was refused is in doubt again: its id may still turn up. */
async function takeBack(tables: Tables, batch: number, seq: number, given: number): Promise<void> {
  const { decisions, items, jobs } = tables;
  if (seq === given) return;
  await jobs.inDoubtAgain(batch, given);
  await items.move(batch, seq, given);
  await jobs.recount(batch, seq);
  await decisions.removeLast(batch, given);
}

async function keepOutcome(
  tables: Tables,
  batch: number,
  seq: number,
  outcome: SubmissionOutcome,
  at: number,
): Promise<void> {
  const { items, jobs } = tables;
  switch (outcome.is) {
    case 'accepted':
      await jobs.accepted(batch, seq, outcome.jobId, outcome.rejected, at);
      return;
    case 'refused':
      await jobs.backToPlanned(batch, seq);
      await takeBack(tables, batch, seq, outcome.insteadOf ?? seq);
      return;
    case 'invalid':
      await jobs.backToPlanned(batch, seq);
      await items.rejectAll(batch, seq, at);
      await jobs.recount(batch, seq);
      return;
    case 'unknown':
      await doubtJob(tables, batch, seq, outcome.why, at);
  }
}
