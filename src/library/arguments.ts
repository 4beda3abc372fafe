import * as v from 'valibot';
import { UsageError } from '../errors.js';
import type { ErrorFacts } from '../errors.js';
import type { Expectation } from '../messages/en/errors.js';
import { lookupStatuses } from '../export/format.js';
import { isJobId } from '../identifiers/index.js';
import type * as api from './types.js';

type Schema = v.GenericSchema;

/** The message of each schema is what it expects; of a choice, the texts with this between them. */
const OR = '|';

function is(expected: Expectation, test: (value: unknown) => boolean): Schema {
  return v.custom(test, expected);
}

function oneOf(...choices: readonly string[]): Schema {
  return v.picklist(choices, choices.join(OR));
}

/** Valibot's objects may be arrays. */
function object(expected: Expectation, entries: Readonly<Record<string, Schema>>): Schema {
  const members = v.strictObject(entries, expected);
  return v.pipe(
    is(expected, (value) => !Array.isArray(value)),
    v.strictObject(v.partial(members).entries, expected),
  );
}

const aboveZero = is('above_zero', (value) => Number.isFinite(value) && Number(value) > 0);
const notNegative = is('not_negative', (value) => Number.isFinite(value) && Number(value) >= 0);
/** Any text: whether it is an identifier, a date or an address is decided later. */
const anyText = v.string('text');
const text = v.pipe(anyText, v.regex(/\S/, 'text'));
const aBoolean = v.boolean('boolean');
const aFunction = v.function('function');
const signal = v.instance(AbortSignal, 'signal');
const date = is('date', (value) => value instanceof Date && !Number.isNaN(value.getTime()));

/** The same for several options. */
function each<Name extends string>(schema: Schema, ...names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>;
}

/** Times in ms. */
const accountOptions = {
  ...each(anyText, 'baseUrl', 'apiKey', 'ledger'),
  ...each(text, 'folder', 'profile', 'userAgent'),
  ...each(aboveZero, 'timeout', 'rate', 'realtimeRate', 'settle'),
  ...each(notNegative, 'longestWait', 'maxCreditsPerDay', 'maxCreditsPerMonth'),
  ...each(aFunction, 'onRequest', 'onWait', 'onEvent'),
  costs: object('prices', each(notNegative, 'cpf', 'cnpj', 'realtime')),
  signal,
} satisfies Record<keyof api.LedgerOptions | 'signal', Schema>;

/** Of all calls: an option of another call is ignored. Times in ms. */
const callOptions = {
  ...each(notNegative, 'deadline', 'reuse', 'maxCredits'),
  ...each(aBoolean, 'fresh', 'allowOverage', 'fitBalance', 'again', 'dryRun'),
  ...each(aBoolean, 'header', 'excel', 'overwrite', 'partial'),
  ...each(aFunction, 'confirm', 'onEvent', 'onChange'),
  ...each(anyText, 'birthDate', 'fileName', 'label', 'delimiter'),
  ...each(text, 'name', 'column', 'encoding', 'sheet', 'output', 'partners'),
  // A label of the service, or the format of a result.
  format: text,
  interval: aboveZero,
  signal,
  kind: oneOf('cpf', 'cnpj', 'both'),
  fields: v.array(text, 'texts'),
  only: v.array(oneOf(...lookupStatuses), lookupStatuses.join(OR)),
  by: oneOf('month', 'day', 'batch', 'kind'),
  ...each(date, 'since', 'until'),
} satisfies Record<AnyOption | 'fileName', Schema>;

type AnyOption =
  | (keyof api.RunOptions | keyof api.LookupOptions | keyof api.DiffOptions)
  | (keyof api.SpendOptions | keyof api.PurgeOptions);

const account = object('options', accountOptions);
const options = v.optional(object('options', callOptions));
const kind = oneOf('cpf', 'cnpj');
const batch = is('batch', (value) => v.is(text, value));
/** Left out, it means the batch last worked on. */
const anyBatch = v.optional(batch);
const file = v.union(
  [text, v.array(text), v.custom<object>((value) => has(value, Symbol.asyncIterator))],
  'input',
);
const output = is(
  'output',
  (value) => v.is(text, value) || (has(value, 'write') && has(value, 'once')),
);
const adopting = v.object({ adopt: v.pipe(v.string(), v.check(isJobId)) });
const decision = is('decision', (value) =>
  v.is(v.union([v.picklist(['abandon', 'resubmit']), adopting]), value),
);
const ids = is('identifiers', (value) =>
  v.is(v.pipe(v.array(text), v.minLength(1), v.maxLength(10_000)), value),
);
const what = v.lazy((value) => (Array.isArray(value) ? ids : notNegative));

type Signature = Readonly<Record<string, Schema>>;

/** The arguments of each method of a client or a ledger, in order; of `open`, those of both. */
export const methods = {
  open: { options: account },
  lookupCpf: { cpf: anyText, options },
  lookupCpfRealtime: { cpf: anyText, birthDate: anyText, options },
  lookupCnpj: { cnpj: anyText, options },
  submitBatch: { kind, ids, options },
  batchJob: { kind, jobId: text, options },
  quota: { options },
  lookup: { kind, identifier: anyText, options },
  check: { file, options },
  submit: { file, options },
  run: { file, options },
  watch: { batch: anyBatch, options },
  resume: { batch: anyBatch, options },
  resolve: { batch, decision, options },
  export: { batch: anyBatch, output, options },
  results: { batch: anyBatch },
  summarize: { batch: anyBatch },
  list: {},
  remove: { batch },
  diff: { older: batch, newer: batch, options },
  spend: { options },
  purge: { olderThan: what, options },
  close: {},
} satisfies Record<string, Signature>;

/** Copies: a getter could answer the check one thing, and the call another. @throws UsageError for the first that is wrong */
export function readArguments(signature: Signature, given: readonly unknown[]): unknown[] {
  return Object.entries(signature).map(([name, schema], at) => {
    const result = v.safeParse(schema, given[at], { abortEarly: true });
    if (result.success) return result.output;
    const [{ message, input, path }] = result.issues;
    const key = path?.[0]?.key as string | undefined;
    // A misspelt `maxCredits` must not mean that there is no limit.
    if (message === 'options' && key !== undefined)
      throw unknown(key, Object.keys(schema === account ? accountOptions : callOptions));
    const expected = message.includes(OR) ? message.split(OR) : (message as Expectation);
    throw bad(key ?? name, input, expected);
  });
}

/** The error of an argument. Only what cannot be personal data is repeated: types, and small numbers. */
export function bad(
  argument: string,
  value: unknown,
  expected: ErrorFacts['bad_argument']['expected'],
): UsageError {
  const isSmall = typeof value === 'number' && !(Math.abs(value) >= 1e6 && isFinite(value));
  const isHarmless = value == null || isSmall || typeof value === 'boolean';
  const given = isHarmless ? String(value) : Array.isArray(value) ? 'array' : typeof value;
  return new UsageError('bad_argument', { argument, given, expected });
}

/** The unknown name is not repeated, because it may be personal data. */
function unknown(option: string, known: readonly string[]): UsageError {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z]|s$/g, '');
  const near = known.find((name) => plain(name) === plain(option));
  return new UsageError('unknown_argument', { near });
}

function has(value: unknown, member: PropertyKey): boolean {
  return typeof value === 'object' && value !== null && member in value;
}
