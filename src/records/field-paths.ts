import { UsageError } from '../errors.js';
import type { ColumnKind } from '../identifiers/index.js';
import { recordFields } from './fields.js';
import { say } from '../text/index.js';

/** A field of the record, or a part of its objects. */
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

/** Every field of the record. */
export function allPaths(kind: ColumnKind): RecordPath[] {
  return recordFields(kind).map((name) => ({ name, path: [name] }));
}

/**
 * Reads the `--fields` of an export: documented fields by their dotted paths, each once; `data.` before
 * a name takes any, for fields that the service gained.
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
  const hint =
    near === undefined
      ? say`There are: ${known.join(', ')}. A field that is new at the service is written data.<name>.`
      : say`Did you mean ${near}?`;
  return new UsageError(
    'unknown_field',
    say`--fields: a result has no field '${written}'. ${hint}`,
  );
}

/** The value at a path, null where there is none; a path into a list takes it of each item. */
export function dig(value: unknown, path: readonly string[], from = 0): unknown {
  const name = path[from];
  if (name === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => dig(item, path, from));
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
  return dig((value as Readonly<Record<string, unknown>>)[name], path, from + 1);
}
