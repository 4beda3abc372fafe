import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { UsageError } from '../base/errors.js';
import type { ColumnKind } from '../identifiers/index.js';
import { toCell } from '../records/cells.js';
import { fieldsWithin } from '../records/fields.js';
import type { InputLayout } from '../input/index.js';
import { chooseDialect, createTableFormat } from './csv.js';
import { formatRows, chooseFormat, checkFormat, requireTableName } from './format.js';
import type { ExportRow } from './rows.js';
import type { Cell } from './cell.js';
import { buildTypedCell } from './values.js';
import { createSheetFormat } from './xlsx.js';

const PARTNER_FIELDS = fieldsWithin['QSA'] ?? [];

/** The columns of `--partners`, a file beside the result with one row for each partner of a company. */
export const partnerColumns: readonly string[] = ['cnpj', ...PARTNER_FIELDS];

/**
 * Refuses a file of partners for a batch of CPFs, with an extension that no table has, or with the path of the result.
 * @throws UsageError
 */
export function refusePartners(
  {
    partners,
    target,
    excel,
  }: {
    readonly partners?: string;
    readonly target: string | Writable;
    readonly excel?: boolean;
  },
  kind: ColumnKind | null,
): void {
  if (partners === undefined) return;
  requireTableName(partners);
  checkFormat(partners, undefined, excel);
  if (kind === 'cpf') throw new UsageError('partners_need_cnpj', {});
  // On many file systems, `A.csv` and `a.csv` are the same file.
  const normalizePath = (path: string) => resolve(path).normalize('NFC').toLowerCase();
  if (typeof target === 'string' && normalizePath(target) === normalizePath(partners))
    throw new UsageError('same_output', { of: 'side_files' });
}

/**
 * Returns the bytes of a file of partners, those of each company once. `excel` has the same effect as for the result.
 */
export function formatPartners(
  chunks: AsyncIterable<readonly ExportRow[]>,
  layout: InputLayout,
  { path, excel }: { readonly path: string; readonly excel: boolean },
): AsyncIterable<Buffer> {
  const writtenIds = new Set<string>();
  const isSheet = chooseFormat(path, undefined, excel) === 'xlsx';
  const toValue = (field: string, value: unknown): Cell =>
    isSheet ? buildTypedCell({ name: field, path: [field] }, value) : toCell(field, value);
  const listPartnerRows = ({ row, result }: ExportRow): readonly (readonly Cell[])[] => {
    const id = row.reading.valid ? row.reading.id : '';
    if (result.data === null || writtenIds.has(id)) return [];
    writtenIds.add(id);
    const { QSA: partners } = result.data;
    if (!Array.isArray(partners)) return [];
    const all = partners.filter((each) => each !== null).map(Object) as (typeof result.data)[];
    return all.map((partner) => [
      id,
      ...PARTNER_FIELDS.map((field) => toValue(field, partner[field])),
    ]);
  };
  const yieldRows = async function* () {
    for await (const rows of chunks) yield rows.flatMap(listPartnerRows);
  };
  const format = isSheet
    ? createSheetFormat(partnerColumns, (row: readonly Cell[]) => row)
    : createTableFormat(
        partnerColumns,
        (row: readonly Cell[]) => row.map(String),
        chooseDialect(path, { excel }, layout),
      );
  return formatRows(format, yieldRows());
}
