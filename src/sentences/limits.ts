import type { ErrorFacts } from '../errors.js';
import type { InputLimit } from '../limits.js';
import { t } from '../messages/index.js';

/** What of an input is too much, where, and what to do; a sentence for each limit of `limits.ts`. */
const TOO_LARGE: {
  readonly [L in InputLimit]: (file: string, most: number, row: number | undefined) => string;
} = {
  text: (file, most) => t.input.tooMuchText(file, sizeOf(most)),
  ratio: (file, most) => t.input.unpacksTooFar(file, most),
  parts: (file, most) => t.input.tooManyParts(file, most),
  lists: (file, most) => t.input.listsTooLong(file, sizeOf(most)),
  texts: (file, most) => t.input.tooManyTexts(file, most),
  text_bytes: (file, most) => t.input.textsTooLong(file, sizeOf(most)),
  token: (file, most) => t.input.textTooLong(file, most),
  depth: (file, most) => t.input.tooDeep(file, most),
  record: (file, most, row = 0) => t.input.sheetRowTooLong(file, row, most),
  columns: (file, most) => t.input.tooManyColumns(file, most),
  blank_lines: (file, most) => t.input.tooManyBlankLines(file, most),
  line: (file, most) => t.input.lineTooLong(file, most),
};

export function inputTooLarge({ file, limit, most, row }: ErrorFacts['input_too_large']): string {
  return TOO_LARGE[limit](file, most, row);
}

function sizeOf(bytes: number): string {
  return bytes >= 2 ** 30 ? `${bytes / 2 ** 30} GB` : `${bytes / 2 ** 20} MB`;
}
