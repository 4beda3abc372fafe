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
