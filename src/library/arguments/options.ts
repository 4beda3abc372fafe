import { UsageError } from '../../errors.js';
import {
  aBoolean,
  aboveZero,
  aFunction,
  anyText,
  bad,
  notNegative,
  oneOf,
  prices,
  signal,
  someOf,
  text,
  texts,
  type Check,
} from './check.js';

const STATUSES = ['found', 'not_found', 'invalid', 'skipped', 'failed', 'pending', 'unconfirmed'];

/** What each option of a client or a ledger must be. Times in ms. */
const accountOptions: Readonly<Record<string, Check>> = {
  // What is in these two is checked by the configuration, for the command, too.
  baseUrl: anyText,
  apiKey: anyText,
  signal,
  timeout: aboveZero,
  rate: aboveZero,
  realtimeRate: aboveZero,
  longestWait: notNegative,
  userAgent: text,
  onRequest: aFunction,
  onWait: aFunction,
  folder: text,
  ledger: anyText,
  profile: text,
  settle: aboveZero,
  costs: prices,
  maxCreditsPerDay: notNegative,
  maxCreditsPerMonth: notNegative,
  onEvent: aFunction,
};

/** What each option of a call must be. Times in ms. */
const callOptions: Readonly<Record<string, Check>> = {
  signal,
  deadline: notNegative,
  interval: aboveZero,
  reuse: notNegative,
  fresh: aBoolean,
  maxCredits: notNegative,
  allowOverage: aBoolean,
  fitBalance: aBoolean,
  confirm: aFunction,
  again: aBoolean,
  birthDate: anyText,
  fileName: anyText,
  label: anyText,
  name: text,
  kind: oneOf('cpf', 'cnpj', 'both'),
  column: text,
  delimiter: anyText,
  encoding: text,
  header: aBoolean,
  sheet: text,
  // A label of the service, or the format of a result.
  format: text,
  fields: texts,
  excel: aBoolean,
  overwrite: aBoolean,
  partial: aBoolean,
  only: someOf(...STATUSES),
  output: text,
  partners: text,
  secondaryCnaes: text,
};

/** @throws UsageError for an option of a client or a ledger that is none, or is not what it must be */
export function readAccount<T extends object>(options: T): T {
  return readOptions('options', options, accountOptions) as T;
}

/**
 * @throws UsageError for an option of a call that is not what it must be, or that no call has: a misspelt
 * `maxCredits` must not mean that there is no limit. An option of another call is ignored.
 */
export const readCall: Check = (name, value) =>
  value === undefined ? undefined : readOptions(name, value, callOptions);

/** The known options, each read once: a getter could answer the check one thing, and the call another. */
function readOptions(name: string, value: unknown, known: Readonly<Record<string, Check>>): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw bad(name, value, 'options');
  const strange = Object.keys(value).find((option) => !Object.hasOwn(known, option));
  if (strange !== undefined) throw unknown(strange, Object.keys(known));
  const options = value as Readonly<Record<string, unknown>>;
  const read = Object.entries(known).map(([option, check]) => {
    const given = copied(option, options[option]);
    if (given !== undefined) check(option, given);
    return [option, given] as const;
  });
  return Object.fromEntries(read.filter(([, given]) => given !== undefined));
}

/** What has values of its own that could change. */
function copied(option: string, given: unknown): unknown {
  if (Array.isArray(given)) return [...(given as unknown[])];
  return option === 'costs' && typeof given === 'object' && given !== null ? { ...given } : given;
}

/** The unknown name is not repeated, because it may be personal data. */
function unknown(option: string, known: readonly string[]): UsageError {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z]|s$/g, '');
  const near = known.find((name) => plain(name) === plain(option));
  return new UsageError('unknown_argument', { near });
}
