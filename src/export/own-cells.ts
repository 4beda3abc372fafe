import { earlierResults, type InputLayout } from '../input/index.js';
import { csvRecords } from '../records/csv-lines.js';
import { missingCells, type Encoder } from './csv-dialect.js';

/** A record of the input as an export passes it through: its text in the file, and its cells. */
export interface PassedRecord {
  readonly raw: string;
  readonly cells: readonly string[];
}

/** Leaves out the columns of an earlier result. Without any, it returns the same array. */
export function ownCells(layout: InputLayout): <T>(cells: readonly T[]) => readonly T[] {
  const earlier = earlierResults(layout);
  if (earlier.size === 0) return (cells) => cells;
  return (cells) => cells.filter((_, index) => !earlier.has(index));
}

/**
 * The text of a record in the input's own dialect without the columns of an earlier result, filled up to
 * the input's columns. The other cells keep their bytes.
 */
export function ownText(layout: InputLayout, encoder: Encoder): (record: PassedRecord) => string {
  const { delimiter, columns } = layout;
  const own = ownCells(layout);
  const width = own(columns).length;
  const fill = (raw: string, cells: number) => raw + missingCells(cells, width, delimiter);
  if (width === columns.length) return ({ raw, cells }) => fill(raw, cells.length);
  return ({ raw, cells }) => {
    const texts = splitRaw(raw, delimiter);
    const kept = own(texts.length === cells.length ? texts : cells);
    const text =
      texts.length === cells.length
        ? kept.join(delimiter)
        : csvRecords([kept.map(encoder.own)], delimiter).join();
    return fill(text, kept.length);
  };
}

/** Splits a record into the texts of its cells, with their quotes. */
function splitRaw(raw: string, delimiter: string): string[] {
  const texts: string[] = [];
  for (let start = 0; ;) {
    const end = endOfCell(raw, start, delimiter);
    texts.push(raw.slice(start, end));
    if (end >= raw.length) return texts;
    start = end + delimiter.length;
  }
}

function endOfCell(raw: string, start: number, delimiter: string): number {
  const from = raw[start] === '"' ? afterQuotes(raw, start + 1, delimiter) : start;
  const end = raw.indexOf(delimiter, from);
  return end < 0 ? raw.length : end;
}

/** The position after the quote that closes the cell; one inside it is doubled, or not before a delimiter. */
function afterQuotes(raw: string, from: number, delimiter: string): number {
  for (let at = raw.indexOf('"', from); at >= 0; at = raw.indexOf('"', at)) {
    const isDoubled = raw[at + 1] === '"';
    at += isDoubled ? 2 : 1;
    if (!isDoubled && (at === raw.length || raw.startsWith(delimiter, at))) return at;
  }
  return raw.length;
}
