import type { InputLayout } from './types.js';

type Header = Pick<InputLayout, 'hasHeader' | 'columns'>;

/** A result has the first name, and at least one of the others even if somebody removed columns from it. */
const STATUS = 'lookup_status';
const BESIDE =
  /^lookup_(?:reason|source|fetched_at|cpf|cnpj|name|razao_social|situacao_cadastral)$/;

/** Whether an export gives this name to a column that it adds (contract, "Export"). */
export function isResultName(name: string): boolean {
  return name.trim().startsWith('lookup_');
}

/**
 * The 0-based indexes of the columns that an earlier export added to the file. A result writes them anew,
 * so it leaves the earlier ones out. Empty if the file is not an earlier result: the user may have columns
 * named `lookup_*`, too.
 */
export function earlierResults({ hasHeader, columns }: Header): ReadonlySet<number> {
  const names = hasHeader ? columns.map((name) => name.trim()) : [];
  if (!names.includes(STATUS) || !names.some((name) => BESIDE.test(name))) return new Set();
  return new Set(columns.flatMap((name, index) => (isResultName(name) ? [index] : [])));
}

/** The 0-based indexes of the columns that may hold the identifiers: not those that an export names. */
export function ownColumns({ hasHeader, columns }: Header): number[] {
  const indexes = columns.map((_, index) => index);
  return hasHeader ? indexes.filter((index) => !isResultName(columns[index] ?? '')) : indexes;
}
