import { UsageError } from '../../errors.js';
import type { Checked } from '../../batch/check/check.js';
import { mayBeFormula } from '../../export/formula-cell.js';
import { detectLayout, earlierResults, readRowChunks } from '../../input/index.js';
import { stateColumns } from '../../records/fields.js';
import { statusIn, type TakeRow } from './result-file.js';

const PREFIX = 'lookup_';
const STATE: ReadonlySet<string> = new Set(stateColumns);

/**
 * Reads a result that is a table: `take` gets every row, its record as an object of cells. Returns the fields that
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
  const recordOf = recordMaker(columns);
  for await (const rows of readRowChunks(path, layout, name)) {
    for (const { cells, reading } of rows) {
      take(reading, {
        status: statusIn(cells[status ?? -1] ?? ''),
        fetchedAt: cells[fetchedAt ?? -1] ?? '',
        record: recordOf(cells),
      });
    }
  }
  return columns.map(({ field }) => field);
}

/** Without the `'` that `--excel` puts before what a spreadsheet would run. */
function undefused(cell: string): string {
  return cell.startsWith("'") && mayBeFormula(cell.slice(1)) ? cell.slice(1) : cell;
}

/** Built as text, because a million objects would take longer. Empty cells are left out. */
function recordMaker(columns: readonly { readonly index: number; readonly field: string }[]) {
  const keyed = columns.map(({ index, field }) => ({ index, key: `${JSON.stringify(field)}:` }));
  return (cells: readonly string[]): string => {
    let text = '';
    for (const { index, key } of keyed) {
      const cell = undefused(cells[index] ?? '');
      if (cell !== '') text += `${text === '' ? '{' : ','}${key}${JSON.stringify(cell)}`;
    }
    return text === '' ? '{}' : `${text}}`;
  };
}
