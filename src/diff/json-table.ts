import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Checked } from '../batch/check/check.js';
import { UsageError } from '../errors.js';
import { csvLines } from '../records/csv-lines.js';
import { recordFields, stateColumns } from '../records/fields.js';
import type { Side } from './types.js';

type Row = Readonly<Record<string, unknown>>;

/** Of the columns of a result; alone, the column of the table that holds a record as JSON. */
export const PREFIX = 'lookup_';
const STATE: ReadonlySet<string> = new Set(stateColumns);
/** What a row says of itself, beside the columns of the input. */
const OWN = ['lookup_status', 'lookup_fetched_at', 'lookup_cpf', 'lookup_cnpj'] as const;
/** Characters of one line; a record of a company has some kilobytes. */
const LONGEST = 16 * 2 ** 20;

/** A result in JSON as a table that inputs are read as. */
export interface JsonTable extends Pick<Side, 'isFlat' | 'fields'> {
  readonly table: Checked;
}

/**
 * Writes a result in JSON, an array or objects, each object on a line of its own, as a table to `folder`; undefined if it
 * is none. @throws UsageError `broken_json`, `not_a_result`, `input_empty`
 */
export async function tableOfJson(text: Checked, folder: string): Promise<JsonTable | undefined> {
  const { name: file } = text;
  const start = await textOf(createReadStream(text.path, { end: 255 }));
  if (!/^\ufeff?\s*(?:\[\s*(?:[{\]]|$)|\{\s*")/.test(start)) return undefined;
  const path = join(folder, 'table.csv');
  const fields = new Set<string>();
  const read = { objects: 0 };
  let columns: readonly string[] | undefined;
  const lines = async function* (): AsyncGenerator<string> {
    for await (const rows of rowsOf(text.path, read)) {
      const [first] = rows;
      if (first === undefined) continue;
      if (columns === undefined) yield csvLines([(columns = columnsOf(first, file))]);
      const own = columns.slice(0, -1);
      const cells = (row: Row) => own.map((key) => cellOf(row[key]));
      yield csvLines(rows.map((row) => [...cells(row), recordOf(row, fields)]));
    }
  };
  const to = createWriteStream(path, { mode: 0o600, flags: 'wx' });
  await pipeline(Readable.from(lines()), to).catch((error: unknown) => {
    // A value that is nested too deeply is a RangeError.
    const isBroken = error instanceof SyntaxError || error instanceof RangeError;
    throw isBroken ? new UsageError('broken_json', { file, ...read }) : error;
  });
  if (columns === undefined) throw new UsageError('input_empty', { file });
  // Without --fields an export writes every field of the spec, also empty ones, and each other one where it is filled.
  const isWhole = (['cpf', 'cnpj'] as const).some((kind) =>
    recordFields(kind).every((field) => fields.has(field)),
  );
  const input = { ...text.input, header: true };
  // As a sheet of a workbook, which is text of our own, too.
  const table = { ...text, path, input, origin: { sheet: { name: file, number: 1 } } };
  return { table, isFlat: false, fields: isWhole ? undefined : [...fields] };
}

/** The objects of some lines at once. @throws SyntaxError */
async function* rowsOf(path: string, read: { objects: number }): AsyncGenerator<readonly Row[]> {
  let held = '';
  let [isArray, isOver] = [false, false];
  const rowsIn = (line: string): Row[] => {
    let text = line.trim();
    if (read.objects === 0 && text.startsWith('[')) [text, isArray] = [text.slice(1), true];
    if (isOver && text !== '') throw new SyntaxError('Text after the array.');
    isOver ||= isArray && text.endsWith(']');
    const rows = JSON.parse(`[${text.replace(isOver ? /\]$/ : /,$/, '')}]`) as unknown[];
    if (rows.some((row) => typeof row !== 'object' || row === null || Array.isArray(row)))
      throw new SyntaxError('No object.');
    read.objects += rows.length;
    return rows as Row[];
  };
  const chunks = createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 18 });
  for await (const chunk of chunks as AsyncIterable<string>) {
    const lines = (held + chunk).split('\n');
    held = lines.pop() ?? '';
    yield lines.flatMap(rowsIn);
    if (held.length > LONGEST) throw new SyntaxError('No lines.');
  }
  yield rowsIn(held);
  if (isArray && !isOver) throw new SyntaxError('No end.');
}

function columnsOf(first: Row, file: string): readonly string[] {
  if (!Object.hasOwn(first, 'lookup_status')) throw new UsageError('not_a_result', { file });
  const input = Object.keys(first).filter((key) => !key.startsWith(PREFIX));
  return [...input, ...OWN, PREFIX];
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
