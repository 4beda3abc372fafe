import type { Job } from '../types.js';

/** What our jobs may still take of the balance. */
export interface Claims {
  /** Credits that may still be charged: identifiers sent in any batch that have no answer. */
  readonly outstanding: number;
  /** Jobs that the service may be processing right now. */
  readonly live: number;
  /** How often results were written down: another number tells that some were. */
  readonly polls: number;
}

export interface LiveJob {
  readonly batchId: string;
  readonly job: Job;
  /** Identifiers that the ledger knows to be found. */
  readonly found: number;
}

/** Identifiers of a job that another batch is having looked up right now. */
export interface UnderWayElsewhere {
  /** Our job. */
  readonly job: number;
  /** The other batch's id, and how many of our identifiers are in its jobs. */
  readonly batch: string;
  readonly items: number;
}

export interface SendableJobs {
  readonly jobs: readonly Job[];
  /** The first of these jobs that is under way elsewhere too; null too where that was not asked. */
  readonly elsewhere: UnderWayElsewhere | null;
}

export interface SendableRequest {
  readonly batch: number;
  /** Jobs that were in doubt and proved not to be charged; they come first. */
  readonly proved: readonly number[];
  /** The numbers of the jobs that are meant; all when left out. */
  readonly only?: ReadonlySet<number> | undefined;
  /** Records fetched at or after this moment (epoch ms) answer. */
  readonly reuseSince: number;
  /** Identifiers that are under way elsewhere are meant all the same. */
  readonly evenIfElsewhere: boolean;
  readonly at: number;
}

export interface SubmissionRequest {
  readonly batch: number;
  readonly job: number;
  /** The job was in doubt, and it was proved that nothing was charged. */
  readonly proved: boolean;
  readonly reuseSince: number;
  readonly evenIfElsewhere: boolean;
  /** The balance need not cover it. */
  readonly allowOverage: boolean;
  /** The service's count of credits, read after `polls`. */
  readonly usedCredits: number;
  readonly remainingCredits: number;
  /** Credits that our running jobs have taken beyond what the ledger has seen. */
  readonly taken: number;
  /** `Claims.polls` before the balance was read. */
  readonly polls: number;
  readonly at: number;
}

/** Only `begun` and `empty` change anything. */
export type SubmissionVerdict =
  /** Written down and flushed; these identifiers, in input order, may be sent now. */
  | { readonly verdict: 'begun'; readonly ids: readonly string[] }
  /** Records have answered all of it; the job is gone. */
  | { readonly verdict: 'empty' }
  /** Results were written down since the balance was read: it must be read again. */
  | { readonly verdict: 'stale' }
  | { readonly verdict: 'elsewhere'; readonly elsewhere: UnderWayElsewhere }
  /** `balance`: credits that nobody has claimed; `items`: what the job may cost. */
  | { readonly verdict: 'uncovered'; readonly items: number; readonly balance: number };

/**
 * From planned jobs to accepted ones. A job moves only from a state that allows it (job-states.ts): where
 * another run has moved it on, an operation rejects with kind `locked`, code `job_taken`, and changes nothing.
 */
export interface Submitting {
  claims(): Promise<Claims>;
  /** The jobs that the service may be processing, in all batches, the oldest submission first. */
  jobsUnderWay(): Promise<LiveJob[]>;
  /**
   * Answers planned jobs from records that were paid for since, drops the jobs that have nothing left, and
   * returns those that may be sent.
   */
  answerFromRecords(request: SendableRequest): Promise<SendableJobs>;
  /**
   * Cuts a planned job down to its first `keep` identifiers; the rest becomes a planned job of its own.
   * False, and nothing is changed, where the job is not planned or not larger.
   */
  splitJob(batch: number, job: number, keep: number): Promise<boolean>;
  /**
   * Writes a submission down before it is sent (money rules 1 and 5 of the contract): in one step answers what was
   * paid for since, and looks whether its identifiers are under way elsewhere and the balance covers it.
   */
  beginSubmission(request: SubmissionRequest): Promise<SubmissionVerdict>;
  /** The service took it as `jobId`. `rejected`: identifiers that it counted as invalid. */
  keepJobId(batch: number, job: number, jobId: string, rejected: number, at: number): Promise<void>;
  /** The service refused it and nothing was created: it may be sent again. */
  releaseSubmission(batch: number, job: number): Promise<void>;
  /** The service holds none of its identifiers for valid: they have that answer, and the job is gone. */
  rejectSubmission(batch: number, job: number, at: number): Promise<void>;
  /** The outcome of a submission, or of an accepted job that was lost, is unknown. `why`: for people. */
  doubtSubmission(batch: number, job: number, why: string, at: number): Promise<void>;
}
