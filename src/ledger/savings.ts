import type { IdentifierKind } from '../identifiers/index.js';
import { composedSql, type Sql, type LiteralSql } from '../sqlite/sql.js';
import type { PriceKind } from './claims.js';
import type { Db, LedgerEngine } from './db.js';
import { KIND_OF_ITEMS } from './jobs.js';
import { storeAnsweredUses, type AnsweredUse } from './uses.js';

/** Ms of a day. Savings are stored by the number of their UTC day since 1970. */
export const DAY = 86_400_000;

/** A single lookup that a record of the ledger answered instead of the service. */
export interface Reuse {
  readonly kind: PriceKind;
  readonly keyFingerprint: string;
  /** Epoch ms. */
  readonly at: number;
  /** Undefined for a reuse that the log leaves out. */
  readonly use?: Omit<AnsweredUse, 'at'>;
}

export function savingsOperations(engine: LedgerEngine) {
  const counter = createReuseCounter(engine);
  return {
    countReuse: counter.count,
    writeReuses: counter.write,
  };
}

/** Ms from the first counted reuse until all reuses are written together; closing the ledger writes them, too. */
const WRITTEN_AFTER = 60_000;
/** The number of reuses after which all are written, so that they need little memory. */
const WRITTEN_AT = 10_000;

/** Counts reuses in memory at first, because a transaction for each would take longer than its answer. */
function createReuseCounter(engine: LedgerEngine) {
  let counted = new Map<string, number>();
  let newUses: AnsweredUse[] = [];
  let firstCountedAt: number | undefined;
  const store = engine.write(async (tx, reuses: typeof counted, uses: typeof newUses) => {
    await storeAnsweredUses(tx, uses);
    for (const [key, records] of reuses)
      await tx.run(
        `${ADD_SAVINGS} VALUES ($1, 'lookups', $2, $3, $4) ${OR_SUM}`,
        ...[...(JSON.parse(key) as [number, string, string]), records],
      );
  });
  const write = async (): Promise<void> => {
    const [reuses, uses] = [counted, newUses];
    counted = new Map();
    newUses = [];
    firstCountedAt = undefined;
    // A count that cannot be written is dropped: the answers were given, and no money depends on it.
    if (reuses.size > 0) await store(reuses, uses).catch(() => undefined);
  };
  const count = async ({ kind, keyFingerprint, at, use }: Reuse): Promise<void> => {
    const key = JSON.stringify([Math.floor(at / DAY), kind, keyFingerprint]);
    counted.set(key, (counted.get(key) ?? 0) + 1);
    if (use !== undefined) newUses.push({ ...use, at });
    firstCountedAt ??= at;
    if (Math.abs(at - firstCountedAt) >= WRITTEN_AFTER || newUses.length >= WRITTEN_AT)
      await write();
  };
  return { count, write };
}

/**
 * Returns SQL for the identifiers of each batch that records of the ledger answered, by the day on which the batch was
 * planned.
 */
export function selectReuses<S extends string>(condition: LiteralSql<S>): Sql {
  return composedSql(`SELECT b.num, b.key_fingerprint, b.planned_at / ${DAY} AS day,
    ${KIND_OF_ITEMS} AS kind, sum(i.reused) AS n
  FROM batches b JOIN items i ON i.batch = b.num AND i.reused > 0
  WHERE b.planned_at IS NOT NULL AND ${condition} GROUP BY 1, 2, 3, 4`);
}

/** SQL that adds to the savings of single lookups and of deleted batches, which nothing else in the ledger shows. */
const ADD_SAVINGS = `INSERT INTO savings (day, source, kind, key_fingerprint, records)`;
const OR_SUM = `ON CONFLICT (day, source, kind, key_fingerprint)
  DO UPDATE SET records = savings.records + excluded.records`;

/** Stores the savings of a batch that is about to be removed. */
export async function storeSavingsOfBatch(db: Db, batch: number): Promise<void> {
  await db.run(
    `${ADD_SAVINGS} SELECT day, 'deleted', kind, key_fingerprint, n
     FROM (${selectReuses('b.num = $1')}) AS reused WHERE TRUE ${OR_SUM}`,
    batch,
  );
}

/**
 * Stores the savings of identifiers that are erased from a batch. `records`: how many of them records of the ledger
 * answered.
 */
export async function storeSavingsOfErased(
  db: Db,
  batch: number,
  kind: IdentifierKind,
  records: number,
): Promise<void> {
  await db.run(
    `${ADD_SAVINGS} SELECT planned_at / ${DAY}, 'deleted', $2, key_fingerprint, $3::bigint FROM batches
     WHERE num = $1 AND planned_at IS NOT NULL AND $3::bigint > 0 ${OR_SUM}`,
    ...[batch, kind, records],
  );
}
