import type { IdentifierKind } from '../../identifiers/index.js';
import type { Claim } from './balances.js';
import type { ErasedRows, OpenIdentifier, StoredAbout } from './erasing.js';
import { withNumber } from './lookups.js';
import type { KeptErased, TakenItems } from '../tables/erasing.js';
import type { Tables } from '../tables/index.js';
import type { Engine } from '../db/engine.js';
import type { Batch } from '../types.js';

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
  /** The same of the identifiers of some jobs of one kind that have no answer. */
  knownInJobs(
    batch: number,
    kind: IdentifierKind,
    jobs: readonly number[],
    since: number,
  ): Promise<KnownIds>;
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

const KINDS = ['cpf', 'cnpj'] as const;

export function recordsOperations({ erase, read, write }: Engine) {
  return {
    noteSandbox: write(({ answeredBy }) => answeredBy.add('sandbox')),
    isOfSandbox: read(({ answeredBy }) => answeredBy.has('sandbox')),
    newestRecord: read(async function (tables, kind: IdentifierKind, id: string, since: number) {
      const record = await tables.records.newest(kind, id, since);
      return record && (await withNumber(tables, { kind, id }, record));
    }),
    kindsPaidSince: read(async function ({ records }, since: number) {
      const kinds: IdentifierKind[] = [];
      for (const kind of KINDS) if (await records.haveSince(kind, since)) kinds.push(kind);
      return kinds;
    }),
    paidAmong: read(async function (
      { records },
      kind: IdentifierKind,
      ids: readonly string[],
      since: number,
    ) {
      const newest = await records.newestAmong(kind, ids, since);
      return new Set(newest.keys());
    }),
    knownAmong: read(({ records }, kind: IdentifierKind, ids: readonly string[], since: number) =>
      records.known(kind, ids, since),
    ),
    knownInJobs: read(knownInJobs),
    purgeRecords: erase(async function ({ records, unshown }, before: number) {
      await unshown.purge(before);
      return await records.purge(before);
    }),
    foreseeRemoval: read(foresee),
    removeBatch: erase(removeBatch),
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

async function foresee(tables: Tables, wanted: WantedRemoval): Promise<ForeseenRemoval> {
  const kept = new Map<number, 'running' | 'unconfirmed'>();
  for (const num of wanted.batches) {
    const why = await whyKept(tables, num);
    if (why !== undefined) kept.set(num, why);
  }
  const batches = wanted.batches.filter((num) => !kept.has(num));
  return { kept, records: await tables.records.goingWith({ ...wanted, batches }) };
}

async function whyKept(
  { items, jobs }: Pick<Tables, 'items' | 'jobs'>,
  num: number,
): Promise<'running' | 'unconfirmed' | undefined> {
  const all = await jobs.of(num);
  for (const { seq, state } of all)
    if (['submitting', 'unconfirmed'].includes(state) && (await items.waitingIn(num, seq)) > 0)
      return 'unconfirmed';
  return all.some(({ state }) => state === 'accepted') ? 'running' : undefined;
}

/** Deletes a batch unless the service may still be processing a job of it. */
async function removeBatch(
  tables: Tables,
  num: number,
  before: number,
): Promise<'removed' | 'running' | 'unconfirmed'> {
  const { batches, charges, records, spending } = tables;
  const why = await whyKept(tables, num);
  if (why !== undefined) return why;
  await records.removePaidBy(num, before);
  await charges.keepChargesOf(num);
  await spending.keepSavingsOf(num);
  await batches.removeWhole(num);
  return 'removed';
}

/** Forgets single people and companies. */
export function erasingOperations({ erase, read }: Engine) {
  return {
    storedAbout: read(async function ({ erasing }, ids: readonly string[]): Promise<StoredAbout> {
      return {
        batches: await erasing.batchesWith(ids),
        records: await erasing.recordsOf(ids),
        open: await erasing.openLookups(ids),
      };
    }),
    eraseFromBatch: erase(eraseFromBatch),
    eraseRecords: erase(eraseRecords),
  };
}

async function eraseFromBatch(
  tables: Tables,
  erased: ErasedRows,
): Promise<'erased' | 'running' | 'unconfirmed'> {
  const { batches, erasing, jobs, spending } = tables;
  const { batch: num, ids } = erased;
  const own = (await erasing.batchesWith(ids)).find((one) => one.num === num);
  if (own !== undefined && own.state !== 'ended') return own.state;
  const [batch] = await batches.find({ num });
  if (batch === undefined) return 'erased';
  const gone = await erasing.takeItems(num, ids);
  for (const kind of KINDS) await spending.keepSavingsIn(num, kind, gone.reused[kind]);
  await jobs.recount(num);
  await erasing.keepErased(num, without(batch, erased, gone));
  return 'erased';
}

/** The numbers of a batch whose erased rows are invalid. */
function without(
  batch: Batch,
  { rows, repaired, ...copy }: ErasedRows,
  gone: TakenItems,
): KeptErased {
  // Every identifier had a row, also where the copy shows none.
  const count = Math.max(rows.length, gone.items);
  const { paid } = batch.erased;
  return {
    invalid: batch.invalid + count,
    duplicates: batch.duplicates - (count - gone.items),
    repaired: batch.repaired - repaired,
    reasons: { ...batch.reasons, ...erasedRows(batch, count) },
    erased: {
      rows: [...batch.erased.rows, ...rows],
      paid: { cpf: paid.cpf + gone.paid.cpf, cnpj: paid.cnpj + gone.paid.cnpj },
    },
    layout: copy.layout,
    hash: copy.hash,
    size: copy.size,
  };
}

function erasedRows({ reasons }: Batch, count: number): Readonly<Record<string, number>> {
  return count === 0 ? {} : { erased: (reasons['erased'] ?? 0) + count };
}

async function eraseRecords(
  { erasing, holders }: Tables,
  ids: readonly string[],
): Promise<number | 'in_use' | OpenIdentifier> {
  const [open] = await erasing.openLookups(ids);
  if (open !== undefined) return open;
  // Whoever paid for a record is about to show it, also to those who wait for it instead of paying.
  for (const { kind, id, holder } of await erasing.unshownOf(ids))
    if (await holders.lives(holder)) return { kind, id };
  if ((await erasing.batchesWith(ids)).length > 0) return 'in_use';
  return await erasing.forget(ids);
}
