import { kindOf, type IdentifierKind } from '../../../identifiers/index.js';
import type { Database } from '../../../sqlite/index.js';
import type {
  Delivered,
  NewBatch,
  NewJob,
  PlannedFacts,
  PlannedItem,
  WantedBatch,
} from '../../operations/planning.js';
import type { ColumnKind } from '../../../identifiers/index.js';
import type { NewItem } from '../tables/items/index.js';
import type { Tables } from '../tables/index.js';

/** Identifiers per statement. Each call into the SQLite library costs more than a row. */
const AT_ONCE = 20_000;

export function planningOperations(db: Database, tables: Tables) {
  const { batches, items, jobs } = tables;
  return {
    batchToContinue: (wanted: WantedBatch, again: boolean) => batches.toContinue(wanted, again),
    claimBatch: (wanted: NewBatch, again: boolean) =>
      db.transaction(() => batches.claim(wanted, again)),
    beginPlan: (batch: number, kind: ColumnKind, layout: string) =>
      db.transaction(() => {
        if (batches.isPlanned(batch)) return 'planned' as const;
        items.clear(batch);
        batches.setLayout(batch, kind, layout);
        return 'begun' as const;
      }),
    addPlannedItems: (batch: number, all: readonly PlannedItem[], since: number, at: number) =>
      db.transaction(() => {
        const unanswered: PlannedItem[] = [];
        for (let from = 0; from < all.length; from += AT_ONCE) {
          const some = all.slice(from, from + AT_ONCE);
          unanswered.push(...addSome(tables, batch, some, since, at));
        }
        return unanswered;
      }),
    finishPlan: (batch: number, planned: readonly NewJob[], facts: PlannedFacts, at: number) => {
      db.transaction(() => {
        for (const job of planned) jobs.plan(batch, job);
        batches.setPlanned(batch, facts, at);
      });
    },
    discardBatch: (batch: number) => {
      batches.discard(batch);
    },
    discardUnsent: (batch: number) =>
      db.transaction(() => {
        const sent = jobs
          .of(batch)
          .some((job) => job.state !== 'planned' || job.begunTick !== null);
        return !sent && batches.remove(batch);
      }),
    keepOutput: (batch: number, path: string, stamp: string) => {
      db.transaction(() => {
        batches.setOutput(batch, path, stamp);
      });
    },
    keepWritten: (batch: number, path: string, stamp: string) => {
      db.transaction(() => {
        batches.addWritten(batch, path, stamp);
      });
    },
    keepDelivered: (batch: number, delivered: Delivered) => {
      batches.setDelivered(batch, delivered);
    },
  };
}

/** Adds the identifiers of one statement; returns those that no record answers. */
function addSome(
  { items, records }: Tables,
  batch: number,
  some: readonly PlannedItem[],
  since: number,
  at: number,
) {
  const ids = some.flatMap(({ id, job }) => (job === 0 ? [id] : []));
  const paid = newestOf(records, ids, since);
  const unanswered: PlannedItem[] = [];
  const added: NewItem[] = [];
  for (const item of some) {
    const { id, position, job } = item;
    const record = paid.get(id);
    if (record !== undefined) added.push({ id, position, job: null, record });
    else if (job !== 0) added.push({ id, position, job, record: null });
    else unanswered.push(item);
  }
  items.addAll(batch, added, at);
  return unanswered;
}

function newestOf(records: Tables['records'], ids: readonly string[], since: number) {
  return new Map(
    (['cpf', 'cnpj'] as const).flatMap((kind: IdentifierKind) => {
      const own = ids.filter((id) => kindOf(id) === kind);
      return own.length === 0 ? [] : [...records.newestAmong(kind, own, since)];
    }),
  );
}
