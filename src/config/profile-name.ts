import { UsageError } from '../errors.js';

export const DEFAULT_PROFILE = 'default';

/** Names that JavaScript objects give a meaning of their own. */
const TAKEN = new Set(['constructor', 'prototype']);

/**
 * The profile that a command is about: flag beats environment.
 * @throws UsageError for `--profile ''`, which is a script's unset variable
 */
export function profileName(
  flag: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string {
  if (flag === '') throw new UsageError('bad_profile', { why: 'empty' });
  return flag ?? (env['CONFERE_PROFILE'] || DEFAULT_PROFILE);
}

/** @throws UsageError for a name that cannot be stored */
export function requireStorable(name: string): string {
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(name) && !TAKEN.has(name)) return name;
  throw new UsageError('bad_profile', { why: 'form' });
}

/** The error for a profile that nobody has made. */
export function noSuchProfile(name: string, known: readonly string[]): UsageError {
  return new UsageError('no_such_profile', { name, known });
}
