import { makePrintable } from '../../base/foreign-text.js';
import type { ServiceRecord } from '../../service/index.js';
import type { Entry } from '../../terminal/card.js';
import { findActivityName, type Activities } from '../../records/activities.js';
import { toCell } from '../../records/cells.js';
import type { ColumnKind } from '../../identifiers/index.js';
import type { LookupResult } from '../../lookups/answer.js';
import { type FieldPath, readFields, pickFields, valueAt } from '../../records/fields.js';

/** Returns a value of a record as one line of text; empty for null, undefined, and empty texts or lists. */
export function toText(value: unknown, field = ''): string {
  return makePrintable(toCell(field, value));
}

/** Writes `YYYY-MM-DD` as `dd/mm/yyyy`; returns anything else unchanged. */
export function formatDate(value: unknown): string {
  const text = toText(value);
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  return day === undefined ? text : `${day}/${String(month)}/${String(year)}`;
}

/** Writes an activity code (CNAE) as `0000-0/00`, and its description where the table has one. */
export function formatActivity(value: unknown, activities: Activities = {}): string {
  const code = toText(value);
  const formattedCode = code.replace(/^(\d{4})(\d)(\d{2})$/, '$1-$2/$3');
  return [formattedCode, findActivityName(code, activities) ?? ''].join(' ').trim();
}

/** Writes an amount with a decimal comma as `R$ 1.234.567,89`. */
export function formatReais(value: unknown): string {
  const text = toText(value);
  const [, reais, cents = ''] = /^(\d+)(?:,(\d{1,2}))?$/.exec(text) ?? [];
  if (reais === undefined) return text;
  const significant = reais.replace(/^0+(?=\d)/, '');
  return `R$ ${significant.replace(/\B(?=(\d{3}){1,9}$)/g, '.')},${cents.padEnd(2, '0')}`;
}

/** Writes one item of `telefones` as people write it: `(11) 3000-0000` or `(11) 93000-0000`. */
export function formatPhone(value: unknown): string {
  const isFax = isObject(value) && value['is_fax'] === true;
  const number = toText([value], 'telefones').replace(/(?<=\) )(\d{4,5})(\d{4})$/, '$1-$2');
  return number + (isFax ? ' (fax)' : '');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the partners of a company; undefined if `QSA` is not a list of partners. */
export function readPartners(
  data: ServiceRecord,
): readonly Readonly<Record<string, unknown>>[] | undefined {
  const partners: unknown = data['QSA'];
  return Array.isArray(partners) && partners.every(isObject) ? partners : undefined;
}

/** The fields of an answer besides its record (contract, "JSON"). */
const ANSWER_FIELDS = ['input', 'kind', 'id', 'status', 'source', 'fetchedAt', 'error'];
/** The fields inside fields of an answer (contract, "JSON"). */
const ERROR_FIELDS = { error: ['code', 'message', 'httpStatus'] };

/**
 * Parses the `--fields` of a lookup: fields of its record or of its answer. `allowsOtherKind`: the list comes from a setting,
 * which is for both kinds, so fields of the other kind are left out instead of refused.
 *
 * @throws UsageError that lists the fields
 */
export function parseLookupFields(
  list: string,
  kind: ColumnKind,
  allowsOtherKind = false,
): FieldPath[] {
  return readFields(list, {
    of: 'lookup',
    kind,
    besideRecord: ANSWER_FIELDS,
    within: ERROR_FIELDS,
    allowsOtherKind,
  });
}

/** Returns the value of a field in a lookup; for a path into a list, the values of all items. */
export function readFieldValue(lookup: LookupResult, { path, isOfRecord }: FieldPath): unknown {
  const { answer } = lookup;
  return valueAt(isOfRecord ? answer.data : { ...answer, fetchedAt: findAnswerTime(lookup) }, path);
}

export function buildFieldEntries(lookup: LookupResult, fields: readonly FieldPath[]): Entry[] {
  return fields.map((field) => ({
    label: field.name,
    text: toText(readFieldValue(lookup, field), field.name),
  }));
}

/**
 * Returns the answer with only these fields of its record, in the shape of the record. A field that the record lacks is
 * null.
 */
export function selectFields(lookup: LookupResult, fields: readonly FieldPath[]): object {
  const { data, match, error, ...answer } = lookup.answer;
  const isTimed = fields.some(({ name }) => name === 'fetchedAt');
  const recordFields = fields.filter(({ isOfRecord }) => isOfRecord);
  return {
    ...answer,
    fetchedAt: isTimed ? findAnswerTime(lookup) : answer.fetchedAt,
    data: data && pickFields(recordFields, data),
    match,
    error,
  };
}

/** Returns when the record was fetched (ISO 8601), also for an answer that has just come. */
function findAnswerTime({ answer: { fetchedAt }, answeredAt }: LookupResult): string | undefined {
  if (fetchedAt !== undefined || answeredAt === undefined) return fetchedAt;
  return new Date(answeredAt).toISOString();
}
