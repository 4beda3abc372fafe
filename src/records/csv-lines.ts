import { stringify } from 'csv-stringify/sync';

export interface CsvDialect {
  readonly delimiter: string;
  readonly lineEnd: string;
}

/** The dialect of RFC 4180, except for Unix line ends. */
const PLAIN: CsvDialect = { delimiter: ',', lineEnd: '\n' };

/** Returns rows as CSV, each with its line end; cells are quoted only where they must be. */
export function csvLines(
  rows: readonly (readonly string[])[],
  { delimiter, lineEnd }: CsvDialect = PLAIN,
): string {
  // Without this option, csv-stringify quotes cells with its own line end only.
  const options = { delimiter, record_delimiter: lineEnd, quote_record_delimiter: true };
  return stringify(rows as string[][], options);
}

/** A line end that hardly any cell contains. */
const CELL_END = '\0';

/** Returns each cell as CSV. */
function csvCells(cells: readonly string[], delimiter: string): string[] {
  const line = (some: readonly string[]) =>
    csvLines(
      some.map((cell) => [cell]),
      { delimiter, lineEnd: CELL_END },
    );
  const texts = line(cells).split(CELL_END).slice(0, -1);
  if (texts.length === cells.length) return texts;
  return cells.map((cell) => line([cell]).slice(0, -CELL_END.length));
}

/**
 * Returns rows of equally many cells, without line ends. All cells, or those of a column, are converted as one first:
 * if that has no quotes, none of them needs any.
 */
export function csvRecords(
  rows: readonly (readonly (string | number)[])[],
  delimiter = ',',
): string[] {
  const isPlain = (cells: string) => csvCells([cells], delimiter)[0] === cells;
  if (isPlain(rows.map((row) => row.join('')).join('')))
    return rows.map((row) => row.join(delimiter));
  const columns = Array.from({ length: rows[0]?.length ?? 0 }, (_, at) => {
    const cells = rows.map((row) => String(row[at]));
    return isPlain(cells.join('')) ? cells : csvCells(cells, delimiter);
  });
  return rows.map((_, n) => columns.map((cells) => cells[n]).join(delimiter));
}
