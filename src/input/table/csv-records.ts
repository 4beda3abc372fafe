import type { Options } from 'csv-parse';
import type { RecordPlace } from '../../errors/facts.js';
import { UsageError } from '../../errors.js';
import { inputLimits } from '../../limits.js';
import type { InputLayout } from '../types.js';

/**
 * The csv-parse options for both the sample and the whole file, so that both give the same records. A
 * single `\n` in a `\r\n` file also ends a record, because a merged row would lose an identifier.
 */
export function csvOptions(
  delimiter: string,
  { lineEnd, loneCr = lineEnd === '\r' }: Pick<InputLayout, 'lineEnd' | 'loneCr'>,
): Options {
  return {
    delimiter,
    record_delimiter: loneCr ? ['\r\n', '\n', '\r'] : ['\r\n', '\n'],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: inputLimits.record,
  };
}

/** Whether a line is blank. `""` and `;;` are not blank. */
export function isBlank(cells: readonly string[], raw = cells[0] ?? ''): boolean {
  return cells.length <= 1 && raw.trim() === '';
}

/** Has no `cause`, because the error of csv-parse contains the record, which is personal data. */
export function unclosedQuote(name: string, place: RecordPlace): UsageError {
  return new UsageError('unclosed_quote', { file: name, place, longest: inputLimits.record });
}

/** The cells of a line; undefined if its quotes do not surround whole cells. */
export function splitQuoted(line: string, delimiter: string): string[] | undefined {
  if (!line.includes('"')) return line.split(delimiter);
  const cells: string[] = [];
  for (let start = 0; ;) {
    const isQuoted = line[start] === '"';
    const end = isQuoted ? afterQuotes(line, start + 1) : endOfCell(line, start, delimiter);
    if (end > line.length || (end < line.length && line[end] !== delimiter)) return undefined;
    const cell = isQuoted ? line.slice(start + 1, end - 1) : line.slice(start, end);
    if (!cell.includes('"')) cells.push(cell);
    else if (isQuoted) cells.push(cell.replaceAll('""', '"'));
    else return undefined;
    if (end === line.length) return cells;
    start = end + 1;
  }
}

function endOfCell(line: string, start: number, delimiter: string): number {
  const end = line.indexOf(delimiter, start);
  return end < 0 ? line.length : end;
}

/** The position after the quote that closes a cell; beyond the line if none does. A quote inside is doubled. */
function afterQuotes(line: string, start: number): number {
  let at = line.indexOf('"', start);
  while (at >= 0 && line[at + 1] === '"') at = line.indexOf('"', at + 2);
  return at < 0 ? line.length + 1 : at + 1;
}
