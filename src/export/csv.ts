import type { Writable } from 'node:stream';
import iconv from 'iconv-lite';
import { type RowText, type InputLayout, type TextEncoding, toBytes } from '../input/index.js';
import { isByteText } from '../input/encoding.js';
import { splitRawCells } from '../input/table.js';
import { formatCsvLines, formatCsvRecords } from '../records/csv-lines.js';
import { isFormula, createEarlierResultFilter } from './cells.js';
import { hasTabs, type RowFormat } from './format.js';

type Cells = readonly (string | number)[];

/** Creates CSV in the dialect of the input: the input's rows stay byte for byte, and the `added` columns follow. */
export function createCsvFormat<Row extends { readonly row: RowText }>(
  layout: InputLayout,
  header: RowText | undefined,
  added: readonly string[],
  toCells: (row: Row) => Cells,
): RowFormat<Row> {
  const encoder = createEncoder(layout.encoding);
  const { delimiter, lineEnd, columns } = layout;
  const formatRows = (rows: readonly Cells[]) =>
    formatCsvRecords(
      isByteText(layout.encoding)
        ? rows.map((cells) => cells.map((cell) => encoder.encodeAdded(String(cell))))
        : rows,
      delimiter,
    );
  const formatInputRow = createInputRowFormatter(layout, encoder);
  const names = header ?? { raw: formatRows([columns]).join(), cells: columns };
  const formatLine = (inputRow: RowText, addedText = '') =>
    formatInputRow(inputRow) + delimiter + addedText + lineEnd;
  const start = buildByteOrderMark(layout);
  return {
    head: () => encoder.toBytes(start + formatLine(names, ...formatRows([added]))),
    rows: (rows) => {
      const cells = formatRows(rows.map(toCells));
      return encoder.toBytes(rows.map(({ row }, at) => formatLine(row, cells[at])).join(''));
    },
    countReplaced: encoder.countReplaced,
  };
}

export interface CsvFormat extends Pick<InputLayout, 'delimiter' | 'lineEnd' | 'encoding' | 'bom'> {
  /** Whether cells that Excel would run as formulas get a `'` in front. */
  readonly isDefused?: boolean;
}

/** CSV for Excel in Brazil. */
export const EXCEL_DIALECT: CsvFormat = {
  delimiter: ';',
  lineEnd: '\r\n',
  encoding: 'utf8',
  bom: 3,
  isDefused: true,
};

const PLAIN_DIALECT: CsvFormat = { delimiter: ',', lineEnd: '\n', encoding: 'utf8', bom: 0 };

/**
 * Returns the dialect of the input, so that the same program opens all files of a command, unless `--excel` or the name
 * asks for another dialect.
 */
export function chooseDialect(
  target: string | Writable,
  { excel = false, format }: { readonly excel?: boolean; readonly format?: string },
  input: CsvFormat = PLAIN_DIALECT,
): CsvFormat {
  if (excel) return EXCEL_DIALECT;
  return hasTabs(target, format) ? { ...input, delimiter: '\t' } : input;
}

/** Creates CSV in a dialect. */
export function createTableFormat<Row>(
  header: readonly string[],
  toCells: (row: Row) => Cells,
  dialect: CsvFormat,
): RowFormat<Row> {
  const { encodeAdded, toBytes: encodeLines, countReplaced } = createEncoder(dialect.encoding);
  const defuseFormula = (cell: string) => (isFormula(cell) ? `'${cell}` : cell);
  const toText = (cell: string | number) =>
    encodeAdded(dialect.isDefused === true ? defuseFormula(String(cell)) : String(cell));
  const formatLines = (rows: readonly Cells[]) =>
    formatCsvLines(
      rows.map((cells) => cells.map(toText)),
      dialect,
    );
  return {
    head: () => encodeLines(buildByteOrderMark(dialect) + formatLines([header])),
    rows: (chunk) => encodeLines(formatLines(chunk.map(toCells))),
    countReplaced,
  };
}

/**
 * Creates a function that returns the text of an input row without the columns of an earlier result, filled up to the
 * number of columns; its other cells keep their bytes.
 */
function createInputRowFormatter(layout: InputLayout, encoder: Encoder): (row: RowText) => string {
  const { delimiter, columns } = layout;
  const dropEarlierResult = createEarlierResultFilter(layout);
  const width = dropEarlierResult(columns).length;
  const fillUp = (text: string, cells: number) =>
    cells < width ? text + delimiter.repeat(width - cells) : text;
  if (width === columns.length) return ({ raw, cells }) => fillUp(raw, cells.length);
  return ({ raw, cells }) => {
    const texts = splitRawCells(raw, delimiter);
    const isSplit = texts.length === cells.length;
    const keptCells = dropEarlierResult(isSplit ? texts : cells.map(encoder.encodeAdded));
    return fillUp(
      isSplit ? keptCells.join(delimiter) : formatCsvRecords([keptCells], delimiter).join(),
      keptCells.length,
    );
  };
}

type Encoder = ReturnType<typeof createEncoder>;

/**
 * Creates the functions that write text in an encoding. An input that is read byte by byte has a character for each
 * byte in its raw text; `encodeAdded` brings parsed cells and added text into the same form.
 */
function createEncoder(encoding: TextEncoding) {
  let replaced = 0;
  const codePage = encoding === 'cp850' ? encoding : 'windows-1252';
  const encodeCharacter = (character: string): string => {
    const encoded = iconv.encode(character, codePage).toString('latin1');
    if (encoded !== '?' || character === '?') return encoded;
    replaced += 1;
    // A letter without its accents is the closest one that the encoding has.
    const withoutAccents = character.normalize('NFD').replace(/\p{M}/gu, '');
    return iconv.encode(withoutAccents, codePage).toString('latin1');
  };
  // eslint-disable-next-line no-control-regex
  const isPlain = encoding === 'cp850' ? /^[\x00-\x7f]*$/ : /^[\x00-\x7f\xa0-\xff]*$/;
  const encodeInPage = (text: string) =>
    isPlain.test(text) ? text : Array.from(text, encodeCharacter).join('');
  // An input with invalid UTF-8 is read as one character for each byte, so the added text becomes such characters, too.
  const encodeAsBytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
  const keepText = (text: string) => text;
  const encodeAdded =
    encoding === 'utf8-broken' ? encodeAsBytes : isByteText(encoding) ? encodeInPage : keepText;
  return {
    encodeAdded,
    toBytes: (raw: string) => toBytes(raw, encoding),
    countReplaced: () => replaced,
  };
}

function buildByteOrderMark({ encoding, bom }: Pick<CsvFormat, 'encoding' | 'bom'>): string {
  if (bom === 0) return '';
  return isByteText(encoding) ? '\xef\xbb\xbf' : '\ufeff';
}
