import { UsageError } from '../../errors.js';
import type { Checked } from '../../batch/check/check.js';
import { mayBeFormula } from '../../export/formula-cell.js';
import { detectLayout, earlierResults, readCellChunks } from '../../input/index.js';
import { stateColumns } from '../../records/fields.js';
import { cellsText } from './record-text.js';
import { statusIn, type TakeRow } from './result-file.js';

const PREFIX = 'lookup_';
const STATE: ReadonlySet<string> = new Set(stateColumns);

/**
 * Reads a result that is a table: `take` gets every row, its record as the text of its cells. Returns the fields that
 * the table has columns for.
 *
 * @throws UsageError `not_a_result`, and what reading a table throws
 */
export async function readTableRows(
  { path, name, input, origin }: Checked,
  take: TakeRow,
): Promise<readonly string[]> {
  const layout = await detectLayout(path, input, name, origin);
  const names = layout.columns.map((column) => column.trim());
  if (earlierResults(layout).size === 0) throw new UsageError('not_a_result', { file: name });
  const [status, fetchedAt] = ['lookup_status', 'lookup_fetched_at'].map((each) =>
    names.indexOf(each),
  );
  const columns = names.flatMap((column, index) =>
    column.startsWith(PREFIX) && !STATE.has(column)
      ? [{ index, field: column.slice(PREFIX.length) }]
      : [],
  );
  for await (const rows of readCellChunks(path, layout, name)) {
    for (const { cells, reading } of rows) {
      take(reading, {
        status: statusIn(cells[status ?? -1] ?? ''),
        fetchedAt: cells[fetchedAt ?? -1] ?? '',
        record: cellsText(columns.map(({ index }) => undefused(cells[index] ?? ''))),
      });
    }
  }
  return columns.map(({ field }) => field);
}

/** Without the `'` that `--excel` puts before what a spreadsheet would run. */
function undefused(cell: string): string {
  return cell.startsWith("'") && mayBeFormula(cell.slice(1)) ? cell.slice(1) : cell;
}
