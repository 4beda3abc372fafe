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
export function readProfileName(
  flag: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const name = flag ?? (env['CONFERE_PROFILE'] || DEFAULT_PROFILE);
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(name) && !RESERVED_NAMES.has(name)) return name;
  throw new UsageError('bad_profile', {});
}

export type SettingName = keyof typeof DEFINITIONS_BY_NAME;

export type SettingValue = string | number;

interface SettingDefinition {
  readonly read: (text: string, place: Place) => SettingValue;
  readonly fallback?: SettingValue;
  /** What `config list` shows without a value. A `fallback` would count as a price that the user has told. */
  readonly shownIfUnset?: string;
  /** The setting is for the real account only: the sandbox has its own value. */
  readonly isForRealAccount?: true;
}

/** The values of the setting `format`. */
const settingFormats = ['table', 'json', 'jsonl', 'csv'];
/** The values of the setting `result-format`: the format of a result beside its input, which people open. */
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
const DEFINITIONS_BY_NAME = {
  'base-url': { read: parseBaseUrl, isForRealAccount: true },
  ledger: { read: parseDatabaseUrl, isForRealAccount: true },
  'api-key-command': { read: readKeyCommand, isForRealAccount: true },
  reuse: { read: readDuration, fallback: defaults.reuse.text },
  rate: { read: readWholeNumber, fallback: defaults.rate, isForRealAccount: true },
  'realtime-rate': {
    read: readWholeNumber,
    fallback: defaults.realtimeRate,
    isForRealAccount: true,
  },
  'cost-cpf': { read: readPrice, shownIfUnset: '1' },
  'cost-cnpj': { read: readPrice, shownIfUnset: '1' },
  'cost-realtime': { read: readPrice, shownIfUnset: '1.5' },
  shared: { read: readSwitch, shownIfUnset: 'false' },
  'max-credits': { read: readCredits },
  'max-credits-per-day': { read: readCredits, isForRealAccount: true },
  'max-credits-per-month': { read: readCredits, isForRealAccount: true },
  // Without a value, each kind of request has its own default (service-spec.md, "Credit rules" 4).
  timeout: { read: readPositiveDuration, shownIfUnset: '10s, 60s' },
  settle: { read: readPositiveDuration, fallback: defaults.settle.text },
  interval: { read: readPositiveDuration, fallback: defaults.interval.text },
  deadline: { read: readPositiveDuration, fallback: defaults.deadline.text },
  format: { read: createChoiceReader(settingFormats) },
  'result-format': { read: createChoiceReader(resultFormats) },
  fields: { read: readAnyText },
  labels: { read: createChoiceReader(settingLabels), shownIfUnset: 'service' },
  purpose: { read: readPurpose },
  'require-purpose': { read: readSwitch, shownIfUnset: 'false' },
  retention: { read: readPositiveDuration },
  'credit-price': { read: readMoney },
} as const satisfies Readonly<Record<string, SettingDefinition>>;

/** The definitions with one type, so that each field can be read from all of them. */
const DEFINITIONS: Readonly<Record<SettingName, SettingDefinition>> = DEFINITIONS_BY_NAME;

export const settingNames = Object.keys(DEFINITIONS_BY_NAME) as readonly SettingName[];

export function isSettingName(text: string): text is SettingName {
  return settingNames.some((name) => name === text);
}

/** Returns whether a setting is for the real account only: the sandbox has its own value. */
export function isForRealAccount(key: SettingName): boolean {
  return DEFINITIONS[key].isForRealAccount === true;
}

/** @throws UsageError */
export function readValue(
  key: SettingName,
  value: SettingValue | boolean,
  place: Place,
): SettingValue {
  const text = typeof value === 'number' ? formatCredits(value) : String(value).trim();
  return DEFINITIONS[key].read(text, place);
}

export function defaultFor(key: SettingName): SettingValue | undefined {
  return DEFINITIONS[key].fallback;
}

/** Returns what `config list` shows for a setting without a value and a fallback; undefined for most settings. */
export function describeUnset(key: SettingName): string | undefined {
  return DEFINITIONS[key].shownIfUnset;
}

function readDuration(text: string, place: Place): string {
  parseDuration(text, place);
  return text;
}

function readPositiveDuration(text: string, place: Place): string {
  if (parseDuration(text, place) > 0) return text;
  throw new UsageError('bad_duration', { place, text });
}

