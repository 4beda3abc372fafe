import type { IdentifierKind } from '../../identifiers/index.js';

export interface StoredRecord {
  /** Epoch ms. */
  readonly fetchedAt: number;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface NewRecord {
  readonly kind: IdentifierKind;
  readonly id: string;
  readonly data: object;
  /** Epoch ms. */
  readonly fetchedAt: number;
  /** Whether it took exactly one credit of a single lookup, which a settlement then counts. */
  readonly single: boolean;
}

/** Records that were paid for; single lookups and batches share them. */
export interface Records {
  keepRecord(record: NewRecord): Promise<void>;
  /** The newest record of an identifier that was fetched at or after `since` (epoch ms). */
  newestRecord(kind: IdentifierKind, id: string, since: number): Promise<StoredRecord | undefined>;
  /** The kinds that have any record fetched at or after `since` (epoch ms): of others none has to be looked for. */
  kindsPaidSince(since: number): Promise<IdentifierKind[]>;
  /** Those of some identifiers that have a record fetched at or after `since` (epoch ms). */
  paidAmong(
    kind: IdentifierKind,
    ids: readonly string[],
    since: number,
  ): Promise<ReadonlySet<string>>;
  /** Removes records fetched before `before` (epoch ms) that no batch shows, for good; returns how many. */
  purgeRecords(before: number): Promise<number>;
  /**
   * Removes a batch for good, with the records that its own jobs paid for before `before` (epoch ms) and no other
   * batch shows. `running` or `unconfirmed`, and nothing is removed, while the service may still be working on it:
   * what was paid for would not come home, and what other jobs were charged could not be told any more.
   */
  removeBatch(batch: number, before: number): Promise<'removed' | 'running' | 'unconfirmed'>;
}
