import { type CsvFormat, chooseDialect, createTableFormat } from '../export/csv.js';
import type { ExportRequest } from '../export/index.js';
import { formatRows, chooseFormat, type RowFormat } from '../export/format.js';
import { ARRAY, createJsonFormat, LINES } from '../export/json.js';
import { createSheetFormat } from '../export/xlsx.js';
import { toCell } from '../records/cells.js';
import type { FieldChange } from './compare-records.js';

const changeColumns = ['id', 'kind', 'company', 'change', 'field', 'old', 'new'] as const;

function listChangeCells(change: FieldChange): string[] {
  const { id, kind, company, change: changeKind, field } = change;
  return [id, kind, company, changeKind, field, ...formatValues(change)];
}

/** Returns the columns of a table of changes, and the function that makes its cells. Columns of the input are last. */
function createTable(inputColumns: readonly string[]) {
  return {
    columns: [...changeColumns, ...inputColumns],
    cells: (change: FieldChange) => [
      ...listChangeCells(change),
      ...inputColumns.map((_, at) => change.inputCells?.[at] ?? ''),
    ],
  };
}

/** Returns both values as texts for people, or as JSON if these texts would be the same. */
export function formatValues({ field, old, new: now }: FieldChange): [old: string, now: string] {
  const [before = '', after = ''] = [old, now].map((value) => toText(field, value));
  return before === after ? [JSON.stringify(old), JSON.stringify(now)] : [before, after];
}

function toText(field: string, value: unknown): string {
  if (!Array.isArray(value) || field === 'telefones') return toCell(field, value);
  return value.map(formatEntry).join(' | ');
}

function formatEntry(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return toCell('', entry);
  const parts = Object.values(entry).map((part) => toCell('', part));
  return parts.filter((part) => part !== '').join(', ');
}

/**
 * Returns the bytes of a file of changes. `input`: the dialect of the results. `inputColumns`: the names of the columns
 * of the input that stand beside each change. @throws UsageError `unknown_format`, `unknown_extension`
 */
export function formatChanges(
  changes: AsyncIterable<readonly FieldChange[]>,
  { target, format, excel }: Pick<ExportRequest, 'target' | 'format' | 'excel'>,
  input?: CsvFormat,
  inputColumns: readonly string[] = [],
): AsyncIterable<Buffer> {
  const { columns, cells } = createTable(inputColumns);
  const toJson = (change: FieldChange) => formatAsJson(change, inputColumns);
  const formatAs = (shape: RowFormat<FieldChange>) => formatRows(shape, changes);
  switch (chooseFormat(target, format, excel)) {
    case 'json':
      return formatAs(createJsonFormat(toJson, ARRAY));
    case 'jsonl':
      return formatAs(createJsonFormat(toJson, LINES));
    case 'xlsx':
      return formatAs(createSheetFormat(columns, cells));
    case 'csv':
      return formatAs(
        createTableFormat(columns, cells, chooseDialect(target, { excel, format }, input)),
      );
  }
}

function formatAsJson(fieldChange: FieldChange, inputColumns: readonly string[]): string {
  const { id, kind, company, change, field, old, new: now } = fieldChange;
  const cells = inputColumns.map((name, at) => [name, fieldChange.inputCells?.[at] ?? ''] as const);
  const input = cells.length === 0 ? undefined : Object.fromEntries(cells);
  return JSON.stringify({ id, kind, company, change, field, old, new: now, with: input });
}
