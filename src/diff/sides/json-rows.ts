import { UsageError } from '../../errors.js';
import { readFileCell, type Reading } from '../../identifiers/index.js';
import { chooseColumn, type Chosen } from '../../input/column/choose-column.js';
import { readJoined } from '../../input/column/joined-columns.js';
import type { InputOptions } from '../../input/index.js';
import { recordFields, stateColumns } from '../../records/fields.js';
import { BrokenJson, jsonObjects } from './json-objects.js';
import { columnsOf, RecordAgreement, statusIn, type TakeRow } from './result-file.js';

type Row = Readonly<Record<string, unknown>>;

const PREFIX = 'lookup_';
const STATE: ReadonlySet<string> = new Set(stateColumns);
/** Rows that decide which column has the identifiers. */
const SAMPLE = 1_000;

/**
 * Reads a result in JSON: `take` gets every row. Returns the fields that a record has in any row, or undefined if its
 * records have whatever the service sent.
 *
 * @throws UsageError `not_a_result`, `broken_json`, and what the choice of the column throws
 */
export async function readJsonRows(
  { path, name, input }: { path: string; name: string; input: InputOptions },
  take: TakeRow,
): Promise<readonly string[] | undefined> {
  const fields = new Set<string>();
  let read: ((row: Row) => Reading) | undefined;
  let waiting: Row[] = [];
  const takeAll = async (rows: readonly Row[]) => {
    const reader = (read ??= await readerFor(waiting.slice(0, SAMPLE), input, name));
    for (const row of rows) take(reader(row), { ...stateOf(row), record: recordOf(row, fields) });
  };
  try {
    for await (const rows of jsonObjects(path)) {
      waiting.push(...rows);
      if (waiting.length < SAMPLE) continue;
      await takeAll(waiting);
      waiting = [];
    }
  } catch (error) {
    if (!(error instanceof BrokenJson)) throw error;
    const { objects, isTooDeep } = error;
    throw new UsageError('broken_json', { file: name, objects, isTooDeep });
  }
  await takeAll(waiting);
  return isWhole(fields) ? undefined : [...fields];
}

/** Without --fields an export writes every field of the spec, also empty ones, and each other one where it is filled. */
function isWhole(fields: ReadonlySet<string>): boolean {
  return (['cpf', 'cnpj'] as const).some((kind) =>
    recordFields(kind).every((field) => fields.has(field)),
  );
}

/** How to read the identifier of a row, by the columns of the input. */
async function readerFor(rows: readonly Row[], input: InputOptions, name: string) {
  const [first] = rows;
  if (first === undefined) throw new UsageError('input_empty', { file: name, isWorkbook: false });
  if (!Object.hasOwn(first, 'lookup_status')) throw new UsageError('not_a_result', { file: name });
  const columns = Object.keys(first).filter((key) => !key.startsWith(PREFIX));
  const cellsOf = (row: Row) => columns.map((column) => cellOf(row[column]));
  const head = { preamble: 0, titles: 0, hasHeader: true, columns, width: columns.length };
  const readerOf = ({ column, kind, parts }: Chosen) => {
    return (row: Row): Reading =>
      parts === undefined
        ? readFileCell(cellOf(row[columns[column] ?? '']), kind)
        : readJoined(parts, cellsOf(row));
  };
  const chosen = await columnsOf(
    input,
    (wanted) => chooseColumn({ ...head, rows: rows.map(cellsOf) }, wanted, name),
    (each) => agreesWithRecords(readerOf(each), rows),
  );
  return readerOf(chosen);
}

function agreesWithRecords(read: (row: Row) => Reading, rows: readonly Row[]): boolean {
  const agreement = new RecordAgreement();
  for (const row of rows)
    agreement.add(read(row), { cpf: cellOf(row['lookup_cpf']), cnpj: cellOf(row['lookup_cnpj']) });
  return agreement.agrees;
}

function stateOf(row: Row) {
  return {
    status: statusIn(cellOf(row['lookup_status'])),
    fetchedAt: cellOf(row['lookup_fetched_at']),
  };
}

function recordOf(row: Row, fields: Set<string>): string {
  const own = Object.entries(row).filter(([key]) => key.startsWith(PREFIX) && !STATE.has(key));
  for (const [key] of own) fields.add(key.slice(PREFIX.length));
  const filled = own.filter(([, value]) => value !== null);
  return JSON.stringify(
    Object.fromEntries(filled.map(([key, value]) => [key.slice(PREFIX.length), value])),
  );
}

function cellOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
