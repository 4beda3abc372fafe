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

/** The fields that repeat a part of another one, which tables for people leave out. */
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

/** The names of the columns of `--compare` begin with it. */
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
  /** Whether fields of the other kind are left out: a setting is for both. */
  readonly isForBoth?: boolean;
  /** Where the setting stands that has the fields. */
  readonly place?: Place | undefined;
  /** The fields of objects among these. */
  readonly within?: Readonly<Record<string, readonly string[]>>;
}

export function allPaths(kind: ColumnKind): RecordPath[] {
  return recordFields(kind).map((name) => ({ name, path: [name] }));
}

/**
 * Reads `--fields`: documented names, and any name after `data.`. The result is empty where a setting for both kinds has
 * only fields of the other one. @throws UsageError `unknown_field`
 */
export function readFields(list: string, names: FieldNames): FieldPath[] {
  const ofRecord = withParts(recordFields(names.kind), fieldsWithin);
  const known = [...withParts(names.besideRecord ?? [], names.within ?? {}), ...ofRecord];
  const others = names.isForBoth === true ? withParts(recordFields('both'), fieldsWithin) : [];
  return list.split(',').flatMap((part) => {
    const written = part.trim();
    const added = readAddedField(written);
    const name = added ?? written;
    const isKnown = added !== undefined || known.includes(name);
    if (!isKnown && others.includes(name)) return [];
    if (!isKnown) throw buildUnknownField(written, names, known);
    return {
      name,
      path: name.split('.'),
      isOfRecord: added !== undefined || ofRecord.includes(name),
    };
  });
}

/** Returns the name after `data.`; undefined if it is not a whole name. */
function readAddedField(written: string): string | undefined {
  const name = written.startsWith('data.') ? written.slice('data.'.length) : '';
  return name.split('.').includes('') ? undefined : name;
}

function withParts(
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
  const bare = field.replace(/^lookup_/, '').toLowerCase();
  const near = known.find((name) => name.toLowerCase() === bare);
  return new UsageError('unknown_field', { of, field, known, near, place });
}

export interface RecordPath {
  /** As the user wrote it, without `data.`: `QSA.nome_socio`. */
  readonly name: string;
  readonly path: readonly string[];
}

/** The column beside the code of the main activity that has its name, in results for people. */
export const ACTIVITY_NAME = 'cnae_principal_descricao';

/** Returns whether a path leads to the identifier, which a record may write with or without punctuation. */
export function isIdentifierField([name = '', ...rest]: readonly string[]): boolean {
  return rest.length === 0 && (name === 'cpf' || name === 'cnpj');
}

/** Returns the value at a path, or null; a path into a list gives a list. */
export function valueAt(value: unknown, path: readonly string[], from = 0): unknown {
  const name = path[from];
  if (name === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => valueAt(item, path, from));
  return valueAt(readField(value, name), path, from + 1);
}

/** Returns only these fields, in their shape: a missing one is null, and a whole field includes a part of it. */
export function reduceTo(
  fields: readonly Pick<RecordPath, 'path'>[],
  value: unknown,
): Readonly<Record<string, unknown>> {
  const firsts = new Set(fields.map(({ path: [first = ''] }) => first));
  const reduced = Array.from(firsts, (first) => {
    const ofFirst = fields.filter(({ path }) => path[0] === first);
    const rests = ofFirst.map(({ path }) => ({ path: path.slice(1) }));
    return [first, reduceValue(rests, readField(value, first))] as const;
  });
  return Object.fromEntries(reduced);
}

function reduceValue(rests: Parameters<typeof reduceTo>[0], value: unknown): unknown {
  if (value === null || rests.some(({ path }) => path.length === 0)) return value;
  if (!Array.isArray(value)) return reduceTo(rests, value);
  return value.map((item: unknown) => reduceValue(rests, item ?? {}));
}

/** Returns an object's own field, so that `constructor` is not one. */
function readField(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject || !Object.hasOwn(value, name)) return null;
  return (value as Readonly<Record<string, unknown>>)[name] ?? null;
}
