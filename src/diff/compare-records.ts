import { kindOf } from '../identifiers/index.js';
import { recordFields } from '../records/fields.js';
import { comparable, type Comparable, type FieldsOfRecord } from './field-value.js';
import type { Side } from './types.js';
import { wantedOf, type WantedFields } from './wanted-fields.js';

/** A field that differs. Of lists, `old` has what is gone and `new` what came. */
export interface Difference {
  readonly field: string;
  readonly old: unknown;
  readonly new: unknown;
}

type Sides = Readonly<Record<'older' | 'newer', Pick<Side, 'isFlat' | 'fields' | 'read'>>>;

/**
 * Compares two records of one identifier, field by field, in the order of the spec. What one of the results
 * cannot have is left out.
 */
export function createComparison(
  sides: Sides,
  wanted: WantedFields,
): (id: string, older: string, newer: string) => Difference[] {
  const asCells = sides.older.isFlat || sides.newer.isFlat;
  const shared = sharedFields(sides);
  const isSameText = haveSameText(sides);
  return (id, older, newer) => {
    if (older === newer && isSameText) return [];
    const [before, after] = [sides.older.read(older), sides.newer.read(newer)];
    const fields = shared ?? fieldsOf(id, before, after);
    return wantedOf(fields, wanted).flatMap((field) =>
      differenceOf(field, comparable(before, field, asCells), comparable(after, field, asCells)),
    );
  };
}

/** The wanted fields that one of the results has and the other cannot have. */
export function fieldsNotCompared({ older, newer }: Sides, wanted: WantedFields): string[] {
  const [a, b] = [older.fields, newer.fields];
  const lone = [...missingFrom(b, a), ...missingFrom(a, b)];
  return [...wantedOf(lone, wanted)];
}

/** The other has at least the fields of the spec if it does not say which. */
function missingFrom(
  own: readonly string[] | undefined,
  other: readonly string[] | undefined,
): readonly string[] {
  if (own === undefined) return [];
  const all = other ?? recordFields(own.includes('cpf') ? 'cpf' : 'cnpj');
  return all.filter((field) => !own.includes(field));
}

/** Undefined if neither result says which fields its records have. */
function sharedFields({ older, newer }: Sides): readonly string[] | undefined {
  if (older.fields === undefined) return newer.fields;
  const { fields } = newer;
  return fields === undefined
    ? older.fields
    : older.fields.filter((field) => fields.includes(field));
}

function fieldsOf(id: string, older: FieldsOfRecord, newer: FieldsOfRecord): readonly string[] {
  return [...new Set([...recordFields(kindOf(id)), ...Object.keys(older), ...Object.keys(newer)])];
}

/** Whether the same text is the same record in both: cells are told apart by their place alone. */
function haveSameText({ older, newer }: Sides): boolean {
  if (!older.isFlat && !newer.isFlat) return true;
  const [a, b] = [older.fields ?? [], newer.fields ?? []];
  const areSame = a.length === b.length && a.every((field, at) => field === b[at]);
  return older.isFlat === newer.isFlat && areSame;
}

function differenceOf(field: string, old: Comparable, now: Comparable): Difference[] {
  if (typeof old === 'string' && typeof now === 'string')
    return old === now ? [] : [{ field, old: old || null, new: now || null }];
  const [before, after] = [asEntries(old), asEntries(now)];
  const gone = [...before].filter(([key]) => !after.has(key)).map(([, entry]) => entry);
  const came = [...after].filter(([key]) => !before.has(key)).map(([, entry]) => entry);
  return gone.length + came.length === 0 ? [] : [{ field, old: gone, new: came }];
}

function asEntries(value: Comparable): ReadonlyMap<string, unknown> {
  if (typeof value !== 'string') return value;
  return new Map(value === '' ? [] : [[value, value]]);
}
