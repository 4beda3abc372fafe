import { ID_LENGTHS } from '../../../../identifiers/index.js';
import type { Database } from '../../../../sqlite/index.js';
import type { PriceKind } from '../../../operations/balances.js';
import { DAY } from '../../../rows/spending-rows.js';

/** SQL for what the records of the ledger answered in the planned batches `b` that a condition selects, by kind. */
export const reusedInBatches = (
  which: string,
) => `SELECT b.num, b.key_fingerprint, b.planned_at / ${DAY} AS day,
    iif(length(i.id) = ${ID_LENGTHS.cpf}, 'cpf', 'cnpj') AS kind, count(*) AS n
  FROM batches b CROSS JOIN items i ON i.batch = b.num AND i.job IS NULL AND i.answer = 'found'
  WHERE b.planned_at IS NOT NULL AND ${which} GROUP BY b.num, 4`;

/** What the ledger answered, where no batch shows it any more: single lookups, and deleted batches. */
export function createSavings(db: Database) {
  const add = db.prepare(
    `INSERT INTO savings (day, source, kind, key_fingerprint, records) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET records = records + excluded.records`,
  );
  const inBatch = db.prepare(
    reusedInBatches('b.num = ?1 AND (?2 IS NULL OR i.id IN (SELECT value FROM json_each(?2)))'),
  );
  return {
    /** `day`: days since the epoch. */
    saved(day: number, kind: PriceKind, keyFingerprint: string, records: number): void {
      add.run(day, 'lookups', kind, keyFingerprint, records);
    },
    /** Called before the batch, or these identifiers of it, are deleted. */
    keepSavingsOf(batch: number, ids: readonly string[] | null = null): void {
      const which = ids === null ? null : JSON.stringify(ids);
      for (const { day, kind, key_fingerprint: key, n } of inBatch.all(batch, which))
        add.run(day ?? null, 'deleted', kind ?? null, key ?? null, n ?? null);
    },
  };
}
