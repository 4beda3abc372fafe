import type { Writable } from 'node:stream';
import iconv from 'iconv-lite';
import { type HeaderText, type InputLayout, type TextEncoding, toBytes } from '../input/index.js';
import { isByteText } from '../input/encoding.js';
import { splitRawCells } from '../input/table.js';
import { formatCsvLines, formatCsvRecords } from '../records/csv-lines.js';
import { isFormula, dropEarlierResult } from './cells.js';
import { hasTabs, type RowFormat } from './format.js';

type Cells = readonly (string | number)[];

/** Returns CSV in the input's own dialect: its records stay byte for byte, and the `added` columns follow. */
export function csvFormat<Row extends { readonly row: HeaderText }>(
  layout: InputLayout,
  header: HeaderText | undefined,
  added: readonly string[],
  cellsOf: (row: Row) => Cells,
): RowFormat<Row> {
  const encoder = createEncoder(layout.encoding);
  const { delimiter, lineEnd, columns } = layout;
  const records = (rows: readonly Cells[]) =>
    formatCsvRecords(
      isByteText(layout.encoding)
        ? rows.map((cells) => cells.map((cell) => encoder.own(String(cell))))
        : rows,
      delimiter,
    );
  const own = createOwnText(layout, encoder);
  const names = header ?? { raw: records([columns]).join(), cells: columns };
  const line = (before: HeaderText, record = '') => own(before) + delimiter + record + lineEnd;
  const mark = byteOrderMark(layout);
  return {
    head: () => encoder.toBytes(mark + line(names, ...records([added]))),
    rows: (some) => {
      const cells = records(some.map(cellsOf));
      return encoder.toBytes(some.map(({ row }, at) => line(row, cells[at])).join(''));
    },
    replaced: encoder.replaced,
  };
}

export interface CsvFormat extends Pick<InputLayout, 'delimiter' | 'lineEnd' | 'encoding' | 'bom'> {
  /** Whether cells that Excel would run as formulas get a `'` in front. */
  readonly isDefused?: boolean;
}

/** CSV for Excel in Brazil. */
export const EXCEL: CsvFormat = {
  delimiter: ';',
  lineEnd: '\r\n',
  encoding: 'utf8',
  bom: 3,
  isDefused: true,
};

const PLAIN: CsvFormat = { delimiter: ',', lineEnd: '\n', encoding: 'utf8', bom: 0 };

/**
 * Returns the dialect of the input, so that all files of a command open alike, unless `--excel` or the name asks for
 * another.
 */
export function dialectFor(
  target: string | Writable,
  { excel = false, format }: { readonly excel?: boolean; readonly format?: string },
  input: CsvFormat = PLAIN,
): CsvFormat {
  if (excel) return EXCEL;
  return hasTabs(target, format) ? { ...input, delimiter: '\t' } : input;
}

/** Returns a table as CSV in a dialect. */
export function tableFormat<Row>(
  header: readonly string[],
  cellsOf: (row: Row) => Cells,
  dialect: CsvFormat,
): RowFormat<Row> {
  const { own, toBytes: encoded, replaced } = createEncoder(dialect.encoding);
  const defused = (cell: string) => (isFormula(cell) ? `'${cell}` : cell);
  const textOf = (cell: string | number) =>
    own(dialect.isDefused === true ? defused(String(cell)) : String(cell));
  const lines = (rows: readonly Cells[]) =>
    formatCsvLines(
      rows.map((cells) => cells.map(textOf)),
      dialect,
    );
  return {
    head: () => encoded(byteOrderMark(dialect) + lines([header])),
    rows: (some) => encoded(lines(some.map(cellsOf))),
    replaced,
  };
}

/**
 * Returns a record without the columns of an earlier result, filled up to the input's width; other cells keep their
 * bytes.
 */
function createOwnText(layout: InputLayout, encoder: Encoder): (record: HeaderText) => string {
  const { delimiter, columns } = layout;
  const own = dropEarlierResult(layout);
  const width = own(columns).length;
  const fill = (text: string, cells: number) =>
    cells < width ? text + delimiter.repeat(width - cells) : text;
  if (width === columns.length) return ({ raw, cells }) => fill(raw, cells.length);
  return ({ raw, cells }) => {
    const texts = splitRawCells(raw, delimiter);
    const isSplit = texts.length === cells.length;
    const kept = own(isSplit ? texts : cells.map(encoder.own));
    return fill(
      isSplit ? kept.join(delimiter) : formatCsvRecords([kept], delimiter).join(),
      kept.length,
    );
  };
}

type Encoder = ReturnType<typeof createEncoder>;

/** `own` converts added text to the form that `toBytes` expects; the input's cells have that form already. */
function createEncoder(encoding: TextEncoding) {
  let replaced = 0;
  const page = encoding === 'cp850' ? encoding : 'windows-1252';
  const one = (character: string): string => {
    const encoded = iconv.encode(character, page).toString('latin1');
    if (encoded !== '?' || character === '?') return encoded;
    replaced += 1;
    // Without its marks, a letter is the closest one that the encoding has.
    const plain = character.normalize('NFD').replace(/\p{M}/gu, '');
    return iconv.encode(plain, page).toString('latin1');
  };
  // eslint-disable-next-line no-control-regex
  const isPlain = encoding === 'cp850' ? /^[\x00-\x7f]*$/ : /^[\x00-\x7f\xa0-\xff]*$/;
  const latin = (text: string) => (isPlain.test(text) ? text : Array.from(text, one).join(''));
  // Invalid UTF-8 is handled byte by byte; the added text is valid UTF-8.
  const broken = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
  const same = (text: string) => text;
  const own = encoding === 'utf8-broken' ? broken : isByteText(encoding) ? latin : same;
  return { own, toBytes: (raw: string) => toBytes(raw, encoding), replaced: () => replaced };
}

function byteOrderMark({ encoding, bom }: Pick<CsvFormat, 'encoding' | 'bom'>): string {
  if (bom === 0) return '';
  return isByteText(encoding) ? '\xef\xbb\xbf' : '\ufeff';
}