function readWholeNumber(text: string, place: Place): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number > 0) return number;
  throw new UsageError('bad_number', { place, text, must: 'be_whole_above_zero' });
}

/**
 * Accepts `1000`, `2.5` or `3.8750`. Rejects `999.731`: a Brazilian reads it as thousands, as our output in Portuguese
 * writes them, but a programmer as a fraction.
 */
export function isCredits(text: string): boolean {
  const isNumber = /^(?![1-9]\d{0,2}\.\d{3}$)\d+(\.\d+)?$/.test(text);
  // A profile would keep 0.0000001 as `1e-7`, which is refused when it is read again.
  const isShort = !String(Number(text)).includes('e');
  return isNumber && isShort && Number(text) <= Number.MAX_SAFE_INTEGER;
}

/** Returns a number as text that `isCredits` accepts. */
export function formatCredits(value: number): string {
  const text = String(value);
  return /^[1-9]\d{0,2}\.\d{3}$/.test(text) ? `${text}0` : text;
}

/** Reads the credits that a found record costs. With a price of 0, no limit would ever be reached. */
function readPrice(text: string, place: Place): number {
  if (isCredits(text) && Number(text) > 0) return Number(text);
  throw new UsageError('bad_number', { place, text, must: 'be_above_zero' });
}

/** Reads the money for one credit (R$): `0.25`, `0,25` or `R$ 1.234,56`. */
function readMoney(text: string, place: Place): number {
  const amount = text.replace(/^R\$\s*/, '');
  // Points that a comma follows are for thousands.
  const isGrouped = /^\d{1,3}(\.\d{3})+,\d+$/.test(amount);
  const withPoint = (isGrouped ? amount.replaceAll('.', '') : amount).replace(',', '.');
  if (isCredits(withPoint) && Number(withPoint) > 0) return Number(withPoint);
  throw new UsageError('bad_number', { place, text, must: 'be_money' });
}

function readSwitch(text: string, place: Place): string {
  if (text === 'true' || text === 'false') return text;
  throw new UsageError('bad_switch', { place, text });
}

function readCredits(text: string, place: Place): number {
  if (isCredits(text)) return Number(text);
  throw new UsageError('bad_number', { place, text, must: 'not_be_negative' });
}

function createChoiceReader(values: readonly string[]): SettingDefinition['read'] {
  return (text, place) => {
    if (values.includes(text)) return text;
    throw new UsageError('unknown_format', { wanted: text, formats: values, place });
  };
}

/** The longest purpose, in characters; the sentence of `bad_purpose` names it. */
const LONGEST_PURPOSE = 200;

/** Reads the purpose of lookups. The error does not repeat the purpose, because it may name somebody. */
function readPurpose(text: string, place: Place): string {
  // A command that confere prints has the placeholder `<purpose>`, which is no purpose.
  const isPlaceholder = /^<[^<>]*>$/.test(text);
  const isText = text !== '' && !/[\p{C}\u2028\u2029]/u.test(text);
  if (isText && !isPlaceholder && Array.from(text).length <= LONGEST_PURPOSE) return text;
  throw new UsageError('bad_purpose', { place, isPlaceholder });
}

/**
 * Reads a command that prints a key. The error does not repeat the text: it may be a key that was stored by mistake.
 */
function readKeyCommand(text: string, place: Place): string {
  const [program] = (needsShell(text) ? undefined : splitWords(text)) ?? [];
  if (program !== undefined && isSafeProgram(program)) return text;
  throw new UsageError('bad_key_command', { place, isRelative: program !== undefined });
}

/** The fields of records are checked where they are known (`refuseUnknownFields`). */
function readAnyText(text: string): string {
  return text;
}

/** Returns the environment variable of a setting, for example `CONFERE_MAX_CREDITS` (contract, "Global options"). */
function buildVariableName(key: SettingName): string {
  return `CONFERE_${key.toUpperCase().replaceAll('-', '_')}`;
}

/** The variables that are not settings. */
const OTHER_VARIABLES = [
  ...['CONFERE_API_KEY', 'CONFERE_API_KEY_FILE', 'CONFERE_PROFILE'],
  ...['CONFERE_HOME', 'CONFERE_LANG', 'CONFERE_SANDBOX'],
];

