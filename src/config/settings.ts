import { findClosest } from '../base/closest.js';
import type { Place, StoredSetting } from '../base/facts.js';
import { UsageError } from '../base/errors.js';
import type { ErrorFacts } from '../base/error-facts.js';
import { parseBaseUrl, parseDatabaseUrl } from './addresses.js';
import { isSafeProgram, needsShell, splitWords } from './command-words.js';
import { defaults, parseDuration } from './defaults.js';

export const DEFAULT_PROFILE = 'default';

/** Names with a special meaning in JavaScript objects. */
const RESERVED_NAMES = new Set(['constructor', 'prototype']);

/**
 * Returns the name of the profile. @throws UsageError `bad_profile` for a name that cannot be stored, and for
 * `--profile ''`, which comes from an unset variable in a script
 */
export function profileName(
  flag: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const name = flag ?? (env['CONFERE_PROFILE'] || DEFAULT_PROFILE);
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(name) && !RESERVED_NAMES.has(name)) return name;
  throw new UsageError('bad_profile', {});
}

export type KeyName = keyof typeof configKeys;

export type SettingValue = string | number;

interface ConfigKey {
  readonly read: (text: string, place: Place) => SettingValue;
  readonly fallback?: SettingValue;
  /** What holds without a value, for `config list` alone: a price with a fallback would count as told by the user. */
  readonly otherwise?: string;
  /** The setting is for the real account only: the sandbox has its own value. */
  readonly ofAccount?: true;
}

/** The values of the setting `format`. */
const settingFormats = ['table', 'json', 'jsonl', 'csv'];
/** The values of the setting `result-format`: that of a result beside its input, which people open. */
const resultFormats = ['csv', 'xlsx'];
/** The values of the setting `labels`. */
const settingLabels = ['service', 'pt-BR', 'en'];

/** The values of the settings that have a choice, for completion. */
export const settingChoices: Readonly<Partial<Record<string, readonly string[]>>> = {
  format: settingFormats,
  'result-format': resultFormats,
  labels: settingLabels,
  shared: ['true', 'false'],
  'require-purpose': ['true', 'false'],
};

/** Every setting of a profile with its built-in default (contract, "Profiles and defaults"). */
const configKeys = {
  'base-url': { read: parseBaseUrl, ofAccount: true },
  ledger: { read: parseDatabaseUrl, ofAccount: true },
  'api-key-command': { read: keyCommand, ofAccount: true },
  reuse: { read: duration, fallback: defaults.reuse.text },
  rate: { read: wholeNumber, fallback: defaults.rate, ofAccount: true },
  'realtime-rate': { read: wholeNumber, fallback: defaults.realtimeRate, ofAccount: true },
  'cost-cpf': { read: price, otherwise: '1' },
  'cost-cnpj': { read: price, otherwise: '1' },
  'cost-realtime': { read: price, otherwise: '1.5' },
  shared: { read: yesOrNo, otherwise: 'false' },
  'max-credits': { read: credits },
  'max-credits-per-day': { read: credits, ofAccount: true },
  'max-credits-per-month': { read: credits, ofAccount: true },
  // Without a value, each kind of request has its own default (service-spec.md, "Credit rules" 4).
  timeout: { read: positiveDuration, otherwise: '10s, 60s' },
  settle: { read: positiveDuration, fallback: defaults.settle.text },
  interval: { read: positiveDuration, fallback: defaults.interval.text },
  deadline: { read: positiveDuration, fallback: defaults.deadline.text },
  format: { read: oneOf(settingFormats) },
  'result-format': { read: oneOf(resultFormats) },
  fields: { read: anyText },
  labels: { read: oneOf(settingLabels), otherwise: 'service' },
  purpose: { read: purpose },
  'require-purpose': { read: yesOrNo, otherwise: 'false' },
  retention: { read: positiveDuration },
  'credit-price': { read: money },
} as const satisfies Readonly<Record<string, ConfigKey>>;

const KEY_DEFINITIONS: Readonly<Record<KeyName, ConfigKey>> = configKeys;

export const keyNames = Object.keys(configKeys) as readonly KeyName[];

export function isKeyName(text: string): text is KeyName {
  return keyNames.some((name) => name === text);
}

/** Returns whether a setting is for the real account only: the sandbox has its own value. */
export function isOfAccount(key: KeyName): boolean {
  return KEY_DEFINITIONS[key].ofAccount === true;
}

