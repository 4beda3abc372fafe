import type { CsvFormat } from '../export/csv.js';
import type { LookupStatus } from '../export/format.js';
import { kindOf, type IdentifierKind } from '../identifiers/index.js';
import { readStoredRecord } from '../ledger/stored-values.js';
import { DEEPEST_ANSWER, nestsDeeper } from '../base/limits.js';
import { toCell } from '../records/cells.js';
import { isIdentifierField, recordFields, valueAt } from '../records/fields.js';
import type { InputColumns } from './input-cells.js';
import { type WantedFields, selectWanted } from './wanted-fields.js';

export type SideName = 'older' | 'newer';

export interface AnswerOfSide {
  readonly id: string;
  readonly status: LookupStatus;
  /** JSON, in which equal records are equal texts. */
  readonly record: string;
}

export type Pair = Readonly<Record<SideName, AnswerOfSide | undefined>>;

export interface SideFacts {
  /** The id of a batch, or the name of a file. */
  readonly name: string;
  readonly is: 'batch' | 'file';
  readonly identifiers: number;
  /** Rows whose identifier an earlier row has, too; the answer fetched last counts. */
  readonly duplicates: number;
  /** Rows without a valid identifier, which are not compared. */
  readonly invalid: number;
}

export interface Side extends Pick<SideFacts, 'name' | 'is' | 'invalid'> {
  readonly rows: number;
  /** The dialect of the file, in which changes are written, too. */
  readonly dialect?: CsvFormat;
  /** The kinds of the side's identifiers; empty without any. */
  readonly kinds: ReadonlySet<IdentifierKind>;
  /** Whether records consist of cells of text instead of the service's values. */
  readonly isFlat: boolean;
  /** The columns of the input, if the user wants some of them beside each change. */
  readonly input?: InputColumns;
  /** The fields that records can have; undefined if they have whatever the service sent. */
  readonly fields: readonly string[] | undefined;
}

export type Sides = Readonly<Record<SideName, Side>>;

/** The kinds of changes, in the order of the summary. */
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

/** A field of an identifier that differs. For lists, `old` has the removed entries and `new` the added ones. */
export interface FieldChange {
  readonly id: string;
  readonly kind: IdentifierKind;
  /** The name of the company in the newer result, otherwise in the older one; empty for a person. */
  readonly company: string;
  readonly change: ChangeKind;
  readonly field: string;
  readonly old: unknown;
  readonly new: unknown;
  /** The cells of the wanted columns of the newer input, otherwise of the older one. */
  readonly inputCells?: readonly string[];
}

/** A value to compare: a text, or the distinct entries of a list, by a text that identifies each. */
type Comparable = string | ReadonlyMap<string, unknown>;

type RecordFields = Readonly<Record<string, unknown>>;
type NamedFields = readonly string[] | undefined;

/** Fields with lists. A result that is not JSON has their entries in one cell, with a separator between them. */
const LIST_FIELDS = new Set(['cnaes_secundarios', 'telefones', 'QSA']);
const ENTRY_SEPARATOR = ' | ';

/**
 * Returns a function that compares two records field by field, in the spec's order, without fields that one result
 * cannot have.
 */
export function createComparison(
  { older, newer }: Sides,
  wanted: WantedFields,
): (pair: Pair) => FieldChange[] {
  const asCells = older.isFlat || newer.isFlat;
  const shared = findSharedFields(older.fields, newer.fields);
  return (pair) => {
    if (pair.older?.status !== 'found' || pair.newer?.status !== 'found') return [];
    const { id } = pair.newer;
    const [before, after] = [
      readStoredRecord(pair.older.record),
      readStoredRecord(pair.newer.record),
    ];
    const fields = shared ?? listFields(id, before, after);
    return selectWanted(fields, wanted).flatMap((field) => {
      // One result may have the identifier with punctuation, and the other without.
      if (isIdentifierField([field])) return [];
      const [old, now] = [before, after].map((record) => toComparable(record, field, asCells));
      const difference = findDifference(old ?? '', now ?? '');
      if (difference === undefined) return [];
      const kind = kindOf(id);
      const company = readCompanyName(kind, [after, before]);
      return [{ id, kind, company, change: 'changed' as const, field, ...difference }];
    });
  };
}

