import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { UsageError } from '../base/errors.js';
import type { InputLayout } from '../input/index.js';
import type { RecordPath } from '../records/fields.js';
import { addedColumns, dropEarlierResult, createWholeRow } from './cells.js';
import type { RowFormat } from './format.js';
import type { ExportRow } from './rows.js';
import {
  type Cell,
  columnName,
  cutToFit,
  escapeXml,
  MAX_COLUMNS,
  MAX_ROWS,
  rowXml,
  type SheetDialect,
} from './sheet-xml.js';

/** The largest size with 32 bits. Beyond it, yazl uses ZIP64, about which some spreadsheets complain. */
const MAX_BYTES = 0xffff_fffe;

export function refuseTooManyRows(rows: number): void {
  if (rows < MAX_ROWS) return;
  throw new UsageError('workbook_too_large', {});
}

/**
 * Returns the result as a workbook. From an input that is one, it takes the name of the sheet and its numbers; all else
 * is text.
 */
export function xlsxFormat(
  layout: InputLayout,
  fields: readonly RecordPath[],
): RowFormat<ExportRow> {
  const toCells = createWholeRow(layout, fields);
  const own = dropEarlierResult(layout);
  const sheet = layout.origin?.sheet;
  // A column of numbers with a text stays text, because the text may look like a number; so does an identifier.
  const first = layout.preamble + Number(layout.hasHeader);
  const identifier = layout.parts?.columns ?? [layout.column];
  const isNumbers = own(
    layout.columns.map(
      (_, index) => (sheet?.numbers?.[index] ?? Infinity) <= first && !identifier.includes(index),
    ),
  );
  const typed = (cell: Cell, index: number): Cell =>
    isNumbers[index] === true && String(Number(cell)) === cell ? Number(cell) : cell;
  const header = [...own(layout.columns), ...addedColumns(fields)];
  return sheetFormat(header, (entry: ExportRow) => toCells(entry).map(typed), sheet?.name);
}

/**
 * Returns a table as a workbook. @throws UsageError `workbook_too_large` while it is written, for too many rows or
 * columns
 */
export function sheetFormat<Row>(
  header: readonly string[],
  cellsOf: (row: Row) => readonly Cell[],
  name = DEFAULT_NAME,
): RowFormat<Row> {
  let [written, cut] = [0, 0];
  const fit = (cell: Cell): Cell => {
    if (typeof cell !== 'string') return cell;
    const text = cutToFit(cell);
    if (text !== cell) cut += 1;
    return text;
  };
  const xml = (row: Row): string => {
    refuseTooManyRows(written);
    const cells = cellsOf(row);
    if (cells.length > MAX_COLUMNS) throw new UsageError('workbook_too_large', {});
    return rowXml(cells.map(fit), (written += 1), ROWS);
  };
  const last = columnName(header.length - 1);
  return {
    head: () => Buffer.from(SHEET_HEAD + rowXml(header.map(cutToFit), (written += 1), HEADER)),
    rows: (some) => Buffer.from(some.map(xml).join('')),
    tail: () => Buffer.from(`</sheetData><autoFilter ref="A1:${last}${written}"/></worksheet>`),
    pack: (sheet) => packWorkbook(sheet, name),
    cut: () => cut,
  };
}

/** The styles of the rows, and those of the header, which `stylesXml` writes in this order. */
const ROWS: SheetDialect = { styles: { text: 1, quoted: 3, date: 5, time: 6, amount: 7 } };
const HEADER: SheetDialect = { styles: { ...ROWS.styles, text: 2, quoted: 4 } };

/**
 * A fixed date of files in the archive (1980-01-01 local time), so that the same rows give the same bytes everywhere.
 */
const NO_DATE = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

async function* packWorkbook(
  sheet: AsyncIterable<Buffer>,
  sheetName: string,
): AsyncGenerator<Buffer> {
  const archive = new ZipFile();
  const input = Readable.from(limitSize(sheet), { objectMode: false });
  // An error of the sheet must end the archive, which yazl would leave open.
  input.once('error', (error) => archive.outputStream.emit('error', error));
  for (const [name, xml] of buildParts(sheetName))
    archive.addBuffer(Buffer.from(xml), name, NO_DATE);
  archive.addReadStream(input, SHEET_PART, NO_DATE);
  archive.end();
  try {
    yield* archive.outputStream as AsyncIterable<Buffer>;
  } finally {
    input.destroy();
  }
}

async function* limitSize(sheet: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of sheet) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new UsageError('workbook_too_large', {});
    yield chunk;
  }
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const SHEET_PART = 'xl/worksheets/sheet1.xml';

/** The beginning of the sheet, with a frozen header row. */
const SHEET_HEAD =
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
  '</sheetView></sheetViews><sheetFormatPr defaultColWidth="18" defaultRowHeight="15"/><sheetData>';

/** The name of the sheet if the input has none. */
const DEFAULT_NAME = 'confere';
/** The longest name of a sheet (characters). */
const LONGEST_NAME = 31;

/** Returns a name that spreadsheets accept for a sheet. */
function cleanSheetName(name: string): string {
  const fit = name.replace(/[[\]:*?/\\]/g, ' ').replace(/^'+|(?<!')'+$/g, '');
  return Array.from(fit).slice(0, LONGEST_NAME).join('').trim() || DEFAULT_NAME;
}

/** Returns all files of the archive except the sheet. */
export function buildParts(sheetName: string): readonly (readonly [name: string, xml: string])[] {
  const relations = (...all: (readonly [kind: string, target: string])[]) =>
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all
      .map(
        ([kind, target], at) =>
          `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
      )
      .join('')}</Relationships>`;
  const override = (part: string, kind: string) =>
    `<Override PartName="/${part}" ContentType="${TYPE}.${kind}+xml"/>`;
  const types =
    `${XML}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    override('xl/workbook.xml', 'sheet.main') +
    override(SHEET_PART, 'worksheet') +
    `${override('xl/styles.xml', 'styles')}</Types>`;
  const book =
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">` +
    `<sheets><sheet name="${escapeXml(cleanSheetName(sheetName))}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  return [
    ['[Content_Types].xml', types],
    ['_rels/.rels', relations(['officeDocument', 'xl/workbook.xml'])],
    ['xl/workbook.xml', book],
    [
      'xl/_rels/workbook.xml.rels',
      relations(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']),
    ],
    ['xl/styles.xml', stylesXml()],
  ];
}

/**
 * Returns the formats of `ROWS` and `HEADER`: general, text (format 49, `@`), bold text, both kinds of text with a leading
 * apostrophe, date (14), date with time (22), and amount (4, `#,##0.00`).
 */
function stylesXml(): string {
  const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>';
  const xf = (format: number, fontId: number, more = '') =>
    `<xf numFmtId="${format}" fontId="${fontId}" fillId="0" borderId="0" xfId="0"${more} applyNumberFormat="1" applyFont="1"/>`;
  const quoted = ' quotePrefix="1"';
  return (
    `${XML}<styleSheet xmlns="${MAIN}">` +
    `<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="8">${xf(0, 0)}${xf(49, 0)}${xf(49, 1)}${xf(49, 0, quoted)}${xf(49, 1, quoted)}` +
    `${xf(14, 0)}${xf(22, 0)}${xf(4, 0)}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}
