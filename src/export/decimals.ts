import { type InputLayout, readRowChunks } from '../input/index.js';
import { isDecimal } from './values.js';

/** `1,500` is also how English writes 1500, so a column of such numbers alone says nothing about its comma. */
const AMBIGUOUS = /^-?\d{1,3},\d{3}$/;

/**
 * Returns the columns (0-based) of a file in which every filled cell is a number with a decimal comma, and at least one
 * can be nothing else.
 */
export async function findDecimalColumns(
  path: string,
  layout: InputLayout,
): Promise<ReadonlySet<number>> {
  const candidates = new Set(layout.columns.keys());
  const proved = new Set<number>();
  for await (const rows of readRowChunks(path, layout)) {
    for (const { cells } of rows)
      for (const index of candidates) {
        const cell = cells[index] ?? '';
        if (cell === '') continue;
        if (!isDecimal(cell)) candidates.delete(index);
        else if (!AMBIGUOUS.test(cell)) proved.add(index);
      }
    if (candidates.size === 0) break;
  }
  return new Set([...candidates].filter((index) => proved.has(index)));
}
