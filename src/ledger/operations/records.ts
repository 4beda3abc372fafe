import type { IdentifierKind } from '../../identifiers/index.js';
import type { Claim } from './balances.js';

export interface StoredRecord {
  /** Epoch ms. */
  readonly fetchedAt: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The record of a single lookup that was paid for. */
export interface UnshownRecord extends StoredRecord {
  /** The number of the lookup, if nobody has been shown its record yet. */
  readonly unshown?: number;
}

export interface NewRecord {
  readonly kind: IdentifierKind;
  readonly id: string;
  readonly data: object;
  /** Epoch ms. */
  readonly fetchedAt: number;
  /** Whether a simple single lookup paid for it. */
  readonly single: boolean;
}

/** What is known of some identifiers: how many of them are which. */
export interface KnownIds {
  readonly ids: number;
  /** A record that is recent enough answers them. */
  readonly answered: number;
  /** They have any record, those among them: they were paid for before. */
  readonly paid: number;
  /** They have none, and the newest lists did not find them. */
  readonly notFound: number;
}

/** Batches that somebody wants to remove, with records fetched before a moment (epoch ms). */
export interface WantedRemoval {
  /** The numbers of the batches. */
  readonly batches: readonly number[];
  readonly before: number;
  /** Also records that no batch uses. */
  readonly isPurge: boolean;
}

/** What a removal would leave and what it would take; nothing was changed. */
export interface ForeseenRemoval {
  /** The batches, by number, that must stay because the service may still be processing a job of them. */
  readonly kept: ReadonlyMap<number, 'running' | 'unconfirmed'>;
  /** The records that would go, by what they cost. */
  readonly records: readonly Claim[];
}

/** Paid records, shared by single lookups and batches. */
export interface Records {
  /** Stores that a sandbox answers at the base URL of this ledger, so that its records are invented. */
  noteSandbox(): Promise<void>;
  /** Whether a sandbox has ever answered at the base URL of this ledger. */
  isOfSandbox(): Promise<boolean>;
  /** The newest record of an identifier that was fetched at or after `since` (epoch ms). */
  newestRecord(kind: IdentifierKind, id: string, since: number): Promise<UnshownRecord | undefined>;
  /** The kinds that have a record fetched at or after `since` (epoch ms). The others need no search. */
  kindsPaidSince(since: number): Promise<IdentifierKind[]>;
  /** The identifiers that have a record fetched at or after `since` (epoch ms). */
  paidAmong(
    kind: IdentifierKind,
    ids: readonly string[],
    since: number,
  ): Promise<ReadonlySet<string>>;
  /** What is known of these identifiers, each of which occurs once; records fetched at or after `since` (epoch ms) answer. */
  knownAmong(kind: IdentifierKind, ids: readonly string[], since: number): Promise<KnownIds>;
  /** The same of the identifiers of a job that have no answer. */
  knownInJob(batch: number, job: number, since: number): Promise<KnownIds>;
  /** What `removeBatch` of each, and `purgeRecords` where it is a purge, would remove now. */
  foreseeRemoval(wanted: WantedRemoval): Promise<ForeseenRemoval>;
  /**
   * Deletes records fetched before `before` (epoch ms) that no batch uses, shown or not, and overwrites them on disk.
   * Returns how many.
   */
  purgeRecords(before: number): Promise<number>;
  /**
   * Deletes a batch, and the records that its own jobs paid for before `before` (epoch ms) and no other
   * batch uses; overwrites them on disk. Returns `running` or `unconfirmed`, and deletes nothing, while
   * the service may still be processing a job of it: its paid results would be lost, and the charges of
   * other jobs could no longer be determined.
   */
  removeBatch(batch: number, before: number): Promise<'removed' | 'running' | 'unconfirmed'>;
}
