import type { JobTrouble } from '../base/facts.js';
import type { IdentifierKind } from '../identifiers/index.js';
import type { MatchCounts } from '../export/index.js';
import type { BatchSummary } from './summary.js';

/** The numbers of a batch before anything is sent. All but the credits count identifiers or rows. */
export interface PlanNumbers {
  readonly batch: string;
  readonly rows: number;
  readonly invalid: number;
  readonly duplicates: number;
  readonly repaired: number;
  readonly unique: number;
  /** Unique identifiers that records of the ledger answered. */
  readonly reused: number;
  /** Unique identifiers with an answer, including the reused ones. */
  readonly answered: number;
  readonly toSend: number;
  /** Identifiers to send that belonged to an abandoned job, and so may have been charged already. */
  readonly abandoned: number;
  /**
   * Rows that were erased from an earlier batch with this file name and number of rows; the file may still contain
   * them.
   */
  readonly erased: { readonly file: string; readonly rows: number };
  readonly kinds: Readonly<Record<IdentifierKind, number>>;
  /** Credits. */
  readonly worstCase: number;
  /** Credits by the hit rates of the past; null without a past. */
  readonly expected: number | null;
  /** The number of past answers behind `expected`. */
  readonly expectedFrom: number;
  /** Identifiers to send that have a record which is too old to answer. */
  readonly paidBefore: number;
  /** The free credits, without those that are set aside; null if the service was not asked. */
  readonly balance: number | null;
  /** Credits of requests that run, are in doubt, or do not show in the balance yet. */
  readonly setAside: number;
}

/** The answers of a job so far, in identifiers. `skipped`: not looked up, because the credits ran out. */
export interface JobCounts {
  readonly found: number;
  readonly notFound: number;
  readonly skipped: number;
}

/** A batch of which a run would send nothing. */
export interface EndedBatch {
  /** Epoch ms. */
  readonly at: number;
  /** Whether its answers are older than those that the run would reuse. */
  readonly isStale: boolean;
  /** Credits that a new batch of the same input costs at the worst. */
  readonly worstCase: number;
}

/**
 * The reason of a pause. `status`: the next status check; `balance`: charges that the balance does not show yet;
 * `answer`: the service, which answers at once; `lookup`: a single lookup of the same identifiers; `machine`: another
 * machine, which checks a charge; `ledger`: the database.
 */
export type WaitedFor = 'status' | 'balance' | 'answer' | 'lookup' | 'machine' | 'ledger';

export type Step = 'unpacking' | 'reading' | 'writing' | 'counting';

export type BatchEvent = Readonly<
  /** The input is read; `description` says in a sentence what was found in it. */
  | { type: 'input'; description: string }
  /** The batch of the input is known. `createdAt`: epoch ms; `ended`: null where the run may send something. */
  | { type: 'batch'; id: string; isNew: boolean; createdAt: number; ended: EndedBatch | null }
  /** Another process works on the batch, and this one shows its progress. */
  | { type: 'following'; id: string }
  /** The input could not be read, or gives no batch that this run may work on; an error follows. */
  | { type: 'unread' }
  /** `done` of `of` rows; `of` is null where the number of rows is not known. */
  | { type: 'progress'; step: Step; done: number; of: number | null }
  /**
   * The identifiers that the run would send, and their cost. `willAsk`: the user is asked next whether to send;
   * `sends`: the number of identifiers that will be sent, which is as many as the limits cover in the worst case if a part
   * may be sent, and otherwise all; `costs`: the credits of these in the worst case. The library passes these keys on.
   */
  | { type: 'plan'; numbers: PlanNumbers; willAsk: boolean; sends: number; costs: number }
  /** The work pauses for `ms`; a display may show this. */
  | { type: 'waiting'; what: WaitedFor; ms: number }
  /** No reading of the balance has agreed with the price yet, so only `items` identifiers are sent first. */
  | { type: 'first_part'; items: number }
  /** The balance does not show yet what was charged. */
  | { type: 'balance_awaited' }
  /** The account was charged less than our records should have cost. */
  | { type: 'charged_less' }
  /** A job is about to be sent. `seq`: its number in the batch, from 1; `items`: its identifiers. */
  | { type: 'submitting'; seq: number; items: number }
  /** The service has taken the job; `jobId` is its name there. */
  | { type: 'accepted'; seq: number; jobId: string; items: number }
  /**
   * No answer came to the submission, which may have been charged. In the library this event has a sentence, `message`,
   * in place of `trouble`.
   */
  | { type: 'unconfirmed'; seq: number; trouble: JobTrouble }
  /** The balance is watched for `ms` more, to find out whether the submission was charged. */
  | { type: 'settling'; seq: number; ms: number }
  /**
   * A doubt is settled. `decision` is the program's verdict: `resend` if the submission was not charged and is sent
   * again, `ask` if only the user can decide about it.
   */
  | { type: 'settled'; seq: number; decision: 'resend' | 'ask' }
  /** Another machine settles an unknown outcome; nothing is sent until that machine has finished. */
  | { type: 'others_settling'; host: string }
  /** Jobs of other batches are processing, and the doubt about this one can be settled only after their end. */
  | { type: 'others_running'; batches: readonly string[] }
  /** The database of a shared ledger cannot be reached; the work waits for it. */
  | { type: 'ledger_away' }
  /** The service refused the input of the job, for free. */
  | { type: 'rejected'; seq: number }
  /** An earlier job left this number of identifiers without an answer; further jobs send them. */
  | { type: 'planned_again'; items: number }
  /** The unanswered identifiers of a failed job were sent again as often as a run may. */
  | { type: 'gave_up'; seq: number; batch: string; error: string | null }
  /**
   * The service was asked about a job. `seq`: null where another process polls; `nextMs`: ms until the next poll.
   * `summary` is computed only when called, because that takes a moment for a large batch.
   */
  | { type: 'polled'; seq: number | null; summary: () => Promise<BatchSummary>; nextMs: number }
  /** The job has ended, with the service's status and its answers; `error`: why it failed. */
  | ({ type: 'job_ended'; seq: number; status: string; error: string | null } & JobCounts)
  /**
   * The result is written. `replaced`: characters that the encoding lacks; `cut`: cells that were too long; `matches`:
   * rows by verdict.
   */
  | {
      type: 'exported';
      path: string;
      rows: number;
      replaced: number;
      cut: number;
      matches?: MatchCounts;
    }
>;

export type Emit = (event: BatchEvent) => void;

const ROWS_PER_EVENT = 5000;

/** Returns a function that reports progress every few thousand rows. The function throws the reason of a stop. */
export function createProgress(
  { emit, stop }: { readonly emit: Emit; readonly stop: AbortSignal },
  step: Step,
  of: number | null,
): (done: number) => void {
  let nextReport = 0;
  return (done) => {
    stop.throwIfAborted();
    if (done < nextReport && done !== of) return;
    nextReport = done + ROWS_PER_EVENT;
    emit({ type: 'progress', step, done, of });
  };
}
