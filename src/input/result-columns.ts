import { lookupColumns, MATCH_PREFIX, recordFields } from '../records/fields.js';
import { findColumnOfHeading, hasLabelSuffix } from '../records/labels.js';
import type { InputLayout } from './types.js';

type Header = Pick<InputLayout, 'hasHeader' | 'columns'>;

/** The column names of an export, in lower case: some databases write every header in capitals. */
const RESULT_NAMES: ReadonlySet<string> = new Set(
  [
    ...(['cpf', 'cnpj'] as const).flatMap(lookupColumns),
    ...recordFields('both').map((field) => MATCH_PREFIX + field),
  ].map(normalizeName),
);

function normalizeName(name: string): string {
  return name.trim().toLowerCase();
}

/**
 * Returns whether a column has the prefix of the columns of a result (contract, "Export"), or one of the headings that
 * `--labels` writes in English or Portuguese.
 */
export function isResultName(name: string): boolean {
  return normalizeName(name).startsWith('lookup_') || findColumnOfHeading(name) !== undefined;
}

/** Returns the name of a column in the service's spelling, also for a heading that `--labels` wrote. */
function toServiceName(name: string): string {
  return normalizeName(findColumnOfHeading(name) ?? name);
}

/**
 * Returns the 0-based indexes of the columns of an earlier export, which a result replaces. In a file that is not a
 * whole result only the exact names of an export count, because the user may have other columns named `lookup_*`.
 */
export function findResultColumns({ hasHeader, columns }: Header): ReadonlySet<number> {
  const names = hasHeader ? columns : [];
  const found = names.map(toServiceName).filter((name) => RESULT_NAMES.has(name));
  const isWholeResult = found.includes('lookup_status') && new Set(found).size > 1;
  const isOfEarlierResult = (name: string) =>
    RESULT_NAMES.has(toServiceName(name)) ||
    (isWholeResult && (isResultName(name) || hasLabelSuffix(name)));
  return new Set(names.flatMap((name, index) => (isOfEarlierResult(name) ? [index] : [])));
}

/** Returns the 0-based indexes of the columns that are not from an earlier result, and may have the identifiers. */
export function findOriginalColumns({ hasHeader, columns }: Header): number[] {
  const indexes = columns.map((_, index) => index);
  return hasHeader ? indexes.filter((index) => !isResultName(columns[index] ?? '')) : indexes;
}

/** The hidden name that leads to the sheet of totals of a workbook, also after the user renamed the sheet. */
export const TOTALS_NAME = '_confere_totals';
