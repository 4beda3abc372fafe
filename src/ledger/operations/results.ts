import type { JobState } from '../job-states.js';
import type { Job } from '../types.js';

export interface Result {
  readonly id: string;
  readonly found: boolean;
  /** The record as JSON in UTF-8; null for not found, and for found where nothing proves it. */
  readonly record: Buffer | null;
}

/** The content of one status answer of the service for a job. */
export interface StatusAnswer {
  readonly totalRecords: number;
  readonly found: number;
  readonly notFound: number;
  readonly skipped: number;
  readonly error: string | null;
  /** In processing order. Results that are already known may be among them. */
  readonly results: readonly Result[];
}

export interface ResultsToKeep {
  readonly batch: number;
  readonly job: number;
  readonly answer: StatusAnswer;
  /** How the job ended; null while it is being processed. */
  readonly end: 'done' | 'failed' | null;
  /** The reason to store if the answer of an ended job does not account for all of its identifiers. */
  readonly doubt: string;
  /** The job can be asked once more before it counts as unconfirmed. */
  readonly mayAskAgain: boolean;
  /** A job that failed is not ended yet while identifiers have no answer, because it may go on. */
  readonly mayGoOn: boolean;
  readonly at: number;
  /** The same moment by the clock of the ledger (epoch ms), by which balances are read. */
  readonly seenAt: number;
}

export interface PlanAgainRequest {
  readonly batch: number;
  /** Only jobs in these states. */
  readonly states: readonly Extract<JobState, 'done' | 'failed'>[];
  /** Only jobs of a round below this; all when left out. */
  readonly belowRound?: number;
  /** The largest number of identifiers in a job. */
  readonly perJob: number;
}

/** The number and size of a job. */
export interface JobSize {
  readonly seq: number;
  readonly items: number;
}

export interface PlannedAgain {
  readonly planned: readonly JobSize[];
  /** Jobs in these states that still have unanswered identifiers. */
  readonly left: readonly Job[];
}

/** Operations that turn accepted jobs into answers. */
export interface Results {
  /**
   * Stores a status answer: new results, counters, and the end of the job. Stores all of it or nothing.
   * The same answer again changes only the poll count. A found record is stored once and never replaced;
   * found replaces not found. Identifiers that were not sent count nowhere (money rule 7 of the contract).
   * Returns `ask_again`, which leaves the job running, or `in_doubt`, which makes it unconfirmed, if the job
   * has ended, identifiers have no answer, and the numbers do not account for them: fewer are stored than
   * were counted in this answer or an earlier one, those of a `done` do not add up to the total or that is less
   * than was accepted, one is found without a record, or the user adopted the job. Where more are counted than can
   * have no answer, what was not found has none any more.
   */
  keepResults(results: ResultsToKeep): Promise<'kept' | 'ended' | 'ask_again' | 'in_doubt'>;
  /** Resets the accepted jobs that the service could not find, so that this run polls them again. */
  lookAgain(batch: number): Promise<void>;
  /**
   * Moves the unanswered identifiers of ended jobs into new planned jobs, in input order, each job of
   * one kind. Answered identifiers stay where they are.
   */
  planAgain(request: PlanAgainRequest): Promise<PlannedAgain>;
}
