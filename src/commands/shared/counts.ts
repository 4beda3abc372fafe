import { formatNumber } from '../../messages/index.js';
import { formatPlainTable } from '../../terminal/table.js';

/** Returns lines of a name, a number and a note; the numbers are right-aligned in one column. */
export function formatCounts(
  rows: readonly (readonly [name: string, count: number | string, note?: string])[],
): string {
  const cells = rows.map(([name, count, note = '']) => [
    name,
    typeof count === 'number' ? formatNumber(count) : count,
    note,
  ]);
  return formatPlainTable(cells, 2, 1);
}
