import type { Job } from '../types.js';
import type { Cost, OverLimit } from './balances.js';

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
export interface Submitting {
  /**
   * Answers planned jobs from records that were paid for since the plan, removes the jobs that have no
   * identifiers left, and returns those that may be sent.
   */
  answerFromRecords(request: SendableRequest): Promise<SendableJobs>;
  /**
   * Reduces a planned job to its first `keep` identifiers; the rest becomes another planned job. Returns
   * false, and changes nothing, if the job is not planned or not larger than `keep`.
   */
  splitJob(batch: number, job: number, keep: number): Promise<boolean>;
  /**
   * Stores a submission before it is sent (money rules 1 and 5 of the contract). In the same transaction
   * it answers identifiers from records paid for since, and checks that no other batch is looking up the
   * rest and that every limit covers it.
   */
  beginSubmission(request: SubmissionRequest): Promise<SubmissionVerdict>;
  /** Stores what became of a submission, or that an accepted job was lost. */
  keepOutcome(batch: number, job: number, outcome: SubmissionOutcome, at: number): Promise<void>;
  /** Stores why the planned jobs of a batch were not sent. */
  keepWhyUnsent(batch: number, why: string): Promise<void>;
}
