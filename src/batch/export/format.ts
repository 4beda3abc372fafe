import type { ExportRow } from './rows.js';

/** How an export is written: bytes before, for each row, and after. */
export interface Format {
  head(): Buffer;
  row(entry: ExportRow): Buffer;
  tail(): Buffer;
  /** Characters of results that the file's encoding does not have. */
  readonly replaced: () => number;
}

/** The names that `--format` and the extension of `-o` may have. */
export const exportFormats = ['csv', 'json', 'jsonl'] as const;
