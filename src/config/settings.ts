import type { StoredSetting } from '../errors/config.js';
import {
  fallbackOf,
  isKeyName,
  isOfAccount,
  keyNames,
  readValue,
  type KeyName,
  type Value,
} from './keys.js';
import { closest, distance } from 'fastest-levenshtein';
import { UsageError, type ErrorFacts } from '../errors.js';

export type Source = 'flag' | 'environment' | 'profile' | 'default';

/** The value that a command uses, and its source; both undefined if there is none. */
export interface Setting {
  readonly key: KeyName;
  readonly value: Value | undefined;
  readonly source: Source | undefined;
}

export interface SettingSources {
  readonly flags: Readonly<Partial<Record<KeyName, Value>>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly profile: Readonly<Record<string, Value>>;
  /** Where the profile is stored. */
  readonly stored: Pick<StoredSetting, 'profile' | 'path'>;
  /** The sandbox has its own account: the profile's settings of the real account are ignored. */
  readonly isSandbox: boolean;
}

/**
 * Determines every setting: option before environment before profile before built-in default.
 *
 * @throws UsageError for an invalid value, naming its place, and for an unknown stored setting
 */
export function resolveSettings(sources: SettingSources): Setting[] {
  const unknown = Object.keys(sources.profile).find((key) => !isKeyName(key));
  if (unknown !== undefined) throw unknownKey(unknown, sources.stored);
  return keyNames.map((key) => resolve(key, sources));
}

/** The settings that the environment has, too. */
const VARIABLES: { readonly [K in KeyName]?: string } = {
  'base-url': 'CONFERE_BASE_URL',
  ledger: 'CONFERE_LEDGER',
};

function resolve(key: KeyName, sources: SettingSources): Setting {
  const { flags, env, profile, isSandbox } = sources;
  const flag = flags[key];
  if (flag !== undefined) return { key, value: readFlag(key, flag), source: 'flag' };
  const name = VARIABLES[key];
  const variable = name === undefined ? undefined : env[name];
  if (name !== undefined && variable && !isSandbox)
    return { key, value: readValue(key, variable, name), source: 'environment' };
  const stored = isSandbox && isOfAccount(key) ? undefined : profile[key];
  if (stored !== undefined) {
    const place = { what: 'setting', key, ...sources.stored } as const;
    return { key, value: readValue(key, stored, place), source: 'profile' };
  }
  const value = fallbackOf(key);
  return { key, value, source: value === undefined ? undefined : 'default' };
}

/** Does not check `format`, because each command checks the formats that it supports. */
function readFlag(key: KeyName, value: Value): Value {
  return key === 'format' ? value : readValue(key, value, `--${key}`);
}

/** The error for an unknown setting, with the most similar name and all names. */
export function unknownKey(key: string, stored?: ErrorFacts['unknown_key']['stored']): UsageError {
  return new UsageError('unknown_key', {
    ...{ key, keys: keyNames, near: nearest(key) },
    looksSecret: /key|token|secret|password/i.test(key),
    stored,
  });
}

function nearest(text: string): KeyName | undefined {
  const begun = keyNames.find((name) => text.length > 1 && name.startsWith(text));
  const typed = text.toLowerCase();
  const near = keyNames.find((name) => name === closest(typed, keyNames));
  return begun ?? (near !== undefined && distance(typed, near) <= 2 ? near : undefined);
}
