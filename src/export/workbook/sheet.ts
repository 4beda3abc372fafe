import { writeCellXml, buildColumnName, cutToFit, type Cell } from '../sheet-xml.js';
import { computeWidths } from '../widths.js';
import { changeHead, changeTail, type FrameChange } from './frame.js';
import type { ColumnPlaces, TableChange } from './plan.js';
import { readCells, SheetScanner, addCells, addCellsAtEnd, type XmlRow } from './rows.js';
import type { WorkbookStyles } from './styles.js';
import {
  readAttribute,
  type ByteText,
  buildDamagedError,
  readPrefix,
  toByteText,
} from './xml-text.js';

/** A row of the result, and the number of its row in the sheet (from 1). */
export interface PlacedRow {
  readonly number: number;
  readonly cells: readonly Cell[];
  /** Whether the sheet may lack the row, because it is empty. */
  readonly isBlank: boolean;
}

/** The change of a sheet: columns, headings, styles and rows of the result. */
export interface SheetChange {
  readonly places: ColumnPlaces;
  readonly headings: readonly string[];
  /** The row of the headings, from 1; undefined without one. */
  readonly header: number | undefined;
  readonly tables: readonly TableChange[];
  readonly styles: WorkbookStyles;
  readonly is1904: boolean;
  /** Counts the texts that were cut because they are longer than a cell can hold. */
  readonly count: { cut: number };
  /** The changes in the head and the tail of the sheet's XML, around its rows. */
  readonly frame: Pick<FrameChange, 'rows' | 'filter'>;
  /** Returns the next rows of the result; none at their end. */
  readonly next: () => Promise<readonly PlacedRow[]>;
}

/**
 * Writes the result into a sheet. The rest of the sheet keeps its bytes.
 *
 * @throws UsageError `damaged_workbook` if the sheet lacks a row of the result
 */
export async function* writeIntoSheet(
  part: AsyncIterable<Buffer>,
  change: SheetChange,
): AsyncGenerator<Buffer> {
  const queue = new RowQueue(change.next);
  await queue.fill();
  const { columns, earlierColumns } = change.places;
  const frame: FrameChange = {
    ...change.frame,
    columns,
    earlierColumns,
    widths: chooseWidths(change, queue.waiting),
  };
  const scanner = new SheetScanner();
  const writeRow = createRowWriter(change);
  let prefix = '';
  for await (const chunk of part) {
    const output: ByteText[] = [];
    for (const piece of scanner.take(chunk.toString('latin1'))) {
      if (piece.is === 'head') {
        prefix = readPrefix(/<[^<]*$/.exec(piece.text)?.[0] ?? '');
        output.push(changeHead(piece.text, frame));
      } else if (piece.is === 'row') {
        if (queue.isEmpty) await queue.fill();
        while (queue.next !== undefined && queue.next.number < piece.row.number) {
          if (!queue.next.isBlank) throw buildDamagedError();
          await queue.skip();
        }
        const isResult = queue.next?.number === piece.row.number;
        output.push(writeRow(piece.row, isResult ? queue.next : undefined, prefix));
        if (isResult) queue.advance();
      } else output.push(piece.text);
    }
    if (output.length > 0) yield Buffer.from(output.join(''), 'latin1');
  }
  while (queue.next !== undefined || (await queue.fill())) {
    if (queue.next?.isBlank !== true) throw buildDamagedError();
    queue.advance();
  }
  for (const piece of scanner.end())
    if (piece.is !== 'row') yield Buffer.from(changeTail(piece.text, frame), 'latin1');
}

/** The rows of the result that wait for their row of the sheet. */
class RowQueue {
  #rows: readonly PlacedRow[] = [];
  #at = 0;

  constructor(readonly read: () => Promise<readonly PlacedRow[]>) {}

  get next(): PlacedRow | undefined {
    return this.#rows[this.#at];
  }

  get isEmpty(): boolean {
    return this.#at >= this.#rows.length;
  }

  get waiting(): readonly PlacedRow[] {
    return this.#rows.slice(this.#at);
  }

  /** Goes to the next row without reading more rows. */
  advance(): void {
    this.#at += 1;
  }

