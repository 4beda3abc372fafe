import type { IdentifierKind } from '../identifiers/index.js';
import type { LocalDeps } from './deps.js';
import { IdSet } from './id-set.js';
import { readRowChunks, type InputLayout, type InputRow } from './input/index.js';

/** The most identifiers that one submission takes (spec, "Limits"). */
export const ITEMS_PER_JOB = 10_000;
const ITEMS_PER_TRANSACTION = 20_000;

/** The first row of an identifier. */
interface FirstRow {
  readonly id: string;
  readonly position: number;
}

/** Counts rows as the contract does: `rows = invalid + duplicates + unique`. */
export interface RowCounts {
  rows: number;
  invalid: number;
  duplicates: number;
  repaired: number;
  readonly reasons: Record<string, number>;
}

export function noRows(): RowCounts {
  return { rows: 0, invalid: 0, duplicates: 0, repaired: 0, reasons: {} };
}

/** Counts one row; `isFirst` tells whether its identifier was not seen before. */
export function countRow(counts: RowCounts, row: InputRow, isFirst: (id: string) => boolean): void {
  counts.rows += 1;
  if (!row.reading.valid) {
    counts.invalid += 1;
    counts.reasons[row.reading.reason] = (counts.reasons[row.reading.reason] ?? 0) + 1;
    return;
  }
  if (row.reading.repaired) counts.repaired += 1;
  if (!isFirst(row.reading.id)) counts.duplicates += 1;
}

interface PlannedInput {
  readonly path: string;
  /** What people call it. */
  readonly name: string;
  readonly layout: InputLayout;
}

/**
 * Reads every row, writes each identifier once and lays them out in jobs of at most 10,000, in input
 * order. A plan that was cut short is begun anew, so a crash in between leaves nothing half planned.
 */
export async function planBatch(
  deps: LocalDeps,
  batch: number,
  { path, name, layout }: PlannedInput,
  reuseSince: number,
): Promise<void> {
  const plan = startPlan(deps, batch, layout.kind, reuseSince);
  for await (const rows of readRowChunks(path, layout, name)) {
    for (const row of rows) plan.take(row);
    if (plan.waiting() >= ITEMS_PER_TRANSACTION) plan.flush();
  }
  plan.flush();
  plan.finish();
}

function startPlan(deps: LocalDeps, batch: number, kind: IdentifierKind, reuseSince: number) {
  const { ledger, clock } = deps;
  const counts = noRows();
  const seen = new IdSet();
  let firsts: FirstRow[] = [];
  let toSend = 0;
  ledger.items.clear(batch);

  const write = () => {
    const ids = firsts.map(({ id }) => id);
    const paid = ledger.records.newestAmong(kind, ids, reuseSince);
    const items = firsts.map(({ id, position }) => {
      const record = paid.get(id) ?? null;
      const job = record === null ? Math.floor(toSend++ / ITEMS_PER_JOB) + 1 : null;
      return { id, position, job, record };
    });
    ledger.items.addAll(batch, items, clock.now());
  };

  return {
    waiting: () => firsts.length,
    take(row: InputRow): void {
      countRow(counts, row, (id) => {
        const isFirst = seen.add(id);
        if (isFirst) firsts.push({ id, position: row.number });
        return isFirst;
      });
    },
    flush(): void {
      ledger.transaction(write);
      firsts = [];
      deps.emit({ type: 'reading', rows: counts.rows });
    },
    finish(): void {
      ledger.transaction(() => {
        for (let seq = 1; (seq - 1) * ITEMS_PER_JOB < toSend; seq += 1) {
          ledger.jobs.plan(batch, seq, Math.min(ITEMS_PER_JOB, toSend - (seq - 1) * ITEMS_PER_JOB));
        }
        ledger.batches.setPlanned(batch, counts, clock.now());
      });
    },
  };
}
