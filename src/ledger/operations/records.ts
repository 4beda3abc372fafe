import type { IdentifierKind } from '../../identifiers/index.js';
import { withNumber } from './lookups.js';
import type { Tables } from '../tables/index.js';
import type { Engine } from '../db/engine.js';

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

/** Paid records, shared by single lookups and batches. */
export function recordsOperations({ read, write }: Engine) {
  return {
    /** Stores that a sandbox answers at the base URL of this ledger, so that its records are invented. */
    noteSandbox: write(({ answeredBy }) => answeredBy.add('sandbox')),
    /** Whether a sandbox has ever answered at the base URL of this ledger. */
    isOfSandbox: read(({ answeredBy }) => answeredBy.has('sandbox')),
    /** The newest record of an identifier that was fetched at or after `since` (epoch ms). */
    newestRecord: read(async function (tables, kind: IdentifierKind, id: string, since: number) {
      const record = await tables.records.newest(kind, id, since);
      return record && (await withNumber(tables, { kind, id }, record));
    }),
    /** The identifiers that have a record fetched at or after `since` (epoch ms). */
    paidAmong: read(async function (
      { records },
      kind: IdentifierKind,
      ids: readonly string[],
      since: number,
    ) {
      const newest = await records.newestAmong(kind, ids, since);
      return new Set(newest.keys());
    }),
    /** What is known of these identifiers, each of which occurs once; records fetched at or after `since` (epoch ms) answer. */
    knownAmong: read(({ records }, kind: IdentifierKind, ids: readonly string[], since: number) =>
      records.known(kind, ids, since),
    ),
    /** The same of the identifiers of some jobs of one kind that have no answer. */
    knownInJobs: read(knownInJobs),
  };
}

async function knownInJobs(
  { items, records }: Tables,
  batch: number,
  kind: IdentifierKind,
  seqs: readonly number[],
  since: number,
): Promise<KnownIds> {
  const ids: string[] = [];
  for (const seq of seqs) ids.push(...(await items.waitingIdsOf(batch, seq)));
  return await records.known(kind, ids, since);
}