/** Variables that Kubernetes sets in containers beside a service named `confere`. */
const KUBERNETES_VARIABLE = /^CONFERE_(SERVICE_|PORT(_|$))/;

/** Finds a variable that confere does not read: it may be a mistyped limit, or a mistyped `CONFERE_SANDBOX`. */
export function findUnknownVariable(
  env: Readonly<Record<string, string | undefined>>,
): ErrorFacts['unknown_variable'] | undefined {
  const knownVariables = [...OTHER_VARIABLES, ...settingNames.map(buildVariableName)];
  const variable = Object.keys(env).find(
    (name) =>
      name.startsWith('CONFERE_') &&
      env[name] &&
      !knownVariables.includes(name) &&
      !KUBERNETES_VARIABLE.test(name),
  );
  return variable === undefined
    ? undefined
    : { variable, near: findClosest(variable, knownVariables) };
}

/** The key in a profile for the moment (epoch ms) at which the user last set a price or `shared`. */
const TERMS_SET_AT = 'terms-set-at';

/** The settings that say what the account charges and who uses it. */
const TERMS: ReadonlySet<SettingName> = new Set([
  'cost-cpf',
  'cost-cnpj',
  'cost-realtime',
  'shared',
]);

/** Returns the profile with a changed setting, and with `now` (epoch ms) if the setting is a price or `shared`. */
export function changeSetting(
  profile: Readonly<Record<string, SettingValue>>,
  key: SettingName,
  value: SettingValue,
  now: number,
): Readonly<Record<string, SettingValue>> {
  const changed = { ...profile, [key]: value };
  return TERMS.has(key) ? { ...changed, [TERMS_SET_AT]: now } : changed;
}

export function readTermsSetAt(
  profile: Readonly<Record<string, SettingValue>> = {},
): number | undefined {
  const at = profile[TERMS_SET_AT];
  return typeof at === 'number' ? at : undefined;
}

/** A value and its source; both are undefined without a value. */
export interface Setting {
  readonly value?: SettingValue;
  readonly from?: 'flag' | 'environment' | 'profile' | 'default';
  /** Where the value is set, for a sentence about the value. */
  readonly place?: Place;
}

export type Settings = Readonly<Record<SettingName, Setting>>;

export interface SettingSources {
  readonly flags: Readonly<Partial<Record<SettingName, SettingValue>>>;
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
  const unknown = Object.keys(sources.profile).find(
    (key) => !isSettingName(key) && key !== TERMS_SET_AT,
  );
  if (unknown !== undefined) throw unknownSettingError(unknown, sources.stored);
  return Object.fromEntries(
    settingNames.map((key) => [key, resolveSetting(key, sources)]),
  ) as Settings;
}

function resolveSetting(key: SettingName, sources: SettingSources): Setting {
  const { flags, env, profile, stored, isSandbox } = sources;
  const { isForRealAccount = false, fallback: value } = DEFINITIONS[key];
  const variable = buildVariableName(key);
  const flag = flags[key];
  // Each command checks its own formats.
  if (flag !== undefined)
    return { value: key === 'format' ? flag : readValue(key, flag, `--${key}`), from: 'flag' };
  const isUsed = !isSandbox || !isForRealAccount;
  const fromVariable = isUsed && env[variable];
  if (fromVariable)
    return { value: readValue(key, fromVariable, variable), from: 'environment', place: variable };
  const fromProfile = isUsed ? profile[key] : undefined;
  if (fromProfile !== undefined) {
    const place = { what: 'setting', key, ...stored } as const;
    return { value: readValue(key, fromProfile, place), from: 'profile', place };
  }
  return value === undefined ? {} : { value, from: 'default' };
}

export function unknownSettingError(
  key: string,
  stored?: ErrorFacts['unknown_key']['stored'],
): UsageError {
  const looksSecret = /key|token|secret|password/i.test(key);
  // A user who stores a key is sent to `auth login`, so `api-key` is not completed to `api-key-command`.
  const startsWithKey = (name: string) => key.length > 1 && !looksSecret && name.startsWith(key);
  const completed = settingNames.find(startsWithKey);
  return new UsageError('unknown_key', {
    key,
    keys: settingNames,
    near: completed ?? findClosest(key, settingNames),
    looksSecret,
    stored,
  });
}
