import type { IdentifierKind } from '../../identifiers/index.js';
import type { InputLayout } from '../input/index.js';
import { recordFields } from './fields.js';
import type { Format } from './format.js';
import type { ExportRow } from './rows.js';

/** One object a line. */
export function jsonLinesFormat(layout: InputLayout, kind: IdentifierKind): Format {
  return {
    head: () => Buffer.alloc(0),
    row: (entry) => Buffer.from(`${JSON.stringify(toObject(layout, kind, entry))}\n`),
    tail: () => Buffer.alloc(0),
    replaced: () => 0,
  };
}

/** One array. */
export function jsonFormat(layout: InputLayout, kind: IdentifierKind): Format {
  let separator = '[\n';
  return {
    head: () => Buffer.alloc(0),
    row: (entry) => {
      const text = separator + JSON.stringify(toObject(layout, kind, entry));
      separator = ',\n';
      return Buffer.from(text);
    },
    tail: () => Buffer.from(separator === '[\n' ? '[]\n' : '\n]\n'),
    replaced: () => 0,
  };
}

/** The input's cells by column name, then the results with the service's own values, nested ones too. */
function toObject(layout: InputLayout, kind: IdentifierKind, { row, result }: ExportRow) {
  const cells = row.cells.map((cell, index): [string, unknown] => [nameOf(layout, index), cell]);
  const { status, reason, source, fetchedAt, data } = result;
  const known = recordFields(kind).map((field): [string, unknown] => [
    field,
    data?.[field] ?? null,
  ]);
  const fields = [...new Map([...known, ...Object.entries(data ?? {})])];
  return Object.fromEntries([
    ...cells,
    ['lookup_status', status],
    ['lookup_reason', reason === '' ? null : reason],
    ['lookup_source', source === '' ? null : source],
    ['lookup_fetched_at', fetchedAt === '' ? null : fetchedAt],
    ...fields.map(([field, value]): [string, unknown] => [`lookup_${field}`, value]),
  ]);
}

/** A name that stands twice in the header gets its position, so that no cell is lost. */
function nameOf(layout: InputLayout, index: number): string {
  const name = layout.columns[index];
  if (name === undefined) return `column_${index + 1}`;
  return layout.columns.indexOf(name) === index ? name : `${name}_${index + 1}`;
}
