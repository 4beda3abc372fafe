import { UsageError } from '../base/errors.js';
import type { InputLayout } from '../input/index.js';
import type { LabelSet } from '../records/labels.js';
import type { MatchCounts } from '../records/matches.js';
import { addedColumns, createRowBuilder, dropEarlierResult, type ResultColumn } from './cells.js';
import type { RowFormat } from './format.js';
import type { ExportRow, RowSource } from './rows.js';
import {
  type Cell,
  columnName,
  cutToFit,
  MAX_COLUMNS,
  MAX_ROWS,
  rowXml,
  type SheetDialect,
} from './sheet-xml.js';
import { readDecimal, typedCells } from './values.js';
import { colsXml, computeWidths } from './widths.js';
import { DEFAULT_NAME, MAIN, packWorkbook, type SmallSheet, XML } from './workbook-parts.js';

export function refuseTooManyRows(rows: number): void {
  if (rows < MAX_ROWS) return;
  throw new UsageError('workbook_too_large', {});
}

interface SheetOptions {
  /** The name of the sheet; by default `confere`. */
  readonly name?: string;
  /** A sheet after this one. */
  readonly more?: SmallSheet;
}

interface ResultSheet {
  /** The columns (0-based) of text that are numbers with a decimal comma. */
  readonly decimals?: ReadonlySet<number>;
  readonly labels?: LabelSet;
  readonly totals?: RowSource['totals'];
  /** The counts of the rows, which are whole once all rows are written. */
  readonly count?: { readonly matches?: MatchCounts };
}

/**
 * Returns the result as a workbook. From an input that is one, it takes the name of the sheet and its numbers; from
 * text, the columns of `decimals` (0-based) as numbers. The user's other cells are texts.
 */
export function xlsxFormat(
  layout: InputLayout,
  fields: readonly ResultColumn[],
  { decimals = new Set(), labels, totals, count }: ResultSheet = {},
): RowFormat<ExportRow> {
  const toCells = createRowBuilder(layout, (entry) => typedCells(fields, entry, labels));
  const dropEarlier = dropEarlierResult(layout);
  const sheet = layout.origin?.sheet;
  // A column becomes numbers only if the last text in it stands above the rows, as its heading does: a text among the
  // rows may look like a number. Identifiers stay text.
  const rowsAbove = layout.preamble + Number(layout.hasHeader);
  const identifier = layout.parts?.columns ?? [layout.column];
  const readers = dropEarlier(
    layout.columns.map((_, index) => {
      if (identifier.includes(index)) return undefined;
      if (decimals.has(index)) return readDecimal;
      return (sheet?.numbers?.[index] ?? Infinity) <= rowsAbove ? readPlainNumber : undefined;
    }),
  );
  const typed = (cell: Cell, index: number): Cell =>
    typeof cell === 'string' ? (readers[index]?.(cell) ?? cell) : cell;
  const header = [...dropEarlier(layout.columns), ...addedColumns(fields, labels)];
  return sheetFormat(header, (entry: ExportRow) => toCells(entry).map(typed), {
    name: sheet?.name ?? totals?.resultSheet,
    more: totals && { name: DEFAULT_NAME, xml: () => totalsXml(totals.rows(count?.matches)) },
  });
}

/** Returns a sheet of totals as XML: two columns, of which the first one has the names. */
function totalsXml(rows: readonly (readonly Cell[])[]): string {
  const lines = rows.map((cells, at) => (cells.length === 0 ? '' : rowXml(cells, at + 1, ROWS)));
  const cols = colsXml(computeWidths([], rows));
  return `${XML}<worksheet xmlns="${MAIN}">${cols}<sheetData>${lines.join('')}</sheetData></worksheet>`;
}

function readPlainNumber(cell: string): Cell {
  return String(Number(cell)) === cell ? Number(cell) : cell;
}

/**
 * Returns a table as a workbook. @throws UsageError `workbook_too_large` while it is written, for too many rows or
 * columns
 */
export function sheetFormat<Row>(
  header: readonly string[],
  cellsOf: (row: Row) => readonly Cell[],
  { name = DEFAULT_NAME, more }: SheetOptions = {},
): RowFormat<Row> {
  let [written, cut] = [0, 0];
  const fit = (cell: Cell): Cell => {
    if (typeof cell !== 'string') return cell;
    const text = cutToFit(cell);
    if (text !== cell) cut += 1;
    return text;
  };
  const xml = (cells: readonly Cell[]): string => {
    refuseTooManyRows(written);
    if (cells.length > MAX_COLUMNS) throw new UsageError('workbook_too_large', {});
    return rowXml(cells.map(fit), (written += 1), ROWS);
  };
  // The widths stand before the rows, so the beginning waits for the first of them.
  const begin = (rows: readonly (readonly Cell[])[]): string => {
    if (written > 0) return '';
    const cols = colsXml(computeWidths(header, rows));
    return SHEET_HEAD + cols + SHEET_DATA + rowXml(header.map(cutToFit), (written += 1), HEADER);
  };
  const last = columnName(header.length - 1);
  return {
    rows: (some) => {
      const rows = some.map(cellsOf);
      return Buffer.from(begin(rows) + rows.map(xml).join(''));
    },
    tail: () => {
      const all = `A1:${last}${Math.max(1, written)}`;
      // Without this, Excel marks every identifier as a number that is stored as text.
      const texts = `<ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors>`;
      return Buffer.from(`${begin([])}</sheetData><autoFilter ref="${all}"/>${texts}</worksheet>`);
    },
    pack: (sheet) => packWorkbook(sheet, name, more),
    cut: () => cut,
  };
}

/** The styles of the rows, and those of the header, which `stylesXml` (workbook-parts.ts) writes in this order. */
export const ROWS: SheetDialect = {
  styles: { text: 1, quoted: 3, date: 5, time: 6, amount: 7 },
};
export const HEADER: SheetDialect = { styles: { ...ROWS.styles, text: 2, quoted: 4 } };

/** The beginning of the sheet, with a frozen header row. */
const SHEET_HEAD =
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
  '</sheetView></sheetViews><sheetFormatPr defaultColWidth="18" defaultRowHeight="15"/>';
const SHEET_DATA = '<sheetData>';
