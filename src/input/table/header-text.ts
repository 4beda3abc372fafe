import { readRecords } from './rows.js';
import { isComment } from '../bytes/text.js';
import type { InputLayout } from '../types.js';

export interface HeaderText {
  /** The header's own text without its line end, like `InputRow.raw`. */
  readonly raw: string;
  /** Its cells. */
  readonly width: number;
}

/** The header as it stands in the file; undefined where there is none. */
export async function readHeaderText(
  path: string,
  layout: InputLayout,
): Promise<HeaderText | undefined> {
  if (!layout.hasHeader) return undefined;
  let toSkip = layout.preamble;
  for await (const { raw, record } of readRecords(path, layout)) {
    if (layout.shape !== undefined && isComment(raw)) continue;
    if (toSkip === 0) return { raw, width: record.length };
    toSkip -= 1;
  }
  return undefined;
}
