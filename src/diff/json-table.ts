import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Checked } from '../batch/check/check.js';
import { UsageError } from '../errors.js';
import { recordFields, stateColumns } from '../records/fields.js';
import { csvLines } from '../records/csv-lines.js';
import { ElementReader } from '../service/json-pieces.js';

type Row = Readonly<Record<string, unknown>>;

/** The column of the table that holds a record as JSON. */
export const JSON_RECORD = 'lookup_';
const PREFIX = 'lookup_';
const STATE: ReadonlySet<string> = new Set(stateColumns);
/** What a row says of itself, beside the columns of the input. */
const OWN = ['lookup_status', 'lookup_fetched_at', 'lookup_cpf', 'lookup_cnpj'] as const;
/** Characters of one object; a record of a company has some kilobytes. */
const LONGEST = 16 * 2 ** 20;

/** A result in JSON as a table that inputs are read as. */
export interface JsonTable {
  readonly table: Checked;
  /** The fields that a record has in any row; undefined if records have whatever the service sent. */
  readonly fields: readonly string[] | undefined;
}

/**
 * Writes a result in JSON, one array or an object on each line, as a table to `folder`; undefined if it is none.
 *
 * @throws UsageError `broken_json`, `not_a_result`, and `input_empty` for one without rows
 */
export async function tableOfJson(text: Checked, folder: string): Promise<JsonTable | undefined> {
  const start = await startOf(text.path);
  const encoding = encodingOf(start);
  const begin = new TextDecoder(encoding).decode(start, { stream: true });
  if (!/^\s*(?:\[\s*(?:[{\]]|$)|\{\s*")/.test(begin)) return undefined;
  const objects = new Objects(text.name, /^\s*\[/.test(begin));
  const path = join(folder, 'table.csv');
  const fields = new Set<string>();
  let columns: readonly string[] | undefined;
  const lines = async function* (): AsyncGenerator<string> {
    for await (const rows of rowsOf(text.path, encoding, objects)) {
      const [first] = rows;
      if (first === undefined) continue;
      if (columns === undefined) yield csvLines([(columns = columnsOf(first, text.name))]);
      const own = columns.slice(0, -1);
      yield csvLines(
        rows.map((row) => [...own.map((key) => cellOf(row[key])), recordOf(row, fields)]),
      );
    }
  };
  await pipeline(Readable.from(lines()), createWriteStream(path, { mode: 0o600, flags: 'wx' }));
  if (columns === undefined)
    throw new UsageError('input_empty', { file: text.name, isWorkbook: false });
  const input = { ...text.input, header: true };
  // As a sheet of a workbook, which is text of our own, too.
  const origin = { sheet: { name: text.name, number: 1 } };
  const table = { ...text, path, input, origin };
  return { table, fields: isWhole(fields) ? undefined : [...fields] };
}

async function* rowsOf(
  path: string,
  encoding: string,
  objects: Objects,
): AsyncGenerator<readonly Row[]> {
  const decoder = new TextDecoder(encoding);
  const chunks = createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) yield objects.read(decoder.decode(chunk, { stream: true }));
  yield objects.end();
}

/** Cuts objects out of a text that comes in pieces: those of one array, or one on each line. */
class Objects {
  #rows: Row[] = [];
  #objects = 0;
  /** Characters since the last object. */
  #held = 0;
  #state: 'before' | 'inside' | 'after';
  /** The line that has begun. */
  #line = '';
  readonly #reader: ElementReader;

  constructor(
    readonly name: string,
    readonly isArray: boolean,
  ) {
    this.#state = isArray ? 'before' : 'inside';
    const tooDeep = () => {
      throw this.#broken(true);
    };
    this.#reader = new ElementReader((json) => this.#rows.push(rowOf(json)), tooDeep);
  }

  read(text: string): readonly Row[] {
    if (this.isArray) return this.#cut(text);
    const lines = (this.#line + text).split('\n');
    this.#line = lines.pop() ?? '';
    return this.#cut(this.#asElements(lines));
  }

  end(): readonly Row[] {
    const rows = this.isArray ? [] : this.#cut(`${this.#asElements([this.#line])}]`);
    if (this.#state !== 'after') throw this.#broken();
    return rows;
  }

  #asElements(lines: readonly string[]): string {
    const filled = lines.filter((line) => line.trim() !== '');
    return filled.map((line, at) => (at + this.#objects === 0 ? line : `,${line}`)).join('');
  }

  #cut(text: string): readonly Row[] {
    this.#rows = [];
    try {
      this.#take(text);
    } catch (error) {
      throw error instanceof SyntaxError ? this.#broken() : error;
    }
    this.#held = this.#rows.length > 0 ? 0 : this.#held + text.length;
    this.#objects += this.#rows.length;
    if (Math.max(this.#held, this.#line.length) > LONGEST) throw this.#broken();
    return this.#rows;
  }

  #take(text: string): void {
    let rest = text;
    if (this.#state === 'before') {
      rest = text.slice(text.indexOf('[') + 1);
      this.#state = 'inside';
    }
    if (this.#state === 'inside') {
      const bytes = Buffer.from(rest);
      const end = this.#reader.read(bytes);
      if (end < 0) return;
      rest = bytes.toString('utf8', end);
      this.#state = 'after';
    }
    if (rest.trim() !== '') throw new SyntaxError('There is text after the array.');
  }

  #broken(isTooDeep = false): UsageError {
    const objects = this.#objects + this.#rows.length;
    return new UsageError('broken_json', { file: this.name, objects, isTooDeep });
  }
}

function rowOf(json: string): Row {
  const value = JSON.parse(json) as unknown;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Row;
  throw new SyntaxError('No object.');
}

function columnsOf(first: Row, file: string): readonly string[] {
  if (!Object.hasOwn(first, 'lookup_status')) throw new UsageError('not_a_result', { file });
  const input = Object.keys(first).filter((key) => !key.startsWith(PREFIX));
  return [...input, ...OWN, JSON_RECORD];
}

/** Without --fields an export writes every field of the spec, also empty ones, and each other one where it is filled. */
function isWhole(fields: ReadonlySet<string>): boolean {
  return (['cpf', 'cnpj'] as const).some((kind) =>
    recordFields(kind).every((field) => fields.has(field)),
  );
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
