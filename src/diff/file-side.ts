import { mkdir, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Checked, withText } from '../batch/check/check.js';
import { UsageError } from '../errors.js';
import { mayBeFormula } from '../export/cells.js';
import { lookupStatuses, type LookupStatus } from '../export/format.js';
import type { IdentifierKind } from '../identifiers/index.js';
import {
  detectLayout,
  OnlyHeader,
  readRowChunks,
  type InputLayout,
  type InputOptions,
} from '../input/index.js';
import { stateColumns } from '../records/fields.js';
import { PREFIX, tableOfJson } from './json-table.js';
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

/** Rows between two calls of `tell`. */
const OFTEN = 10_000;

/**
 * Reads a result that an export wrote, in any format, to the end; `take` gets each row with an identifier.
 * @throws UsageError `not_a_result`, `broken_json`, or if it cannot be read or changes meanwhile
 */
export async function fileSide(file: ResultFile): Promise<Side> {
  const { path, input, folder, stop } = file;
  await mkdir(folder, { mode: 0o700 });
  try {
    const inFolder = <T>(work: (own: string) => Promise<T>) => work(folder);
    const read = (text: Checked) => sideOf(text, file);
    return await withText({ path }, basename(path), input, inFolder, read, { stop });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function sideOf(text: Checked, file: ResultFile): Promise<Side> {
  const json = text.origin?.sheet === undefined ? await tableOfJson(text, file.folder) : undefined;
  const table = json?.table ?? text;
  const { columns, layout } = await tableOf(table);
  const names = columns.map((column) => column.trim());
  if (!names.includes('lookup_status')) throw new UsageError('not_a_result', { file: text.name });
  const counts = layout && (await readRows(table, layout, names, file));
  return {
    ...{ name: text.name, is: 'file', rows: 0, invalid: 0, kinds: new Set(), ...counts },
    ...(json ?? { isFlat: true, fields: ownColumns(names).map(([, field]) => field) }),
  };
}

/** A table's header; one without rows has no layout. */
type Table = Pick<InputLayout, 'columns'> & { readonly layout?: InputLayout };

async function tableOf({ path, name, input, origin }: Checked): Promise<Table> {
  try {
    const layout = await detectLayout(path, input, name, origin);
    return { columns: layout.hasHeader ? layout.columns : [], layout };
  } catch (error) {
    if (error instanceof OnlyHeader) return { columns: error.columns };
    if (!(error instanceof UsageError) || error.code !== 'not_a_table') throw error;
    throw new UsageError('not_a_result', { file: name }, { cause: error });
  }
}

/** The columns with the fields of records. */
function ownColumns(names: readonly string[]): (readonly [index: number, field: string])[] {
  const state: readonly string[] = stateColumns;
  return names.flatMap((name, index) =>
    name.startsWith(PREFIX) && !state.includes(name)
      ? [[index, name.slice(PREFIX.length)] as const]
      : [],
  );
}

async function readRows(
  { path, name }: Checked,
  layout: InputLayout,
  names: readonly string[],
  { take, tell, stop }: ResultFile,
): Promise<Pick<Side, 'rows' | 'invalid' | 'kinds'>> {
  const [status, fetchedAt] = [names.indexOf('lookup_status'), names.indexOf('lookup_fetched_at')];
  const record = names.lastIndexOf(PREFIX);
  const own = ownColumns(names);
  const kinds = new Set<IdentifierKind>();
  let [seen, told, invalid] = [0, 0, 0];
  for await (const rows of readRowChunks(path, layout, name)) {
    stop?.throwIfAborted();
    for (const { cells, reading } of rows) {
      if (!reading.valid) {
        invalid += 1;
        continue;
      }
      kinds.add(reading.kind);
      take({
        ...{ id: reading.id, status: statusIn(cells[status] ?? '') },
        fetchedAt: cells[fetchedAt] ?? '',
        record: record < 0 ? recordOf(own, cells) : (cells[record] ?? '{}'),
      });
    }
    seen += rows.length;
    if (seen - told >= OFTEN) tell((told = seen));
  }
  return { rows: seen - invalid, invalid, kinds };
}

/** A status that confere does not write is no answer. */
function statusIn(text: string): LookupStatus {
  return lookupStatuses.find((status) => status === text.trim()) ?? 'pending';
}

function recordOf(own: ReturnType<typeof ownColumns>, cells: readonly string[]): string {
  const record: Record<string, string> = {};
  for (const [index, field] of own) {
    const cell = undefused(cells[index] ?? '');
    if (cell !== '') record[field] = cell;
  }
  return JSON.stringify(record);
}

/** Without the `'` that `--excel` puts before what a spreadsheet would run. */
function undefused(cell: string): string {
  return cell.startsWith("'") && mayBeFormula(cell.slice(1)) ? cell.slice(1) : cell;
}
