import type { IdentifierKind } from '../../identifiers/index.js';
import type { ErasedRows, OpenIdentifier, StoredAbout } from '../operations/erasing.js';
import type { ForeseenRemoval, KnownIds, WantedRemoval } from '../operations/records.js';
import type { KeptErased, TakenItems } from '../rows/erasing-rows.js';
import type { Batch } from '../types.js';
import type { Engine } from './engine.js';
import { withNumber } from './lookups.js';
import type { Steps, Tables } from './steps.js';

const KINDS = ['cpf', 'cnpj'] as const;

export function recordsOperations({ erase, read, write }: Engine) {
  return {
    noteSandbox: write(({ answeredBy }) => answeredBy.add('sandbox')),
    isOfSandbox: read(({ answeredBy }) => answeredBy.has('sandbox')),
    newestRecord: read(function* (tables, kind: IdentifierKind, id: string, since: number) {
      const record = yield* tables.records.newest(kind, id, since);
      return record && (yield* withNumber(tables, { kind, id }, record));
    }),
    kindsPaidSince: read(function* ({ records }, since: number) {
      const kinds: IdentifierKind[] = [];
      for (const kind of KINDS) if (yield* records.haveSince(kind, since)) kinds.push(kind);
      return kinds;
    }),
    paidAmong: read(function* (
      { records },
      kind: IdentifierKind,
      ids: readonly string[],
      since: number,
    ) {
      const newest = yield* records.newestAmong(kind, ids, since);
      return new Set(newest.keys());
    }),
    knownAmong: read(({ records }, kind: IdentifierKind, ids: readonly string[], since: number) =>
      records.known(kind, ids, since),
    ),
    knownInJob: read(knownInJob),
    purgeRecords: erase(function* ({ records, unshown }, before: number) {
      yield* unshown.purge(before);
      return yield* records.purge(before);
    }),
    foreseeRemoval: read(foresee),
    removeBatch: erase(removeBatch),
  };
}

function* knownInJob(
  { items, jobs, records }: Tables,
  batch: number,
  seq: number,
  since: number,
): Steps<KnownIds> {
  const job = yield* jobs.get(batch, seq);
  const open = yield* items.openIn(batch, seq);
  const ids = [...open].flatMap(([id, answer]) => (answer === null ? [id] : []));
  return yield* records.known(job?.kind ?? 'cpf', ids, since);
}

function* foresee(tables: Tables, wanted: WantedRemoval): Steps<ForeseenRemoval> {
  const kept = new Map<number, 'running' | 'unconfirmed'>();
  for (const num of wanted.batches) {
    const why = yield* whyKept(tables, num);
    if (why !== undefined) kept.set(num, why);
  }
  const batches = wanted.batches.filter((num) => !kept.has(num));
  return { kept, records: yield* tables.records.goingWith({ ...wanted, batches }) };
}

function* whyKept(
  { items, jobs }: Pick<Tables, 'items' | 'jobs'>,
  num: number,
): Steps<'running' | 'unconfirmed' | undefined> {
  if ((yield* items.counts(num)).unconfirmed > 0) return 'unconfirmed';
  const all = yield* jobs.of(num);
  return all.some(({ state }) => state === 'accepted') ? 'running' : undefined;
}

/** Deletes a batch unless the service may still be processing a job of it. */
function* removeBatch(
  tables: Tables,
  num: number,
  before: number,
): Steps<'removed' | 'running' | 'unconfirmed'> {
  const { batches, charges, records, spending } = tables;
  const why = yield* whyKept(tables, num);
  if (why !== undefined) return why;
  yield* records.removePaidBy(num, before);
  yield* charges.keepChargesOf(num);
  yield* spending.keepSavingsOf(num);
  yield* batches.removeWhole(num);
  return 'removed';
}

/** Forgets single people and companies. */
export function erasingOperations({ erase, read }: Engine) {
  return {
    storedAbout: read(function* ({ erasing }, ids: readonly string[]): Steps<StoredAbout> {
      return {
        batches: yield* erasing.batchesWith(ids),
        records: yield* erasing.recordsOf(ids),
        open: yield* erasing.openLookups(ids),
      };
    }),
    eraseFromBatch: erase(eraseFromBatch),
    eraseRecords: erase(eraseRecords),
  };
}

function* eraseFromBatch(
  tables: Tables,
  erased: ErasedRows,
): Steps<'erased' | 'running' | 'unconfirmed'> {
  const { batches, erasing, jobs, spending } = tables;
  const { batch: num, ids } = erased;
  const own = (yield* erasing.batchesWith(ids)).find((one) => one.num === num);
  if (own !== undefined && own.state !== 'ended') return own.state;
  const [batch] = yield* batches.find({ num });
  if (batch === undefined) return 'erased';
  yield* spending.keepSavingsOf(num, ids);
  yield* erasing.keepFound(num, ids);
  const gone = yield* erasing.takeItems(num, ids);
  yield* jobs.recount(num);
  yield* erasing.keepErased(num, without(batch, erased, gone));
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

function* eraseRecords(
  { erasing, holders }: Tables,
  ids: readonly string[],
): Steps<number | 'in_use' | OpenIdentifier> {
  const [open] = yield* erasing.openLookups(ids);
  if (open !== undefined) return open;
  // Whoever paid for a record is about to show it, also to those who wait for it instead of paying.
  for (const { kind, id, holder } of yield* erasing.unshownOf(ids))
    if (yield* holders.lives(holder)) return { kind, id };
  if ((yield* erasing.batchesWith(ids)).length > 0) return 'in_use';
  return yield* erasing.forget(ids);
}
