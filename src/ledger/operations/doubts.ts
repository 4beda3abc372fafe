import type { Job } from '../types.js';
import type { JobSize } from './results.js';

/** Why an unknown submission was sent again, kept waiting, adopted or given up. */
export interface RecordedDecision {
  /** The job's number within its batch. */
  readonly job: number;
  /** Epoch ms. */
  readonly at: number;
  readonly decision: string;
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** A submission that was begun while no other job of ours was processing. */
export interface QuietReading {
  /** `usedCredits` at that moment. */
  readonly used: number;
  /** Epoch ms. */
  readonly at: number;
  /** Credits that our jobs and single lookups are known to have taken since. */
  readonly charged: number;
}

export interface PastReading extends QuietReading {
  /** Whether an outcome is unknown between this submission and the next newer one of the list. */
  readonly isInDoubt: boolean;
}

/** Everything the ledger knows about a submission in doubt, of one moment. */
export interface DoubtEvidence {
  readonly job: Job;
  /** The last quiet reading up to its submission; null where there was none. */
  readonly baseline: QuietReading | null;
  /** The last quiet readings, the newest first. */
  readonly history: readonly PastReading[];
  /** Jobs that the service may be processing, and the ids of their batches, the oldest submission first. */
  readonly live: number;
  readonly liveBatches: readonly string[];
  /** When the last of our jobs was seen to have ended (epoch ms); 0 before that. */
  readonly lastEnd: number;
}

export interface Adoption {
  readonly batch: number;
  /** The jobs that it may be, all in doubt. */
  readonly jobs: readonly number[];
  readonly jobId: string;
  /** How many identifiers it has, and those that it names. */
  readonly items: number;
  readonly named: readonly string[];
  readonly at: number;
}

/** What became of submissions whose outcome is unknown. */
export interface Doubts {
  /** A run that was killed leaves `submitting` behind: from now on their outcome is unknown. */
  doubtCutShort(batch: number, why: string, at: number): Promise<void>;
  evidenceFor(batch: number, job: number): Promise<DoubtEvidence>;
  recordDecision(batch: number, decision: RecordedDecision): Promise<void>;
  /** Oldest first. */
  decisionsOf(batch: number): Promise<RecordedDecision[]>;
  /** The user's word: these jobs in doubt are neither sent again nor waited for. All of them or none. */
  abandon(batch: number, jobs: readonly number[], at: number): Promise<void>;
  /**
   * The user's word: the unanswered identifiers of these jobs in doubt are planned once more, in jobs of at
   * most `perJob`, which are returned. All of them or none.
   */
  resubmit(
    batch: number,
    jobs: readonly number[],
    perJob: number,
    at: number,
  ): Promise<readonly JobSize[]>;
  /** The id of the batch that a job of the service belongs to. */
  ownerOfJob(jobId: string): Promise<string | undefined>;
  /**
   * Believes that `jobId` is what became of the first of `jobs` that it fits: known by its id, or of the right
   * size, naming some identifiers and none that were not sent. Undefined, and nothing is changed, where it fits none.
   */
  adopt(adoption: Adoption): Promise<Job | undefined>;
}
