import { escapedJson } from '../foreign-text.js';
import type { InputLayout } from '../input/index.js';
import { valueAt, type RecordPath } from '../records/fields.js';
import { ownCells } from './cells.js';
import type { Format } from './format.js';
import type { ExportRow } from './rows.js';

export interface JsonFields {
  readonly paths: readonly RecordPath[];
  /** Whether to append fields that the table of fields does not have. */
  readonly others: boolean;
}

/** An object for each row, with these texts before the first one, between them, and after the last one. */
export function jsonFormat(
  layout: InputLayout,
  fields: JsonFields,
  [first, between, last]: readonly [string, string, string],
): Format {
  const [keys, own] = [columnKeys(layout), ownCells(layout)];
  let isBegun = false;
  const row = ({ row: { cells }, result }: ExportRow) => {
    const named = cells.map((cell, index): [string, unknown] => [keys(index), cell]);
    const text = (isBegun ? between : first) + textOf(own(named), fields, result);
    isBegun = true;
    return text;
  };
  return {
    head: () => Buffer.alloc(0),
    rows: (entries) => Buffer.from(entries.map(row).join('')),
    tail: () => Buffer.from(isBegun ? last : first.replace('\n', '') + last.replace('\n', '')),
  };
}

/**
 * The input's own cells by column name, then the results with the service's own values, including nested
 * ones. Built as text, because an object would move keys such as `2024` to its front.
 */
function textOf(
  cells: readonly (readonly [string, unknown])[],
  { paths, others }: JsonFields,
  { status, reason, source, fetchedAt, data }: ExportRow['result'],
): string {
  const known = paths.map(({ name, path }) => [name, valueAt(data, path) ?? null] as const);
  const fields = new Map<string, unknown>([
    ...known,
    ...Object.entries(others ? (data ?? {}) : {}),
  ]);
  const entries: (readonly [string, unknown])[] = [
    ...cells,
    ['lookup_status', status],
    ['lookup_reason', reason || null],
    ['lookup_source', source || null],
    ['lookup_fetched_at', fetchedAt || null],
    ...[...fields].map(([field, value]) => [`lookup_${field}`, value] as const),
  ];
  const texts = entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  return escapedJson(`{${texts.join(',')}}`);
}

/**
 * The JSON keys of an input's cells, each unique: a repeated name gets its position (`Nome_3`), and a
 * name that an export uses gets the prefix `input_`, so that no result replaces a cell.
 */
function columnKeys({ columns }: InputLayout): (index: number) => string {
  const keys: string[] = [];
  const taken = new Set<string>();
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
