/**
 * Finds where the shape of a value differs from the examples: it lacks a key that all of them have, it has
 * a key that none has, or it has a type that none has. An empty array matches any array.
 */
export function differences(value: unknown, examples: readonly unknown[], path = ''): string[] {
  const types = new Set(examples.map(typeOf));
  if (!types.has(typeOf(value))) {
    return [`${path}: ${typeOf(value)} in place of ${[...types].join(' or ')}`];
  }
  if (Array.isArray(value)) return inItems(value, examples, path);
  return isRecord(value) ? inFields(value, examples.filter(isRecord), path) : [];
}

function inItems(items: readonly unknown[], examples: readonly unknown[], path: string): string[] {
  const known = examples.filter((example) => Array.isArray(example)).flat() as unknown[];
  if (known.length === 0) return [];
  return items.flatMap((item) => differences(item, known, `${path}[]`));
}

type Fields = Readonly<Record<string, unknown>>;

function inFields(value: Fields, examples: readonly Fields[], path: string): string[] {
  const keys = [...new Set(examples.flatMap((example) => Object.keys(example)))];
  const missing = keys
    .filter((key) => examples.every((example) => key in example) && !(key in value))
    .map((key) => `${path}.${key}: missing`);
  const present = Object.entries(value).flatMap(([key, item]) => {
    const known = examples.filter((example) => key in example).map((example) => example[key]);
    return known.length === 0
      ? [`${path}.${key}: unknown`]
      : differences(item, known, `${path}.${key}`);
  });
  return [...missing, ...present];
}

function isRecord(value: unknown): value is Fields {
  return typeOf(value) === 'object';
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
