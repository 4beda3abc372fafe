import { ID_LENGTHS, type IdentifierKind } from '../../../../identifiers/index.js';
import { byBatch } from '../../../tables/rows.js';
import { OUTCOME, toCounts } from '../../../tables/jobs.js';
import type { ItemCounts } from '../../../types.js';
import type { Db } from '../../../db/db.js';

/** Counts each job first, and joins its state to the few counts. */
const countSql = (which: string) =>
  `SELECT i.batch, ${OUTCOME} AS what, sum(i.n) AS n
   FROM (SELECT batch, job, answer, count(*) AS n FROM items WHERE ${which}
         GROUP BY batch, job, answer) i
     LEFT JOIN jobs j ON j.batch = i.batch AND j.seq = i.job
   GROUP BY 1, 2`;

const ofKind = (kind: IdentifierKind) => `length(id) = ${ID_LENGTHS[kind]}`;

/** Counts identifiers by outcome. */
export function createItemCounts(db: Db) {
  return {
    /** `kind`: counts only this kind, in a batch with CPF and CNPJ. */
    async counts(batch: number, kind?: IdentifierKind): Promise<ItemCounts> {
      const which = kind === undefined ? 'batch = $1' : `batch = $1 AND ${ofKind(kind)}`;
      return toCounts(await db.all(countSql(which), batch));
    },
    /**
     * The counts of every batch that has identifiers, by batch number, with one query. `kind`: counts
     * only this kind, in batches with CPF and CNPJ.
     */
    async countsOfAll(kind?: IdentifierKind): Promise<ReadonlyMap<number, ItemCounts>> {
      const mixed = 'batch IN (SELECT num FROM batches WHERE mixed = 1)';
      const which = kind === undefined ? 'TRUE' : `${mixed} AND ${ofKind(kind)}`;
      const rows = byBatch(await db.all(countSql(which)), (row) => row);
      return new Map([...rows].map(([batch, own]) => [batch, toCounts(own)]));
    },
  };
}
