import type { Command } from 'commander';
import { configFiles } from '../../config/folders.js';
import { type KeyName, keyNames, type Value } from '../../config/keys.js';
import { DEFAULT_PROFILE, noSuchProfile, profileName } from '../../config/profile-name.js';
import { resolveSettings, type Setting, type Settings as All } from '../../config/settings.js';
import { readConfig, readCredentials } from '../../config/store.js';
import type { Context } from '../../context.js';
import { topOf } from '../help/walk.js';
import { type Account, accountFrom, inMs, meansSandbox, refuseOpenPlaces } from './account.js';
import type { GlobalOptions } from './options.js';

/** The values that a command uses: the profile, the value of every setting, and the account that they make. */
export interface Settings {
  readonly profile: string;
  readonly all: All;
  readonly account: Account;
}

/**
 * Loads the profile and determines the value of every setting. `mayBeNew`: the profile does not have to exist yet.
 *
 * @throws UsageError for a file or a value that cannot be used, and for a profile that does not exist
 * unless options or environment name the service
 */
export async function loadSettings(
  context: Context,
  options: Partial<GlobalOptions>,
  mayBeNew = false,
): Promise<Settings> {
  const { apiKeyFile } = options;
  const profile = profileName(options.profile, context.env);
  const sandbox = meansSandbox(context, options);
  const { config } = configFiles(context);
  refuseOpenPlaces(context);
  const stored = (await readConfig(config)).get(profile);
  const all = resolveSettings({
    flags: keyFlags(options),
    env: context.env,
    profile: stored ?? {},
    stored: { profile, path: config },
    isSandbox: sandbox,
  });
  const isMeant = mayBeNew || sandbox || all['base-url'].value !== undefined;
  if (stored === undefined && !isMeant) await requireProfile(context, profile);
  const values = Object.fromEntries(keyNames.map((key) => [optionName(key), all[key].value]));
  const account = accountFrom(inMs({ ...values, apiKeyFile, sandbox, profile }), context);
  return { profile, all, account };
}

/** The names of all profiles with settings or a key, and `default`. */
export async function knownProfiles(context: Context): Promise<string[]> {
  const { config, credentials } = configFiles(context);
  const keys = (await readCredentials(credentials)).keys();
  const settings = (await readConfig(config)).keys();
  return [...new Set([DEFAULT_PROFILE, ...keys, ...settings])].sort();
}

/** @throws UsageError that lists the profiles if this one is not among them */
export async function requireProfile(context: Context, profile: string): Promise<void> {
  const known = await knownProfiles(context);
  if (!known.includes(profile)) throw noSuchProfile(profile, known);
}

/** The name that commander gives to the option of a setting. */
function optionName(key: KeyName): string {
  return key.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The options of the command that are also settings. */
function keyFlags(options: Partial<GlobalOptions>): Partial<Record<KeyName, Value>> {
  const flags = options as Partial<Options>;
  return Object.fromEntries(keyNames.map((key) => [key, flags[optionName(key)]]));
}

/** All options of a command, by commander's names. */
type Options = GlobalOptions & Readonly<Record<string, unknown>>;

/**
 * Fills options that were not given with the value of environment, profile or built-in default, before a
 * command runs.
 */
export async function settleOptions(context: Context, command: Command): Promise<void> {
  const isBulk = topOf(command).name() === 'bulk';
  const flags = command.optsWithGlobals<Options>();
  // The rows are JSON then, whatever the profile says.
  const isJsonExport = flags.json === true && command.name() === 'export';
  const { profile, all } = await loadSettings(context, flags);
  command.setOptionValueWithSource('profile', profile, 'config');
  for (const key of keyNames) {
    const name = optionName(key);
    if (flags[name] !== undefined || !concerns(key, all[key], isBulk, flags)) continue;
    if (key === 'format' && isJsonExport) continue;
    command.setOptionValueWithSource(name, all[key].value, 'config');
  }
}

/**
 * Whether a setting applies to the command. A single lookup has a deadline only if the user set one; a
 * batch always needs one, and has its own formats.
 */
function concerns(
  key: KeyName,
  { value, from }: Setting,
  isBulk: boolean,
  flags: Options,
): boolean {
  if (key === 'deadline' && from === 'default') return isBulk;
  if (key === 'format' && !isBulk && saysFormat(flags)) return false;
  if (key === 'format' && isBulk) return value !== undefined && isForExport(value, flags);
  return value !== undefined;
}

/**
 * Whether a default format applies to an export. A file's extension has priority over it, and no file is
 * a table.
 */
function isForExport(format: Value, { output }: Options): boolean {
  return format !== 'table' && (output === undefined || output === '-');
}

/** Whether the name of the file of a lookup says its format, which has priority too. */
function saysFormat({ output }: Options): boolean {
  return typeof output === 'string' && /\.(csv|jsonl?)$/i.test(output);
}
