import { mkdir, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Checked, withText } from '../batch/check/check.js';
import { type ErrorFacts, UsageError } from '../errors.js';
import { mayBeFormula } from '../export/formula-cell.js';
import { lookupStatuses, type LookupStatus } from '../export/lookup-status.js';
import { readFileCell, type IdentifierKind, type Reading } from '../identifiers/index.js';
import {
  ColumnQuestion,
  detectLayout,
  OnlyHeader,
  readRowChunks,
  type InputLayout,
  type InputOptions,
} from '../input/index.js';
import { stateColumns } from '../records/fields.js';
import { readJson } from './batch-side.js';
import { JSON_RECORD, tableOfJson } from './json-table.js';
import type { ResultRow, Side } from './types.js';

export interface ResultFile {
  readonly path: string;
  readonly input: InputOptions;
  /** A private folder that does not exist yet; it is removed at the end. */
  readonly folder: string;
  readonly take: (row: ResultRow) => void;
  /** Called now and then with the rows that were read. */
  readonly tell: (rows: number) => void;
  /** Ends the reading with its reason. */
  readonly stop?: AbortSignal;
}

const PREFIX = 'lookup_';
const STATE: ReadonlySet<string> = new Set(stateColumns);
/** Rows between two calls of `tell`. */
const OFTEN = 10_000;
/** Records that are compared with the identifiers of their rows. */
const COMPARED = 100;

/**
 * Reads a result that an export wrote, to the end: CSV in any dialect, JSON, JSON lines or a workbook, each also packed
 * with gzip. `take` gets each row with an identifier.
 *
 * @throws UsageError `not_a_result`, `broken_json`, or if it cannot be read or changes meanwhile
 */
