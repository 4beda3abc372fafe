import { UsageError, type ErrorFacts } from '../errors.js';
import type { ColumnKind } from '../identifiers/index.js';
import { fieldsWithin, recordFields } from './fields.js';
import type { RecordPath } from './field-values.js';

/** One field of `--fields`: of the record, or of what stands around it. */
export interface FieldPath extends RecordPath {
  readonly isRecords: boolean;
}

/** The fields that a list may name. */
export interface FieldNames {
  /** What has the fields, for the error that says it lacks one. */
  readonly of: ErrorFacts['unknown_field']['of'];
  /** Whose record it is; without a kind there are only the fields around it. */
  readonly kind?: ColumnKind;
  /** The fields around the record; an error lists them before the record's. */
  readonly around?: readonly string[];
  /** The fields within the objects around the record. */
  readonly within?: Readonly<Record<string, readonly string[]>>;
  /** Names that older services send; they are taken, and no error lists them. */
  readonly older?: readonly string[];
}

/** The path of every field of the record. */
export function allPaths(kind: ColumnKind): RecordPath[] {
  return recordFields(kind).map((name) => ({ name, path: [name] }));
}

/**
 * Reads `--fields`: dotted names with commas between, in the order written. Only documented names are taken, so
 * that a slip costs nothing; of a record, a name after `data.` may be any field, also one that the service
 * added later (spec, "Versioning").
 * @throws UsageError naming the fields there are
 */
export function readFields(list: string, names: FieldNames): FieldPath[] {
  const ofRecord =
    names.kind === undefined ? [] : withParts(recordFields(names.kind), fieldsWithin);
  const known = [...withParts(names.around ?? [], names.within ?? {}), ...ofRecord];
  return list.split(',').map((part) => {
    const written = part.trim();
    const added = names.kind === undefined ? undefined : addedField(written);
    const name = added ?? written;
    const isKnown = known.includes(name) || (names.older ?? []).includes(name);
    if (added === undefined && !isKnown) throw unknownField(written, names.of, known);
    const isRecords = added !== undefined || ofRecord.includes(name);
    return { name, path: name.split('.'), isRecords };
  });
}

/** The name after `data.`; undefined where no whole name follows. */
function addedField(written: string): string | undefined {
  const name = written.startsWith('data.') ? written.slice('data.'.length) : '';
  return name.split('.').includes('') ? undefined : name;
}

function withParts(
  names: readonly string[],
  parts: Readonly<Record<string, readonly string[]>>,
): string[] {
  return names.flatMap((name) => [name, ...(parts[name] ?? []).map((part) => `${name}.${part}`)]);
}

function unknownField(field: string, of: FieldNames['of'], known: readonly string[]): UsageError {
  // People copy names out of a result, where the columns begin with `lookup_`.
  const bare = field.replace(/^lookup_/, '').toLowerCase();
  const near = known.find((name) => name.toLowerCase() === bare);
  return new UsageError('unknown_field', { of, field, known, near });
}
