import type { Lookup } from '../../lookups/lookup.js';
import { valueAt, fieldsWithin } from '../../records/field-paths.js';
import { recordFields } from '../../records/fields.js';
import { UsageError } from '../../errors.js';
import type { IdentifierKind } from '../../identifiers/index.js';
import type { Entry } from '../terminal/card.js';
import { isObject, textOf } from './record-values.js';

/** One path of `--fields`: of the answer around the record, or of the record itself. */
export interface FieldPath {
  /** As the user wrote it, without `data.`. */
  readonly name: string;
  readonly path: readonly string[];
  readonly isRecords: boolean;
}

/** The answer around the record (contract, "JSON"). */
const ENVELOPE = ['input', 'kind', 'id', 'status', 'source', 'fetchedAt', 'error'] as const;

/** The parts of the fields that are objects. */
const WITHIN: Readonly<Record<string, readonly string[]>> = {
  ...fieldsWithin,
  error: ['code', 'message', 'httpStatus'],
};

/**
 * Reads `--fields`. Only documented fields are taken, so that a slip costs nothing; `data.` before a
 * name takes any, for fields that the service gained.
 * @throws UsageError naming the fields there are
 */
export function parseFields(list: string, kind: IdentifierKind): FieldPath[] {
  const names = list.split(',').map((name) => name.trim());
  const ofRecord = recordFields(kind);
  return names.map((written) => {
    const isFree = written.startsWith('data.') && written.length > 'data.'.length;
    const name = isFree ? written.slice('data.'.length) : written;
    const path = name.split('.');
    const isRecords = isFree || ofRecord.includes(path[0] ?? '');
    if (path.includes('') || !(isFree || isKnown(path, ofRecord))) throw unknown(written, ofRecord);
    return { name, path, isRecords };
  });
}

function isKnown([first = '', second, ...more]: readonly string[], ofRecord: readonly string[]) {
  const isFirst = ofRecord.includes(first) || ENVELOPE.some((name) => name === first);
  if (second === undefined) return isFirst;
  return isFirst && more.length === 0 && (WITHIN[first] ?? []).includes(second);
}

function unknown(written: string, ofRecord: readonly string[]): UsageError {
  const known = [...ENVELOPE, ...ofRecord].flatMap((name) => [
    name,
    ...(WITHIN[name] ?? []).map((inner) => `${name}.${inner}`),
  ]);
  const near = known.find((name) => name.toLowerCase() === written.toLowerCase());
  return new UsageError('unknown_field', { of: 'lookup', field: written, known, near });
}

/** The values of `fields` in a lookup; a path into a list takes it of each item. */
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
 * The answer with these fields alone: `input`, `kind`, `id`, `status` and an error always stay, and
 * the record keeps its shape. What a record lacks is null.
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
    ...(data === undefined || ofRecord.length === 0
      ? {}
      : {
          data: pick(
            data,
            ofRecord.map(({ path }) => path),
          ),
        }),
    ...(error === undefined ? {} : { error }),
  };
}

function pick(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (paths.some((path) => path.length === 0)) return value;
  if (Array.isArray(value)) return value.map((item) => pick(item, paths));
  const firsts = [...new Set(paths.map(([first]) => first ?? ''))];
  const own = isObject(value) ? value : {};
  return Object.fromEntries(
    firsts.map((first) => {
      const rests = paths.filter((path) => path[0] === first).map((path) => path.slice(1));
      const inner = Object.hasOwn(own, first) ? own[first] : null;
      return [first, inner === null ? null : pick(inner, rests)];
    }),
  );
}
