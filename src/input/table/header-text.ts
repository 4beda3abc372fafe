import { readRecords } from './rows.js';
import { isComment } from './running-text.js';
import type { InputLayout } from '../types.js';

export interface HeaderText {
  /** The header's text in the file without its line end, like `InputRow.raw`. */
  readonly raw: string;
  readonly cells: readonly string[];
}

/** Reads the header as it is in the file; undefined if the file has none. */
export async function readHeaderText(
  path: string,
  layout: InputLayout,
): Promise<HeaderText | undefined> {
  if (!layout.hasHeader) return undefined;
  let toSkip = layout.preamble;
  for await (const { raw, record } of readRecords(path, layout)) {
    if (layout.shape !== undefined && isComment(raw)) continue;
    if (toSkip === 0) return { raw, cells: record };
    toSkip -= 1;
  }
  return undefined;
}
