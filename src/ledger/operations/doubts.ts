import type { Job } from '../types.js';
import type { JobSize } from './results.js';

/** Why a submission with an unknown outcome was sent again, left waiting, adopted or abandoned. */
export interface RecordedDecision {
  /** The job's number within its batch. */
  readonly job: number;
  /** Epoch ms. */
  readonly at: number;
  readonly decision: string;
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** A reading of the balance at a submission that began while none of our other jobs was processing. */
export interface QuietReading {
  /** `usedCredits` at that moment. */
  readonly used: number;
  /** Epoch ms. */
  readonly at: number;
  /** Credits that our jobs and single lookups are known to have been charged since then. */
  readonly charged: number;
}

export interface PastReading extends QuietReading {
  /** Whether a submission between this one and the next newer one in the list has an unknown outcome. */
  readonly isInDoubt: boolean;
}

/** What the ledger knows about a submission with an unknown outcome, read at one moment. */
export interface DoubtEvidence {
  readonly job: Job;
  /** The last quiet reading at or before the submission; null if there is none. */
  readonly baseline: QuietReading | null;
  /** The last quiet readings, newest first. */
  readonly history: readonly PastReading[];
  /** Jobs that the service may be processing, and the ids of their batches; the oldest submission first. */
  readonly live: number;
  readonly liveBatches: readonly string[];
  /** When a poll saw the last of our jobs end (epoch ms); 0 if none has ended. */
  readonly lastEnd: number;
}

export interface Adoption {
  readonly batch: number;
  /** The numbers of the candidate jobs, all with an unknown outcome. */
  readonly jobs: readonly number[];
  readonly jobId: string;
  /** How many identifiers the job of the service has, and those that its results name. */
  readonly items: number;
  readonly named: readonly string[];
  readonly at: number;
}

/** Operations on submissions with an unknown outcome. */
export interface Doubts {
  /** Marks jobs that a killed run left in `submitting` as unconfirmed. */
  doubtCutShort(batch: number, why: string, at: number): Promise<void>;
  /**
   * What the ledger knows about the charges since a submission, read at one moment. Rejects with code
   * `job_taken` if the job does not exist.
   */
  evidenceFor(batch: number, job: number): Promise<DoubtEvidence>;
  /** Stores a decision that changes nothing by itself, with its evidence, for `bulk status`. */
  recordDecision(batch: number, decision: RecordedDecision): Promise<void>;
  /** Every decision about jobs of the batch, oldest first. */
  decisionsOf(batch: number): Promise<RecordedDecision[]>;
  /**
   * Abandons these unconfirmed jobs, as the user decided: they are neither sent again nor waited for.
   * Changes all of them or none.
   */
  abandon(batch: number, jobs: readonly number[], at: number): Promise<void>;
  /**
   * Plans the unanswered identifiers of these unconfirmed jobs again, as the user decided. Returns the
   * new jobs, each of at most `perJob` identifiers. Changes all of them or none.
   */
  resubmit(
    batch: number,
    jobs: readonly number[],
    perJob: number,
    at: number,
  ): Promise<readonly JobSize[]>;
  /**
   * Adopts the service's job `jobId` as the outcome of the first of `jobs` that it matches: by its id,
   * or by its size if it names at least one identifier and only identifiers that were sent. Returns
   * undefined, and changes nothing, if it matches none.
   */
  adopt(adoption: Adoption): Promise<Job | undefined>;
}
