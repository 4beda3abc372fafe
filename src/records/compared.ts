import { UsageError } from '../base/errors.js';

/** The verdicts of `--compare` that need somebody's look, and that `--only` takes beside statuses. */
export const doubtfulVerdicts = ['similar', 'different'] as const;

/** What is compared, by field: a text for a lookup, a column for a file. */
export type Compared = Readonly<Record<string, string>>;

/** Adds a `--compare` to those before it. @throws UsageError `bad_comparison`, `compared_twice` */
export function readComparison(given: string, before: Compared = {}): Compared {
  const at = given.indexOf('=');
  const [field, other] = [given.slice(0, at).trim(), given.slice(at + 1).trim()];
  // The error does not repeat what was given, because it may be a name.
  if (at < 0 || field === '' || other === '') throw new UsageError('bad_comparison', {});
  if (Object.hasOwn(before, field)) throw new UsageError('compared_twice', { field });
  return Object.fromEntries([...Object.entries(before), [field, other]]);
}
