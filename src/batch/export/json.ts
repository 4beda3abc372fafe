import type { IdentifierKind } from '../../identifiers/index.js';
import type { InputLayout } from '../input/index.js';
import { recordFields } from './fields.js';
import type { Format } from './format.js';
import { columnKeys } from './names.js';
import type { ExportRow } from './rows.js';

type ColumnKeys = ReturnType<typeof columnKeys>;

/** One object a line. */
export function jsonLinesFormat(layout: InputLayout, kind: IdentifierKind): Format {
  const keys = columnKeys(layout);
  return {
    head: () => Buffer.alloc(0),
    row: (entry) => Buffer.from(`${textOf(keys, kind, entry)}\n`),
    tail: () => Buffer.alloc(0),
    replaced: () => 0,
  };
}

/** One array. */
export function jsonFormat(layout: InputLayout, kind: IdentifierKind): Format {
  const keys = columnKeys(layout);
  let separator = '[\n';
  return {
    head: () => Buffer.alloc(0),
    row: (entry) => {
      const text = separator + textOf(keys, kind, entry);
      separator = ',\n';
      return Buffer.from(text);
    },
    tail: () => Buffer.from(separator === '[\n' ? '[]\n' : '\n]\n'),
    replaced: () => 0,
  };
}

/**
 * The input's cells by column name, then the results with the service's own values, nested ones too. Written
 * by hand: an object would move keys such as `2024` to its front.
 */
function textOf(keys: ColumnKeys, kind: IdentifierKind, { row, result }: ExportRow): string {
  const cells = row.cells.map((cell, index): [string, unknown] => [keys(index), cell]);
  const { status, reason, source, fetchedAt, data } = result;
  const known = recordFields(kind).map((field): [string, unknown] => [
    field,
    data?.[field] ?? null,
  ]);
  const fields = [...new Map([...known, ...Object.entries(data ?? {})])];
  const entries: [string, unknown][] = [
    ...cells,
    ['lookup_status', status],
    ['lookup_reason', reason === '' ? null : reason],
    ['lookup_source', source === '' ? null : source],
    ['lookup_fetched_at', fetchedAt === '' ? null : fetchedAt],
    ...fields.map(([field, value]): [string, unknown] => [`lookup_${field}`, value]),
  ];
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`;
}
