import type { Lookup } from '../../lookups/answer.js';
import { type FieldPath, lookupColumns, recordFields } from '../../records/fields.js';
import { toCell } from '../../records/cells.js';
import type { ColumnKind } from '../../identifiers/index.js';
import { csvLines } from '../../records/csv-lines.js';
import { fieldValue } from './values.js';

const OWN = ['input', 'kind', 'id'] as const;
/** Columns that stay with `--fields`, so that a row without a record shows the reason. */
const ALWAYS = [...OWN, 'lookup_status', 'lookup_reason'] as const;
const ELSEWHERE: ReadonlySet<string> = new Set([...OWN, 'status', 'error']);

/** The header of the rows below. */
export function csvHeader(kind: ColumnKind, fields?: readonly FieldPath[]): string {
  if (fields === undefined) return csvLines([[...OWN, ...lookupColumns(kind)]]);
  return csvLines([[...ALWAYS, ...chosen(fields).map(columnOf)]]);
}

/** One lookup as a row with the columns of an export (contract, "Export"), of its kind or of both. */
export function csvRow(
  lookup: Lookup,
  kind: ColumnKind,
  isSandbox: boolean,
  fields?: readonly FieldPath[],
): string {
  const { data } = lookup.answer;
  const value = (field: string) => (field === 'source' ? source(lookup, isSandbox) : undefined);
  if (fields === undefined) {
    const at = fieldValue(lookup, { name: '', path: ['fetchedAt'], isRecords: false });
    const cells = recordFields(kind).map((field) => toCell(field, data?.[field]));
    return csvLines([[...state(lookup), source(lookup, isSandbox), toCell('', at), ...cells]]);
  }
  const cells = chosen(fields).map(
    (field) => value(field.name) ?? toCell(field.name, fieldValue(lookup, field)),
  );
  return csvLines([[...state(lookup), ...cells]]);
}

/** Exports call an error `failed`. */
function state({ answer }: Lookup): string[] {
  const { input, kind, id, status, error } = answer;
  return [input, kind ?? '', id ?? '', status === 'error' ? 'failed' : status, error?.code ?? ''];
}

/** Money rule 5 of the contract: data invented by the sandbox must be marked. */
function source({ answer }: Lookup, isSandbox: boolean): string {
  return isSandbox && answer.source !== undefined ? 'sandbox' : (answer.source ?? '');
}

function chosen(fields: readonly FieldPath[]): FieldPath[] {
  return fields.filter(({ path, isRecords }) => isRecords || !ELSEWHERE.has(path[0] ?? ''));
}

function columnOf({ name }: FieldPath): string {
  return `lookup_${name === 'fetchedAt' ? 'fetched_at' : name}`;
}
