import { createReadStream, createWriteStream } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { UsageError } from '../base/errors.js';
import { mayBeFormula } from '../export/cells.js';
import { lookupStatuses, type LookupStatus } from '../export/format.js';
import { toServiceText, toServiceTime } from '../export/dates.js';
import { chooseDecoder } from '../base/foreign-text.js';
import type { IdentifierKind } from '../identifiers/index.js';
import {
  detectLayout,
  OnlyHeaderError,
  readRowChunks,
  type InputLayout,
  type InputOptions,
} from '../input/index.js';
import { type InputText, withText } from '../input/private-copy.js';
import { DEEPEST_ANSWER, nestsDeeper } from '../base/limits.js';
import { formatCsvLines } from '../records/csv-lines.js';
import { ACTIVITY_NAME, MATCH_PREFIX, recordFields, stateColumns } from '../records/fields.js';
import { findColumnOfHeading, readStatusWord } from '../records/labels.js';
import type { Side } from './compare-records.js';
import type { RowOfSide } from './compare-results.js';
import { type WantedColumns, selectCells, findColumns, type InputColumns } from './input-cells.js';

export interface ResultFile {
  readonly path: string;
  readonly input: InputOptions;
  /** A private folder for the text of a file that is packed or JSON. */
  readonly folder: string;
  readonly onRow: (row: RowOfSide) => void;
  /** The columns of the input that stand beside each change. */
  readonly wantedColumns?: WantedColumns | undefined;
  /** Called with the number of rows so far. */
  readonly onRows: (rows: number) => void;
  readonly stop?: AbortSignal;
}

/**
 * Reads a result in any format; `onRow` receives each row with an identifier. @throws UsageError `not_a_result`,
 * `broken_json`
 */
export function readFileSide(file: ResultFile): Promise<Side> {
  const { path, input, folder, stop } = file;
  const inFolder = <T>(work: (inside: string) => Promise<T>) => work(folder);
  const read = (text: InputText) => readSide(text, file);
  return withText({ path }, basename(path), input, inFolder, read, { stop });
}

async function readSide(text: InputText, file: ResultFile): Promise<Side> {
  const json =
    text.origin?.sheet === undefined ? await writeJsonAsTable(text, file.folder) : undefined;
  const table = json?.table ?? text;
  const { columns, layout } = await detectTable(table);
  const headings = columns.map((column) => column.trim());
  // The name of an activity is no field of the record, unlike its code in the column beside it.
  const names = headings.map((column) => {
    const name = findColumnOfHeading(column);
    return name === undefined || name === `lookup_${ACTIVITY_NAME}` ? column : name;
  });
  if (!names.includes('lookup_status')) throw new UsageError('not_a_result', { file: text.name });
  // A key of the user may, without its blanks, have the same name; our column is the last.
  const recordColumn = json === undefined ? undefined : names.lastIndexOf(RECORD_COLUMN);
  const input = {
    names: headings,
    originals: names.flatMap((name, at) => (isResultColumn(name) ? [] : at)),
  };
  const counts = layout && (await readRows(table, layout, { names, recordColumn, input }, file));
  const tableShape = { isFlat: true, fields: selectRecordColumns(names).map(([, field]) => field) };
  const recordShape = json?.shape ?? tableShape;
  return {
    name: text.name,
    is: 'file',
    rows: 0,
    invalid: 0,
    kinds: new Set(),
    ...counts,
    dialect: layout,
    input,
    ...recordShape,
  };
}

/** Returns the columns and the layout; the result of an export with `--only` may have no rows, and then no layout. */
async function detectTable({ path, name, input, origin }: InputText) {
  try {
    const layout = await detectLayout(path, input, name, origin);
    return { columns: layout.hasHeader ? layout.columns : [], layout };
  } catch (error) {
    if (error instanceof OnlyHeaderError) return { columns: error.columns };
    if (!(error instanceof UsageError) || error.code !== 'not_a_table') throw error;
    throw new UsageError('not_a_result', { file: name }, { cause: error });
  }
}

/** Returns the index of each column with a field of the record, and the field. */
function selectRecordColumns(
  names: readonly string[],
): (readonly [index: number, field: string])[] {
  return names.flatMap((name, index) =>
    isRecordColumn(name) ? [[index, name.slice(PREFIX.length)] as const] : [],
  );
}

