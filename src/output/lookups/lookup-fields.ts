import type { IdentifierKind } from '../../identifiers/index.js';
import type { Lookup } from '../../lookups/lookup.js';
import { readFields, type FieldPath } from '../../records/field-list.js';
import { reduceTo, valueAt } from '../../records/field-values.js';
import type { Entry } from '../terminal/card.js';
import { textOf } from './record-values.js';

/** The fields of the answer besides the record (contract, "JSON"). */
const around = ['input', 'kind', 'id', 'status', 'source', 'fetchedAt', 'error'];
const within = { error: ['code', 'message', 'httpStatus'] };

/**
 * Parses the `--fields` of a lookup: fields of its record, or of the answer around it.
 *
 * @throws UsageError that lists the fields
 */
export function lookupFields(list: string, kind: IdentifierKind): FieldPath[] {
  return readFields(list, { of: 'lookup', kind, around, within });
}

/** The values of `fields` in a lookup; a path into a list takes the value of each item. */
export function fieldValue(
  { answer, answeredAt }: Lookup,
  { path, isRecords }: FieldPath,
): unknown {
  const at = answeredAt === undefined ? {} : { fetchedAt: new Date(answeredAt).toISOString() };
  return valueAt(isRecords ? answer.data : { ...at, ...answer }, path);
}

/** The fields as lines of a card. */
export function fieldEntries(lookup: Lookup, fields: readonly FieldPath[]): Entry[] {
  return fields.map((field) => ({
    label: field.name,
    text: textOf(fieldValue(lookup, field), field.name),
  }));
}

/**
 * The answer with only these fields. `input`, `kind`, `id`, `status` and an error always stay, and the
 * record keeps its shape. A field that the record lacks is null.
 */
export function reduced(lookup: Lookup, fields: readonly FieldPath[]): object {
  const { input, kind, id, status, error, data } = lookup.answer;
  const around = fields
    .filter(({ isRecords, path }) => !isRecords && path.length === 1)
    .map((field) => [field.name, fieldValue(lookup, field)] as const)
    .filter(([, value]) => value !== null);
  const ofRecord = fields.filter(({ isRecords }) => isRecords);
  return {
    ...{ input, kind, id, status },
    ...Object.fromEntries(around),
    ...(data === undefined || ofRecord.length === 0 ? {} : { data: reduceTo(ofRecord, data) }),
    ...(error === undefined ? {} : { error }),
  };
}
