import type { Command } from 'commander';
import { configFiles } from '../../config/folders.js';
import { keyNames, type KeyName, type Value } from '../../config/keys.js';
import { DEFAULT_PROFILE, noSuchProfile, profileName } from '../../config/profile-name.js';
import { readIfThere } from '../../config/private-file.js';
import { resolveSettings, type Setting } from '../../config/settings.js';
import type { Profiles, StoredProfile } from '../../config/store.js';
import type { Context } from '../../context.js';
import { toAccountRequest, type AccountRequest } from './account-request.js';
import { isSandbox, topOf, type GlobalOptions } from './global-options.js';

/** What a command goes by: the profile it is about and every key's value. */
export interface Settings {
  readonly profile: string;
  readonly all: readonly Setting[];
}

/** Whose settings are wanted, and what was said on the command line itself. */
export interface SettingsRequest {
  readonly profile: string;
  readonly isSandbox: boolean;
  /** Does not have to exist yet. */
  readonly mayBeNew: boolean;
  readonly flags: Readonly<Partial<Record<KeyName, Value>>>;
  readonly apiKeyFile?: string;
}

export function toSettingsRequest(
  options: GlobalOptions,
  { env }: Pick<Context, 'env'>,
  mayBeNew = false,
): SettingsRequest {
  const { apiKeyFile } = options;
  return {
    profile: profileName(options.profile, env),
    isSandbox: isSandbox({ env }, options),
    mayBeNew,
    flags: keyFlags(options),
    ...(apiKeyFile === undefined ? {} : { apiKeyFile }),
  };
}

/**
 * Reads the profile and settles every key.
 * @throws UsageError for a file or a value that cannot be used, and for a profile that does not exist
 *   unless flags or environment say which service is meant
 */
export async function loadSettings(context: Context, request: SettingsRequest): Promise<Settings> {
  const { profile, isSandbox: inSandbox, mayBeNew, flags } = request;
  const { config } = configFiles(context);
  const stored = (await readSettings(context)).get(profile);
  const all = resolveSettings({
    flags,
    env: context.env,
    profile: stored ?? {},
    stored: { profile, path: config },
    isSandbox: inSandbox,
  });
  const isMeant = mayBeNew || inSandbox || settingOf(all, 'base-url').value !== undefined;
  if (stored === undefined && !isMeant) await requireProfile(context, profile);
  return { profile, all };
}

/** The settings of every profile that has some; nothing is loaded where nothing is stored. */
export async function readSettings(context: Context): Promise<Profiles<StoredProfile>> {
  const { config } = configFiles(context);
  if (readIfThere(config) === undefined) return new Map();
  const { readConfig } = await import('../../config/store.js');
  return readConfig(config);
}

/** The names of all profiles that have settings or a key, and `default`. */
export async function knownProfiles(context: Context): Promise<string[]> {
  const { readCredentials } = await import('../../config/store.js');
  const keys = readCredentials(configFiles(context).credentials).keys();
  const settings = (await readSettings(context)).keys();
  return [...new Set([DEFAULT_PROFILE, ...keys, ...settings])].sort();
}

/** @throws UsageError naming the profiles there are, when this one is not among them */
export async function requireProfile(context: Context, profile: string): Promise<void> {
  const known = await knownProfiles(context);
  if (!known.includes(profile)) throw noSuchProfile(profile, known);
}

export function settingOf(all: readonly Setting[], key: KeyName): Setting {
  return all.find((setting) => setting.key === key) ?? { key, value: undefined, source: undefined };
}

/** The account of a command that settles its options itself. */
export function settledAccount(
  context: Pick<Context, 'env'>,
  { apiKeyFile, isSandbox: sandbox }: SettingsRequest,
  { profile, all }: Settings,
): AccountRequest {
  const values = Object.fromEntries(all.map(({ key, value }) => [optionName(key), value]));
  return toAccountRequest({ ...values, apiKeyFile, sandbox, profile }, context);
}

/** The name that commander gives to a key's option. */
export function optionName(key: KeyName): string {
  return key.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The options of the command that are keys as well. */
function keyFlags(options: GlobalOptions): Partial<Record<KeyName, Value>> {
  const flags = options as Options;
  const given = keyNames.map((key) => [key, flags[optionName(key)]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** Every option of a command, by the name that commander gives it. */
type Options = GlobalOptions & Readonly<Record<string, unknown>>;

/** Before a command runs: what no flag said comes from environment, profile or the built-in default. */
export async function settleOptions(context: Context, command: Command): Promise<void> {
  const isBulk = topOf(command).name() === 'bulk';
  const flags = command.optsWithGlobals<Options>();
  const { profile, all } = await loadSettings(context, toSettingsRequest(flags, context));
  command.setOptionValueWithSource('profile', profile, 'config');
  for (const setting of all) {
    const name = optionName(setting.key);
    if (flags[name] !== undefined || !concerns(setting, isBulk, flags)) continue;
    command.setOptionValueWithSource(name, setting.value, 'config');
  }
}

/** A lookup that nobody gave a deadline has none; a batch needs one, and has formats of its own. */
function concerns({ key, value, source }: Setting, isBulk: boolean, flags: Options): boolean {
  if (key === 'deadline' && source === 'default') return isBulk;
  if (key === 'format' && isBulk) return value !== undefined && isForExport(value, flags);
  return value !== undefined;
}

/** A file's own extension says more than a default, and no file is a table. */
function isForExport(format: Value, { output }: Options): boolean {
  return format !== 'table' && (output === undefined || output === '-');
}