/** Returns the name of a company from the first record that has it; empty for a person, whose name is never shown. */
function readCompanyName(kind: IdentifierKind, records: readonly RecordFields[]): string {
  const names = kind === 'cpf' ? [] : records.map(({ razao_social: name }) => name);
  return toCell(
    'razao_social',
    names.find((name) => typeof name === 'string' && name !== '') ?? '',
  );
}

/** Returns the name of the company of a pair; empty for a person. */
export function findCompanyName({ older, newer }: Pair): string {
  const answers = [newer, older].filter((answer) => answer !== undefined);
  if (kindOf(answers[0]?.id ?? '') === 'cpf') return '';
  return readCompanyName(
    'cnpj',
    answers.map(({ record }) => readStoredRecord(record)),
  );
}

/** Returns the wanted fields that only one of the results can have. */
export function findFieldsNotCompared({ older, newer }: Sides, wanted: WantedFields): string[] {
  const [a, b] = [older.fields, newer.fields];
  const missing = [...listMissingFields(b, a), ...listMissingFields(a, b)];
  return selectWanted(missing, wanted).filter((field) => !isIdentifierField([field]));
}

/**
 * Returns the fields of `other` that `fields` lacks. If `other` is undefined, it has at least the fields of the spec.
 */
function listMissingFields(fields: NamedFields, other: NamedFields): readonly string[] {
  if (fields === undefined) return [];
  const all = other ?? recordFields(fields.includes('cpf') ? 'cpf' : 'cnpj');
  return all.filter((field) => !fields.includes(field));
}

/** Returns the fields of both results; undefined if neither names its fields. */
function findSharedFields(older: NamedFields, newer: NamedFields): NamedFields {
  return older && newer ? older.filter((field) => newer.includes(field)) : (older ?? newer);
}

function listFields(id: string, older: RecordFields, newer: RecordFields): readonly string[] {
  return [...new Set([...recordFields(kindOf(id)), ...Object.keys(older), ...Object.keys(newer)])];
}

function findDifference(
  old: Comparable,
  now: Comparable,
): Pick<FieldChange, 'old' | 'new'> | undefined {
  if (typeof old === 'string' && typeof now === 'string')
    return old === now ? undefined : { old: old || null, new: now || null };
  const [before, after] = [toEntries(old), toEntries(now)];
  const removed = [...before].filter(([key]) => !after.has(key)).map(([, entry]) => entry);
  const added = [...after].filter(([key]) => !before.has(key)).map(([, entry]) => entry);
  return removed.length + added.length === 0 ? undefined : { old: removed, new: added };
}

function toEntries(value: Comparable): ReadonlyMap<string, unknown> {
  if (typeof value !== 'string') return value;
  return new Map(value === '' ? [] : [[value, value]]);
}

/** Returns a value in a form to compare. `asCells`: as a cell of a table, because one of the results has only cells. */
function toComparable(record: RecordFields, field: string, asCells: boolean): Comparable {
  const value = readValue(record, field, asCells);
  if (Array.isArray(value)) {
    const filled = value.filter((entry) => entry !== null && entry !== '');
    return new Map(filled.map((entry) => [toText(entry), entry as unknown]));
  }
  return value === null || value === undefined ? '' : toText(value);
}

function readValue(record: RecordFields, field: string, asCells: boolean): unknown {
  if (Object.hasOwn(record, field)) {
    const value = record[field];
    return asCells ? splitList(field, toCell(field, value)) : value;
  }
  const [topField = '', ...rest] = field.split('.');
  if (rest.length === 0 || !Object.hasOwn(record, topField)) return null;
  const value = valueAt(splitList(topField, record[topField]), rest);
  return asCells && Array.isArray(value) ? value.map((entry) => toCell('', entry)) : value;
}

/** Splits a cell's text into the entries of a list; returns any other value unchanged. */
function splitList(field: string, value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return value;
  if (field === 'QSA') return parsePartners(value);
  return LIST_FIELDS.has(field.split('.')[0] ?? '') ? value.split(ENTRY_SEPARATOR) : value;
}

/** Parses the partners; returns the text if it is no JSON, because a spreadsheet may have cut the cell. */
function parsePartners(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return nestsDeeper(value, DEEPEST_ANSWER) ? text : value;
  } catch {
    return text;
  }
}

/** Returns a value as text, without empty members, because a missing field means the same as null. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    const members = Object.entries(inner).filter(([, member]) => member !== null && member !== '');
    return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
