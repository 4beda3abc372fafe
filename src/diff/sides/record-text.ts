import type { FieldsOfRecord } from '../field-value.js';

/** A character that separates cells, and that no cell of a table should have. */
const BETWEEN = '\u001f';

/** The text of cells, without a line feed. Joining is several times faster than JSON, and leaves less behind. */
export function cellsText(cells: readonly string[]): string {
  const isOdd = cells.some((cell) => cell.includes(BETWEEN) || cell.includes('\n'));
  return isOdd || cells[0]?.startsWith('[') === true ? JSON.stringify(cells) : cells.join(BETWEEN);
}

/** Reads the text of cells as a record of these fields; empty cells are left out. */
export function cellsReader(fields: readonly string[]): (text: string) => FieldsOfRecord {
  return (text) => {
    const cells = text.startsWith('[') ? (JSON.parse(text) as string[]) : text.split(BETWEEN);
    const filled = fields.flatMap((field, at) => (cells[at] ? [[field, cells[at]] as const] : []));
    return Object.fromEntries(filled);
  };
}

/** Reads a record that is JSON. */
export function readJson(text: string): FieldsOfRecord {
  return JSON.parse(text) as FieldsOfRecord;
}
