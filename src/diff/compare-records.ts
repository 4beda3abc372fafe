import { kindOf } from '../identifiers/index.js';
import { toCell } from '../records/cells.js';
import { recordFields, valueAt } from '../records/fields.js';
import type { Side, SideName } from './types.js';
import { wantedOf, type WantedFields } from './wanted-fields.js';

/** A value to compare: a text, or the different entries of a list by a text that tells them apart. */
type Comparable = string | ReadonlyMap<string, unknown>;

type FieldsOfRecord = Readonly<Record<string, unknown>>;

/** Fields that a result without JSON joins with this. */
const LISTS = new Set(['cnaes_secundarios', 'telefones']);
const JOINED = ' | ';

/** A field that differs. Of lists, `old` has what is gone and `new` what came. */
export interface Difference {
  readonly field: string;
  readonly old: unknown;
  readonly new: unknown;
}

type Sides = Readonly<Record<SideName, Pick<Side, 'isFlat' | 'fields' | 'read'>>>;

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
  return (id, older, newer) => {
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
export function haveSameText({ older, newer }: Sides): boolean {
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

/**
 * The value of a field. `asCells`: as a cell of a table has it, because one of the results has nothing else; then a
 * telephone is its number alone.
 */
function comparable(record: FieldsOfRecord, field: string, asCells: boolean): Comparable {
  const value = valueOf(record, field, asCells);
  if (Array.isArray(value)) return entriesOf(value);
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? sortedJson(value) : textOf(value);
}

function valueOf(record: FieldsOfRecord, field: string, asCells: boolean): unknown {
  if (Object.hasOwn(record, field)) {
    const value = record[field];
    return asCells ? listOf(field, toCell(field, value)) : value;
  }
  const [head = '', ...rest] = field.split('.');
  if (rest.length === 0 || !Object.hasOwn(record, head)) return null;
  const whole = listOf(head, record[head]);
  return asCells ? asTexts(valueAt(whole, rest)) : valueAt(whole, rest);
}

/** The entries of a list that is a cell's text; any other value unchanged. */
function listOf(field: string, value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return value;
  if (field === 'QSA') return partnersOf(value);
  const [head = ''] = field.split('.');
  return LISTS.has(head) || head === 'QSA' ? value.split(JOINED) : value;
}

/** A spreadsheet cuts a cell that is too long, and then it is no JSON any more. */
function partnersOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function asTexts(value: unknown): unknown {
  return Array.isArray(value) ? value.map((entry) => toCell('', entry)) : value;
}

function entriesOf(list: readonly unknown[]): ReadonlyMap<string, unknown> {
  const filled = list.filter((entry) => entry !== null && entry !== '');
  return new Map(
    filled.map((entry) => [typeof entry === 'object' ? sortedJson(entry) : textOf(entry), entry]),
  );
}

/** Without empty members, because a field that is missing says as much as one that is null. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    const members = Object.entries(inner).filter(([, member]) => member !== null && member !== '');
    return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
