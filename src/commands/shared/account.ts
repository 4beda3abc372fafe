import { dirname } from 'node:path';
import { findClosest } from '../../base/closest.js';
import { isLoopback, parseBaseUrl } from '../../config/addresses.js';
import { parseDuration } from '../../config/defaults.js';
import type { KeyCommand } from '../../config/account.js';
import { configFiles, stateFolder } from '../../config/state-folder.js';
import {
  DEFAULT_PROFILE,
  type SettingName,
  settingNames,
  readProfileName,
  readValue,
  resolveSettings,
  readTermsSetAt,
  type SettingValue,
  type Settings,
  changeSetting,
} from '../../config/settings.js';
import { refuseWritablePlace } from '../../config/private-file.js';
import type { Context } from '../../base/context.js';
import { UsageError } from '../../base/errors.js';
import type { AccountTerms } from '../../ledger/requests.js';
import type { GlobalOptions } from './option.js';
import { refuseUnknownFields } from './setting-fields.js';

type GivenOptions = Partial<GlobalOptions>;

/** Loads the code for files of settings late, because `check` reads no settings. */
const loadFiles = () => import('../../config/store.js');

/** Returns the account of a command and how it connects to the service. @throws UsageError `bad_profile` */
export function buildAccount(options: GivenOptions, { env }: Pick<Context, 'env'>) {
  const { baseUrl, ledger, apiKeyFile, keyCommand, timeout, rate, realtimeRate } = options;
  const isSandbox = usesSandbox({ env }, options);
  return {
    profile: readProfileName(options.profile, env),
    isSandbox,
    baseUrl,
    ledger,
    apiKeyFile,
    keyCommand,
    timeout,
    rate,
    realtimeRate,
    terms: buildTerms(options, isSandbox),
  };
}

/** The settle time of the sandbox (ms), which shows a charge as soon as it has answered. */
const SANDBOX_SETTLE = 1_000;

/** Returns the settle time (ms); undefined for the usual one, which only a service on this machine may change. */
function chooseSettleTime(
  { settle, baseUrl }: GivenOptions,
  isSandbox: boolean,
): number | undefined {
  if (isSandbox) return Math.min(settle ?? Infinity, SANDBOX_SETTLE);
  return isOnThisMachine(baseUrl) ? settle : undefined;
}

function isOnThisMachine(baseUrl: string | undefined): boolean {
  return URL.canParse(baseUrl ?? '') && isLoopback(new URL(baseUrl ?? '').hostname);
}

function buildTerms(options: GivenOptions, isSandbox: boolean): AccountTerms {
  const { costCpf: cpf, costCnpj: cnpj, costRealtime: realtime, shared } = options;
  const isShared = String(shared) === 'true';
  return {
    cpf,
    cnpj,
    realtime,
    shared: isShared ? true : undefined,
    setAt: options.termsSetAt,
    settle: chooseSettleTime(options, isSandbox),
    chargesShowAtOnce: isSandbox ? true : undefined,
  };
}

export type Account = Readonly<ReturnType<typeof buildAccount>>;

/** The values of `CONFERE_SANDBOX` that do not turn the sandbox on. */
const WORDS_FOR_NO: ReadonlySet<string | undefined> = new Set([
  undefined,
  '',
  '0',
  'false',
  'no',
  'off',
]);

/**
 * Whether the command uses the sandbox: by `--sandbox` or, without `--base-url`, by a `CONFERE_SANDBOX` that does not say
 * no.
 */
export function usesSandbox(
  { env }: Pick<Context, 'env'>,
  { sandbox, baseUrl }: GivenOptions,
): boolean {
  if (sandbox !== undefined) return sandbox;
  return baseUrl === undefined && !WORDS_FOR_NO.has(env['CONFERE_SANDBOX']?.toLowerCase());
}

const DURATIONS = ['timeout', 'reuse', 'settle', 'interval', 'deadline', 'retention'] as const;

/** Returns the options with every duration in ms. @throws UsageError `bad_duration` */
export function withDurationsInMs<T extends object>(options: T): T {
  const texts = options as Readonly<Record<string, unknown>>;
  const givenNames = DURATIONS.filter((name) => texts[name] !== undefined);
  const durations = givenNames.map((name) => [
    name,
    parseDuration(String(texts[name]), `--${name}`),
  ]);
  return { ...options, ...(Object.fromEntries(durations) as Partial<T>) };
}

