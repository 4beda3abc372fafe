import { UsageError } from '../base/errors.js';

/** The verdicts of `--compare` that somebody should look at; `--only` accepts them beside statuses. */
export const unequalVerdicts = ['similar', 'different'] as const;

/**
 * The values of `--compare` by field: the text that the field is compared with, or the column of a file that has it.
 */
export type Compared = Readonly<Record<string, string>>;

/** Adds a `--compare FIELD=TEXT` to the earlier ones. @throws UsageError `bad_comparison`, `compared_twice` */
export function addComparison(given: string, earlier: Compared = {}): Compared {
  const equalsSign = given.indexOf('=');
  const [field, comparedWith] = [
    given.slice(0, equalsSign).trim(),
    given.slice(equalsSign + 1).trim(),
  ];
  // The error does not repeat the value, because it may be the name of a person.
  if (equalsSign < 0 || field === '' || comparedWith === '')
    throw new UsageError('bad_comparison', {});
  if (Object.hasOwn(earlier, field)) throw new UsageError('compared_twice', { field });
  return Object.fromEntries([...Object.entries(earlier), [field, comparedWith]]);
}
