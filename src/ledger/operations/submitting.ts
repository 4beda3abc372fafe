import type { Job } from '../types.js';
import type { PeriodBudget, Prices } from './balances.js';
import type { OverBudget } from './lookups.js';

/** What our jobs may still be charged. */
export interface Claims {
  /**
   * Credits that may still be charged: identifiers sent in any batch or single lookup that have no answer, at
   * the given prices.
   */
  readonly outstanding: number;
  /** Jobs that the service may be processing now. */
  readonly live: number;
  /**
   * How often results of jobs and single lookups were stored. If the number differs from an earlier one, results
   * were stored in between.
   */
  readonly polls: number;
}

export interface LiveJob {
  readonly batchId: string;
  readonly job: Job;
  /** Identifiers that are stored as found. */
  readonly found: number;
}

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
  readonly only?: ReadonlySet<number> | undefined;
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
  /** The cost may exceed the balance. */
  readonly allowOverage: boolean;
  /** The service's `usedCredits`, read after `polls`. */
  readonly usedCredits: number;
  readonly remainingCredits: number;
  /** Credits that our running jobs were charged beyond what the ledger shows. */
  readonly taken: number;
  /** Credits of a found record; one each when left out. */
  readonly prices?: Prices;
  /**
   * The most that a record may turn out to cost. More than one identifier is sent only within the budgets at these
   * prices; left out where the user agreed to more.
   */
  readonly dearest?: Prices;
  /** What may be spent in a day or a month; none when left out. */
  readonly budgets?: readonly PeriodBudget[];
  /** `Claims.polls`, read before the balance was requested. */
  readonly polls: number;
  readonly at: number;
}

/** Only `begun` and `empty` change the ledger. */
export type SubmissionVerdict =
  /** Stored and flushed; these identifiers of this job, in input order, may be sent now. */
  | { readonly verdict: 'begun'; readonly job: number; readonly ids: readonly string[] }
  /** Nothing of it is to be sent: paid records answered it, and the job is removed, or it is left out. */
  | { readonly verdict: 'empty' }
  /** Results were stored after the balance was read: it must be read again. */
  | { readonly verdict: 'stale' }
  /** Single lookups are asking for some of its identifiers right now. */
  | { readonly verdict: 'looked_up_now'; readonly items: number }
  /** Others have spent what the budgets would cover at the dearest prices: what may be sent is to be reckoned again. */
  | { readonly verdict: 'overtaken' }
  | { readonly verdict: 'elsewhere'; readonly elsewhere: UnderWayElsewhere }
  | OverBudget
  /** `balance`: credits that are free to spend; `cost`: the most that the job may cost. */
  | { readonly verdict: 'uncovered'; readonly cost: number; readonly balance: number };

/** What became of a submission. */
export type SubmissionOutcome =
  /** `rejected`: identifiers that the service counted as invalid. */
  | { readonly is: 'accepted'; readonly jobId: string; readonly rejected: number }
  /** The service refused it and created nothing: the job is planned again. */
  | { readonly is: 'refused' }
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
   * What the jobs of all batches and the single lookups may still be charged, read at one moment. `prices`:
   * credits of a found record; one each when left out.
   */
  claims(prices?: Prices): Promise<Claims>;
  /** The jobs of all batches that the service may be processing; the oldest submission first. */
  jobsUnderWay(): Promise<LiveJob[]>;
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
   * rest and that the balance covers it.
   */
  beginSubmission(request: SubmissionRequest): Promise<SubmissionVerdict>;
  /** Stores what became of a submission, or that an accepted job was lost. */
  keepOutcome(batch: number, job: number, outcome: SubmissionOutcome, at: number): Promise<void>;
  /** Stores why the planned jobs of a batch were not sent. */
  keepWhyUnsent(batch: number, why: string): Promise<void>;
}
