import { UsageError } from '../errors.js';
import { parseBaseUrl } from './base-url.js';
import { defaults } from './defaults.js';
import { parseDuration } from './duration.js';
import { say } from '../text/index.js';

export type KeyName =
  | 'base-url'
  | 'reuse'
  | 'rate'
  | 'realtime-rate'
  | 'max-credits'
  | 'timeout'
  | 'settle'
  | 'interval'
  | 'deadline'
  | 'format';

export type Value = string | number;

/** Reads a value; throws a UsageError that names `what` and says how it should look. */
type Read = (text: string, what: string) => Value;

interface ConfigKey {
  readonly read: Read;
  /** The built-in default; undefined where there is none. */
  readonly fallback?: Value;
  /** Belongs to the real account: the sandbox has its own. */
  readonly ofAccount?: true;
}

/** Every key of a profile with its built-in default (contract, "Profiles and defaults"). */
const configKeys: Readonly<Record<KeyName, ConfigKey>> = {
  'base-url': { read: parseBaseUrl, ofAccount: true },
  reuse: { read: duration, fallback: defaults.reuse.text },
  rate: { read: wholeNumber, fallback: defaults.rate, ofAccount: true },
  'realtime-rate': { read: wholeNumber, fallback: defaults.realtimeRate, ofAccount: true },
  'max-credits': { read: credits },
  // Without one each request has its own (service-spec.md, "Credit rules" 4).
  timeout: { read: positiveDuration },
  settle: { read: positiveDuration, fallback: defaults.settle.text },
  interval: { read: positiveDuration, fallback: defaults.interval.text },
  deadline: { read: positiveDuration, fallback: defaults.deadline.text },
  format: { read: format },
};

export const keyNames = Object.keys(configKeys) as readonly KeyName[];

export function isKeyName(text: string): text is KeyName {
  return keyNames.some((name) => name === text);
}

/** @throws UsageError naming `what` when the value is not one of this key */
export function readValue(key: KeyName, value: Value, what: string): Value {
  return configKeys[key].read(String(value).trim(), what);
}

export function fallbackOf(key: KeyName): Value | undefined {
  return configKeys[key].fallback;
}

export function isOfAccount(key: KeyName): boolean {
  return configKeys[key].ofAccount === true;
}

/** A line of help with the built-in default behind it. */
export function withDefault(key: KeyName, text: string): string {
  return say`${text} (default: ${String(configKeys[key].fallback)})`;
}

function duration(text: string, what: string): string {
  parseDuration(text, what);
  return text;
}

function positiveDuration(text: string, what: string): string {
  if (parseDuration(text, what) > 0) return text;
  throw new UsageError('bad_duration', say`${what} must be longer than zero: ${text}.`);
}

function wholeNumber(text: string, what: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number > 0) return number;
  throw new UsageError('bad_number', say`${what} must be a whole number above zero: ${text}.`);
}

function credits(text: string, what: string): number {
  const number = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && number <= Number.MAX_SAFE_INTEGER) return number;
  throw new UsageError('bad_number', say`${what} must be a number that is not negative: ${text}.`);
}

const FORMATS = ['table', 'json', 'jsonl', 'csv'];

function format(text: string, what: string): string {
  if (FORMATS.includes(text)) return text;
  throw new UsageError(
    'unknown_format',
    say`${what} must be one of ${FORMATS.join(', ')}: ${text}.`,
  );
}
