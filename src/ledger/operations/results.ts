import type { JobState } from '../job-states.js';
import type { Job } from '../types.js';

export interface Result {
  readonly id: string;
  readonly found: boolean;
  /** The record as JSON in UTF-8; null stands for one without fields, and for what was not found. */
  readonly record: Buffer | null;
}

/** What one status answer of the service says of a job. */
export interface StatusAnswer {
  readonly found: number;
  readonly notFound: number;
  readonly skipped: number;
  readonly error: string | null;
  /** In processing order; those that are known already may be among them. */
  readonly results: readonly Result[];
}

export interface ResultsToKeep {
  readonly batch: number;
  readonly job: number;
  readonly answer: StatusAnswer;
  /** How the job ended; null while it is being processed. */
  readonly end: 'done' | 'failed' | null;
  /** Where the answer leaves out results that were paid for: what is said of the job in doubt. */
  readonly doubt: string | null;
  readonly at: number;
}

export interface PlanAgainRequest {
  readonly batch: number;
  /** The jobs of these states. */
  readonly states: readonly Extract<JobState, 'done' | 'failed'>[];
  /** Only those that fewer failed jobs came before; all when left out. */
  readonly belowRound?: number;
  /** The most identifiers of a job. */
  readonly perJob: number;
}

/** The number and size of a job. */
export interface JobSize {
  readonly seq: number;
  readonly items: number;
}

export interface PlannedAgain {
  readonly planned: readonly JobSize[];
  /** Jobs of these states whose identifiers are still without an answer. */
  readonly left: readonly Job[];
}

/** From accepted jobs to answers. */
export interface Results {
  /**
   * Keeps what a status answer brought: new results, counters, and the job's end. All of it or nothing; the
   * same answer again changes only the count of polls. A found record is kept once, and stays; only found
   * replaces not found. `in_doubt`: the job has ended, results that were paid for are left out, and
   * identifiers are without an answer.
   */
  keepResults(results: ResultsToKeep): Promise<'kept' | 'ended' | 'in_doubt'>;
  /** Accepted jobs that the service could not find are asked for once more by each run. */
  lookAgain(batch: number): Promise<void>;
  /**
   * Moves what ended jobs left without an answer into new planned jobs, in input order, each of one kind; what
   * was found stays where it is.
   */
  planAgain(request: PlanAgainRequest): Promise<PlannedAgain>;
}
