import { UsageError } from '../errors.js';
import type { ColumnKind } from '../identifiers/index.js';
import { recordFields } from './fields.js';

/** A field of the record, or a field within its objects. */
export interface RecordPath {
  /** As the user wrote it, without `data.`: `QSA.nome_socio`. */
  readonly name: string;
  readonly path: readonly string[];
}

/** The fields within the records' objects (spec, "CNPJ record"). */
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

/** The path of every field of the record. */
export function allPaths(kind: ColumnKind): RecordPath[] {
  return recordFields(kind).map((name) => ({ name, path: [name] }));
}

/**
 * Reads the `--fields` of an export: documented fields by their dotted paths, duplicates removed. A name
 * after `data.` may be any field, also one that the service added later (spec, "Versioning").
 * @throws UsageError naming the fields there are
 */
export function readPaths(list: string, kind: ColumnKind): RecordPath[] {
  const paths = list.split(',').map((written) => readPath(written.trim(), kind));
  return [...new Map(paths.map((path) => [path.name, path])).values()];
}

function readPath(written: string, kind: ColumnKind): RecordPath {
  const isFree = written.startsWith('data.') && written.length > 'data.'.length;
  const name = isFree ? written.slice('data.'.length) : written;
  const path = name.split('.');
  if (path.includes('') || !(isFree || knownNames(kind).includes(name)))
    throw unknown(written, kind);
  return { name, path };
}

function knownNames(kind: ColumnKind): string[] {
  return recordFields(kind).flatMap((name) => [
    name,
    ...(fieldsWithin[name] ?? []).map((inner) => `${name}.${inner}`),
  ]);
}

function unknown(written: string, kind: ColumnKind): UsageError {
  const known = knownNames(kind);
  const bare = written.replace(/^lookup_/, '').toLowerCase();
  const near = known.find((name) => name.toLowerCase() === bare);
  return new UsageError('unknown_field', { of: 'result', field: written, known, near });
}

/** The value at a path, or null if it does not exist. A path into a list gives a list of each item's value. */
export function valueAt(value: unknown, path: readonly string[], from = 0): unknown {
  const name = path[from];
  if (name === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => valueAt(item, path, from));
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
  return valueAt((value as Readonly<Record<string, unknown>>)[name], path, from + 1);
}
