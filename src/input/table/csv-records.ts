import type { Options } from 'csv-parse';
import { UsageError } from '../../errors.js';
import type { InputLayout } from '../types.js';
import { formatNumber, say } from '../../text/index.js';

/** Longer records are a quote that swallows the rest of the file, not a row. */
export const MAX_RECORD_SIZE = 1_000_000;

/**
 * The csv-parse settings shared by the sample and the real reading, so that both see the same records.
 * A stray `\n` in a `\r\n` file ends a record too: a merged row would lose an identifier.
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
    max_record_size: MAX_RECORD_SIZE,
  };
}

/** A line with nothing on it; `""` and `;;` are rows. */
export function isBlank(cells: readonly string[], raw = cells[0] ?? ''): boolean {
  return cells.length <= 1 && raw.trim() === '';
}

/** Without csv-parse's own error as the cause: that one carries the record, people's data. */
export function unclosedQuote(name: string, where: string): UsageError {
  return new UsageError(
    'unclosed_quote',
    say`${name}: the record that starts in ${where} does not end where it should; an opening quote (") there is probably never closed, or the line is longer than ${formatNumber(MAX_RECORD_SIZE)} bytes. Correct that line and run again.`,
  );
}