/** @throws UsageError */
export function readValue(key: KeyName, value: SettingValue | boolean, place: Place): SettingValue {
  const text = typeof value === 'number' ? numberText(value) : String(value).trim();
  return KEY_DEFINITIONS[key].read(text, place);
}

export function defaultFor(key: KeyName): SettingValue | undefined {
  return KEY_DEFINITIONS[key].fallback;
}

/** Returns what holds where a setting has no value and no fallback, as text; undefined where nothing does. */
export function describeUnset(key: KeyName): string | undefined {
  return KEY_DEFINITIONS[key].otherwise;
}

function duration(text: string, place: Place): string {
  parseDuration(text, place);
  return text;
}

function positiveDuration(text: string, place: Place): string {
  if (parseDuration(text, place) > 0) return text;
  throw new UsageError('bad_duration', { place, text });
}

function wholeNumber(text: string, place: Place): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number > 0) return number;
  throw new UsageError('bad_number', { place, text, must: 'be_whole_above_zero' });
}

/**
 * Accepts `1000`, `2.5` or `3.8750`. Rejects `999.731`, which is a number of thousands to a Brazilian, as on our
 * screens, and a fraction to a programmer.
 */
export function isCredits(text: string): boolean {
  const isNumber = /^(?![1-9]\d{0,2}\.\d{3}$)\d+(\.\d+)?$/.test(text);
  return isNumber && Number(text) <= Number.MAX_SAFE_INTEGER;
}

/** Returns a number as text that `isCredits` accepts. */
export function numberText(value: number): string {
  const text = String(value);
  return /^[1-9]\d{0,2}\.\d{3}$/.test(text) ? `${text}0` : text;
}

/** Reads the credits of a found record. With 0, no limit would ever be reached. */
function price(text: string, place: Place): number {
  if (isCredits(text) && Number(text) > 0) return Number(text);
  throw new UsageError('bad_number', { place, text, must: 'be_above_zero' });
}

/** Reads the money for one credit (R$): `0.25`, or `0,25`. */
function money(text: string, place: Place): number {
  const plain = text.replace(',', '.');
  if (isCredits(plain) && Number(plain) > 0) return Number(plain);
  throw new UsageError('bad_number', { place, text, must: 'be_money' });
}

function yesOrNo(text: string, place: Place): string {
  if (text === 'true' || text === 'false') return text;
  throw new UsageError('bad_switch', { place, text });
}

function credits(text: string, place: Place): number {
  if (isCredits(text)) return Number(text);
  throw new UsageError('bad_number', { place, text, must: 'not_be_negative' });
}

function oneOf(values: readonly string[]): ConfigKey['read'] {
  return (text, place) => {
    if (values.includes(text)) return text;
    throw new UsageError('unknown_format', { wanted: text, formats: values, place });
  };
}

/** The longest purpose, in characters; the sentence of `bad_purpose` names it. */
const LONGEST_PURPOSE = 200;

/** Reads what data are looked up for. The error does not repeat it, because it may name somebody. */
function purpose(text: string, place: Place): string {
  // A printed command has the placeholder `<purpose>`, which is none.
  const isText = text !== '' && !/[\p{C}\u2028\u2029]|^<[^<>]*>$/u.test(text);
  if (isText && text.length <= LONGEST_PURPOSE) return text;
  throw new UsageError('bad_purpose', { place });
}

/** The text is never repeated: it may be a key that was stored here by mistake. */
function keyCommand(text: string, place: Place): string {
  const [program] = (needsShell(text) ? undefined : splitWords(text)) ?? [];
  if (program !== undefined && isSafeProgram(program)) return text;
  throw new UsageError('bad_key_command', { place, isRelative: program !== undefined });
}

/** The fields of records are checked where they are known (`refuseUnknownFields`). */
function anyText(text: string): string {
  return text;
}

/** Returns the environment variable of a setting, for example `CONFERE_MAX_CREDITS` (contract, "Global options"). */
function nameVariable(key: KeyName): string {
  return `CONFERE_${key.toUpperCase().replaceAll('-', '_')}`;
}

/** The variables that are not settings. */
const VARIABLES = [
  ...['CONFERE_API_KEY', 'CONFERE_API_KEY_FILE', 'CONFERE_PROFILE'],
  ...['CONFERE_HOME', 'CONFERE_LANG', 'CONFERE_SANDBOX'],
];

