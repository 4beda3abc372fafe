import { kindOf } from '../../identifiers/index.js';
import type {
  Delivered,
  NewBatch,
  NewJob,
  PlannedFacts,
  PlannedItem,
  WantedBatch,
} from '../operations/planning.js';
import type { ColumnKind } from '../../identifiers/index.js';
import type { NewItem } from '../sqlite/tables/items/index.js';
import type { Engine } from './engine.js';
import type { Tables } from '../tables/index.js';

/** Identifiers per statement. Each call into the SQLite library costs more than a row. */
const AT_ONCE = 20_000;

export function planningOperations(engine: Engine) {
  return { ...batchOperations(engine), ...planOperations(engine) };
}

function batchOperations({ read, write, writeBatch, clearBatch }: Engine) {
  return {
    batchToContinue: read(({ batches }, wanted: WantedBatch, again: boolean) =>
      batches.toContinue(wanted, again),
    ),
    claimBatch: write(({ batches }, wanted: NewBatch, again: boolean) =>
      batches.claim(wanted, again),
    ),
    discardBatch: writeBatch(({ batches }, batch: number) => batches.discard(batch)),
    takeBackPlan: writeBatch(async function ({ batches, jobs }, batch: number) {
      const all = await jobs.of(batch);
      if (all.some((job) => job.state !== 'planned' || job.begunTick !== null)) return false;
      await jobs.unplan(batch);
      return await batches.unplan(batch);
    }),
    clearItems: clearBatch(async function ({ batches, items }, batch: number, most: number) {
      return (await batches.isPlanned(batch)) ? 0 : await items.clearSome(batch, most);
    }),
    keepOutput: writeBatch(({ batches }, batch: number, path: string, stamp: string) =>
      batches.setOutput(batch, path, stamp),
    ),
    keepWritten: writeBatch(({ batches }, batch: number, path: string, stamp: string) =>
      batches.addWritten(batch, path, stamp),
    ),
    keepDelivered: writeBatch(({ batches }, batch: number, delivered: Delivered) =>
      batches.setDelivered(batch, delivered),
    ),
    keepAgreed: writeBatch(async function (
      { batches, ticks },
      batch: number,
      limit: number | null,
    ) {
      await batches.setAgreed(batch, limit, await ticks.next());
    }),
  };
}

function planOperations({ writeBatch }: Engine) {
  return {
    beginPlan: writeBatch(async function (tables, batch: number, kind: ColumnKind, layout: string) {
      const { batches, items } = tables;
      if (await batches.isPlanned(batch)) return 'planned' as const;
      await items.clear(batch);
      await batches.setLayout(batch, kind, layout);
      return 'begun' as const;
    }),
    addPlannedItems: writeBatch(addPlannedItems),
    finishPlan: writeBatch(finishPlan),
  };
}

async function addPlannedItems(
  tables: Tables,
  batch: number,
  all: readonly PlannedItem[],
  since: number,
  at: number,
): Promise<PlannedItem[]> {
  const unanswered: PlannedItem[] = [];
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const some = all.slice(from, from + AT_ONCE);
    unanswered.push(...(await addSome(tables, batch, some, since, at)));
  }
  return unanswered;
}

async function finishPlan(
  { batches, jobs }: Tables,
  batch: number,
  planned: readonly NewJob[],
  facts: PlannedFacts,
  at: number,
): Promise<void> {
  for (const job of planned) await jobs.plan(batch, job);
  await batches.setPlanned(batch, facts, at);
}

/** Adds the identifiers of one statement; returns those that no record answers. */
async function addSome(
  { items, records }: Tables,
  batch: number,
  some: readonly PlannedItem[],
  since: number,
  at: number,
): Promise<PlannedItem[]> {
  const ids = some.flatMap(({ id, job }) => (job === 0 ? [id] : []));
  const paid = await newestOf(records, ids, since);
  const unanswered: PlannedItem[] = [];
  const added: NewItem[] = [];
  for (const item of some) {
    const { id, position, job } = item;
    const record = paid.get(id);
    if (record !== undefined) added.push({ id, position, job: null, record });
    else if (job !== 0) added.push({ id, position, job, record: null });
    else unanswered.push(item);
  }
  await items.addAll(batch, added, at);
  return unanswered;
}

async function newestOf(
  records: Tables['records'],
  ids: readonly string[],
  since: number,
): Promise<ReadonlyMap<string, number>> {
  const newest = new Map<string, number>();
  for (const kind of ['cpf', 'cnpj'] as const) {
    const own = ids.filter((id) => kindOf(id) === kind);
    if (own.length === 0) continue;
    for (const [id, record] of await records.newestAmong(kind, own, since)) newest.set(id, record);
  }
  return newest;
}
