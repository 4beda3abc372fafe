import type { DoubtfulLookup } from './lookups.js';
import type { Tables } from '../tables/index.js';
import type { Engine } from '../db/engine.js';
import { leaveOut, leftOutOf } from './left-out.js';
import type { Job } from '../types.js';

/** Why a submission with an unknown outcome was sent again, left waiting, adopted or abandoned. */
export interface RecordedDecision {
  /** The job's number within its batch. */
  readonly job: number;
  /** Epoch ms. */
  readonly at: number;
  readonly decision: string;
  readonly evidence: Readonly<Record<string, unknown>>;
}

export interface Adoption {
  readonly batch: number;
  /** The numbers of the candidate jobs. */
  readonly jobs: readonly number[];
  readonly jobId: string;
  /** How many identifiers the job of the service has, and those that its results name. */
  readonly items: number;
  readonly named: readonly string[];
  /** It is being processed, and may name identifiers later. */
  readonly isRunning: boolean;
  readonly at: number;
}

/** An identifier that a batch has not sent, because a single lookup of it is in doubt. */
export interface LeftOut {
  readonly id: string;
  readonly job: number;
  readonly doubt: DoubtfulLookup;
}

/** Operations on submissions with an unknown outcome. */
export function doubtsOperations({ read, writeBatch }: Engine) {
  return {
    /**
     * Marks jobs that a killed run left in `submitting` as unconfirmed.
     */
    doubtCutShort: writeBatch(async function (tables, batch: number, why: string, at: number) {
      for (const { seq, state } of await tables.jobs.of(batch))
        if (state === 'submitting') await doubtJob(tables, batch, seq, why, at);
    }),
    /**
     * Stores a decision with its evidence, for `bulk status`. `ask`, which means that only the user can decide,
     * is also the verdict of the job (its `evidence.why`), which is final.
     */
    recordDecision: writeBatch(recordDecision),
    /** What single lookups left in doubt of the identifiers that a batch has not sent, oldest first. */
    leftOut: read(leftOutOf),
    /** Moves these identifiers into one planned job of each kind, which is sent only at the user's word; returns it. */
    leaveOut: writeBatch(async function (tables, batch: number) {
      const left = new Set(await leaveOut(tables, batch));
      return (await tables.jobs.of(batch)).filter(({ seq }) => left.has(seq));
    }),
    /** Every decision about jobs of the batch, oldest first. */
    decisionsOf: read(({ decisions }, batch: number) => decisions.of(batch)),
    /**
     * Abandons these unconfirmed or accepted jobs, as the user decided: they are neither sent again nor waited
     * for. Changes all of them or none.
     */
    abandon: writeBatch(async function (
      tables,
      batch: number,
      seqs: readonly number[],
      at: number,
    ) {
      const { decisions, jobs, uptimes } = tables;
      for (const seq of seqs) {
        const evidence = { by: 'user', jobId: (await jobs.get(batch, seq))?.jobId ?? null };
        await decisions.add(batch, { job: seq, at, decision: 'abandon', evidence });
        await jobs.abandoned(batch, seq, at);
        await uptimes.ofJob(batch, seq);
      }
    }),
    /**
     * How many identifiers that this batch is about to send are in an abandoned job that was sent at or after `since`
     * (epoch ms): they may have been charged already.
     */
    givenUpIn: read(({ items }, batch: number, since: number) => items.givenUpIn(batch, since)),
    /**
     * Adopts the service's job `jobId` as the outcome of the one of `jobs` that it matches best: by its id, or
     * because it is not larger and names only identifiers that were sent, and no more others than were erased of the job;
     * one that names none yet must be running and of the same size. What it does not name stays unconfirmed when it ends
     * (`keepResults`); until it named all, another one may be adopted in its place. Returns undefined, and changes nothing,
     * if it matches none.
     */
    adopt: writeBatch(adopt),
  };
}

async function recordDecision(
  { decisions, jobs }: Tables,
  batch: number,
  decision: RecordedDecision,
): Promise<void> {
  await decisions.add(batch, decision);
  if (decision.decision !== 'ask') return;
  const { why } = decision.evidence;
  await jobs.setVerdict(batch, decision.job, typeof why === 'string' ? why : 'ask');
}

/** The outcome of a job is unknown from now on, and its settle time begins. */
export async function doubtJob(
  { jobs, uptimes }: Pick<Tables, 'jobs' | 'uptimes'>,
  batch: number,
  seq: number,
  why: string,
  at: number,
): Promise<void> {
  await jobs.unconfirmed(batch, seq, why, at);
  await uptimes.ofJob(batch, seq);
}

/** Whether the user chose this job of the service as ours: what it does not name may be part of another one. */
export async function isAdopted(
  { decisions }: Pick<Tables, 'decisions'>,
  { batch, job: seq }: { readonly batch: number; readonly job: number },
): Promise<boolean> {
  const all = await decisions.of(batch);
  return all.some(({ job, decision }) => job === seq && decision === 'adopt');
}

async function adopt(tables: Tables, adoption: Adoption): Promise<Job | undefined> {
  const { decisions, jobs } = tables;
  const { batch, jobId, items, named, at } = adoption;
  const fitting: Job[] = [];
  for (const seq of adoption.jobs) {
    const candidate = await jobs.get(batch, seq);
    if (candidate && (await fits(tables, adoption, candidate))) fitting.push(candidate);
  }
  const isGivenUp = ({ state }: Job) => Number(state === 'abandoned');
  const job = fitting.sort((a, b) => isGivenUp(a) - isGivenUp(b) || a.items - b.items)[0];
  if (job === undefined) return undefined;
  if (job.jobId !== null && job.jobId !== jobId) await letGo(tables, batch, job, at);
  const evidence = { by: 'user', jobId, totalRecords: items, named: named.length };
  await decisions.add(batch, { job: job.seq, at, decision: 'adopt', evidence });
  // Only the answer to a submission says how many identifiers were rejected.
  await jobs.accepted(batch, job.seq, jobId, job.jobId === null ? 0 : job.rejected, at);
  return job;
}

/** The job that was adopted before is another one; what it named of ours stays. */
async function letGo(
  tables: Tables,
  batch: number,
  { seq, state }: Job,
  at: number,
): Promise<void> {
  const { items, jobs } = tables;
  if (state === 'accepted') await jobs.unconfirmed(batch, seq, '', at);
  const found = await items.foundIn(batch, seq);
  await jobs.polled(batch, seq, { found, notFound: 0, skipped: 0, error: null }, at, at);
}

/** What the service itself gave an id is no other job; what was adopted is believed as far as it named ours. */
async function fits(tables: Tables, adoption: Adoption, job: Job): Promise<boolean> {
  const { items } = tables;
  if (job.jobId === adoption.jobId) return true;
  if (job.jobId !== null && !(await isAdopted(tables, { batch: adoption.batch, job: job.seq })))
    return false;
  if (adoption.items > job.items || adoption.items === 0) return false;
  if (adoption.named.length === 0) return adoption.isRunning && adoption.items === job.items;
  const sent = new Set(await items.idsOf(adoption.batch, job.seq));
  const foreign = adoption.named.filter((id) => !sent.has(id)).length;
  // As many may be foreign as the job has lost, because they were erased or answered otherwise.
  return foreign < adoption.named.length && foreign <= job.items - sent.size;
}
