import { UsageError } from '../../errors.js';
import type { InputLayout } from '../../input/index.js';
import { addedColumns, wholeRow } from '../columns.js';
import type { RecordPath } from '../../records/field-values.js';
import type { Format } from '../format.js';
import type { ExportRow } from '../rows.js';
import { columnName, fitting, rowXml, styles, widthsOf } from './cells.js';
import { fixedParts, SHEET_PART, sheetHead, sheetTail } from './parts.js';
import { zipped, ZipTooLargeError } from './zip.js';

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

/** A workbook with one sheet, streamed; texts stay texts, and the header stays visible. */
export function xlsxFormat(layout: InputLayout, fields: readonly RecordPath[]): Format {
  const header = [...layout.columns, ...addedColumns(fields)];
  let [written, cut] = [0, 0];
  let sample: (string | number)[][] | undefined = [];
  const next = (cells: readonly (string | number)[], style?: number) =>
    rowXml(cells, (written += 1), style);
  const begin = (rows: readonly (string | number)[][]) => {
    sample = undefined;
    const head = sheetHead(widthsOf([header, ...rows]));
    return head + next(header.map(fitting), styles.header) + rows.map((row) => next(row)).join('');
  };
  const take = (cells: (string | number)[]): string => {
    if (sample === undefined) return next(cells);
    sample.push(cells);
    return sample.length < SAMPLE ? '' : begin(sample);
  };
  const fit = (cell: string | number) => {
    if (typeof cell === 'number') return cell;
    const text = fitting(cell);
    if (text !== cell) cut += 1;
    return text;
  };
  const row = (entry: ExportRow): string => {
    refuseTooManyRows(written + (sample?.length ?? 0));
    const cells = wholeRow(layout, fields, entry).map(fit);
    refuseTooManyColumns(cells.length);
    return take(cells);
  };
  return {
    head: () => Buffer.alloc(0),
    rows: (entries) => Buffer.from(entries.map(row).join('')),
    tail: () => {
      const rest = sample === undefined ? '' : begin(sample);
      return Buffer.from(rest + sheetTail(`A1:${columnName(header.length - 1)}${written}`));
    },
    pack: packed,
    replaced: () => 0,
    cut: () => cut,
  };
}

function refuseTooManyColumns(columns: number): void {
  if (columns <= MAX_COLUMNS) return;
  throw new UsageError('too_many_columns', { most: MAX_COLUMNS });
}

async function* packed(sheet: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const fixed = fixedParts.map(([name, xml]) => ({ name, content: once(Buffer.from(xml)) }));
  try {
    yield* zipped([...fixed, { name: SHEET_PART, content: sheet }]);
  } catch (error) {
    if (!(error instanceof ZipTooLargeError)) throw error;
    throw new UsageError('workbook_too_large', {}, { cause: error });
  }
}

// eslint-disable-next-line @typescript-eslint/require-await
async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}
