import { kindOf, type IdentifierKind } from '../../identifiers/index.js';
import type { Ledger, NewItem } from '../../ledger/index.js';
import type { LocalDeps } from '../dependencies.js';
import { FirstRows, type FirstRow } from '../check/first-rows.js';
import { KindSets } from './id-set.js';
import { readRowChunks, type InputLayout, type InputRow } from '../../input/index.js';

/** The most identifiers that one submission takes (spec, "Limits"). */
export const ITEMS_PER_JOB = 10_000;
const ITEMS_PER_STATEMENT = 20_000;
/** Each one is flushed to disk; others wait meanwhile, so that it must not take long either. */
const STATEMENTS_PER_TRANSACTION = 5;
const ROWS_PER_EVENT = 20_000;
const KINDS = ['cpf', 'cnpj'] as const;

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
  /** SHA-256 (hex) and bytes of the private copy. */
  readonly hash: string;
  readonly size: number;
  /** Ends when the private copy is on disk; a plan is committed only then. */
  readonly flushed: Promise<void>;
}

/**
 * Reads every row, writes each identifier once and lays them out in jobs of at most 10,000, in input
 * order. A plan that was cut short is begun anew, so a crash in between leaves nothing half planned.
 */
export async function planBatch(
  deps: LocalDeps,
  batch: number,
  { path, name, layout, hash, size, flushed }: PlannedInput,
  reuseSince: number,
): Promise<void> {
  const plan = startPlan(deps, batch, reuseSince);
  for await (const rows of readRowChunks(path, layout, name)) {
    for (const row of rows) plan.take(row);
  }
  await flushed;
  plan.finish({ inputHash: hash, inputSize: size });
}

function startPlan(deps: LocalDeps, batch: number, reuseSince: number) {
  const { ledger, clock } = deps;
  const counts = noRows();
  const seen = new KindSets();
  const jobs = new JobPlanner();
  const firsts = new FirstRows();
  ledger.items.clear(batch);
  const nextJob = (length: number) => jobs.place(kindOf({ length }));

  /** A record that was there a moment ago may have been removed since: then its identifier is sent. */
  const write = (rows: readonly FirstRow[]) => {
    const answered = rows.flatMap(({ id, job }) => (job === 0 ? [id] : []));
    const paid = paidAmong(ledger, KINDS, answered, reuseSince);
    const items = rows.map(({ id, position, job }): NewItem => {
      const record = paid.get(id);
      if (record !== undefined) return { id, position, job: null, record };
      return { id, position, job: job === 0 ? nextJob(id.length) : job, record: null };
    });
    ledger.items.addAll(batch, items, clock.now());
  };

  /** Writes some parts in one transaction; false when there are none left. */
  const writeSome = (parts: Iterator<FirstRow[], void>): boolean => {
    for (let left = STATEMENTS_PER_TRANSACTION; left > 0; left -= 1) {
      const part = parts.next();
      if (part.done === true) return false;
      write(part.value);
    }
    return true;
  };

  const flush = () => {
    const kinds = KINDS.filter((kind) => ledger.records.haveSince(kind, reuseSince));
    const among = (ids: readonly string[]) => paidAmong(ledger, kinds, ids, reuseSince);
    const paid = { count: ITEMS_PER_STATEMENT, among };
    firsts.assign(nextJob, kinds.length === 0 ? undefined : paid);
    const parts = firsts.drain(ITEMS_PER_STATEMENT);
    while (ledger.transaction(() => writeSome(parts)));
  };

  return {
    take(row: InputRow): void {
      countRow(counts, row, (id, kind) => {
        const isFirst = seen.add(kind, id);
        if (isFirst) firsts.add(id, row.number);
        return isFirst;
      });
      if (counts.rows % ROWS_PER_EVENT === 0) deps.emit({ type: 'reading', rows: counts.rows });
      if (firsts.isFull) flush();
    },
    finish(copy: { inputHash: string; inputSize: number }): void {
      flush();
      deps.emit({ type: 'reading', rows: counts.rows });
      ledger.transaction(() => {
        for (const job of jobs.planned) ledger.jobs.plan(batch, job);
        ledger.batches.setPlanned(batch, { ...counts, ...copy }, clock.now());
      });
    },
  };
}

/** Those of some identifiers that a young enough record answers. */
function paidAmong(
  ledger: Ledger,
  kinds: readonly IdentifierKind[],
  ids: readonly string[],
  since: number,
): Map<string, number> {
  return new Map(
    kinds.flatMap((kind) => {
      const own = ids.filter((id) => kindOf(id) === kind);
      return [...ledger.records.newestAmong(kind, own, since)];
    }),
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
