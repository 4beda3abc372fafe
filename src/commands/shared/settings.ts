import type { Command } from 'commander';
import { configFiles } from '../../config/folders.js';
import { keyNames, type KeyName, type Value } from '../../config/keys.js';
import { DEFAULT_PROFILE, noSuchProfile, profileName } from '../../config/profile-name.js';
import { resolveSettings, type Setting, type Settings as All } from '../../config/settings.js';
import { readConfig, readCredentials } from '../../config/store.js';
import type { Context } from '../../context.js';
import { toAccountRequest, type AccountRequest } from './account-request.js';
import { isSandbox, topOf, type GlobalOptions } from './command-host.js';
import { refuseOpenPlaces } from './open-places.js';

/** The values that a command uses: the profile, and the value of every setting. */
export interface Settings {
  readonly profile: string;
  readonly all: All;
}

/** Which profile's settings to load, and what the command line says. */
export interface SettingsRequest {
  readonly profile: string;
  readonly isSandbox: boolean;
  /** The profile does not have to exist yet. */
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
    apiKeyFile,
  };
}

/**
 * Loads the profile and determines the value of every setting.
 *
 * @throws UsageError for a file or a value that cannot be used, and for a profile that does not exist
 * unless options or environment name the service
 */
export async function loadSettings(context: Context, request: SettingsRequest): Promise<Settings> {
  const { profile, isSandbox: inSandbox, mayBeNew, flags } = request;
  const { config } = configFiles(context);
  refuseOpenPlaces(context);
  const stored = (await readConfig(config)).get(profile);
  const all = resolveSettings({
    flags,
    env: context.env,
    profile: stored ?? {},
    stored: { profile, path: config },
    isSandbox: inSandbox,
  });
  const isMeant = mayBeNew || inSandbox || all['base-url'].value !== undefined;
  if (stored === undefined && !isMeant) await requireProfile(context, profile);
  return { profile, all };
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

/** The account of a command that determines its options itself. */
export function settledAccount(
  context: Pick<Context, 'env'>,
  { apiKeyFile, isSandbox: sandbox }: SettingsRequest,
  { profile, all }: Settings,
): AccountRequest {
  const values = Object.fromEntries(keyNames.map((key) => [optionName(key), all[key].value]));
  return toAccountRequest({ ...values, apiKeyFile, sandbox, profile }, context);
}

/** The name that commander gives to the option of a setting. */
export function optionName(key: KeyName): string {
  return key.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The options of the command that are also settings. */
function keyFlags(options: GlobalOptions): Partial<Record<KeyName, Value>> {
  const flags = options as Options;
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
  const { profile, all } = await loadSettings(context, toSettingsRequest(flags, context));
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
