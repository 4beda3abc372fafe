import { UsageError } from '../../errors.js';
import type { Checked } from '../../batch/check/check.js';
import { mayBeFormula } from '../../export/formula-cell.js';
import { detectLayout, OnlyHeader, readCellChunks, type InputLayout } from '../../input/index.js';
import { stateColumns } from '../../records/fields.js';
import { cellsText } from './record-text.js';
import { columnsOf, RecordAgreement, statusIn, type TakeRow } from './result-file.js';

const PREFIX = 'lookup_';
const STATE: ReadonlySet<string> = new Set(stateColumns);

/** A table's header; one without rows has no layout. */
type Table = Pick<InputLayout, 'columns' | 'hasHeader'> & { readonly layout?: InputLayout };

/**
 * Reads a result that is a table: `take` gets every row, its record as the text of its cells. Returns the fields that
 * the table has columns for.
 *
 * @throws UsageError `not_a_result`, and what reading a table throws
 */
export async function readTableRows(text: Checked, take: TakeRow): Promise<readonly string[]> {
  const { columns, hasHeader, layout } = await tableOf(text);
  const names = hasHeader ? columns.map((column) => column.trim()) : [];
  if (!names.includes('lookup_status')) throw new UsageError('not_a_result', { file: text.name });
  const fields = names.flatMap((column, index) =>
    column.startsWith(PREFIX) && !STATE.has(column)
      ? [{ index, field: column.slice(PREFIX.length) }]
      : [],
  );
  const own = fields.map(({ index }) => index);
  if (layout !== undefined) await readRows(text, layout, { names, own }, take);
  return fields.map(({ field }) => field);
}

async function tableOf({ path, name, input, origin }: Checked): Promise<Table> {
  try {
    const layout = await columnsOf(
      input,
      (wanted) => detectLayout(path, wanted, name, origin),
      (each) => agreesWithRecords(path, each),
    );
    return { columns: layout.columns, hasHeader: layout.hasHeader, layout };
  } catch (error) {
    if (error instanceof OnlyHeader) return { columns: error.columns, hasHeader: true };
    if (!(error instanceof UsageError) || error.code !== 'not_a_table') throw error;
    throw new UsageError('not_a_result', { file: name }, { cause: error });
  }
}

async function agreesWithRecords(path: string, layout: InputLayout): Promise<boolean> {
  const names = layout.columns.map((column) => column.trim());
  const [cpf, cnpj] = [names.indexOf(`${PREFIX}cpf`), names.indexOf(`${PREFIX}cnpj`)];
  const agreement = new RecordAgreement();
  for await (const rows of readCellChunks(path, layout)) {
    for (const { cells, reading } of rows)
      agreement.add(reading, { cpf: cells[cpf] ?? '', cnpj: cells[cnpj] ?? '' });
    if (agreement.isDecided) break;
  }
  return agreement.agrees;
}

/** `own`: the columns of the record. */
async function readRows(
  { path, name }: Checked,
  layout: InputLayout,
  { names, own }: { readonly names: readonly string[]; readonly own: readonly number[] },
  take: TakeRow,
): Promise<void> {
  const [status, fetchedAt] = ['lookup_status', 'lookup_fetched_at'].map((each) =>
    names.indexOf(each),
  );
  for await (const rows of readCellChunks(path, layout, name)) {
    for (const { cells, reading } of rows) {
      take(reading, {
        status: statusIn(cells[status ?? -1] ?? ''),
        fetchedAt: cells[fetchedAt ?? -1] ?? '',
        record: cellsText(own.map((index) => undefused(cells[index] ?? ''))),
      });
    }
  }
}

/** Without the `'` that `--excel` puts before what a spreadsheet would run. */
function undefused(cell: string): string {
  return cell.startsWith("'") && mayBeFormula(cell.slice(1)) ? cell.slice(1) : cell;
}