/** Variables that Kubernetes sets in containers beside a service named `confere`. */
const OF_KUBERNETES = /^CONFERE_(SERVICE_|PORT(_|$))/;

/** Finds a variable that confere does not read: it may be a mistyped limit, or a mistyped sandbox. */
export function findUnknownVariable(
  env: Readonly<Record<string, string | undefined>>,
): ErrorFacts['unknown_variable'] | undefined {
  const known = [...VARIABLES, ...keyNames.map(nameVariable)];
  const variable = Object.keys(env).find(
    (name) =>
      name.startsWith('CONFERE_') &&
      env[name] &&
      !known.includes(name) &&
      !OF_KUBERNETES.test(name),
  );
  return variable === undefined ? undefined : { variable, near: findClosest(variable, known) };
}

/** The key in a profile for the moment (epoch ms) at which the user last set a price or `shared`. */
const SET_AT = 'terms-set-at';

const TERMS: ReadonlySet<KeyName> = new Set(['cost-cpf', 'cost-cnpj', 'cost-realtime', 'shared']);

/** Returns the profile with a changed setting, and with the moment if the setting is a price or `shared`. */
export function changeSetting(
  profile: Readonly<Record<string, SettingValue>>,
  key: KeyName,
  value: SettingValue,
  now: number,
): Readonly<Record<string, SettingValue>> {
  const changed = { ...profile, [key]: value };
  return TERMS.has(key) ? { ...changed, [SET_AT]: now } : changed;
}

export function readTermsSetAt(
  profile: Readonly<Record<string, SettingValue>> = {},
): number | undefined {
  const at = profile[SET_AT];
  return typeof at === 'number' ? at : undefined;
}

/** A value and its source; both are undefined without a value. */
export interface Setting {
  readonly value?: SettingValue;
  readonly from?: 'flag' | 'environment' | 'profile' | 'default';
  /** Where it stands, for a sentence about it. */
  readonly place?: Place;
}

export type Settings = Readonly<Record<KeyName, Setting>>;

export interface SettingSources {
  readonly flags: Readonly<Partial<Record<KeyName, SettingValue>>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly profile: Readonly<Record<string, SettingValue>>;
  readonly stored: Pick<StoredSetting, 'profile' | 'path'>;
  /** The sandbox has its own account: the profile's settings of the real account are ignored. */
  readonly isSandbox: boolean;
}

/**
 * Resolves all settings: option before environment before profile before default. @throws UsageError that names the
 * place
 */
export function resolveSettings(sources: SettingSources): Settings {
  const unknown = Object.keys(sources.profile).find((key) => !isKeyName(key) && key !== SET_AT);
  if (unknown !== undefined) throw unknownKey(unknown, sources.stored);
  return Object.fromEntries(keyNames.map((key) => [key, resolve(key, sources)])) as Settings;
}

function resolve(key: KeyName, sources: SettingSources): Setting {
  const { flags, env, profile, stored, isSandbox } = sources;
  const { ofAccount = false, fallback: value } = KEY_DEFINITIONS[key];
  const name = nameVariable(key);
  const flag = flags[key];
  // Each command checks its own formats.
  if (flag !== undefined)
    return { value: key === 'format' ? flag : readValue(key, flag, `--${key}`), from: 'flag' };
  const isUsed = !isSandbox || !ofAccount;
  const variable = isUsed && env[name];
  if (variable) return { value: readValue(key, variable, name), from: 'environment', place: name };
  const inProfile = isUsed ? profile[key] : undefined;
  if (inProfile !== undefined) {
    const place = { what: 'setting', key, ...stored } as const;
    return { value: readValue(key, inProfile, place), from: 'profile', place };
  }
  return value === undefined ? {} : { value, from: 'default' };
}

export function unknownKey(key: string, stored?: ErrorFacts['unknown_key']['stored']): UsageError {
  const looksSecret = /key|token|secret|password/i.test(key);
  // A user who stores a key is sent to `auth login`, and not to the setting for a program.
  const isBeginning = (name: string) => key.length > 1 && !looksSecret && name.startsWith(key);
  const completed = keyNames.find(isBeginning);
  return new UsageError('unknown_key', {
    key,
    keys: keyNames,
    near: completed ?? findClosest(key, keyNames),
    looksSecret,
    stored,
  });
}
