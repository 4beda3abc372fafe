import { closest } from '../closest.js';
import type { StoredSetting } from '../errors/facts.js';
import { UsageError, type ErrorFacts } from '../errors.js';
import {
  fallbackOf,
  isKeyName,
  isOfAccount,
  keyNames,
  readValue,
  type KeyName,
  type Value,
} from './keys.js';

/** The value that is used, and where it comes from; both undefined if there is none. */
export interface Setting {
  readonly value?: Value;
  readonly from?: 'flag' | 'environment' | 'profile' | 'default';
}

export type Settings = Readonly<Record<KeyName, Setting>>;

export interface SettingSources {
  readonly flags: Readonly<Partial<Record<KeyName, Value>>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly profile: Readonly<Record<string, Value>>;
  readonly stored: Pick<StoredSetting, 'profile' | 'path'>;
  /** The sandbox has its own account: the profile's settings of the real account are ignored. */
  readonly isSandbox: boolean;
}

/** Option before environment before profile before default. @throws UsageError naming the place */
export function resolveSettings(sources: SettingSources): Settings {
  const unknown = Object.keys(sources.profile).find((key) => !isKeyName(key));
  if (unknown !== undefined) throw unknownKey(unknown, sources.stored);
  return Object.fromEntries(keyNames.map((key) => [key, resolve(key, sources)])) as Settings;
}

const VARIABLES: { readonly [K in KeyName]?: string } = {
  'base-url': 'CONFERE_BASE_URL',
  ledger: 'CONFERE_LEDGER',
};

function resolve(
  key: KeyName,
  { flags, env, profile, stored, isSandbox }: SettingSources,
): Setting {
  const flag = flags[key];
  // Each command checks the formats that it has.
  if (flag !== undefined)
    return { value: key === 'format' ? flag : readValue(key, flag, `--${key}`), from: 'flag' };
  const name = isSandbox ? undefined : VARIABLES[key];
  const variable = name && env[name];
  if (name && variable) return { value: readValue(key, variable, name), from: 'environment' };
  const own = isSandbox && isOfAccount(key) ? undefined : profile[key];
  if (own !== undefined)
    return { value: readValue(key, own, { what: 'setting', key, ...stored }), from: 'profile' };
  const value = fallbackOf(key);
  return value === undefined ? {} : { value, from: 'default' };
}

export function unknownKey(key: string, stored?: ErrorFacts['unknown_key']['stored']): UsageError {
  const begun = keyNames.find((name) => key.length > 1 && name.startsWith(key));
  return new UsageError('unknown_key', {
    ...{ key, keys: keyNames, near: begun ?? closest(key, keyNames) },
    looksSecret: /key|token|secret|password/i.test(key),
    stored,
  });
}
