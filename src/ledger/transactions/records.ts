import type { IdentifierKind } from '../../identifiers/index.js';
import type { ErasedRows, OpenIdentifier, StoredAbout } from '../operations/erasing.js';
import type { ForeseenRemoval, KnownIds, WantedRemoval } from '../operations/records.js';
import type { KeptErased, TakenItems } from '../tables/erasing.js';
import type { Batch } from '../types.js';
import type { Engine } from './engine.js';
import { withNumber } from './lookups.js';
import type { Tables } from '../tables/index.js';

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
    knownInJob: read(knownInJob),
    purgeRecords: erase(async function ({ records, unshown }, before: number) {
      await unshown.purge(before);
      return await records.purge(before);
    }),
    foreseeRemoval: read(foresee),
    removeBatch: erase(removeBatch),
  };
}

async function knownInJob(
  { items, jobs, records }: Tables,
  batch: number,
  seq: number,
  since: number,
): Promise<KnownIds> {
  const job = await jobs.get(batch, seq);
  const open = await items.openIn(batch, seq);
  const ids = [...open].flatMap(([id, answer]) => (answer === null ? [id] : []));
  return await records.known(job?.kind ?? 'cpf', ids, since);
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
  if ((await items.counts(num)).unconfirmed > 0) return 'unconfirmed';
  const all = await jobs.of(num);
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
  await spending.keepSavingsOf(num, ids);
  await erasing.keepFound(num, ids);
  const gone = await erasing.takeItems(num, ids);
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
      paid: { cpf: paid.cpf + gone.cpf, cnpj: paid.cnpj + gone.cnpj },
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
