import { ID_LENGTHS } from '../../../identifiers/index.js';
import type { PriceKind } from '../../operations/balances.js';
import { DAY } from '../../rows/spending-rows.js';
import type { Db } from '../../db/db.js';

/** SQL for what the records of the ledger answered in the planned batches `b` that a condition selects, by kind. */
export const reusedInBatches = (
  which: string,
) => `SELECT b.num, b.key_fingerprint, b.planned_at / ${DAY} AS day,
    CASE WHEN length(i.id) = ${ID_LENGTHS.cpf} THEN 'cpf' ELSE 'cnpj' END AS kind, count(*) AS n
  FROM batches b JOIN items i ON i.batch = b.num AND i.job IS NULL AND i.answer = 'found'
  WHERE b.planned_at IS NOT NULL AND ${which} GROUP BY 1, 2, 3, 4`;

const ADD = `INSERT INTO savings (day, source, kind, key_fingerprint, records)`;
const OR_SUM = `ON CONFLICT (day, source, kind, key_fingerprint)
  DO UPDATE SET records = savings.records + excluded.records`;

/** What the ledger answered, where no batch shows it any more: single lookups, and deleted batches. */
export function createSavings(db: Db) {
  return {
    /** `day`: days since the epoch. */
    async saved(
      day: number,
      kind: PriceKind,
      keyFingerprint: string,
      records: number,
    ): Promise<void> {
      const values = [day, kind, keyFingerprint, records];
      await db.run(`${ADD} VALUES ($1, 'lookups', $2, $3, $4) ${OR_SUM}`, ...values);
    },
    /** Called before the batch, or these identifiers of it, are deleted. */
    async keepSavingsOf(batch: number, ids: readonly string[] | null = null): Promise<void> {
      await db.run(
        `${ADD} SELECT day, 'deleted', kind, key_fingerprint, n
         FROM (${reusedInBatches('b.num = $1 AND ($2::text[] IS NULL OR i.id = ANY ($2::text[]))')}) AS reused
         WHERE TRUE ${OR_SUM}`,
        ...[batch, ids],
      );
    },
  };
}
