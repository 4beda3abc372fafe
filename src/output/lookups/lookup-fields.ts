import type { ColumnKind } from '../../identifiers/index.js';
import type { Lookup } from '../../lookups/answer.js';
import { type FieldPath, readFields, reduceTo, valueAt } from '../../records/fields.js';
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
export function lookupFields(list: string, kind: ColumnKind): FieldPath[] {
  return readFields(list, { of: 'lookup', kind, around, within });
}

/** The values of `fields` in a lookup; a path into a list takes the value of each item. */
export function fieldValue(lookup: Lookup, { path, isRecords }: FieldPath): unknown {
  const { answer } = lookup;
  return valueAt(isRecords ? answer.data : { ...answer, fetchedAt: timeOf(lookup) }, path);
}

/** The fields as lines of a card. */
export function fieldEntries(lookup: Lookup, fields: readonly FieldPath[]): Entry[] {
  return fields.map((field) => ({
    label: field.name,
    text: textOf(fieldValue(lookup, field), field.name),
  }));
}

/**
 * The answer with only these fields of its record, which keeps its shape; everything else stays. A field that the record
 * lacks is null.
 */
export function reduced(lookup: Lookup, fields: readonly FieldPath[]): object {
  const { data, error, ...answer } = lookup.answer;
  const isTimed = fields.some(({ name }) => name === 'fetchedAt');
  const ofRecord = fields.filter(({ isRecords }) => isRecords);
  return {
    ...answer,
    fetchedAt: isTimed ? timeOf(lookup) : answer.fetchedAt,
    data: data && reduceTo(ofRecord, data),
    error,
  };
}

/** Of an answer that has just come, too. */
function timeOf({ answer: { fetchedAt }, answeredAt }: Lookup): string | undefined {
  if (fetchedAt !== undefined || answeredAt === undefined) return fetchedAt;
  return new Date(answeredAt).toISOString();
}
