import { closest, distance } from 'fastest-levenshtein';
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
  const typed = text.toLowerCase();
  const near = keyNames.find((name) => name === closest(typed, keyNames));
  return begun ?? (near !== undefined && distance(typed, near) <= 2 ? near : undefined);
}
