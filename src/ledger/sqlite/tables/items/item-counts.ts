import { ID_LENGTHS, type IdentifierKind } from '../../../../identifiers/index.js';
import type { Database } from '../../../../sqlite/index.js';
import { byBatch } from '../../../tables/rows.js';
import { OUTCOME, toCounts } from '../../../tables/jobs.js';
import type { ItemCounts } from '../../../types.js';

/** Groups in the column order of `items_by_job`, so that SQLite reads only the index. */
const countSql = (which: string, groups: string) =>
  `SELECT i.batch, ${OUTCOME} AS what, sum(i.n) AS n
   FROM (SELECT batch, job, answer, count(*) AS n FROM items WHERE ${which}
         ${groups}) i
     LEFT JOIN jobs j ON j.batch = i.batch AND j.seq = i.job
   GROUP BY 1, 2`;

/** Within one batch. Grouping by its number too takes a sixth longer. */
const ONE = 'GROUP BY job, answer';
const ALL = 'GROUP BY batch, job, answer';

const ofKind = (kind: IdentifierKind) => `length(id) = ${ID_LENGTHS[kind]}`;

/** Counts identifiers by outcome. */
export function createItemCounts(db: Database) {
  const ofOne = db.prepare(countSql('batch = ?', ONE));
  return {
    /** `kind`: counts only this kind, in a batch with CPF and CNPJ. */
    counts(batch: number, kind?: IdentifierKind): ItemCounts {
      const statement =
        kind === undefined ? ofOne : db.prepare(countSql(`batch = ? AND ${ofKind(kind)}`, ONE));
      return toCounts(statement.all(batch));
    },
    /**
     * The counts of every batch that has identifiers, by batch number, with one query. `kind`: counts
     * only this kind, in batches with CPF and CNPJ.
     */
    countsOfAll(kind?: IdentifierKind): ReadonlyMap<number, ItemCounts> {
      const mixed = 'batch IN (SELECT num FROM batches WHERE mixed = 1)';
      const which = kind === undefined ? 'TRUE' : `${mixed} AND ${ofKind(kind)}`;
      const rows = byBatch(db.prepare(countSql(which, ALL)).all(), (row) => row);
      return new Map([...rows].map(([batch, own]) => [batch, toCounts(own)]));
    },
  };
}
