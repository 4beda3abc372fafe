import type { Place } from '../errors/facts.js';
import { UsageError } from '../errors.js';
import { parseBaseUrl } from './base-url.js';
import { defaults } from './defaults.js';
import { parseDuration } from './duration.js';
import { parseDatabaseUrl } from './database-url.js';

export type KeyName = keyof typeof configKeys;

export type Value = string | number;

type Read = (text: string, place: Place) => Value;

interface ConfigKey {
  readonly read: Read;
  readonly fallback?: Value;
  /** Set for the real account only: the sandbox has its own value. */
  readonly ofAccount?: true;
}

/** Every setting of a profile with its built-in default (contract, "Profiles and defaults"). */
const configKeys = {
  'base-url': { read: parseBaseUrl, ofAccount: true },
  ledger: { read: parseDatabaseUrl, ofAccount: true },
  reuse: { read: duration, fallback: defaults.reuse.text },
  rate: { read: wholeNumber, fallback: defaults.rate, ofAccount: true },
  'realtime-rate': { read: wholeNumber, fallback: defaults.realtimeRate, ofAccount: true },
  // Without a value, the history of the account shows what a found record costs.
  'cost-cpf': { read: credits, ofAccount: true },
  'cost-cnpj': { read: credits, ofAccount: true },
  'cost-realtime': { read: credits, ofAccount: true },
  'max-credits': { read: credits },
  'max-credits-per-day': { read: credits, ofAccount: true },
  'max-credits-per-month': { read: credits, ofAccount: true },
  // Without a value, each kind of request has its own default (service-spec.md, "Credit rules" 4).
  timeout: { read: positiveDuration },
  settle: { read: positiveDuration, fallback: defaults.settle.text },
  interval: { read: positiveDuration, fallback: defaults.interval.text },
  deadline: { read: positiveDuration, fallback: defaults.deadline.text },
  format: { read: format },
} as const satisfies Readonly<Record<string, ConfigKey>>;

const keyOf: Readonly<Record<KeyName, ConfigKey>> = configKeys;

export const keyNames = Object.keys(configKeys) as readonly KeyName[];

export function isKeyName(text: string): text is KeyName {
  return keyNames.some((name) => name === text);
}

/** @throws UsageError */
export function readValue(key: KeyName, value: Value, place: Place): Value {
  return keyOf[key].read(String(value).trim(), place);
}

export function fallbackOf(key: KeyName): Value | undefined {
  return keyOf[key].fallback;
}

export function isOfAccount(key: KeyName): boolean {
  return keyOf[key].ofAccount === true;
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

function credits(text: string, place: Place): number {
  const number = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && number <= Number.MAX_SAFE_INTEGER) return number;
  throw new UsageError('bad_number', { place, text, must: 'not_be_negative' });
}

const FORMATS = ['table', 'json', 'jsonl', 'csv'];

function format(text: string, place: Place): string {
  if (FORMATS.includes(text)) return text;
  throw new UsageError('unknown_format', { wanted: text, formats: FORMATS, place });
}
