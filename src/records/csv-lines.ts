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

/** Each row of cells as CSV without its line end. */
export function csvRecords(rows: readonly (readonly string[])[], delimiter = ','): string[] {
  const records = csvLines(rows, { delimiter, lineEnd: END }).split(END).slice(0, -1);
  if (records.length === rows.length) return records;
  return rows.map((row) => csvLines([row], { delimiter, lineEnd: END }).slice(0, -END.length));
}
