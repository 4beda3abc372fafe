/** A field of an object, or a field within its objects and lists. */
export interface RecordPath {
  /** As the user wrote it, without `data.`: `QSA.nome_socio`. */
  readonly name: string;
  readonly path: readonly string[];
}

/** The value at a path, or null if it does not exist. A path into a list gives a list of each item's value. */
export function valueAt(value: unknown, path: readonly string[], from = 0): unknown {
  const name = path[from];
  if (name === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => valueAt(item, path, from));
  return valueAt(ownValue(value, name), path, from + 1);
}

/**
 * An object with these fields alone, in the order of the paths. It keeps its shape, also within its objects and
 * lists; a field that it lacks is null, and a whole field beats a part of it.
 */
export function reduceTo(
  fields: readonly RecordPath[],
  value: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return reduceObject(
    value,
    fields.map(({ path }) => path),
  );
}

type Paths = readonly (readonly string[])[];

function reduceObject(value: unknown, paths: Paths): Readonly<Record<string, unknown>> {
  const firsts = [...new Set(paths.map(([first]) => first ?? ''))];
  return Object.fromEntries(
    firsts.map((first) => {
      const rests = paths.filter((path) => path[0] === first).map((path) => path.slice(1));
      const inner = ownValue(value, first);
      return [first, inner === null ? null : reduceValue(inner, rests)];
    }),
  );
}

function reduceValue(value: unknown, paths: Paths): unknown {
  if (paths.some((path) => path.length === 0)) return value;
  if (Array.isArray(value)) return value.map((item) => reduceValue(item, paths));
  return reduceObject(value, paths);
}

/** Only an object's own field: `constructor` is none. */
function ownValue(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject || !Object.hasOwn(value, name)) return null;
  return (value as Readonly<Record<string, unknown>>)[name] ?? null;
}
