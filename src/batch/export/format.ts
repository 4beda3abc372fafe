import type { ExportRow } from './rows.js';

/** How an export is written: bytes before, for each row, and after. */
export interface Format {
  head(): Buffer;
  row(entry: ExportRow): Buffer;
  tail(): Buffer;
  /** Characters of results that the file's encoding does not have. */
  readonly replaced: () => number;
}
