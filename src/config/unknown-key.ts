import { UsageError, type ErrorFacts } from '../errors.js';
import { keyNames, type KeyName } from './keys.js';

/** The error for an unknown setting, with the most similar name and all names. */
export function unknownKey(key: string, stored?: ErrorFacts['unknown_key']['stored']): UsageError {
  return new UsageError('unknown_key', {
    ...{ key, keys: keyNames, near: nearest(key) },
    looksSecret: /key|token|secret|password/i.test(key),
    ...(stored === undefined ? {} : { stored }),
  });
}

function nearest(text: string): KeyName | undefined {
  const begun = keyNames.find((name) => text.length > 1 && name.startsWith(text));
  const far = (name: string) => distance(text.toLowerCase(), name);
  const [closest = 'rate'] = keyNames.toSorted((a, b) => far(a) - far(b));
  return begun ?? (far(closest) <= 2 ? closest : undefined);
}

/** The number of letters to insert, delete or replace (Levenshtein distance). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [line, letter] of Array.from(from).entries()) {
    let corner = line;
    row = row.reduce<number[]>((next, above, column) => {
      if (column === 0) return [line + 1];
      const replaced = corner + (to[column - 1] === letter ? 0 : 1);
      corner = above;
      return [...next, Math.min(replaced, above + 1, (next[column - 1] ?? 0) + 1)];
    }, []);
  }
  return row.at(-1) ?? 0;
}
