import type { ErasedRows, OpenIdentifier, StoredAbout } from '../operations/erasing.js';
import type { Batch } from '../types.js';
import type { Engine } from './engine.js';
import type { Steps, Tables } from './steps.js';

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

/** How many identifiers went from a batch, and how many records of each kind its jobs had paid for. */
export interface TakenItems {
  readonly items: number;
  readonly cpf: number;
  readonly cnpj: number;
}

/** The numbers of a batch whose erased rows are invalid. */
function without(batch: Batch, { rows, repaired, ...copy }: ErasedRows, gone: TakenItems) {
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

export type KeptErased = ReturnType<typeof without>;

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
