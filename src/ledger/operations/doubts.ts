import type { Job } from '../types.js';
import type { DoubtfulLookup } from './lookups.js';

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
export interface Doubts {
  /**
   * Marks jobs that a killed run left in `submitting` as unconfirmed.
   */
  doubtCutShort(batch: number, why: string, at: number): Promise<void>;
  /** What single lookups left in doubt of the identifiers that a batch has not sent, oldest first. */
  leftOut(batch: number): Promise<readonly LeftOut[]>;
  /** Moves these identifiers into one planned job of each kind, which is sent only at the user's word; returns it. */
  leaveOut(batch: number): Promise<readonly Job[]>;
  /**
   * Stores a decision with its evidence, for `bulk status`. `ask`, which means that only the user can decide,
   * is also the verdict of the job (its `evidence.why`), which is final.
   */
  recordDecision(batch: number, decision: RecordedDecision): Promise<void>;
  /** Every decision about jobs of the batch, oldest first. */
  decisionsOf(batch: number): Promise<RecordedDecision[]>;
  /**
   * Abandons these unconfirmed or accepted jobs, as the user decided: they are neither sent again nor waited
   * for. Changes all of them or none.
   */
  abandon(batch: number, jobs: readonly number[], at: number): Promise<void>;
  /**
   * How many identifiers that this batch is about to send are in an abandoned job that was sent at or after `since`
   * (epoch ms): they may have been charged already.
   */
  givenUpIn(batch: number, since: number): Promise<number>;
  /**
   * Adopts the service's job `jobId` as the outcome of the one of `jobs` that it matches best: by its id, or
   * because it is not larger and names only identifiers that were sent, and no more others than were erased of the job;
   * one that names none yet must be running and of the same size. What it does not name stays unconfirmed when it ends
   * (`keepResults`); until it named all, another one may be adopted in its place. Returns undefined, and changes nothing,
   * if it matches none.
   */
  adopt(adoption: Adoption): Promise<Job | undefined>;
}
