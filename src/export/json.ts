import { escapedJson } from '../foreign-text.js';
import type { InputLayout } from '../input/index.js';
import { valueAt, type RecordPath } from '../records/fields.js';
import type { Format } from './format.js';
import { ownCells } from './own-cells.js';
import type { ExportRow } from './rows.js';

/** What the objects of all rows share. */
interface Shared {
  readonly keys: (index: number) => string;
  readonly own: ReturnType<typeof ownCells>;
  readonly fields: JsonFields;
}

export interface JsonFields {
  readonly paths: readonly RecordPath[];
  /** Whether to append fields that the table of fields does not have. */
  readonly others: boolean;
}

/** One object per line. */
export function jsonLinesFormat(layout: InputLayout, fields: JsonFields): Format {
  const shared = { keys: columnKeys(layout), own: ownCells(layout), fields };
  return {
    head: () => Buffer.alloc(0),
    rows: (entries) => Buffer.from(entries.map((entry) => `${textOf(shared, entry)}\n`).join('')),
    tail: () => Buffer.alloc(0),
    replaced: () => 0,
  };
}

/** One array. */
export function jsonFormat(layout: InputLayout, fields: JsonFields): Format {
  const shared = { keys: columnKeys(layout), own: ownCells(layout), fields };
  let separator = '[\n';
  const row = (entry: ExportRow) => {
    const text = separator + textOf(shared, entry);
    separator = ',\n';
    return text;
  };
  return {
    head: () => Buffer.alloc(0),
    rows: (entries) => Buffer.from(entries.map(row).join('')),
    tail: () => Buffer.from(separator === '[\n' ? '[]\n' : '\n]\n'),
    replaced: () => 0,
  };
}

/**
 * The input's own cells by column name, then the results with the service's own values, including nested
 * ones. Built as text, because an object would move keys such as `2024` to its front.
 */
function textOf(
  { keys, own, fields: { paths, others } }: Shared,
  { row, result }: ExportRow,
): string {
  const cells = own(row.cells.map((cell, index): [string, unknown] => [keys(index), cell]));
  const { status, reason, source, fetchedAt, data } = result;
  const known = paths.map(({ name, path }): [string, unknown] => [
    name,
    valueAt(data, path) ?? null,
  ]);
  const fields = [...new Map([...known, ...Object.entries(others ? (data ?? {}) : {})])];
  const entries: [string, unknown][] = [
    ...cells,
    ['lookup_status', status],
    ['lookup_reason', reason === '' ? null : reason],
    ['lookup_source', source === '' ? null : source],
    ['lookup_fetched_at', fetchedAt === '' ? null : fetchedAt],
    ...fields.map(([field, value]): [string, unknown] => [`lookup_${field}`, value]),
  ];
  const texts = entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  return escapedJson(`{${texts.join(',')}}`);
}

/**
 * The JSON keys of an input's cells, each unique: a repeated name gets its position (`Nome_3`), and a
 * name that an export uses gets the prefix `input_`, so that no result replaces a cell.
 */
function columnKeys({ columns }: InputLayout): (index: number) => string {
  const taken = new Set<string>();
  const keys: string[] = [];
  const keyFor = (index: number): string => {
    const name = columns[index] ?? `column_${index + 1}`;
    const safe = name.startsWith('lookup_') ? `input_${name}` : name;
    let key = safe;
    for (let n = index + 1; taken.has(key); n += 1) key = `${safe}_${n}`;
    taken.add(key);
    return key;
  };
  return (index) => {
    while (keys.length <= index) keys.push(keyFor(keys.length));
    return keys[index] ?? '';
  };
}
