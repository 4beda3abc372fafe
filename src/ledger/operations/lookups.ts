import type { IdentifierKind } from '../../identifiers/index.js';
import type { UptimeMark } from '../types.js';
import type { Cost, OverLimit } from './balances.js';
import type { NewRecord, UnshownRecord } from './records.js';

/** Whether it is a simple lookup, or one at the revenue authority. */
export type LookupWay = 'simple' | 'realtime';

/** A single lookup that somebody wants, and that may be charged. */
export interface WantedLookup {
  readonly kind: IdentifierKind;
  readonly id: string;
  readonly way: LookupWay;
  readonly keyFingerprint: string;
  /** The session that makes it; no other session of this ledger ever has the same name. */
  readonly holder: string;
  /** A record fetched at or after this moment (epoch ms) is the answer. */
  readonly reuseSince: number;
  /** What else the answer depends on: the birth date of a real-time lookup, as digits. */
  readonly asked: string;
  /** A record fetched at or after this moment (epoch ms) that nobody has been shown is the answer. */
  readonly unshownSince: number;
  /** The number of a lookup of another session that this one has waited for: its record is the answer. */
  readonly waitedFor?: number;
  /** The tick at which the user agreed to pay again: what was begun before it stops nothing. */
  readonly word?: number;
  /** The number of a doubtful lookup that was proved not to be charged. */
  readonly proved?: number;
  /** False: nothing is begun; the verdict is `may_ask` where it would be `ask`. */
  readonly mayAsk: boolean;
  /** What it may cost, and the limits that must cover it; without, nothing limits it. */
  readonly cost?: Cost;
  readonly at: number;
}

/** A lookup with an unknown outcome. */
export interface DoubtfulLookup {
  readonly num: number;
  readonly kind: IdentifierKind;
  readonly way: LookupWay;
  /** The tick before it was sent. */
  readonly begunTick: number;
  readonly keyFingerprint: string;
  /** When its outcome became unknown, in the uptime of the machine that noted it; null where it noted none. */
  readonly unknownSince: UptimeMark | null;
  /** Why only the user can decide; null while the balance may still settle it. */
  readonly verdict: string | null;
}

/** A lookup with an unknown outcome, for people. */
export interface NamedDoubt extends Pick<DoubtfulLookup, 'kind' | 'way'> {
  readonly id: string;
  /** Epoch ms. */
  readonly begunAt: number;
}

/** What a lookup may do. Only `ask` begins it. */
export type LookupVerdict =
  /**
   * Stored and flushed under this number: it may be sent now. `givenUpIn`: the batch whose abandoned job may have been
   * charged for it, unless the user agreed to pay again.
   */
  | { readonly verdict: 'ask'; readonly num: number; readonly givenUpIn?: string }
  | { readonly verdict: 'may_ask' }
  | OverLimit
  | { readonly verdict: 'known'; readonly record: UnshownRecord }
  /** An earlier lookup was paid for, and died before it could show its record, or this one waited for it. */
  | { readonly verdict: 'unshown'; readonly record: UnshownRecord }
  /** A living session is asking for the same identifier since `begunAt` (epoch ms). */
  | {
      readonly verdict: 'wait';
      readonly num: number;
      readonly way: LookupWay;
      readonly begunAt: number;
    }
  | { readonly verdict: 'doubtful'; readonly doubt: DoubtfulLookup }
  /** A job of this batch has the identifier, unanswered. */
  | {
      readonly verdict: 'in_batch';
      readonly batch: string;
      readonly state: 'running' | 'unconfirmed';
    };

/** How a single lookup ended. */
export type LookupOutcome =
  /** It was charged. `record` is stored with it; null if it must not answer other lookups. */
  | {
      readonly is: 'found';
      /** When it was answered (epoch ms); left out by an older version. */
      readonly at?: number;
      readonly record: NewRecord | null;
      /** Kept until it is shown; `asked` as it was wanted. */
      readonly unshown?: {
        readonly asked: string;
        readonly data: object;
        readonly fetchedAt: number;
      };
    }
  /** It was answered and cost nothing, or it was never sent. */
  | { readonly is: 'free' }
  /** No answer came, and it may have been charged. */
  | { readonly is: 'unknown'; readonly at: number };

/** An outcome that waited on a machine until the ledger could be written. */
export interface LateOutcome {
  readonly num: number;
  /** The session that made it, as its lookup has it. */
  readonly holder: string;
  readonly outcome: Exclude<LookupOutcome, { is: 'unknown' }>;
  /** When its record was shown (epoch ms); left out where it may not have been. */
  readonly shownAt?: number;
}

/** Single lookups leave a mark before they are sent (money rule 1 of the contract). */
export interface Lookups {
  /**
   * Decides whether a lookup may be sent, and stores that it is. A lookup whose session has died becomes
   * doubtful at this moment. What is proved or given up by the user's word ends in the same transaction, which
   * also holds the limits. `over_limit` changes nothing.
   */
  beginLookup(wanted: WantedLookup): Promise<LookupVerdict>;
  /** Stores how it ended; the record, if any, in the same transaction, and not as older than the lookup. */
  endLookup(num: number, outcome: LookupOutcome): Promise<void>;
  /**
   * Stores how a lookup ended that this ledger could not be told at the time. Its doubt ends; what was decided about it
   * meanwhile stays, and a record is stored in any case. Does nothing if it is known already.
   */
  deliverLookup(late: LateOutcome): Promise<void>;
  /** Notes that the record of this lookup has been shown. Only those who wait for it now get it as well. */
  noteShown(num: number, at: number): Promise<void>;
  /** Why only the user can decide about a lookup; null where that was not found. */
  lookupVerdict(num: number): Promise<string | null>;
  /** Stores that only the user can decide about a doubtful lookup. */
  keepLookupVerdict(num: number, why: string): Promise<void>;
  /** The lookups whose outcome nobody knows, oldest first, at most `most`. */
  doubtfulLookups(most: number): Promise<readonly NamedDoubt[]>;
}