interface NamedColumns {
  /** The columns, with the service's names in place of headings in a language. */
  readonly names: readonly string[];
  /** The column (0-based) with the record as JSON. */
  readonly recordColumn: number | undefined;
  readonly input: InputColumns;
}

async function readRows(
  { path, name }: InputText,
  layout: InputLayout,
  { names, recordColumn, input }: NamedColumns,
  { onRow, onRows, stop, wantedColumns }: ResultFile,
): Promise<Pick<Side, 'rows' | 'invalid' | 'kinds'>> {
  const [status, fetchedAt] = [names.indexOf('lookup_status'), names.indexOf('lookup_fetched_at')];
  const fields = selectRecordColumns(names);
  const isLabelled = layout.columns.some((column) => findColumnOfHeading(column) !== undefined);
  const isForPeople = isLabelled || layout.origin?.sheet !== undefined;
  const indexes = wantedColumns && findColumns(wantedColumns.wanted, input);
  const kinds = new Set<IdentifierKind>();
  let [rowCount, invalid] = [0, 0];
  for await (const rows of readRowChunks(path, layout, name)) {
    stop?.throwIfAborted();
    for (const { cells, reading } of rows) {
      if (!reading.valid) {
        invalid += 1;
        continue;
      }
      kinds.add(reading.kind);
      if (indexes !== undefined)
        wantedColumns?.onCells(reading.id, selectCells(cells, indexes, removeQuote));
      onRow({
        id: reading.id,
        status: readStatus(cells[status] ?? ''),
        fetchedAt: toServiceTime(cells[fetchedAt] ?? ''),
        record:
          recordColumn === undefined
            ? writeCellsAsRecord(fields, cells, isForPeople)
            : (cells[recordColumn] ?? '{}'),
      });
    }
    rowCount += rows.length;
    onRows(rowCount);
  }
  return { rows: rowCount - invalid, invalid, kinds };
}

/** Reads a status; a text that confere does not write counts as `pending`, which is no answer. */
function readStatus(text: string): LookupStatus {
  return lookupStatuses.find((status) => status === readStatusWord(text.trim())) ?? 'pending';
}

/**
 * Returns the record of a row as JSON. `isForPeople`: the cells are those of a workbook or of a result with labels,
 * whose dates have another form.
 */
function writeCellsAsRecord(
  fields: ReturnType<typeof selectRecordColumns>,
  cells: readonly string[],
  isForPeople: boolean,
): string {
  const record: Record<string, string> = {};
  for (const [index, field] of fields) {
    const cell = removeQuote(cells[index] ?? '');
    if (cell !== '') record[field] = isForPeople ? toServiceText(field, cell) : cell;
  }
  return JSON.stringify(record);
}

/** Removes the `'` that `--excel` puts before cells that a spreadsheet would run as formulas. */
function removeQuote(cell: string): string {
  return cell.startsWith("'") && mayBeFormula(cell.slice(1)) ? cell.slice(1) : cell;
}

type RecordFields = Readonly<Record<string, unknown>>;

/** The prefix of a result's columns. */
const PREFIX = 'lookup_';
/** The column with the record as JSON, in the table that is made of a result in JSON. */
const RECORD_COLUMN = PREFIX;
const STATE_COLUMNS: ReadonlySet<string> = new Set(stateColumns);
/** Returns whether a column has a field of the record; the verdict of a comparison is none. */
const isRecordColumn = (name: string) =>
  name.startsWith(PREFIX) &&
  name !== RECORD_COLUMN &&
  !STATE_COLUMNS.has(name) &&
  !name.startsWith(MATCH_PREFIX);
/** Returns whether a column is one that a result adds to those of the input. */
const isResultColumn = (name: string) => name.startsWith(PREFIX);
/** The columns of the table that stand between those of the input and the record. */
const ADDED_COLUMNS = ['lookup_status', 'lookup_fetched_at', 'lookup_cpf', 'lookup_cnpj'] as const;
/** The number of bytes at the start of a file that show whether it is JSON. */
const START_BYTES = 256;
/** The maximum length of a line (characters); the record of a company has some kilobytes. */
const MAX_LINE_LENGTH = 16 * 2 ** 20;

/**
 * Writes JSON with each object on a line of its own as a table; undefined for anything else. @throws UsageError
 * `broken_json`, `not_a_result`, `input_empty`
 */