  /** Goes to the next row, and reads more rows if there is none. */
  async skip(): Promise<void> {
    this.#at += 1;
    if (this.isEmpty) await this.fill();
  }

  /** Reads more rows; false at their end. */
  async fill(): Promise<boolean> {
    if (!this.isEmpty) return true;
    this.#rows = await this.read();
    this.#at = 0;
    return this.#rows.length > 0;
  }
}

/** Returns widths (characters) by the headings and the first rows, for columns that no earlier result had. */
function chooseWidths(
  { places: { columns, earlierColumns }, headings }: SheetChange,
  rows: readonly PlacedRow[],
): Map<number, number> {
  const widths = computeWidths(
    headings,
    rows.map(({ cells }) => cells),
  );
  const widthByColumn = columns.map((column, at): [number, number] => [column, widths[at] ?? 0]);
  return new Map(widthByColumn.filter(([column]) => !earlierColumns.has(column)));
}

type RowWriter = (row: XmlRow, result: PlacedRow | undefined, prefix: string) => ByteText;

function createRowWriter(change: SheetChange): RowWriter {
  const { places, headings, header, tables, styles, is1904 } = change;
  const { columns, earlierColumns } = places;
  const letters = columns.map((column) => buildColumnName(column - 1));
  const indexes = columns.map((_, at) => at);
  const headingRows = new Map<number, Map<number, string>>();
  if (header !== undefined)
    headingRows.set(header, new Map(columns.map((column, at) => [column, headings[at] ?? ''])));
  for (const { extent, names } of tables)
    if (extent.headingRows > 0)
      headingRows.set(extent.first, new Map([...(headingRows.get(extent.first) ?? []), ...names]));
  const fitCell = (cell: Cell): Cell => {
    const text = typeof cell === 'string' ? cutToFit(cell) : cell;
    if (text !== cell) change.count.cut += 1;
    return text;
  };
  return (row, result, prefix) => {
    const names = headingRows.get(row.number);
    if (names !== undefined) return writeHeadings(row, names, prefix);
    if (result === undefined || (result.isBlank && isTotalsRow(tables, row.number)))
      return row.tag + row.content + row.close;
    const writeCell = (at: number) => {
      const place = `${letters[at] ?? ''}${row.number}`;
      return writeCellXml(fitCell(result.cells[at] ?? ''), place, { styles, prefix, is1904 });
    };
    if (earlierColumns.size === 0)
      return addCellsAtEnd(row, toByteText(indexes.map(writeCell).join('')));
    const cells = indexes.map((at): [number, ByteText] => [
      columns[at] ?? 0,
      toByteText(writeCell(at)),
    ]);
    return addCells(row, new Map(cells), earlierColumns);
  };

  function writeHeadings(row: XmlRow, names: ReadonlyMap<number, string>, prefix: string) {
    const otherCells = readCells(row.content).filter(({ column }) => !columns.includes(column));
    // The last heading of the user shows how headings look in this sheet.
    const lastTag = otherCells.at(-1)?.element.tag ?? '';
    const style = Number(readAttribute(lastTag, 's') ?? 0) || styles.header;
    const headingStyles = { ...styles, text: style, quoted: style };
    const cells = [...names].map(([column, name]): [number, ByteText] => {
      const place = `${buildColumnName(column - 1)}${row.number}`;
      return [column, toByteText(writeCellXml(name, place, { styles: headingStyles, prefix }))];
    });
    // A column of a table needs its heading, also if the result has fewer columns than an earlier one.
    const isInTable = (column: number) =>
      tables.some(({ extent: { first, left, right } }) => {
        return first === row.number && column >= left && column <= right;
      });
    const dropped = [...earlierColumns].filter(
      (column) => columns.includes(column) || !isInTable(column),
    );
    return addCells(row, new Map(cells), new Set(dropped));
  }
}

/** Returns whether a row has the totals of a table. It is a row of the input, too, but seldom has an identifier. */
function isTotalsRow(tables: readonly TableChange[], number: number): boolean {
  return tables.some(
    ({ extent: { last, totalsRows } }) => number <= last && number > last - totalsRows,
  );
}
