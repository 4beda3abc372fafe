import { stringify } from 'csv-stringify/sync';

export interface CsvDialect {
  readonly delimiter: string;
  readonly lineEnd: string;
}

/** The dialect of RFC 4180, except for Unix line ends. */
const PLAIN: CsvDialect = { delimiter: ',', lineEnd: '\n' };

/** Returns rows as CSV, each with its line end; cells are quoted only where they must be. */
export function formatCsvLines(
  rows: readonly (readonly string[])[],
  { delimiter, lineEnd }: CsvDialect = PLAIN,
): string {
  // `quote_record_delimiter` quotes a cell that contains this line end; by default csv-stringify looks only for `\n`.
  const options = { delimiter, record_delimiter: lineEnd, quote_record_delimiter: true };
  return stringify(rows as string[][], options);
}

/** A line end that hardly any cell contains. */
const CELL_END = '\0';

/** Returns each cell as CSV. */
function formatCsvCells(cells: readonly string[], delimiter: string): string[] {
  const formatLines = (texts: readonly string[]) =>
    formatCsvLines(
      texts.map((cell) => [cell]),
      { delimiter, lineEnd: CELL_END },
    );
  const formatted = formatLines(cells).split(CELL_END).slice(0, -1);
  if (formatted.length === cells.length) return formatted;
  return cells.map((cell) => formatLines([cell]).slice(0, -CELL_END.length));
}

/**
 * Returns each row as CSV without its line end. All rows have the same number of cells. To save time, all cells
 * together are formatted as one first, then those of each column: if that text needs no quotes, none of its cells does.
 */
export function formatCsvRecords(
  rows: readonly (readonly (string | number)[])[],
  delimiter = ',',
): string[] {
  const needsNoQuotes = (cells: string) => formatCsvCells([cells], delimiter)[0] === cells;
  if (needsNoQuotes(rows.map((row) => row.join('')).join('')))
    return rows.map((row) => row.join(delimiter));
  const columns = Array.from({ length: rows[0]?.length ?? 0 }, (_, at) => {
    const cells = rows.map((row) => String(row[at]));
    return needsNoQuotes(cells.join('')) ? cells : formatCsvCells(cells, delimiter);
  });
  return rows.map((_, n) => columns.map((cells) => cells[n]).join(delimiter));
}
