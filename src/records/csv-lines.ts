import { stringify } from 'csv-stringify/sync';

export interface CsvDialect {
  readonly delimiter: string;
  readonly lineEnd: string;
}

/** As RFC 4180 writes it, but for the line end of Unix. */
const PLAIN: CsvDialect = { delimiter: ',', lineEnd: '\n' };

/** Rows of cells as CSV, each ended by the line end; cells are quoted only where they must be. */
export function csvLines(
  rows: readonly (readonly string[])[],
  { delimiter, lineEnd }: CsvDialect = PLAIN,
): string {
  // Of the line ends it would quote only its own.
  const options = { delimiter, record_delimiter: lineEnd, quote_record_delimiter: true };
  return stringify(rows as string[][], options);
}

/** A character that hardly any cell has. */
const END = '\0';

/** Each cell as CSV. */
function csvCells(cells: readonly string[], delimiter: string): string[] {
  const line = (some: readonly string[]) =>
    csvLines(
      some.map((cell) => [cell]),
      { delimiter, lineEnd: END },
    );
  const texts = line(cells).split(END).slice(0, -1);
  if (texts.length === cells.length) return texts;
  return cells.map((cell) => line([cell]).slice(0, -END.length));
}

/**
 * Each row of equally many cells as CSV without its line end. Each column is written as one cell first: if that needs
 * no quotes, none of its cells does.
 */
export function csvRecords(
  rows: readonly (readonly (string | number)[])[],
  delimiter = ',',
): string[] {
  const width = rows[0]?.length ?? 0;
  const whole = Array.from({ length: width }, (_, at) => rows.map((row) => row[at]).join(''));
  const quoted = csvCells(whole, delimiter).map((text, at) =>
    text === whole[at]
      ? undefined
      : csvCells(
          rows.map((row) => String(row[at])),
          delimiter,
        ),
  );
  if (quoted.every((cells) => cells === undefined)) return rows.map((row) => row.join(delimiter));
  return rows.map((row, n) => row.map((cell, at) => quoted[at]?.[n] ?? cell).join(delimiter));
}
