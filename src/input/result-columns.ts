import { lookupColumns } from '../records/fields.js';
import type { InputLayout } from './types.js';

type Header = Pick<InputLayout, 'hasHeader' | 'columns'>;

/** In lower case: some databases write every header in capitals. */
const WRITTEN: ReadonlySet<string> = new Set(
  (['cpf', 'cnpj'] as const).flatMap(lookupColumns).map(plain),
);

function plain(name: string): string {
  return name.trim().toLowerCase();
}

/** Contract, "Export". */
export function isResultName(name: string): boolean {
  return plain(name).startsWith('lookup_');
}

/**
 * The 0-based indexes of the columns of an earlier export, which a result writes anew. Of a file that is no whole result
 * they have the very names of an export: the user may have other columns named `lookup_*`.
 */
export function earlierResults({ hasHeader, columns }: Header): ReadonlySet<number> {
  const names = hasHeader ? columns.map(plain) : [];
  const written = names.filter((name) => WRITTEN.has(name));
  const isWhole = written.includes('lookup_status') && new Set(written).size > 1;
  const isEarlier = (name: string) => (isWhole ? isResultName(name) : WRITTEN.has(name));
  return new Set(names.flatMap((name, index) => (isEarlier(name) ? [index] : [])));
}

/** The 0-based indexes of the columns that may hold the identifiers. */
export function ownColumns({ hasHeader, columns }: Header): number[] {
  const indexes = columns.map((_, index) => index);
  return hasHeader ? indexes.filter((index) => !isResultName(columns[index] ?? '')) : indexes;
}
