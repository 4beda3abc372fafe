import { UsageError } from '../base/errors.js';
import type { InputLayout } from '../input/index.js';
import type { LabelSet } from '../records/labels.js';
import type { MatchCounts } from '../records/matches.js';
import {
  buildAddedHeadings,
  createRowBuilder,
  createEarlierResultFilter,
  type ResultColumn,
} from './cells.js';
import type { RowFormat } from './format.js';
import type { ExportRow, RowSource } from './rows.js';
import {
  type Cell,
  buildColumnName,
  cutToFit,
  MAX_COLUMNS,
  MAX_ROWS,
  writeRowXml,
  type SheetDialect,
} from './sheet-xml.js';
import { readDecimal, buildTypedCells } from './values.js';
import { writeColsXml, computeWidths } from './widths.js';
import {
  DEFAULT_NAME,
  MAIN_NAMESPACE,
  packWorkbook,
  type SmallSheet,
  XML_DECLARATION,
} from './workbook-parts.js';

export function refuseTooManyRows(rows: number): void {
  if (rows < MAX_ROWS) return;
  throw new UsageError('workbook_too_large', {});
}

interface SheetOptions {
  /** The name of the sheet, by default `confere`. */
  readonly name?: string;
  /** A sheet after this one. */
  readonly secondSheet?: SmallSheet;
}

interface ResultSheet {
  /** The columns (0-based) of text that are numbers with a decimal comma. */
  readonly decimalColumns?: ReadonlySet<number>;
  readonly labels?: LabelSet;
  readonly totals?: RowSource['totals'];
  /** The counts of the rows, which are final once all rows are written. */
  readonly count?: { readonly matches?: MatchCounts };
}

/**
 * Creates the format of a result as a new workbook. If the input is a workbook, too, the sheet has its name, and its
 * numbers stay numbers; in a text, the `decimalColumns` become numbers. Other cells of the input are texts.
 */
export function createXlsxFormat(
  layout: InputLayout,
  fields: readonly ResultColumn[],
  { decimalColumns = new Set(), labels, totals, count }: ResultSheet = {},
): RowFormat<ExportRow> {
  const toCells = createRowBuilder(layout, (entry) => buildTypedCells(fields, entry, labels));
  const dropEarlierResult = createEarlierResultFilter(layout);
  const sheet = layout.origin?.sheet;
  // A column of a workbook has numbers only if the last text in it stands above the rows, as its heading does, because
  // a text among the rows may look like a number. Identifiers stay text.
  const rowsAbove = layout.preamble + Number(layout.hasHeader);
  const identifierColumns = layout.parts?.columns ?? [layout.column];
  const readers = dropEarlierResult(
    layout.columns.map((_, index) => {
      if (identifierColumns.includes(index)) return undefined;
      if (decimalColumns.has(index)) return readDecimal;
      return (sheet?.numbers?.[index] ?? Infinity) <= rowsAbove ? readPlainNumber : undefined;
    }),
  );
  const toTypedCell = (cell: Cell, index: number): Cell =>
    typeof cell === 'string' ? (readers[index]?.(cell) ?? cell) : cell;
  const header = [...dropEarlierResult(layout.columns), ...buildAddedHeadings(fields, labels)];
  return createSheetFormat(header, (entry: ExportRow) => toCells(entry).map(toTypedCell), {
    name: sheet?.name ?? totals?.resultSheet,
    secondSheet: totals && {
      name: DEFAULT_NAME,
      xml: () => writeTotalsXml(totals.rows(count?.matches)),
    },
  });
}

/** Returns a sheet of totals as XML: two columns, of which the first one has the names. */
function writeTotalsXml(rows: readonly (readonly Cell[])[]): string {
  const lines = rows.map((cells, at) =>
    cells.length === 0 ? '' : writeRowXml(cells, at + 1, ROW_DIALECT),
  );
  const cols = writeColsXml(computeWidths([], rows));
  return `${XML_DECLARATION}<worksheet xmlns="${MAIN_NAMESPACE}">${cols}<sheetData>${lines.join('')}</sheetData></worksheet>`;
}

function readPlainNumber(cell: string): Cell {
  return String(Number(cell)) === cell ? Number(cell) : cell;
}

/**
 * Creates the format of a table as a workbook. While it is written, too many rows or columns are refused.
 * @throws UsageError `workbook_too_large`
 */
export function createSheetFormat<Row>(
  header: readonly string[],
  toCells: (row: Row) => readonly Cell[],
  { name = DEFAULT_NAME, secondSheet }: SheetOptions = {},
): RowFormat<Row> {
  let [writtenRows, cut] = [0, 0];
  const fitCell = (cell: Cell): Cell => {
    if (typeof cell !== 'string') return cell;
    const text = cutToFit(cell);
    if (text !== cell) cut += 1;
    return text;
  };
  const writeRow = (cells: readonly Cell[]): string => {
    refuseTooManyRows(writtenRows);
    if (cells.length > MAX_COLUMNS) throw new UsageError('workbook_too_large', {});
    return writeRowXml(cells.map(fitCell), (writtenRows += 1), ROW_DIALECT);
  };
  // The widths stand before the rows and depend on the first of them, so the beginning is written with these.
  const writeBeginning = (rows: readonly (readonly Cell[])[]): string => {
    if (writtenRows > 0) return '';
    const cols = writeColsXml(computeWidths(header, rows));
    return (
      SHEET_HEAD +
      cols +
      SHEET_DATA +
      writeRowXml(header.map(cutToFit), (writtenRows += 1), HEADER_DIALECT)
    );
  };
  const lastColumn = buildColumnName(header.length - 1);
  return {
    rows: (chunk) => {
      const rows = chunk.map(toCells);
      return Buffer.from(writeBeginning(rows) + rows.map(writeRow).join(''));
    },
    tail: () => {
      const range = `A1:${lastColumn}${Math.max(1, writtenRows)}`;
      // Without this element, Excel marks every identifier as a number that is stored as text.
      const ignoredErrors = `<ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors>`;
      return Buffer.from(
        `${writeBeginning([])}</sheetData><autoFilter ref="${range}"/>${ignoredErrors}</worksheet>`,
      );
    },
    pack: (sheet) => packWorkbook(sheet, name, secondSheet),
    countCut: () => cut,
  };
}

/** The styles of the rows, and those of the header, which `buildStylesXml` (workbook-parts.ts) writes in this order. */
export const ROW_DIALECT: SheetDialect = {
  styles: { text: 1, quoted: 3, date: 5, time: 6, amount: 7 },
};
export const HEADER_DIALECT: SheetDialect = {
  styles: { ...ROW_DIALECT.styles, text: 2, quoted: 4 },
};

/** The beginning of the sheet, with a frozen header row. */
const SHEET_HEAD =
  `${XML_DECLARATION}<worksheet xmlns="${MAIN_NAMESPACE}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
  '</sheetView></sheetViews><sheetFormatPr defaultColWidth="18" defaultRowHeight="15"/>';
const SHEET_DATA = '<sheetData>';
