import { toCell } from '../records/cells.js';
import { valueAt } from '../records/fields.js';

/** A value to compare: a text, or the different entries of a list by a text that tells them apart. */
export type Comparable = string | ReadonlyMap<string, unknown>;

export type FieldsOfRecord = Readonly<Record<string, unknown>>;

/** Fields that a result without JSON joins with this. */
const LISTS = new Set(['cnaes_secundarios', 'telefones']);
const JOINED = ' | ';

/**
 * The value of a field. `asCells`: as a cell of a table has it, because one of the results has nothing else; then a
 * telephone is its number alone.
 */
export function comparable(record: FieldsOfRecord, field: string, asCells: boolean): Comparable {
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
