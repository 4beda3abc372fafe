import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { UsageError } from '../../errors.js';
import type { InputLayout } from '../../input/index.js';
import { addedColumns, wholeRow } from '../columns.js';
import { ownCells } from '../own-cells.js';
import type { RecordPath } from '../../records/fields.js';
import type { Format } from '../format.js';
import { columnName, fitting, rowXml, styles, widthsOf, type Cell } from './cells.js';
import {
  DEFAULT_NAME,
  FIRST_OWN_STYLE,
  partsOf,
  SHEET_PART,
  sheetHead,
  sheetTail,
  type Book,
} from './parts.js';
import { typedColumns } from './typed-cells.js';

/** The maximum number of rows of a worksheet, with the header. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
/** Rows from which the widths are computed; they are buffered until then. */
const SAMPLE = 200;

/** Refuses more rows than a worksheet holds, before any is written. */
export function refuseTooManyRows(rows: number): void {
  if (rows < MAX_ROWS) return;
  throw new UsageError('too_many_rows', { most: MAX_ROWS - 1 });
}

/**
 * A workbook with one sheet, streamed; texts stay texts, and the header stays visible. Of an input that is a workbook it
 * has the name of the sheet, the widths of the columns, and their numbers, dates and booleans.
 */
export function xlsxFormat(layout: InputLayout, fields: readonly RecordPath[]): Format {
  const toCells = wholeRow(layout, fields);
  const own = ownCells(layout);
  const header = [...own(layout.columns), ...addedColumns(fields)];
  const sheet = layout.origin?.sheet;
  const widths = own(layout.columns.map((_, index) => sheet?.columns?.[index]?.width));
  const types = own(typedColumns(layout) ?? []);
  const formats = [...new Set((sheet?.columns ?? []).flatMap(({ format }) => format ?? []))];
  const book = {
    ...{ sheetName: sheet?.name ?? DEFAULT_NAME, formats },
    epoch1904: sheet?.epoch1904 === true,
  };
  const { rows, tail, pack, cut } = createSheet(header, { ...book, widths });
  const typed = (cells: readonly (string | number)[], row: number): Cell[] =>
    cells.map((cell, index) => (typeof cell === 'string' && types[index]?.(cell, row)) || cell);
  return {
    head: () => Buffer.alloc(0),
    rows: (entries) => rows(entries.map((entry) => typed(toCells(entry), entry.row.sheetRow))),
    ...{ tail, pack, cut, replaced: () => 0 },
  };
}

type Cells = readonly Cell[];

/** The only sheet of a workbook, as it is written. */
interface SheetWriter extends Required<Pick<Format, 'pack' | 'cut'>> {
  readonly rows: (cells: readonly Cells[]) => Buffer;
  readonly tail: () => Buffer;
}

/** How the sheet looks; a column without a width gets one by its cells. */
interface SheetLook extends Book {
  readonly widths: readonly (number | undefined)[];
}

const PLAIN_LOOK: SheetLook = {
  ...{ sheetName: DEFAULT_NAME, formats: [], epoch1904: false },
  widths: [],
};

/** A sheet below this header. @throws UsageError while it is written if it has too many rows or columns */
export function createSheet(header: readonly string[], look = PLAIN_LOOK): SheetWriter {
  let [written, cut] = [0, 0];
  let sample: Cells[] | undefined = [];
  const styleOf = (format: string | number) =>
    format === 0 ? styles.general : FIRST_OWN_STYLE + look.formats.indexOf(format);
  const next = (cells: Cells, style?: number) => rowXml(cells, (written += 1), style, styleOf);
  const begin = (rows: readonly Cells[]) => {
    sample = undefined;
    const widths = widthsOf([header, ...rows]).map((width, index) => look.widths[index] ?? width);
    const names = next(header.map(fitting), styles.header);
    return sheetHead(widths) + names + rows.map((row) => next(row)).join('');
  };
  const take = (cells: Cells): string => {
    if (sample === undefined) return next(cells);
    sample.push(cells);
    return sample.length < SAMPLE ? '' : begin(sample);
  };
  const fit = (cell: Cell): Cell => {
    if (typeof cell !== 'string') return cell;
    const text = fitting(cell);
    if (text !== cell) cut += 1;
    return text;
  };
  const row = (cells: Cells): string => {
    refuseTooManyRows(written + (sample?.length ?? 0));
    refuseTooManyColumns(cells.length);
    return take(cells.map(fit));
  };
  return {
    rows: (all) => Buffer.from(all.map(row).join('')),
    tail: () => {
      const rest = sample === undefined ? '' : begin(sample);
      return Buffer.from(rest + sheetTail(`A1:${columnName(header.length - 1)}${written}`));
    },
    pack: (sheet) => packed(sheet, look),
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
async function* packed(sheet: AsyncIterable<Buffer>, book: Book): AsyncGenerator<Buffer> {
  const archive = new ZipFile();
  const input = Readable.from(measured(sheet), { objectMode: false });
  // A broken sheet breaks the archive, which yazl alone would leave open.
  input.once('error', (error) => archive.outputStream.emit('error', error));
  for (const [name, xml] of partsOf(book)) archive.addBuffer(Buffer.from(xml), name, NO_DATE);
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
