import type { JobTrouble } from '../base/facts.js';
import type { IdentifierKind } from '../identifiers/index.js';
import type { BatchSummary } from './summary.js';

export interface PlanNumbers {
  readonly batch: string;
  readonly rows: number;
  readonly invalid: number;
  readonly duplicates: number;
  readonly repaired: number;
  readonly unique: number;
  readonly reused: number;
  readonly answered: number;
  readonly toSend: number;
  /** Of an abandoned job, so they may have been charged already. */
  readonly givenUp: number;
  /** Rows erased from an earlier batch of this name and size: the file may name them still. */
  readonly erased: { readonly file: string; readonly rows: number };
  readonly kinds: Readonly<Record<IdentifierKind, number>>;
  /** Credits. */
  readonly worstCase: number;
  /** Credits; null without a past. */
  readonly expected: number | null;
  readonly expectedFrom: number;
  readonly paidBefore: number;
  /** Null if the service was not asked. */
  readonly balance: number | null;
  readonly setAside: number;
}

export interface EndedBatch {
  readonly at: number;
  /** Its answers are older than the run would reuse. */
  readonly isStale: boolean;
  /** Credits of a new batch of all of it. */
  readonly worstCase: number;
}

export type Step = 'unpacking' | 'reading' | 'writing' | 'counting';

export type BatchEvent = Readonly<
  | { type: 'input'; description: string }
  /** `ended`: where it has ended, so that nothing of it is sent. */
  | { type: 'batch'; id: string; isNew: boolean; createdAt: number; ended: EndedBatch | null }
  /** Another run works on the batch, and this one shows what comes of it. */
  | { type: 'following'; id: string }
  /** The input is not read further: it is refused, or its column must be asked for. */
  | { type: 'unread' }
  /** Work that takes long with many rows. `of`: null where their number is not known. */
  | { type: 'progress'; step: Step; done: number; of: number | null }
  /** `willAsk`: a question with the numbers to send and the credits follows. */
  | { type: 'plan'; numbers: PlanNumbers; willAsk: boolean }
  /** No reading of the balance has agreed with the price yet, so only so many identifiers go first. */
  | { type: 'first_part'; items: number }
  /** The balance does not show yet what was charged. */
  | { type: 'balance_awaited' }
  /** The account was charged less than our records should have cost. */
  | { type: 'charged_less' }
  | { type: 'submitting'; seq: number; items: number }
  | { type: 'accepted'; seq: number; jobId: string; items: number }
  | { type: 'unconfirmed'; seq: number; trouble: JobTrouble }
  | { type: 'settling'; seq: number; ms: number }
  | { type: 'settled'; seq: number; decision: 'resend' | 'ask' }
  /** Another machine settles an unknown outcome; nothing is sent until it has ended. */
  | { type: 'others_settling'; host: string }
  /** Jobs of others are processing, and what became of this one is only known after their end. */
  | { type: 'others_running'; batches: readonly string[] }
  /** The database of a shared ledger cannot be reached; the work waits and goes on when it can. */
  | { type: 'ledger_away' }
  | { type: 'rejected'; seq: number }
  | { type: 'planned_again'; items: number }
  | { type: 'gave_up'; seq: number; batch: string; error: string | null }
  /** `seq`: null where another run asks. `summary` is computed when first awaited: a large batch takes a moment. */
  | { type: 'polled'; seq: number | null; summary: () => Promise<BatchSummary>; nextMs: number }
  | { type: 'job_ended'; seq: number; status: string; error: string | null }
  /** `replaced`: characters; `cut`: cells. */
  | { type: 'exported'; path: string; rows: number; replaced: number; cut: number }
>;

export type Emit = (event: BatchEvent) => void;

const ROWS_PER_EVENT = 5000;

/** Throws the reason of a stop. */
export function progressOf(
  { emit, stop }: { readonly emit: Emit; readonly stop: AbortSignal },
  step: Step,
  of: number | null,
): (done: number) => void {
  let next = 0;
  return (done) => {
    stop.throwIfAborted();
    if (done < next && done !== of) return;
    next = done + ROWS_PER_EVENT;
    emit({ type: 'progress', step, done, of });
  };
}