async function writeJsonAsTable(text: InputText, folder: string) {
  const { name: file } = text;
  const start = await buffer(createReadStream(text.path, { end: START_BYTES - 1 }));
  const decoder = chooseDecoder(start);
  if (!/^\s*(?:\[\s*(?:[{\]]|$)|\{\s*")/.test(decoder.decode(start))) return undefined;
  const path = join(folder, 'table.csv');
  const fields = new Set<string>();
  const progress = { objects: 0 };
  let columns: readonly string[] | undefined;
  const lines = async function* (): AsyncGenerator<string> {
    for await (const rows of readObjects(text.path, decoder, progress)) {
      const [first] = rows;
      if (first === undefined) continue;
      if (columns === undefined) yield formatCsvLines([(columns = listColumns(first, file))]);
      const inputColumns = columns.slice(0, -1);
      const cells = (row: RecordFields) => inputColumns.map((key) => toCell(row[key]));
      yield formatCsvLines(rows.map((row) => [...cells(row), writeRecordAsJson(row, fields)]));
    }
  };
  const output = createWriteStream(path, { mode: 0o600 });
  await pipeline(Readable.from(lines()), output).catch((error: unknown) => {
    throw error instanceof SyntaxError
      ? new UsageError('broken_json', { file, ...progress })
      : error;
  });
  if (columns === undefined) throw new UsageError('input_empty', { file });
  // Without --fields, an export writes every field of the spec, also an empty one, and any other field only where it
  // has a value.
  const hasAllFields = (['cpf', 'cnpj'] as const).some((kind) =>
    recordFields(kind).every((field) => fields.has(field)),
  );
  const input = { ...text.input, header: true };
  // With `origin.sheet` the table is read as CSV of confere's own dialect, as a sheet of a workbook is.
  const table: InputText = { ...text, path, input, origin: { sheet: { name: file, number: 1 } } };
  return { table, shape: { isFlat: false, fields: hasAllFields ? undefined : [...fields] } };
}

/** Yields the objects of several lines at once, and counts them in `progress`. @throws SyntaxError */
async function* readObjects(
  path: string,
  decoder: ReturnType<typeof chooseDecoder>,
  progress: { objects: number },
): AsyncGenerator<readonly RecordFields[]> {
  let unfinishedLine = '';
  let [isArray, isOver] = [false, false];
  const parseLine = (line: string): RecordFields[] => {
    let text = line.trim();
    if (progress.objects === 0 && text.startsWith('[')) [text, isArray] = [text.slice(1), true];
    if (isOver && text !== '') throw new SyntaxError('Text after the array.');
    isOver ||= isArray && text.endsWith(']');
    const rows = JSON.parse(`[${text.replace(isOver ? /\]$/ : /,$/, '')}]`) as unknown[];
    if (rows.some((row) => typeof row !== 'object' || row === null || Array.isArray(row)))
      throw new SyntaxError('No object.');
    if (rows.some((row) => nestsDeeper(row, DEEPEST_ANSWER))) throw new SyntaxError('Too deep.');
    progress.objects += rows.length;
    return rows as RecordFields[];
  };
  const chunks = createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) {
    const lines = (unfinishedLine + decoder.decode(chunk, { stream: true })).split('\n');
    unfinishedLine = lines.pop() ?? '';
    yield lines.flatMap(parseLine);
    if (unfinishedLine.length > MAX_LINE_LENGTH) throw new SyntaxError('No lines.');
  }
  yield parseLine(unfinishedLine);
  if (isArray && !isOver) throw new SyntaxError('No end.');
}

function listColumns(first: RecordFields, file: string): readonly string[] {
  if (!Object.hasOwn(first, 'lookup_status')) throw new UsageError('not_a_result', { file });
  const input = Object.keys(first).filter((key) => !key.startsWith(PREFIX));
  return [...input, ...ADDED_COLUMNS, RECORD_COLUMN];
}

/** Writes the record of a row as JSON without empty fields, and adds the names of all its fields to `fields`. */
function writeRecordAsJson(row: RecordFields, fields: Set<string>): string {
  const recordFields = Object.entries(row).flatMap(([key, value]) =>
    isRecordColumn(key) ? [[key.slice(PREFIX.length), value] as const] : [],
  );
  for (const [field] of recordFields) fields.add(field);
  return JSON.stringify(Object.fromEntries(recordFields.filter(([, value]) => value !== null)));
}

function toCell(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
