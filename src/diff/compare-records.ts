import type { CsvFormat } from '../export/csv.js';
import type { LookupStatus } from '../export/format.js';
import { kindOf, type IdentifierKind } from '../identifiers/index.js';
import { readStoredRecord } from '../ledger/stored-values.js';
import { DEEPEST_ANSWER, nestsDeeper } from '../base/limits.js';
import { toCell } from '../records/cells.js';
import { isIdentifierField, recordFields, valueAt } from '../records/fields.js';
import { type WantedFields, wantedOf } from './wanted-fields.js';

export type SideName = 'older' | 'newer';

export interface AnswerOfSide {
  readonly id: string;
  readonly status: LookupStatus;
  /** JSON; what is equal is equal text. */
  readonly record: string;
}

export type Pair = Readonly<Record<SideName, AnswerOfSide | undefined>>;

export interface SideFacts {
  /** The id of a batch, or the name of a file. */
  readonly name: string;
  readonly is: 'batch' | 'file';
  readonly identifiers: number;
  /** Rows whose identifier stands on an earlier row, too; the answer fetched last counts. */
  readonly duplicates: number;
  /** Rows without a valid identifier, which are not compared. */
  readonly invalid: number;
}

export interface Side extends Pick<SideFacts, 'name' | 'is' | 'invalid'> {
  readonly rows: number;
  /** In which the changes are written to a file. */
  readonly dialect?: CsvFormat;
  /** The kinds of its identifiers; empty if it has none. */
  readonly kinds: ReadonlySet<IdentifierKind>;
  /** Whether its records have cells of text instead of the service's values. */
  readonly isFlat: boolean;
  /** The fields that its records can have; undefined if they have whatever the service sent. */
  readonly fields: readonly string[] | undefined;
}

export type Sides = Readonly<Record<SideName, Side>>;

/** In the order of the summary. */
export const changeKinds = [
  'appeared',
  'disappeared',
  'found_now',
  'no_longer_found',
  'answered_now',
  'no_longer_answered',
  'changed',
] as const;

export type ChangeKind = (typeof changeKinds)[number];

/** One field of one identifier that differs. Of lists, `old` has what is gone and `new` what came. */
export interface FieldChange {
  readonly id: string;
  readonly kind: IdentifierKind;
  readonly change: ChangeKind;
  readonly field: string;
  readonly old: unknown;
  readonly new: unknown;
}

/** A value to compare: a text, or the different entries of a list by a text that tells them apart. */
type Comparable = string | ReadonlyMap<string, unknown>;

type FieldsOfRecord = Readonly<Record<string, unknown>>;
type FieldChoice = readonly string[] | undefined;

/** Fields that a result without JSON joins with this. */
const LISTS = new Set(['cnaes_secundarios', 'telefones', 'QSA']);
const JOINED = ' | ';

/** Field by field, in the order of the spec, without what one of the results cannot have. */
export function createComparison(
  { older, newer }: Sides,
  wanted: WantedFields,
): (pair: Pair) => FieldChange[] {
  const asCells = older.isFlat || newer.isFlat;
  const shared = sharedFields(older.fields, newer.fields);
  return (pair) => {
    if (pair.older?.status !== 'found' || pair.newer?.status !== 'found') return [];
    const { id } = pair.newer;
    const [before, after] = [
      readStoredRecord(pair.older.record),
      readStoredRecord(pair.newer.record),
    ];
    const fields = shared ?? fieldsOf(id, before, after);
    return wantedOf(fields, wanted).flatMap((field) => {
      // One result may have it with punctuation, and another without.
      if (isIdentifierField([field])) return [];
      const [old, now] = [before, after].map((record) => comparable(record, field, asCells));
      const difference = differenceOf(old ?? '', now ?? '');
      return difference ? [{ id, kind: kindOf(id), change: 'changed', field, ...difference }] : [];
    });
  };
}

/** The wanted fields that one of the results has and the other cannot have. */
export function fieldsNotCompared({ older, newer }: Sides, wanted: WantedFields): string[] {
  const [a, b] = [older.fields, newer.fields];
  const missing = [...missingFrom(b, a), ...missingFrom(a, b)];
  return wantedOf(missing, wanted).filter((field) => !isIdentifierField([field]));
}

/** The other has at least the fields of the spec if it does not say which. */
function missingFrom(own: FieldChoice, other: FieldChoice): readonly string[] {
  if (own === undefined) return [];
  const all = other ?? recordFields(own.includes('cpf') ? 'cpf' : 'cnpj');
  return all.filter((field) => !own.includes(field));
}

/** Undefined if neither result says which fields its records have. */
function sharedFields(older: FieldChoice, newer: FieldChoice): FieldChoice {
  return older && newer ? older.filter((field) => newer.includes(field)) : (older ?? newer);
}

function fieldsOf(id: string, older: FieldsOfRecord, newer: FieldsOfRecord): readonly string[] {
  return [...new Set([...recordFields(kindOf(id)), ...Object.keys(older), ...Object.keys(newer)])];
}

function differenceOf(
  old: Comparable,
  now: Comparable,
): Pick<FieldChange, 'old' | 'new'> | undefined {
  if (typeof old === 'string' && typeof now === 'string')
    return old === now ? undefined : { old: old || null, new: now || null };
  const [before, after] = [asEntries(old), asEntries(now)];
  const gone = [...before].filter(([key]) => !after.has(key)).map(([, entry]) => entry);
  const came = [...after].filter(([key]) => !before.has(key)).map(([, entry]) => entry);
  return gone.length + came.length === 0 ? undefined : { old: gone, new: came };
}

function asEntries(value: Comparable): ReadonlyMap<string, unknown> {
  if (typeof value !== 'string') return value;
  return new Map(value === '' ? [] : [[value, value]]);
}

/** `asCells`: as a cell of a table has it, because one of the results has nothing else. */
function comparable(record: FieldsOfRecord, field: string, asCells: boolean): Comparable {
  const value = valueOf(record, field, asCells);
  if (Array.isArray(value)) {
    const filled = value.filter((entry) => entry !== null && entry !== '');
    return new Map(filled.map((entry) => [textOf(entry), entry as unknown]));
  }
  return value === null || value === undefined ? '' : textOf(value);
}

function valueOf(record: FieldsOfRecord, field: string, asCells: boolean): unknown {
  if (Object.hasOwn(record, field)) {
    const value = record[field];
    return asCells ? listOf(field, toCell(field, value)) : value;
  }
  const [head = '', ...rest] = field.split('.');
  if (rest.length === 0 || !Object.hasOwn(record, head)) return null;
  const value = valueAt(listOf(head, record[head]), rest);
  return asCells && Array.isArray(value) ? value.map((entry) => toCell('', entry)) : value;
}

/** The entries of a list that is a cell's text; any other value unchanged. */
function listOf(field: string, value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return value;
  if (field === 'QSA') return partnersOf(value);
  return LISTS.has(field.split('.')[0] ?? '') ? value.split(JOINED) : value;
}

/** A spreadsheet cuts a cell that is too long, and then it is no JSON any more. */
function partnersOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return nestsDeeper(value, DEEPEST_ANSWER) ? text : value;
  } catch {
    return text;
  }
}

/** Without empty members, because a field that is missing says as much as one that is null. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    const members = Object.entries(inner).filter(([, member]) => member !== null && member !== '');
    return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
