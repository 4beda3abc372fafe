import { UsageError } from '../errors.js';

export const DEFAULT_PROFILE = 'default';

/** Names with a special meaning in JavaScript objects. */
const TAKEN = new Set(['constructor', 'prototype']);

/** @throws UsageError for `--profile ''`, which comes from an unset variable in a script */
export function profileName(
  flag: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string {
  if (flag === '') throw new UsageError('bad_profile', {});
  return flag ?? (env['CONFERE_PROFILE'] || DEFAULT_PROFILE);
}

/** @throws UsageError for a name that cannot be stored */
export function requireStorable(name: string): string {
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(name) && !TAKEN.has(name)) return name;
  throw new UsageError('bad_profile', {});
}
