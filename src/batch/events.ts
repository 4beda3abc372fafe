import type { JobTrouble } from '../errors/jobs.js';
import type { IdentifierKind } from '../identifiers/index.js';
import type { Obstacles } from '../money/settle.js';
import type { Summary } from './summary.js';

/** The numbers that a user confirms before anything is sent (money rule 4 of the contract). */
export interface PlanNumbers {
  readonly batch: string;
  readonly rows: number;
  readonly invalid: number;
  readonly duplicates: number;
  readonly repaired: number;
  readonly unique: number;
  readonly reused: number;
  /** Identifiers with an answer, from the ledger or from earlier jobs. */
  readonly answered: number;
  readonly toSend: number;
  /** Of those to send, how many were given up with an abandoned job, and may have been charged already. */
  readonly givenUp: number;
  /** Rows that were erased from an earlier batch of a file with this name and as many rows: it may name them still. */
  readonly erased: { readonly file: string; readonly rows: number };
  /** Identifiers to send, by kind. */
  readonly kinds: Readonly<Record<IdentifierKind, number>>;
  /** Credits, if every identifier to send is found. */
  readonly worstCase: number;
  /** Credits that past hit rates of this ledger let expect; null without a past. */
  readonly expected: number | null;
  /** How many answered identifiers of the same kinds that rests on. */
  readonly expectedFrom: number;
  /** How many of those to send were paid for before. */
  readonly paidBefore: number;
  /** Credits of a found record that the worst case assumes, for the kinds whose price nothing shows yet. */
  readonly assumed: Partial<Readonly<Record<IdentifierKind, number>>>;
  /** Credits left without those that are set aside for what has no answer yet; null if the service was not asked. */
  readonly balance: number | null;
  readonly setAside: number;
}

/** A batch that is run again although nothing of it is left to do. */
export interface EndedBatch {
  /** Epoch ms. */
  readonly at: number;
  /** Whether its answers are older than the run would reuse. */
  readonly isStale: boolean;
  /** Credits, if a new batch asks for all of it and every identifier is found. */
  readonly worstCase: number;
}

/** What is done with many rows. */
export type Step = 'unpacking' | 'reading' | 'writing' | 'counting';

/** Events that the use cases report while they work; commands decide how to show them. */
export type BatchEvent = Readonly<
  | { type: 'input'; description: string }
  /** `ended`: where it has ended, so that nothing of it is sent. */
  | { type: 'batch'; id: string; isNew: boolean; createdAt: number; ended: EndedBatch | null }
  /** Another run works on the batch, and this one shows what comes of it. */
  | { type: 'following'; id: string }
  /** A guard stopped a new batch before anything was sent: it is gone, and its id was never told. */
  | { type: 'discarded' }
  | { type: 'reading'; rows: number }
  /** The input is not read further: it is refused, or its column must be asked for. */
  | { type: 'unread' }
  /** Work that takes long with many rows. `of`: null where their number is not known. */
  | { type: 'progress'; step: Step; done: number; of: number | null }
  /** `willAsk`: a question with the numbers to send and the credits follows. */
  | { type: 'plan'; numbers: PlanNumbers; willAsk: boolean }
  /** The balance shows another price of a record than the one that is set; both in credits. */
  | { type: 'price_differs'; kind: IdentifierKind; set: number; shown: number }
  /** Nothing shows the price yet, so only so many identifiers go first. */
  | { type: 'price_probe'; items: number }
  /** The balance does not show yet what they cost. */
  | { type: 'price_awaited' }
  | { type: 'submitting'; seq: number; items: number }
  | { type: 'accepted'; seq: number; jobId: string; items: number }
  | { type: 'mismatch'; seq: number; sent: number; counted: number; invalid: number }
  | { type: 'unconfirmed'; seq: number; trouble: JobTrouble }
  /** What may keep the balance from proving anything; told before the wait. */
  | ({ type: 'obstacles' } & Obstacles)
  | { type: 'settling'; seq: number; ms: number }
  | { type: 'settled'; seq: number; decision: 'resend' | 'ask' }
  /** Another machine settles an unknown outcome; nothing is sent until it has ended. */
  | { type: 'others_settling'; host: string }
  /** Jobs of others are processing, and what became of this one is only known after their end. */
  | { type: 'others_running'; batches: readonly string[] }
  /** The database of a shared ledger cannot be reached; the work waits and goes on when it can. */
  | { type: 'ledger_away' }
  | { type: 'rejected'; seq: number; items: number }
  | { type: 'planned_again'; items: number }
  | { type: 'gave_up'; seq: number; batch: string; error: string | null }
  /** `seq`: null where another run asks. `summary` is computed when first awaited: a large batch takes a moment. */
  | { type: 'polled'; seq: number | null; summary: () => Promise<Summary>; nextMs: number }
  | { type: 'job_ended'; seq: number; status: string; error: string | null }
  /** `held`: the path that was asked for, which another program had open. `replaced`: characters; `cut`: cells. */
  | { type: 'exported'; held?: string; path: string; rows: number; replaced: number; cut: number }
>;

export type Emit = (event: BatchEvent) => void;

/** More events would cost time and show nothing more. */
const ROWS_PER_EVENT = 5000;

/** Tells how far a step is, every few thousand rows, and always its begin and end. Throws the reason of a stop. */
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