/**
 * Reads all settings. `mayBeNew`: the profile need not exist yet.
 * @throws UsageError for a file, value or profile that cannot be used
 */
export async function loadSettings(
  context: Context,
  options: GivenOptions,
  { mayBeNew = false }: { readonly mayBeNew?: boolean } = {},
) {
  const { apiKeyFile } = options;
  const profile = readProfileName(options.profile, context.env);
  const sandbox = usesSandbox(context, options);
  const { config } = configFiles(context);
  refuseExposedPlaces(context);
  const { settingsFile } = await loadFiles();
  const storedSettings = (await settingsFile.read(config)).get(profile);
  const given = options as Readonly<Record<string, SettingValue | undefined>>;
  const settings = resolveSettings({
    flags: Object.fromEntries(settingNames.map((key) => [key, given[toOptionName(key)]])),
    env: context.env,
    profile: storedSettings ?? {},
    stored: { profile, path: config },
    isSandbox: sandbox,
  });
  if (storedSettings === undefined && !mayBeNew) await requireProfile(context, profile);
  const values = Object.fromEntries(
    settingNames.map((key) => [toOptionName(key), settings[key].value]),
  );
  const termsSetAt = readTermsSetAt(storedSettings);
  const keyCommand = readKeyCommand(settings, storedSettings);
  const account = buildAccount(
    withDurationsInMs({ ...values, apiKeyFile, sandbox, profile, termsSetAt, keyCommand }),
    context,
  );
  return { profile, settings, account, termsSetAt, keyCommand };
}

/** Returns the command that prints the key. A profile's command may be used only for the base URL of this profile. */
function readKeyCommand(
  { 'api-key-command': { value, from } }: Settings,
  stored: StoredSettings = {},
): KeyCommand | undefined {
  if (value === undefined) return undefined;
  const command = String(value);
  if (from !== 'profile') return { command, from: 'CONFERE_API_KEY_COMMAND' };
  const url = stored['base-url'];
  const boundTo = url === undefined ? undefined : parseBaseUrl(String(url), { what: 'base_url' });
  return { command, from: 'api-key-command', boundTo };
}

/** Returns the names of all profiles with settings or a key, and `default`. */
export async function listProfiles(context: Context): Promise<string[]> {
  const { config, credentials } = configFiles(context);
  const { settingsFile, credentialsFile } = await loadFiles();
  const keys = (await credentialsFile.read(credentials)).keys();
  const settings = (await settingsFile.read(config)).keys();
  return [...new Set([DEFAULT_PROFILE, ...keys, ...settings])].sort();
}

/** @throws UsageError that lists the profiles if this one is not among them */
export async function requireProfile(context: Context, profile: string): Promise<void> {
  if (profile === DEFAULT_PROFILE) return;
  const profiles = await listProfiles(context);
  const near = findClosest(profile, profiles);
  if (!profiles.includes(profile))
    throw new UsageError('no_such_profile', { name: profile, known: profiles, near });
}

type StoredSettings = Readonly<Record<string, SettingValue>>;

/** Changes the stored settings of a profile; a profile without settings is removed. @throws UsageError `open_place` */
export async function changeProfile(
  context: Context,
  profile: string,
  changeStored: (stored: StoredSettings) => StoredSettings,
): Promise<void> {
  refuseExposedPlaces(context);
  const { settingsFile } = await loadFiles();
  await settingsFile.change(configFiles(context).config, profile, (stored = {}) => {
    const changed = changeStored(stored);
    return Object.keys(changed).length > 0 ? changed : undefined;
  });
}

/** Stores a setting in a profile, which is created if need be. Returns the parsed value. @throws UsageError */
export async function storeSetting(
  context: Context,
  profile: string,
  key: SettingName,
  text: string,
): Promise<SettingValue> {
  const value = readValue(key, text, key);
  if (key === 'fields') refuseUnknownFields(text, key);
  const now = context.clock.now();
  await changeProfile(context, profile, (stored) => changeSetting(stored, key, value, now));
  return value;
}

/** Returns commander's name for the option of a setting: `maxCredits` for `max-credits`. */
export function toOptionName(key: SettingName): string {
  return key.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Refuses settings, keys or a ledger that other users could change. @throws UsageError `open_place` */
export function refuseExposedPlaces(context: Context, otherPaths: readonly string[] = []): void {
  const { config, credentials } = configFiles(context);
  const paths = [dirname(config), config, credentials, stateFolder(context), ...otherPaths];
  for (const place of paths) refuseWritablePlace(place, context);
}
