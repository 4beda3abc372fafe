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
export const checkAccount: Check = (name, value) => {
  checkObject(name, value, accountOptions);
};

/**
 * @throws UsageError for an option of a call that is not what it must be, or that no call has: a misspelt
 * `maxCredits` must not mean that there is no limit. An option of another call is ignored.
 */
export const checkCall: Check = (name, value) => {
  if (value !== undefined) checkObject(name, value, callOptions);
};

function checkObject(name: string, value: unknown, known: Readonly<Record<string, Check>>): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw bad(name, value, 'options');
  for (const [option, given] of Object.entries(value)) {
    const check = Object.hasOwn(known, option) ? known[option] : undefined;
    if (check === undefined) throw unknown(option, Object.keys(known));
    if (given !== undefined) check(option, given);
  }
}

/** The unknown name is not repeated, because it may be personal data. */
function unknown(option: string, known: readonly string[]): UsageError {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z]|s$/g, '');
  const near = known.find((name) => plain(name) === plain(option));
  return new UsageError('unknown_argument', { near });
}
