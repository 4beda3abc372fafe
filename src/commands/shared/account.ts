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

/** Loads the files of settings late, because `check` reads none. */
const loadFiles = () => import('../../config/store.js');

/** Returns the account of a command and how it connects to the service. @throws UsageError `bad_profile` */
export function accountFrom(options: GivenOptions, { env }: Pick<Context, 'env'>) {
  const { baseUrl, ledger, apiKeyFile, keyCommand, timeout, rate, realtimeRate } = options;
  const isSandbox = meansSandbox({ env }, options);
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
    terms: termsFrom(options, isSandbox),
  };
}

/** Ms. The sandbox charges nothing later than its answers. */
const SANDBOX_SETTLE = 1_000;

/** Returns the settle time (ms), which may be shorter only for a service on this machine. */
function settleFrom({ settle, baseUrl }: GivenOptions, isSandbox: boolean): number | undefined {
  if (isSandbox) return Math.min(settle ?? Infinity, SANDBOX_SETTLE);
  return isLocal(baseUrl) ? settle : undefined;
}

function isLocal(baseUrl: string | undefined): boolean {
  return URL.canParse(baseUrl ?? '') && isLoopback(new URL(baseUrl ?? '').hostname);
}

function termsFrom(options: GivenOptions, isSandbox: boolean): AccountTerms {
  const { costCpf: cpf, costCnpj: cnpj, costRealtime: realtime, shared } = options;
  const isShared = String(shared) === 'true';
  return {
    cpf,
    cnpj,
    realtime,
    shared: isShared ? true : undefined,
    setAt: options.termsSetAt,
    settle: settleFrom(options, isSandbox),
    isImmediate: isSandbox ? true : undefined,
  };
}

export type Account = Readonly<ReturnType<typeof accountFrom>>;

const NO: ReadonlySet<string | undefined> = new Set([undefined, '', '0', 'false', 'no', 'off']);

/**
 * Whether the command uses the sandbox: by `--sandbox` or, without `--base-url`, any `CONFERE_SANDBOX` except a no.
 */
export function meansSandbox(
  { env }: Pick<Context, 'env'>,
  { sandbox, baseUrl }: GivenOptions,
): boolean {
  if (sandbox !== undefined) return sandbox;
  return baseUrl === undefined && !NO.has(env['CONFERE_SANDBOX']?.toLowerCase());
}

const DURATIONS = ['timeout', 'reuse', 'settle', 'interval', 'deadline', 'retention'] as const;

/** Returns the options with every duration in ms. @throws UsageError `bad_duration` */
export function withDurationsInMs<T extends object>(options: T): T {
  const texts = options as Readonly<Record<string, unknown>>;
  const given = DURATIONS.filter((name) => texts[name] !== undefined);
  const read = given.map((name) => [name, parseDuration(String(texts[name]), `--${name}`)]);
  return { ...options, ...(Object.fromEntries(read) as Partial<T>) };
}

/**
 * Reads all settings. `mayBeNew`: the profile need not exist yet.
 * @throws UsageError for a file, value or profile that cannot be used
 */
export async function loadSettings(context: Context, options: GivenOptions, mayBeNew = false) {
  const { apiKeyFile } = options;
  const profile = readProfileName(options.profile, context.env);
  const sandbox = meansSandbox(context, options);
  const { config } = configFiles(context);
  refuseOpenPlaces(context);
  const { settingsFile } = await loadFiles();
  const stored = (await settingsFile.read(config)).get(profile);
  const flags = options as Readonly<Record<string, SettingValue | undefined>>;
  const all = resolveSettings({
    flags: Object.fromEntries(settingNames.map((key) => [key, flags[optionName(key)]])),
    env: context.env,
    profile: stored ?? {},
    stored: { profile, path: config },
    isSandbox: sandbox,
  });
  if (stored === undefined && !mayBeNew) await requireProfile(context, profile);
  const values = Object.fromEntries(settingNames.map((key) => [optionName(key), all[key].value]));
  const termsSetAt = readTermsSetAt(stored);
  const keyCommand = readKeyCommand(all, stored);
  const account = accountFrom(
    withDurationsInMs({ ...values, apiKeyFile, sandbox, profile, termsSetAt, keyCommand }),
    context,
  );
  return { profile, all, account, termsSetAt, keyCommand };
}

/** Returns the command that prints the key. That of a profile is for the address of this profile alone, as a login. */
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
export async function knownProfiles(context: Context): Promise<string[]> {
  const { config, credentials } = configFiles(context);
  const { settingsFile, credentialsFile } = await loadFiles();
  const keys = (await credentialsFile.read(credentials)).keys();
  const settings = (await settingsFile.read(config)).keys();
  return [...new Set([DEFAULT_PROFILE, ...keys, ...settings])].sort();
}

/** @throws UsageError that lists the profiles if this one is not among them */
export async function requireProfile(context: Context, profile: string): Promise<void> {
  if (profile === DEFAULT_PROFILE) return;
  const known = await knownProfiles(context);
  const near = findClosest(profile, known);
  if (!known.includes(profile))
    throw new UsageError('no_such_profile', { name: profile, known, near });
}

type StoredSettings = Readonly<Record<string, SettingValue>>;

export async function changeProfile(
  context: Context,
  profile: string,
  make: (stored: StoredSettings) => StoredSettings,
): Promise<void> {
  refuseOpenPlaces(context);
  const { settingsFile } = await loadFiles();
  await settingsFile.change(configFiles(context).config, profile, (stored = {}) => {
    const changed = make(stored);
    return Object.keys(changed).length > 0 ? changed : undefined;
  });
}

/** Creates the profile if it does not exist. Returns the value that was read. @throws UsageError */
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
export function optionName(key: SettingName): string {
  return key.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Refuses settings, keys or a ledger that other users could change. @throws UsageError `open_place` */
export function refuseOpenPlaces(context: Context, more: readonly string[] = []): void {
  const { config, credentials } = configFiles(context);
  const places = [dirname(config), config, credentials, stateFolder(context), ...more];
  for (const place of places) refuseWritablePlace(place, context);
}
