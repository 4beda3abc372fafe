import type { Writable } from 'node:stream';
import type { HeaderText, InputLayout } from '../input/index.js';
import { byteOrderMark, createEncoder, ownCells, ownText } from './own-cells.js';
import type { RowResult } from './rows.js';
import { addedColumns, fieldCells, stateCells, wholeRow } from './columns.js';
import type { RecordPath } from '../records/fields.js';
import { hasTabs, type Format } from './format.js';
import { csvLines, csvRecords, type CsvDialect } from '../records/csv-lines.js';
import { mayBeFormula } from './formula-cell.js';

/** CSV in the input's own dialect: its records stay byte for byte, and the results are appended. */
export function csvFormat(
  layout: InputLayout,
  fields: readonly RecordPath[],
  header: HeaderText | undefined,
): Format {
  const encoder = createEncoder(layout.encoding);
  const { delimiter, lineEnd } = layout;
  const texts = (rows: readonly (readonly string[])[]) => csvRecords(rows, delimiter);
  const encoded = (cells: readonly (string | number)[], first: string[] = []) => {
    for (const cell of cells) first.push(encoder.own(String(cell)));
    return first;
  };
  // An empty cell in front, so that the text begins with a delimiter.
  const after = (cells: readonly (string | number)[]) => encoded(cells, ['']);
  // Neighbours mostly share the cells about the outcome.
  let [shared, last] = ['', ''];
  const stateText = (result: RowResult) => {
    const cells = stateCells(result);
    const key = cells.join('\0');
    if (key !== last) [shared, last] = [texts([after(cells)]).join(), key];
    return shared;
  };
  const own = ownText(layout, encoder);
  const names = header ?? { raw: texts([encoded(layout.columns)]).join(), cells: layout.columns };
  const mark = layout.bom > 0 ? byteOrderMark(layout.encoding) : '';
  return {
    head: () =>
      encoder.toBytes(mark + own(names) + texts([after(addedColumns(fields))]).join() + lineEnd),
    rows: (entries) => {
      const records = texts(entries.map(({ result }) => after(fieldCells(fields, result))));
      let text = '';
      entries.forEach(({ row, result }, at) => {
        text += own(row) + stateText(result) + (records[at] ?? '') + lineEnd;
      });
      return encoder.toBytes(text);
    },
    tail: () => Buffer.alloc(0),
    replaced: encoder.replaced,
  };
}

/** The same cells with tabs between them, for `.tsv` of an input with another delimiter. */
export function tabFormat(layout: InputLayout, fields: readonly RecordPath[]): Format {
  const encoder = createEncoder(layout.encoding);
  const row = wholeRow(layout, fields);
  const dialect = { delimiter: '\t', lineEnd: layout.lineEnd };
  const lines = (rows: readonly (readonly (string | number)[])[]) =>
    encoder.toBytes(
      csvLines(
        rows.map((cells) => cells.map((cell) => encoder.own(String(cell)))),
        dialect,
      ),
    );
  const mark = layout.bom > 0 ? byteOrderMark(layout.encoding) : '';
  return {
    head: () =>
      Buffer.concat([
        encoder.toBytes(mark),
        lines([[...ownCells(layout)(layout.columns), ...addedColumns(fields)]]),
      ]),
    rows: (entries) => lines(entries.map(row)),
    tail: () => Buffer.alloc(0),
    replaced: encoder.replaced,
  };
}

/**
 * CSV for Excel in Brazil: `;`, byte order mark, CRLF, and no cell that a spreadsheet would run as a
 * formula.
 */
export function excelFormat(layout: InputLayout, fields: readonly RecordPath[]): Format {
  const row = wholeRow(layout, fields);
  return {
    head: () =>
      Buffer.concat([
        Buffer.from('\ufeff'),
        excelLines([[...ownCells(layout)(layout.columns), ...addedColumns(fields)]]),
      ]),
    rows: (entries) => excelLines(entries.map((entry) => row(entry).map(String))),
    tail: () => Buffer.alloc(0),
    replaced: () => 0,
  };
}

const EXCEL: CsvDialect = { delimiter: ';', lineEnd: '\r\n' };

/** Lines as `--excel` writes them. */
function excelLines(rows: readonly (readonly string[])[]): Buffer {
  return Buffer.from(
    csvLines(
      rows.map((cells) => cells.map(defused)),
      EXCEL,
    ),
  );
}

/** Lines of plain CSV: `,`, UTF-8, LF. */
function plainLines(rows: readonly (readonly string[])[]): Buffer {
  return Buffer.from(csvLines(rows));
}

/** The same with tabs, for names that end in `.tsv`. */
function tabLines(rows: readonly (readonly string[])[]): Buffer {
  return Buffer.from(csvLines(rows, { delimiter: '\t', lineEnd: '\n' }));
}

/** The lines of a table of our own: as `--excel` wants it, or as the target's name does. */
export function linesFor(
  target: string | Writable,
  excel: boolean,
  format?: string,
): typeof plainLines {
  if (excel) return excelLines;
  return hasTabs(target, format) ? tabLines : plainLines;
}

/** Puts a `'` before a cell that a spreadsheet would run as a formula. */
function defused(cell: string): string {
  return mayBeFormula(cell) ? `'${cell}` : cell;
}
