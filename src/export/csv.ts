import type { Writable } from 'node:stream';
import iconv from 'iconv-lite';
import { type HeaderText, type InputLayout, type TextEncoding, toBytes } from '../input/index.js';
import { isByteText } from '../input/encoding.js';
import { splitRaw } from '../input/table.js';
import { csvLines, csvRecords } from '../records/csv-lines.js';
import type { RecordPath } from '../records/fields.js';
import { addedCells, addedColumns, mayBeFormula, ownCells } from './cells.js';
import { hasTabs, type Format } from './format.js';

export { csvLines } from '../records/csv-lines.js';

/** CSV in the input's own dialect: its records stay byte for byte, and the results are appended. */
export function csvFormat(
  layout: InputLayout,
  fields: readonly RecordPath[],
  header: HeaderText | undefined,
): Format {
  const encoder = createEncoder(layout.encoding);
  const { delimiter, lineEnd, columns } = layout;
  const records = (rows: readonly (readonly (string | number)[])[]) =>
    csvRecords(
      isByteText(layout.encoding)
        ? rows.map((cells) => cells.map((cell) => encoder.own(String(cell))))
        : rows,
      delimiter,
    );
  const own = ownText(layout, encoder);
  const names = header ?? { raw: records([columns]).join(), cells: columns };
  const mark = layout.bom > 0 ? byteOrderMark(layout.encoding) : '';
  const line = (before: HeaderText, record = '') => own(before) + delimiter + record + lineEnd;
  return {
    head: () => encoder.toBytes(mark + line(names, ...records([addedColumns(fields)]))),
    rows: (entries) => {
      const added = records(entries.map(({ result }) => addedCells(fields, result)));
      return encoder.toBytes(entries.map(({ row }, at) => line(row, added[at])).join(''));
    },
    replaced: encoder.replaced,
  };
}

type Cells = readonly string[];

interface Lines extends Pick<Format, 'replaced'> {
  readonly mark: Buffer;
  readonly bytes: (rows: readonly Cells[]) => Buffer;
}

export function tableFormat<Row>(
  header: Cells,
  cellsOf: (row: Row) => readonly (string | number)[],
  { mark, bytes, replaced }: Lines,
): Format<Row> {
  return {
    head: () => Buffer.concat([mark, bytes([header])]),
    rows: (some) => bytes(some.map((row) => cellsOf(row).map(String))),
    replaced,
  };
}

/** Tabs between the cells, for `.tsv` of an input with another delimiter. */
export function tabLines({ encoding, lineEnd, bom }: InputLayout): Lines {
  const { own, toBytes: encoded, replaced } = createEncoder(encoding);
  const dialect = { delimiter: '\t', lineEnd };
  return {
    mark: encoded(bom > 0 ? byteOrderMark(encoding) : ''),
    bytes: (rows) =>
      encoded(
        csvLines(
          rows.map((cells) => cells.map(own)),
          dialect,
        ),
      ),
    replaced,
  };
}

/** CSV for Excel in Brazil, where a `'` stands before a cell that it would run as a formula. */
export const excelLines: Lines = {
  mark: Buffer.from('\ufeff'),
  bytes: (rows) => {
    const defused = (cell: string) => (mayBeFormula(cell) ? `'${cell}` : cell);
    const dialect = { delimiter: ';', lineEnd: '\r\n' };
    return Buffer.from(
      csvLines(
        rows.map((row) => row.map(defused)),
        dialect,
      ),
    );
  },
};

export function linesFor(target: string | Writable, excel: boolean, format?: string): Lines {
  if (excel) return excelLines;
  const dialect = { delimiter: hasTabs(target, format) ? '\t' : ',', lineEnd: '\n' };
  return { mark: Buffer.alloc(0), bytes: (rows) => Buffer.from(csvLines(rows, dialect)) };
}

/** A record without the columns of an earlier result, filled up to the input's columns; other cells keep their bytes. */
export function ownText(layout: InputLayout, encoder: Encoder): (record: HeaderText) => string {
  const { delimiter, columns } = layout;
  const own = ownCells(layout);
  const width = own(columns).length;
  const fill = (text: string, cells: number) =>
    cells < width ? text + delimiter.repeat(width - cells) : text;
  if (width === columns.length) return ({ raw, cells }) => fill(raw, cells.length);
  return ({ raw, cells }) => {
    const texts = splitRaw(raw, delimiter);
    const isSplit = texts.length === cells.length;
    const kept = own(isSplit ? texts : cells.map(encoder.own));
    return fill(isSplit ? kept.join(delimiter) : csvRecords([kept], delimiter).join(), kept.length);
  };
}

type Encoder = ReturnType<typeof createEncoder>;

/** `own`: added text in the form that `toBytes` expects; original cells go only through that. */
export function createEncoder(encoding: TextEncoding) {
  let replaced = 0;
  const one = (character: string): string => {
    const encoded = iconv.encode(character, 'windows-1252').toString('latin1');
    if (encoded !== '?' || character === '?') return encoded;
    replaced += 1;
    // The closest text that there is: the letter without its marks.
    const plain = character.normalize('NFD').replace(/\p{M}/gu, '');
    return iconv.encode(plain, 'windows-1252').toString('latin1');
  };
  const isPlain = /^[\x00-\x7f\xa0-\xff]*$/; // eslint-disable-line no-control-regex
  const latin = (text: string) => (isPlain.test(text) ? text : Array.from(text, one).join(''));
  // Invalid UTF-8 is handled byte by byte; the added text is valid UTF-8.
  const broken = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
  const same = (text: string) => text;
  const own = encoding === 'latin1' ? latin : encoding === 'utf8-broken' ? broken : same;
  return { own, toBytes: (raw: string) => toBytes(raw, encoding), replaced: () => replaced };
}

export function byteOrderMark(encoding: TextEncoding): string {
  return isByteText(encoding) ? '\xef\xbb\xbf' : '\ufeff';
}
