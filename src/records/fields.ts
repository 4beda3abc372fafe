import type { ColumnKind, IdentifierKind } from '../identifiers/index.js';
import type { ErrorFacts } from '../base/error-facts.js';
import { UsageError } from '../base/errors.js';
import type { Place } from '../base/facts.js';

/** The fields of records, in the spec's order and spelling ("Resources and their fields"). */
const fields: Readonly<Record<IdentifierKind, readonly string[]>> = {
  cpf: ['cpf', 'name', 'nameUpper', 'gender', 'birthDate', 'day', 'month', 'year'],
  cnpj: [
    'cnpj',
    'razao_social',
    'nome_fantasia',
    'situacao_cadastral',
    'data_situacao_cadastral',
    'matriz_filial',
    'data_inicio_atividade',
    'cnae_principal',
    'cnaes_secundarios',
    'codigo_natureza_juridica',
    'natureza_juridica',
    'tipo_logradouro',
    'logradouro',
    'numero',
    'complemento',
    'bairro',
    'cep',
    'uf',
    'municipio',
    'email',
    'telefones',
    'capital_social',
    'porte_empresa',
    'opcao_simples',
    'data_opcao_simples',
    'opcao_mei',
    'data_opcao_mei',
    'QSA',
    'lgpd_anonimizado',
  ],
};

/** The fields that repeat a part of another field; tables for people leave them out. */
export const repeatingFields: ReadonlySet<string> = new Set(['nameUpper', 'day', 'month', 'year']);

/** The fields of objects within records (spec, "CNPJ record"). */
export const fieldsWithin: Readonly<Record<string, readonly string[]>> = {
  telefones: ['ddd', 'numero', 'is_fax'],
  QSA: [
    'nome_socio',
    'cnpj_cpf_socio',
    'qualificacao_socio',
    'data_entrada_sociedade',
    'identificador_socio',
    'faixa_etaria',
  ],
};

export const stateColumns = [
  'lookup_status',
  'lookup_reason',
  'lookup_source',
  'lookup_fetched_at',
] as const;

/** The beginning of the name of each column of `--compare`. */
export const MATCH_PREFIX = 'lookup_match_';

export function recordFields(kind: ColumnKind): readonly string[] {
  return kind === 'both' ? [...fields.cpf, ...fields.cnpj] : fields[kind];
}

export function lookupColumns(kind: ColumnKind): string[] {
  return [...stateColumns, ...recordFields(kind).map((field) => `lookup_${field}`)];
}

/** A field of `--fields`: one of the record, or one of the answer that has the record. */
export interface FieldPath extends RecordPath {
  readonly isOfRecord: boolean;
}

export interface FieldNames {
  /** The kind of object that has the fields, for the error `unknown_field`. */
  readonly of: ErrorFacts['unknown_field']['of'];
  readonly kind: ColumnKind;
  /** The fields of the answer beside its record, which an error lists before those of the record. */
  readonly besideRecord?: readonly string[];
  /** Whether the list comes from a setting, which is for both kinds: fields of the other kind are left out. */
  readonly isForBoth?: boolean;
  /** Where the setting with the list stands. */
  readonly place?: Place | undefined;
  /** The fields of the objects among `besideRecord`, by the name of the object. */
  readonly within?: Readonly<Record<string, readonly string[]>>;
}

export function allPaths(kind: ColumnKind): RecordPath[] {
  return recordFields(kind).map((name) => ({ name, path: [name] }));
}

/**
 * Reads `--fields`: documented names, and any name after `data.`. The result is empty where a setting for both kinds
 * has only fields of the other one. @throws UsageError `unknown_field`
 */
export function readFields(list: string, names: FieldNames): FieldPath[] {
  const recordNames = addParts(recordFields(names.kind), fieldsWithin);
  const known = [...addParts(names.besideRecord ?? [], names.within ?? {}), ...recordNames];
  const fieldsOfBothKinds =
    names.isForBoth === true ? addParts(recordFields('both'), fieldsWithin) : [];
  return list.split(',').flatMap((item) => {
    const written = item.trim();
    const undocumented = readUndocumentedField(written);
    const name = undocumented ?? written;
    const isKnown = undocumented !== undefined || known.includes(name);
    if (!isKnown && fieldsOfBothKinds.includes(name)) return [];
    if (!isKnown) throw buildUnknownField(written, names, known);
    return {
      name,
      path: name.split('.'),
      isOfRecord: undocumented !== undefined || recordNames.includes(name),
    };
  });
}

/** Returns the name after `data.`, which the spec need not have; undefined without `data.`, or with an empty part. */
function readUndocumentedField(written: string): string | undefined {
  const name = written.startsWith('data.') ? written.slice('data.'.length) : '';
  return name.split('.').includes('') ? undefined : name;
}

function addParts(
  names: readonly string[],
  parts: Readonly<Record<string, readonly string[]>>,
): string[] {
  return names.flatMap((name) => [name, ...(parts[name] ?? []).map((part) => `${name}.${part}`)]);
}

function buildUnknownField(
  field: string,
  { of, place }: FieldNames,
  known: readonly string[],
): UsageError {
  // People copy names out of a result, where the columns begin with `lookup_`.
  const withoutPrefix = field.replace(/^lookup_/, '').toLowerCase();
  const near = known.find((name) => name.toLowerCase() === withoutPrefix);
  return new UsageError('unknown_field', { of, field, known, near, place });
}

export interface RecordPath {
  /** The name that the user wrote, without `data.`: `QSA.nome_socio`. */
  readonly name: string;
  readonly path: readonly string[];
}

/** The name of the main activity, a column beside that of its code in results for people. */
export const ACTIVITY_NAME = 'cnae_principal_descricao';

/** Returns whether a path leads to the identifier; a record may have it with or without punctuation. */
export function isIdentifierField([name = '', ...rest]: readonly string[]): boolean {
  return rest.length === 0 && (name === 'cpf' || name === 'cnpj');
}

/**
 * Follows a path, from its name with index `from`, and returns the value there, or null; a path into a list gives a
 * list.
 */
export function valueAt(value: unknown, path: readonly string[], from = 0): unknown {
  const name = path[from];
  if (name === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => valueAt(item, path, from));
  return valueAt(readField(value, name), path, from + 1);
}

/**
 * Returns an object with only these fields, nested as in `value`. A missing field is null. A field that is wanted both
 * whole (`QSA`) and in part (`QSA.nome_socio`) is whole.
 */
export function pickFields(
  fields: readonly Pick<RecordPath, 'path'>[],
  value: unknown,
): Readonly<Record<string, unknown>> {
  const firstNames = new Set(fields.map(({ path: [firstName = ''] }) => firstName));
  const reduced = Array.from(firstNames, (first) => {
    const pathsFromFirst = fields.filter(({ path }) => path[0] === first);
    const restPaths = pathsFromFirst.map(({ path }) => ({ path: path.slice(1) }));
    return [first, pickFieldsOfValue(restPaths, readField(value, first))] as const;
  });
  return Object.fromEntries(reduced);
}

function pickFieldsOfValue(restPaths: Parameters<typeof pickFields>[0], value: unknown): unknown {
  if (value === null || restPaths.some(({ path }) => path.length === 0)) return value;
  if (!Array.isArray(value)) return pickFields(restPaths, value);
  return value.map((item: unknown) => pickFieldsOfValue(restPaths, item ?? {}));
}

/** Returns a field of an object itself, so that `constructor` is no field; null for a missing one. */
function readField(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject || !Object.hasOwn(value, name)) return null;
  return (value as Readonly<Record<string, unknown>>)[name] ?? null;
}
