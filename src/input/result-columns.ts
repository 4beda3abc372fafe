import { lookupColumns } from '../records/fields.js';
import type { InputLayout } from './types.js';

type Header = Pick<InputLayout, 'hasHeader' | 'columns'>;

/** The column names of an export, in lower case: some databases write every header in capitals. */
const RESULT_NAMES: ReadonlySet<string> = new Set(
  (['cpf', 'cnpj'] as const).flatMap(lookupColumns).map(normalizeName),
);

function normalizeName(name: string): string {
  return name.trim().toLowerCase();
}

/** Whether a column has the prefix of the columns of a result (contract, "Export"). */
export function isResultName(name: string): boolean {
  return normalizeName(name).startsWith('lookup_');
}

/**
 * Returns the 0-based indexes of the columns of an earlier export, which a result replaces. In a file that is not a
 * whole result only the exact names of an export count, because the user may have other columns named `lookup_*`.
 */
export function findResultColumns({ hasHeader, columns }: Header): ReadonlySet<number> {
  const names = hasHeader ? columns.map(normalizeName) : [];
  const found = names.filter((name) => RESULT_NAMES.has(name));
  const isWhole = found.includes('lookup_status') && new Set(found).size > 1;
  const isEarlier = (name: string) => (isWhole ? isResultName(name) : RESULT_NAMES.has(name));
  return new Set(names.flatMap((name, index) => (isEarlier(name) ? [index] : [])));
}

/** Returns the 0-based indexes of the columns that are not from an earlier result, and may have the identifiers. */
export function findOriginalColumns({ hasHeader, columns }: Header): number[] {
  const indexes = columns.map((_, index) => index);
  return hasHeader ? indexes.filter((index) => !isResultName(columns[index] ?? '')) : indexes;
}
