import { dirname } from 'node:path';
import { parseDuration } from '../../config/duration.js';
import { configFiles, stateFolder } from '../../config/folders.js';
import { type KeyName, keyNames, type Value } from '../../config/keys.js';
import { refuseOpenPlace } from '../../config/private-file.js';
import { DEFAULT_PROFILE, profileName } from '../../config/profile-name.js';
import { resolveSettings, type Setting, type Settings } from '../../config/settings.js';
import { readConfig, readCredentials } from '../../config/store.js';
import type { Context } from '../../context.js';
import { ConfereError, UsageError } from '../../errors.js';
import type { Prices } from '../../ledger/index.js';
import type { GlobalOptions } from './option.js';

type Given = Partial<GlobalOptions>;

/** Which account a command uses, and how it connects to the service. */
export interface Account extends Pick<
  Given,
  'baseUrl' | 'ledger' | 'apiKeyFile' | 'timeout' | 'rate' | 'realtimeRate'
> {
  readonly profile: string;
  /** The embedded sandbox, which has no base URL. */
  readonly isSandbox: boolean;
  /** Credits of a found record, as the user set them. */
  readonly costs: Partial<Prices>;
}

/** @throws UsageError for an invalid profile name */
export function accountFrom(options: Given, { env }: Pick<Context, 'env'>): Account {
  const { baseUrl, ledger, apiKeyFile, timeout, rate, realtimeRate } = options;
  return {
    profile: profileName(options.profile, env),
    isSandbox: meansSandbox({ env }, options),
    ...{ baseUrl, ledger, apiKeyFile, timeout, rate, realtimeRate },
    costs: { cpf: options.costCpf, cnpj: options.costCnpj, realtime: options.costRealtime },
  };
}

const NO: ReadonlySet<string | undefined> = new Set([undefined, '', '0', 'false', 'no', 'off']);

/** Whether the sandbox is meant: `--sandbox`, or without `--base-url` any `CONFERE_SANDBOX` except a no. */
export function meansSandbox({ env }: Pick<Context, 'env'>, { sandbox, baseUrl }: Given): boolean {
  if (sandbox !== undefined) return sandbox;
  return baseUrl === undefined && !NO.has(env['CONFERE_SANDBOX']?.toLowerCase());
}

/** Options that are durations, which commander has as text. */
const DURATIONS = ['timeout', 'reuse', 'settle', 'interval', 'deadline'] as const;

/** The same options with every duration in milliseconds. @throws UsageError `bad_duration` */
export function inMs<T extends object>(options: T): T {
  const texts = options as Readonly<Record<string, unknown>>;
  const given = DURATIONS.filter((name) => texts[name] !== undefined);
  const read = given.map((name) => [name, parseDuration(String(texts[name]), `--${name}`)]);
  return { ...options, ...(Object.fromEntries(read) as Partial<T>) };
}

/**
 * The profile, the value of every setting, and the account that they make. `mayBeNew`: the profile does not have to
 * exist yet.
 *
 * @throws UsageError for a file or a value that cannot be used, and for a profile that does not exist unless options or
 * environment name the service
 */
export async function loadSettings(context: Context, options: Given, mayBeNew = false) {
  const { apiKeyFile } = options;
  const profile = profileName(options.profile, context.env);
  const sandbox = meansSandbox(context, options);
  const { config } = configFiles(context);
  refuseOpenPlaces(context);
  const stored = (await readConfig(config)).get(profile);
  const flags = options as Readonly<Record<string, Value | undefined>>;
  const all = resolveSettings({
    flags: Object.fromEntries(keyNames.map((key) => [key, flags[optionName(key)]])),
    env: context.env,
    profile: stored ?? {},
    stored: { profile, path: config },
    isSandbox: sandbox,
  });
  const isMeant = mayBeNew || sandbox || all['base-url'].value !== undefined;
  if (stored === undefined && !isMeant) await requireProfile(context, profile);
  const values = Object.fromEntries(keyNames.map((key) => [optionName(key), all[key].value]));
  const account = accountFrom(inMs({ ...values, apiKeyFile, sandbox, profile }), context);
  return { profile, all: all satisfies Settings, account };
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
  if (!known.includes(profile)) throw new UsageError('no_such_profile', { name: profile, known });
}

/** The name that commander gives to the option of a setting. */
function optionName(key: KeyName): string {
  return key.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Options, with the value of environment, profile or built-in default in place of those that were not given. */
export async function settledOptions(
  context: Context,
  path: string,
  given: GlobalOptions,
): Promise<GlobalOptions> {
  const flags = given as GlobalOptions & Readonly<Record<string, unknown>>;
  const { profile, all } = await loadSettings(context, given);
  const settled = keyNames.filter(
    (key) => flags[optionName(key)] === undefined && concerns(key, all[key], path, flags),
  );
  const values = settled.map((key) => [optionName(key), all[key].value]);
  return { ...given, ...(Object.fromEntries(values) as Given), profile };
}

/**
 * Whether a setting applies to the command. A lookup has a deadline only if the user set one. A default format is not
 * that of a file whose name says another one, nor the table of an export.
 */
function concerns(
  key: KeyName,
  { value, from }: Setting,
  path: string,
  { output, json }: { readonly output?: unknown; readonly json?: boolean },
): boolean {
  const isBulk = path.startsWith('bulk ');
  if (key === 'deadline' && from === 'default') return isBulk;
  if (key !== 'format' || value === undefined) return value !== undefined;
  if (!isBulk) return typeof output !== 'string' || !/\.(csv|jsonl?)$/i.test(output);
  const isJsonExport = path === 'bulk export' && json === true;
  return value !== 'table' && !isJsonExport && (output === undefined || output === '-');
}

/**
 * Settings decide where a key goes, and the ledger what is paid for: who can change them is this user alone.
 *
 * @throws UsageError `open_place` for one of the folders and files of settings, keys and state, or of `more`
 */
export function refuseOpenPlaces(context: Context, more: readonly string[] = []): void {
  const { config, credentials } = configFiles(context);
  const places = [dirname(config), config, credentials, stateFolder(context), ...more];
  for (const place of places) refuseOpenPlace(place, context);
}

/** Opens something in the state folder; reports a problem with it as `state_unusable`, or as `state_busy`. */
export async function usingState<T>(
  folder: string,
  open: () => T | Promise<T>,
  of: 'ledger' | 'sandbox' = 'ledger',
): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof ConfereError) throw error;
    // Another folder would be another ledger, which pays again; what holds this one lets go of it.
    if (error instanceof Error && 'code' in error && error.code === 'EBUSY')
      throw new ConfereError('state_busy', { path: folder }, { cause: error });
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfereError('state_unusable', { of, folder, reason }, { cause: error });
  }
}
