import type { IdentifierKind } from '../../../identifiers/index.js';
import type { Database } from '../../../sqlite/index.js';
import type { Tables } from '../tables/index.js';
import { withNumber } from './lookups.js';
import { removeBatch, purgeRecords } from './removal.js';

const KINDS = ['cpf', 'cnpj'] as const;

export function recordsOperations(db: Database, tables: Tables) {
  const { answeredBy, records } = tables;
  return {
    noteSandbox: () => {
      answeredBy.add('sandbox');
    },
    isOfSandbox: () => answeredBy.has('sandbox'),
    newestRecord: (kind: IdentifierKind, id: string, since: number) => {
      const record = records.newest(kind, id, since);
      return record && withNumber(tables, { kind, id }, record);
    },
    kindsPaidSince: (since: number): IdentifierKind[] =>
      KINDS.filter((kind) => records.haveSince(kind, since)),
    paidAmong: (kind: IdentifierKind, ids: readonly string[], since: number) =>
      new Set(records.newestAmong(kind, ids, since).keys()),
    purgeRecords: (before: number) => purgeRecords(db, before),
    removeBatch: (batch: number, before: number) => removeBatch(db, tables, batch, before),
  };
}
