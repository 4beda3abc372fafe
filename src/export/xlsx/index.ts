import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { UsageError } from '../../errors.js';
import type { InputLayout } from '../../input/index.js';
import { addedColumns, wholeRow } from '../columns.js';
import { ownCells } from '../own-cells.js';
import type { RecordPath } from '../../records/fields.js';
import type { Format } from '../format.js';
import { columnName, fitting, rowXml, styles, type Cell } from './cells.js';
import { DEFAULT_NAME, partsOf, SHEET_HEAD, SHEET_PART, sheetTail } from './parts.js';

/** The maximum number of rows of a worksheet, with the header. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;

/** Refuses more rows than a worksheet holds, before any is written. */
export function refuseTooManyRows(rows: number): void {
  if (rows < MAX_ROWS) return;
  throw new UsageError('too_many_rows', { most: MAX_ROWS - 1 });
}

/**
 * A workbook with one sheet, streamed; texts stay texts, and the header stays visible. Of an input that is a workbook it
 * has the name of the sheet, and its numbers; dates and other values are texts as they are shown.
 */
export function xlsxFormat(layout: InputLayout, fields: readonly RecordPath[]): Format {
  const toCells = wholeRow(layout, fields);
  const own = ownCells(layout);
  const sheet = layout.origin?.sheet;
  // A text among the numbers may be a number that is to stay a text, and so is an identifier.
  const first = layout.preamble + Number(layout.hasHeader);
  const identifier = layout.parts?.columns ?? [layout.column];
  const isNumbers = own(
    layout.columns.map(
      (_, index) => (sheet?.numbers?.[index] ?? Infinity) <= first && !identifier.includes(index),
    ),
  );
  const header = [...own(layout.columns), ...addedColumns(fields)];
  const { rows, tail, pack, cut } = createSheet(header, sheet?.name);
  const typed = (cells: readonly Cell[]): Cell[] =>
    cells.map((cell, index) => (isNumbers[index] === true ? numberOr(cell) : cell));
  return {
    head: () => Buffer.alloc(0),
    rows: (entries) => rows(entries.map((entry) => typed(toCells(entry)))),
    ...{ tail, pack, cut, replaced: () => 0 },
  };
}

function numberOr(cell: Cell): Cell {
  return String(Number(cell)) === cell ? Number(cell) : cell;
}

type Cells = readonly Cell[];

/** The only sheet of a workbook, as it is written. */
interface SheetWriter extends Required<Pick<Format, 'pack' | 'cut'>> {
  readonly rows: (cells: readonly Cells[]) => Buffer;
  readonly tail: () => Buffer;
}

/** A sheet below this header. @throws UsageError while it is written if it has too many rows or columns */
export function createSheet(header: readonly string[], name = DEFAULT_NAME): SheetWriter {
  let [written, cut] = [0, 0];
  const begin = () =>
    written > 0 ? '' : SHEET_HEAD + rowXml(header.map(fitting), (written += 1), styles.header);
  const fit = (cell: Cell): Cell => {
    if (typeof cell !== 'string') return cell;
    const text = fitting(cell);
    if (text !== cell) cut += 1;
    return text;
  };
  const row = (cells: Cells): string => {
    refuseTooManyRows(written);
    refuseTooManyColumns(cells.length);
    return rowXml(cells.map(fit), (written += 1));
  };
  return {
    rows: (all) => Buffer.from(begin() + all.map(row).join('')),
    tail: () => Buffer.from(begin() + sheetTail(`A1:${columnName(header.length - 1)}${written}`)),
    pack: (sheet) => packed(sheet, name),
    cut: () => cut,
  };
}

function refuseTooManyColumns(columns: number): void {
  if (columns <= MAX_COLUMNS) return;
  throw new UsageError('too_many_columns', { most: MAX_COLUMNS });
}

/** 1980-01-01 in the zone of this machine, so that the same rows give the same bytes everywhere. */
const NO_DATE = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };
/**
 * The maximum size with 32 bits. Beyond it yazl would use ZIP64, about which some spreadsheets complain.
 */
const MAX_BYTES = 0xffff_fffe;

/** Packs the sheet and the other parts as they are read. */
async function* packed(sheet: AsyncIterable<Buffer>, sheetName: string): AsyncGenerator<Buffer> {
  const archive = new ZipFile();
  const input = Readable.from(measured(sheet), { objectMode: false });
  // A broken sheet breaks the archive, which yazl alone would leave open.
  input.once('error', (error) => archive.outputStream.emit('error', error));
  for (const [name, xml] of partsOf(sheetName)) archive.addBuffer(Buffer.from(xml), name, NO_DATE);
  archive.addReadStream(input, SHEET_PART, NO_DATE);
  archive.end();
  try {
    yield* archive.outputStream as AsyncIterable<Buffer>;
  } finally {
    input.destroy();
  }
}

async function* measured(sheet: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of sheet) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new UsageError('workbook_too_large', {});
    yield chunk;
  }
}
