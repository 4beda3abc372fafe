import type { Command } from 'commander';
import { configFiles } from '../../config/folders.js';
import { keyNames, type KeyName, type Value } from '../../config/keys.js';
import { DEFAULT_PROFILE, noSuchProfile, profileName } from '../../config/profile-name.js';
import { readIfThere } from '../../config/private-file.js';
import { resolveSettings, type Setting } from '../../config/settings.js';
import type { Profiles, StoredProfile } from '../../config/store.js';
import type { Context } from '../../context.js';
import { isSandbox, topOf, type GlobalOptions } from './host.js';

/** What a command goes by: the profile it is about and every key's value. */
export interface Settings {
  readonly profile: string;
  readonly all: readonly Setting[];
}

export type Flags = GlobalOptions & Readonly<Record<string, unknown>>;

/**
 * Reads the profile and settles every key.
 * @throws UsageError for a file or a value that cannot be used, and for a profile that does not exist
 *   unless flags or environment say which service is meant
 */
export async function loadSettings(
  context: Context,
  flags: Flags,
  { mayBeNew = false }: { readonly mayBeNew?: boolean } = {},
): Promise<Settings> {
  const profile = profileName(flags.profile, context.env);
  const inSandbox = isSandbox(context, flags);
  const { config } = configFiles(context);
  const stored = (await readSettings(context)).get(profile);
  const all = resolveSettings({
    flags: keyFlags(flags),
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

/** The options of a command with what no flag said filled in. */
export function withSettings<T extends Flags>(flags: T, { profile, all }: Settings): T {
  const given = all.filter(({ value }) => value !== undefined);
  const values = given.map(({ key, value }) => [optionName(key), value] as const);
  return { ...flags, profile, ...Object.fromEntries(values) };
}

/** The name that commander gives to a key's option. */
export function optionName(key: KeyName): string {
  return key.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The options of the command that are keys as well. */
function keyFlags(flags: Flags): Partial<Record<KeyName, Value>> {
  const given = keyNames.map((key) => [key, flags[optionName(key)]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** Before a command runs: what no flag said comes from environment, profile or the built-in default. */
export async function settleOptions(context: Context, command: Command): Promise<void> {
  const isBulk = topOf(command).name() === 'bulk';
  const flags = command.optsWithGlobals<Flags>();
  const { profile, all } = await loadSettings(context, flags);
  command.setOptionValueWithSource('profile', profile, 'config');
  for (const setting of all) {
    const name = optionName(setting.key);
    if (flags[name] !== undefined || !concerns(setting, isBulk, flags)) continue;
    command.setOptionValueWithSource(name, setting.value, 'config');
  }
}

/** A lookup that nobody gave a deadline has none; a batch needs one, and has formats of its own. */
function concerns({ key, value, source }: Setting, isBulk: boolean, flags: Flags): boolean {
  if (key === 'deadline' && source === 'default') return isBulk;
  if (key === 'format' && isBulk) return value !== undefined && isForExport(value, flags);
  return value !== undefined;
}

/** A file's own extension says more than a default, and no file is a table. */
function isForExport(format: Value, { output }: Flags): boolean {
  return format !== 'table' && (output === undefined || output === '-');
}
