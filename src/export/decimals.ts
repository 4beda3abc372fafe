import { type InputLayout, readRowChunks } from '../input/index.js';
import { isDecimal } from './values.js';

/** A number that may have a decimal comma, or be an English 1500 (`1,500`): a column of these alone stays text. */
const AMBIGUOUS = /^-?\d{1,3},\d{3}$/;

/**
 * Returns the columns (0-based) of a file in which every filled cell is a number with a decimal comma, and at least one
 * of them is unambiguous.
 */
export async function findDecimalColumns(
  path: string,
  layout: InputLayout,
): Promise<ReadonlySet<number>> {
  const candidates = new Set(layout.columns.keys());
  const unambiguous = new Set<number>();
  for await (const rows of readRowChunks(path, layout)) {
    for (const { cells } of rows)
      for (const index of candidates) {
        const cell = cells[index] ?? '';
        if (cell === '') continue;
        if (!isDecimal(cell)) candidates.delete(index);
        else if (!AMBIGUOUS.test(cell)) unambiguous.add(index);
      }
    if (candidates.size === 0) break;
  }
  return new Set([...candidates].filter((index) => unambiguous.has(index)));
}