export async function fileSide(file: ResultFile): Promise<Side> {
  const { path, input, folder, stop } = file;
  const name = basename(path);
  await mkdir(folder, { mode: 0o700 });
  try {
    const inFolder = <T>(work: (own: string) => Promise<T>) => work(folder);
    return await withText({ path }, name, input, inFolder, (text) => sideOf(text, file), { stop });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function sideOf(text: Checked, file: ResultFile): Promise<Side> {
  const json = text.origin?.sheet === undefined ? await tableOfJson(text, file.folder) : undefined;
  const { columns, hasHeader, layout } = await tableOf(json?.table ?? text);
  const names = hasHeader ? columns.map((column) => column.trim()) : [];
  if (!names.includes('lookup_status')) throw new UsageError('not_a_result', { file: text.name });
  const own = names.flatMap((column, index) =>
    column.startsWith(PREFIX) && !STATE.has(column) ? [index] : [],
  );
  const fields = own.map((index) => names[index]?.slice(PREFIX.length) ?? '');
  const record = names.lastIndexOf(JSON_RECORD);
  const recordOf = (cells: readonly string[]) =>
    json === undefined
      ? cellsText(own.map((index) => undefused(cells[index] ?? '')))
      : (cells[record] ?? '{}');
  const counts = layout && (await readRows(json?.table ?? text, { layout, names, recordOf }, file));
  return {
    ...{ name: text.name, is: 'file', rows: 0, invalid: 0, kinds: new Set(), ...counts },
    ...(json === undefined
      ? { isFlat: true, fields, read: cellsReader(fields) }
      : { isFlat: false, fields: json.fields, read: readJson }),
  };
}

/** A table's header; one without rows has no layout. */
type Table = Pick<InputLayout, 'columns' | 'hasHeader'> & { readonly layout?: InputLayout };

async function tableOf(text: Checked): Promise<Table> {
  try {
    const layout = await layoutOf(text);
    return { columns: layout.columns, hasHeader: layout.hasHeader, layout };
  } catch (error) {
    if (error instanceof OnlyHeader) return { columns: error.columns, hasHeader: true };
    if (!(error instanceof UsageError) || error.code !== 'not_a_table') throw error;
    throw new UsageError('not_a_result', { file: text.name }, { cause: error });
  }
}

/**
 * Columns that hold the parts of identifiers are joined without being asked, as they were for the result: nothing is
 * paid for what is compared. Of several columns with identifiers it is the one that the records have.
 */
async function layoutOf({ path, name, input, origin }: Checked): Promise<InputLayout> {
  const read = (column = input.column) => detectLayout(path, { ...input, column }, name, origin);
  try {
    return await read();
  } catch (error) {
    if (error instanceof ColumnQuestion && error.code === 'ambiguous_column') {
      const fitting: InputLayout[] = [];
      for (const { option } of error.facts.candidates) {
        const layout = await read(option);
        if (await agreesWithRecords(path, layout)) fitting.push(layout);
      }
      if (fitting[0] !== undefined && fitting.length === 1) return fitting[0];
    }
    if (!(error instanceof UsageError) || error.code !== 'identifier_in_parts') throw error;
    const { parts, wrongly } = error.facts as ErrorFacts['identifier_in_parts'];
    if (wrongly !== undefined) throw error;
    return read(parts.map(({ option }) => option).join('+'));
  }
}

/** Whether the first records have the identifiers of their rows, and there is one. */
async function agreesWithRecords(path: string, layout: InputLayout): Promise<boolean> {
  const names = layout.columns.map((column) => column.trim());
  const [cpf, cnpj] = [names.indexOf(`${PREFIX}cpf`), names.indexOf(`${PREFIX}cnpj`)];
  let compared = 0;
  for await (const rows of readRowChunks(path, layout)) {
    for (const { cells, reading } of rows) {
      const [person = '', company = ''] = [cells[cpf], cells[cnpj]];
      const own = person === '' ? readFileCell(company, 'cnpj') : readFileCell(person, 'cpf');
      if (!own.valid) continue;
      if (!reading.valid || reading.id !== own.id) return false;
      compared += 1;
    }
    if (compared >= COMPARED) break;
  }
  return compared > 0;
}

interface Reader {
  readonly layout: InputLayout;
  readonly names: readonly string[];
  readonly recordOf: (cells: readonly string[]) => string;
}

async function readRows(
  { path, name }: Checked,
  { layout, names, recordOf }: Reader,
  { take, tell, stop }: ResultFile,
): Promise<Pick<Side, 'rows' | 'invalid' | 'kinds'>> {
  const [status, fetchedAt] = [names.indexOf('lookup_status'), names.indexOf('lookup_fetched_at')];
  const kinds = new Set<IdentifierKind>();
  let [seen, told, invalid] = [0, 0, 0];
  const takeRow = (cells: readonly string[], reading: Reading) => {
    if (!reading.valid) {
      invalid += 1;
      return;
    }
    kinds.add(reading.kind);
    take({
      ...{ id: reading.id, status: statusIn(cells[status] ?? '') },
      ...{ fetchedAt: cells[fetchedAt] ?? '', record: recordOf(cells) },
    });
  };
  for await (const rows of readRowChunks(path, layout, name)) {
    stop?.throwIfAborted();
    for (const { cells, reading } of rows) takeRow(cells, reading);
    seen += rows.length;
    if (seen - told >= OFTEN) tell((told = seen));
  }
  return { rows: seen - invalid, invalid, kinds };
}

/** A status that confere does not write is no answer. */
function statusIn(text: string): LookupStatus {
  return lookupStatuses.find((status) => status === text.trim()) ?? 'pending';
}

/** Without the `'` that `--excel` puts before what a spreadsheet would run. */
function undefused(cell: string): string {
  return cell.startsWith("'") && mayBeFormula(cell.slice(1)) ? cell.slice(1) : cell;
}

/** A character that separates cells, and that no cell of a table should have. */
const BETWEEN = '\u001f';

/** The text of cells. Joining is several times faster than JSON. SQLite ends a text at a NUL. */
export function cellsText(cells: readonly string[]): string {
  const isOdd = cells.some((cell) => cell.includes(BETWEEN) || cell.includes('\0'));
  return isOdd || cells[0]?.startsWith('[') === true ? JSON.stringify(cells) : cells.join(BETWEEN);
}

/** Reads the text of cells as a record of these fields; empty cells are left out. */
export function cellsReader(
  fields: readonly string[],
): (text: string) => Readonly<Record<string, string>> {
  return (text) => {
    const cells = text.startsWith('[') ? (JSON.parse(text) as string[]) : text.split(BETWEEN);
    const filled = fields.flatMap((field, at) => (cells[at] ? [[field, cells[at]] as const] : []));
    return Object.fromEntries(filled);
  };
}
