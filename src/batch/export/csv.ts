import type { IdentifierKind } from '../../identifiers/index.js';
import type { HeaderText, InputLayout } from '../input/index.js';
import { byteOrderMark, missingCells, quoter } from './dialect.js';
import { createEncoder } from './encode.js';
import { lookupColumns, recordFields } from './fields.js';
import type { Format } from './format.js';
import type { ExportRow, RowResult } from './rows.js';
import { toCell } from './text.js';

/** CSV in the input's own dialect: its records stay byte for byte, the results are appended. */
export function csvFormat(
  layout: InputLayout,
  kind: IdentifierKind,
  header: HeaderText | undefined,
): Format {
  const encoder = createEncoder(layout.encoding);
  const { delimiter, lineEnd } = layout;
  const width = layout.columns.length;
  const quote = quoter(delimiter);
  const line = (own: string, added: readonly string[]) =>
    encoder.toBytes(
      own + added.map((cell) => delimiter + quote(encoder.own(cell))).join('') + lineEnd,
    );
  const { raw, width: headerWidth } = header ?? {
    raw: layout.columns.map((name) => quote(encoder.own(name))).join(delimiter),
    width,
  };
  const mark = layout.bom > 0 ? byteOrderMark(layout.encoding) : '';
  return {
    head: () => line(mark + raw + missingCells(headerWidth, width, delimiter), lookupColumns(kind)),
    row: ({ row, result }) =>
      line(row.raw + missingCells(row.cells.length, width, delimiter), resultCells(kind, result)),
    tail: () => Buffer.alloc(0),
    replaced: encoder.replaced,
  };
}

/** CSV for a Brazilian Excel: `;`, BOM, CRLF, and no cell that a spreadsheet would run as a formula. */
export function excelFormat(layout: InputLayout, kind: IdentifierKind): Format {
  const quote = quoter(';');
  const line = (cells: readonly string[]) =>
    Buffer.from(cells.map((cell) => quote(defused(cell))).join(';') + '\r\n', 'utf8');
  const padded = ({ row }: ExportRow) => layout.columns.map((_, index) => row.cells[index] ?? '');
  return {
    head: () =>
      Buffer.concat([Buffer.from('\ufeff'), line([...layout.columns, ...lookupColumns(kind)])]),
    row: (entry) => line([...padded(entry), ...resultCells(kind, entry.result)]),
    tail: () => Buffer.alloc(0),
    replaced: () => 0,
  };
}

export function resultCells(kind: IdentifierKind, result: RowResult): string[] {
  const { status, reason, source, fetchedAt, data } = result;
  const values = recordFields(kind).map((field) => toCell(field, data?.[field]));
  return [status, reason, source, fetchedAt, ...values];
}

function defused(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}
