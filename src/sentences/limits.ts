import type { ErrorFacts } from '../errors.js';
import type { InputLimit } from '../limits.js';
import { plural, say } from '../text/index.js';

/** What of an input is too much, where, and what to do; a sentence for each limit of `limits.ts`. */
const TOO_LARGE: {
  readonly [L in InputLimit]: (file: string, most: number, row: number | undefined) => string;
} = {
  text: (file, most) =>
    say`${file} holds more than ${sizeOf(most)} of text; split it into several files.`,
  ratio: (file, most) =>
    say`${file} unpacks to more than ${plural(most, 'time', 'times')} its size, which no list of identifiers does. If it is yours all the same, unpack it, or save the sheet as CSV, and use that file.`,
  parts: (file, most) =>
    say`The workbook ${file} consists of more than ${plural(most, 'part', 'parts')}; save its sheet as CSV and use that file.`,
  lists: (file, most) =>
    say`The workbook ${file} has a list of sheets or formats of more than ${sizeOf(most)}; save its sheet as CSV and use that file.`,
  texts: (file, most) =>
    say`The cells of the workbook ${file} have more than ${plural(most, 'different text', 'different texts')}; save its sheet as CSV and use that file.`,
  text_bytes: (file, most) =>
    say`The cells of the workbook ${file} have more than ${sizeOf(most)} of different texts; save its sheet as CSV and use that file.`,
  token: (file, most) =>
    say`The workbook ${file} has a text, an attribute or a comment of more than ${plural(most, 'character', 'characters')}; remove it, or save its sheet as CSV and use that file.`,
  depth: (file, most) =>
    say`The workbook ${file} has elements more than ${plural(most, 'level', 'levels')} deep within each other, which no spreadsheet program writes; save it again, or as CSV, and use that file.`,
  record: (file, most, row = 0) =>
    say`${file}: row ${row} of the sheet is longer than ${plural(most, 'byte', 'bytes')}; remove what is not needed from it.`,
  columns: (file, most) =>
    say`${file} has more than ${plural(most, 'column', 'columns')}; keep only those that are needed, or put a line end after each identifier.`,
  blank_lines: (file, most) =>
    say`${file} has more than ${plural(most, 'blank line', 'blank lines')} one after another; remove them.`,
  line: (file, most) =>
    say`${file}: a line is longer than ${plural(most, 'character', 'characters')}; write one identifier per line.`,
};

export function inputTooLarge({ file, limit, most, row }: ErrorFacts['input_too_large']): string {
  return TOO_LARGE[limit](file, most, row);
}

function sizeOf(bytes: number): string {
  return bytes >= 2 ** 30 ? `${bytes / 2 ** 30} GB` : `${bytes / 2 ** 20} MB`;
}
