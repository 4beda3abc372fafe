import type { Options } from 'csv-parse';
import type { RecordPlace } from '../../errors/input.js';
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
