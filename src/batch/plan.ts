import type { IdentifierKind } from '../identifiers/index.js';
import type { LocalDeps } from './deps.js';
import type { Ledger } from '../ledger/index.js';
import { KindSets } from './id-set.js';
import { readRowChunks, type InputLayout, type InputRow } from './input/index.js';

/** The most identifiers that one submission takes (spec, "Limits"). */
export const ITEMS_PER_JOB = 10_000;
const ITEMS_PER_TRANSACTION = 20_000;

/** The first row of an identifier. */
interface FirstRow {
  readonly id: string;
  readonly kind: IdentifierKind;
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
export function countRow(
  counts: RowCounts,
  row: InputRow,
  isFirst: (id: string, kind: IdentifierKind) => boolean,
): void {
  counts.rows += 1;
  if (!row.reading.valid) {
    counts.invalid += 1;
    counts.reasons[row.reading.reason] = (counts.reasons[row.reading.reason] ?? 0) + 1;
    return;
  }
  if (row.reading.repaired) counts.repaired += 1;
  if (!isFirst(row.reading.id, row.reading.kind)) counts.duplicates += 1;
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
  const plan = startPlan(deps, batch, reuseSince);
  for await (const rows of readRowChunks(path, layout, name)) {
    for (const row of rows) plan.take(row);
    if (plan.waiting() >= ITEMS_PER_TRANSACTION) plan.flush();
  }
  plan.flush();
  plan.finish();
}

function startPlan(deps: LocalDeps, batch: number, reuseSince: number) {
  const { ledger, clock } = deps;
  const counts = noRows();
  const seen = new KindSets();
  const jobs = new JobPlanner();
  let firsts: FirstRow[] = [];
  ledger.items.clear(batch);

  const write = () => {
    const paid = paidAmong(ledger, firsts, reuseSince);
    const items = firsts.map(({ id, kind, position }) => {
      const record = paid.get(id) ?? null;
      return { id, position, job: record === null ? jobs.place(kind) : null, record };
    });
    ledger.items.addAll(batch, items, clock.now());
  };

  return {
    waiting: () => firsts.length,
    take(row: InputRow): void {
      countRow(counts, row, (id, kind) => {
        const isFirst = seen.add(kind, id);
        if (isFirst) firsts.push({ id, kind, position: row.number });
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
        for (const job of jobs.planned) ledger.jobs.plan(batch, job);
        ledger.batches.setPlanned(batch, counts, clock.now());
      });
    },
  };
}

/** Those of the rows' identifiers that a young enough record answers. */
function paidAmong(ledger: Ledger, rows: readonly FirstRow[], since: number): Map<string, number> {
  const idsOf = (kind: IdentifierKind) =>
    rows.filter((row) => row.kind === kind).map(({ id }) => id);
  return new Map(
    (['cpf', 'cnpj'] as const).flatMap((kind) => [
      ...ledger.records.newestAmong(kind, idsOf(kind), since),
    ]),
  );
}

/** Lays identifiers out in jobs, each of one kind, in the order in which they come. */
class JobPlanner {
  readonly planned: { seq: number; kind: IdentifierKind; items: number }[] = [];
  readonly #open = new Map<IdentifierKind, { seq: number; items: number }>();

  /** The number of the job that the next identifier of this kind goes into. */
  place(kind: IdentifierKind): number {
    const open = this.#open.get(kind);
    const job = open === undefined || open.items === ITEMS_PER_JOB ? this.#begin(kind) : open;
    job.items += 1;
    return job.seq;
  }

  #begin(kind: IdentifierKind) {
    const job = { seq: this.planned.length + 1, kind, items: 0 };
    this.planned.push(job);
    this.#open.set(kind, job);
    return job;
  }
}
