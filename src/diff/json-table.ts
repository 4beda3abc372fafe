import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Checked } from '../batch/check/check.js';
import { UsageError } from '../errors.js';
import { recordFields, stateColumns } from '../records/fields.js';
import { csvLines } from '../records/csv-lines.js';
import { ElementReader } from '../service/array-cutter.js';
import type { Side } from './types.js';

type Row = Readonly<Record<string, unknown>>;

/** Of the columns of a result; alone, the column of the table that holds a record as JSON. */
export const PREFIX = 'lookup_';
const STATE: ReadonlySet<string> = new Set(stateColumns);
/** What a row says of itself, beside the columns of the input. */
const OWN = ['lookup_status', 'lookup_fetched_at', 'lookup_cpf', 'lookup_cnpj'] as const;
/** Characters of one object; a record of a company has some kilobytes. */
const LONGEST = 16 * 2 ** 20;

/** A result in JSON as a table that inputs are read as. */
export interface JsonTable extends Pick<Side, 'isFlat' | 'fields'> {
  readonly table: Checked;
}

/**
 * Writes a result in JSON, one array or an object on each line, as a table to `folder`; undefined if it is
 * none. @throws UsageError `broken_json`, `not_a_result`, `input_empty`
 */
export async function tableOfJson(text: Checked, folder: string): Promise<JsonTable | undefined> {
  const { path: from, name: file } = text;
  const start = await startOf(from);
  const encoding = encodingOf(start);
  const begin = new TextDecoder(encoding).decode(start, { stream: true });
  if (!/^\s*(?:\[\s*(?:[{\]]|$)|\{\s*")/.test(begin)) return undefined;
  const path = join(folder, 'table.csv');
  const fields = new Set<string>();
  let columns: readonly string[] | undefined;
  const lines = async function* (): AsyncGenerator<string> {
    for await (const rows of rowsOf(text, encoding, /^\s*\[/.test(begin))) {
      const [first] = rows;
      if (first === undefined) continue;
      if (columns === undefined) yield csvLines([(columns = columnsOf(first, file))]);
      const own = columns.slice(0, -1);
      yield csvLines(
        rows.map((row) => [...own.map((key) => cellOf(row[key])), recordOf(row, fields)]),
      );
    }
  };
  await pipeline(Readable.from(lines()), createWriteStream(path, { mode: 0o600, flags: 'wx' }));
  if (columns === undefined) throw new UsageError('input_empty', { file });
  const input = { ...text.input, header: true };
  // As a sheet of a workbook, which is text of our own, too.
  const table = { ...text, path, input, origin: { sheet: { name: file, number: 1 } } };
  return { table, isFlat: false, fields: isWhole(fields) ? undefined : [...fields] };
}

/** The objects of one array, or those on each line, as they are read. */
async function* rowsOf(
  { path, name: file }: Checked,
  encoding: string,
  isArray: boolean,
): AsyncGenerator<readonly Row[]> {
  let rows: Row[] = [];
  let [objects, held] = [0, 0];
  const state = { isInside: !isArray, isOver: false };
  const broken = () => new UsageError('broken_json', { file, objects: objects + rows.length });
  const reader = new ElementReader(
    // Each line end is a comma, and blank lines are no elements.
    (json) => void (json.trim() === '' || rows.push(rowOf(json))),
    () => {
      throw broken();
    },
  );
  const read = (text: string): readonly Row[] => {
    [rows, objects] = [[], objects + rows.length];
    let rest = isArray ? text : text.replaceAll('\n', ',');
    if (!state.isInside) rest = text.slice(text.indexOf('[') + 1);
    state.isInside = true;
    if (!state.isOver) {
      const bytes = Buffer.from(rest);
      const end = reader.read(bytes);
      state.isOver = end >= 0;
      rest = state.isOver ? bytes.toString('utf8', end) : '';
    }
    held = rows.length > 0 ? 0 : held + text.length;
    if (rest.trim() !== '' || held > LONGEST) throw new SyntaxError('Text after the array.');
    return rows;
  };
  const decoder = new TextDecoder(encoding);
  const chunks = createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>;
  try {
    for await (const chunk of chunks) yield read(decoder.decode(chunk, { stream: true }));
    if (!isArray) yield read(']');
  } catch (error) {
    throw error instanceof SyntaxError ? broken() : error;
  }
  if (!state.isOver) throw broken();
}

function rowOf(json: string): Row {
  const value = JSON.parse(json) as unknown;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Row;
  throw new SyntaxError('No object.');
}

function columnsOf(first: Row, file: string): readonly string[] {
  if (!Object.hasOwn(first, 'lookup_status')) throw new UsageError('not_a_result', { file });
  const input = Object.keys(first).filter((key) => !key.startsWith(PREFIX));
  return [...input, ...OWN, PREFIX];
}

/** Without --fields an export writes every field of the spec, also empty ones, and each other one where it is filled. */
function isWhole(fields: ReadonlySet<string>): boolean {
  return (['cpf', 'cnpj'] as const).some((kind) =>
    recordFields(kind).every((field) => fields.has(field)),
  );
}

function recordOf(row: Row, fields: Set<string>): string {
  const own = Object.entries(row).flatMap(([key, value]) =>
    key.startsWith(PREFIX) && !STATE.has(key) ? [[key.slice(PREFIX.length), value] as const] : [],
  );
  for (const [field] of own) fields.add(field);
  return JSON.stringify(Object.fromEntries(own.filter(([, value]) => value !== null)));
}

function cellOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

async function startOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** By the byte order mark: PowerShell makes UTF-16 of what it redirects to a file. */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
