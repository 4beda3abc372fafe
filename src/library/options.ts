import * as v from 'valibot';
import { findClosest } from '../base/closest.js';
import { parseBaseUrl } from '../config/addresses.js';
import { defaults } from '../config/defaults.js';
import { DEFAULT_PROFILE, readValue } from '../config/settings.js';
import { UsageError } from '../base/errors.js';
import type { ErrorFacts } from '../base/error-facts.js';
import { labelSets, rowFilters } from '../export/format.js';
import { isJobId } from '../identifiers/index.js';
import { version } from '../base/version.js';
import { ignoringErrors, callLater } from './callbacks.js';
import type * as api from './types.js';

type Schema = v.GenericSchema;
type Expected = ErrorFacts['bad_argument']['expected'];
type ExpectedWord = Extract<Expected, string>;

/** Creates a schema whose message is what it expects; that of a choice is its texts with `|` between them. */
function createSchema(expected: ExpectedWord, test: (value: unknown) => boolean): Schema {
  return v.custom(test, expected);
}

function oneOf(...choices: readonly string[]): Schema {
  return v.picklist(choices, choices.join('|'));
}

function listOptional<Name extends string>(schema: Schema, ...names: readonly Name[]) {
  const entries = names.map((name) => [name, v.optional(schema)] as const);
  return Object.fromEntries<Schema>(entries) as Record<Name, Schema>;
}

function noList(expected: ExpectedWord): Schema {
  return createSchema(expected, (value) => !Array.isArray(value));
}

/** Creates the schema of an object that is no array, which valibot would accept. */
function object(expected: ExpectedWord, entries: Readonly<Record<string, Schema>>): Schema {
  return v.pipe(noList(expected), v.strictObject(entries, expected));
}

const aboveZero = createSchema(
  'above_zero',
  (value) => Number.isFinite(value) && Number(value) > 0,
);
const notNegative = createSchema(
  'not_negative',
  (value) => Number.isFinite(value) && Number(value) >= 0,
);
/** Any text: the methods decide whether it is an identifier, a date or an address. */
const anyText = v.string('text');
const text = v.pipe(anyText, v.regex(/\S/, 'text'));
/** The purpose of the lookup. */
const purpose = v.pipe(
  anyText,
  v.transform((given) => readValue('purpose', given, 'purpose')),
);
const url = v.pipe(
  anyText,
  v.transform((given) => parseBaseUrl(given, 'baseUrl')),
);
const aFunction = v.function('function');
const listener = v.pipe(aFunction, v.transform(ignoringErrors));
const signal = v.optional(v.instance(AbortSignal, 'signal'));

/** The options of a ledger. Times in ms. */
const accountOptions = {
  baseUrl: v.optional(url, ''),
  ...listOptional(anyText, 'apiKey', 'ledger'),
  ...listOptional(text, 'folder'),
  purpose: v.optional(purpose),
  profile: v.optional(text, DEFAULT_PROFILE),
  userAgent: v.optional(text, () => `confere/${version()}`),
  ...listOptional(aboveZero, 'timeout', 'rate', 'realtimeRate'),
  settle: v.optional(aboveZero, defaults.settle.ms),
  longestWait: v.optional(notNegative, defaults.longestWait.ms),
  ...listOptional(notNegative, 'maxCreditsPerDay', 'maxCreditsPerMonth'),
  ...listOptional(v.pipe(aFunction, v.transform(callLater)), 'onRequest', 'onWait'),
  ...listOptional(listener, 'onEvent'),
  costs: v.optional(object('prices', listOptional(aboveZero, 'cpf', 'cnpj', 'realtime')), {}),
  ...listOptional(v.boolean('boolean'), 'shared', 'allowOverage'),
} satisfies Record<keyof api.LedgerOptions, Schema>;

/** The options of all calls: an option of another call is ignored. Times in ms. */
const callOptions = {
  deadline: v.optional(notNegative, defaults.deadline.ms),
  interval: v.optional(aboveZero, defaults.interval.ms),
  reuse: v.optional(notNegative, defaults.reuse.ms),
  ...listOptional(notNegative, 'maxCredits'),
  ...listOptional(v.boolean('boolean'), 'fresh', 'allowOverage', 'fitBalance', 'again', 'dryRun'),
  ...listOptional(v.boolean('boolean'), 'header', 'excel', 'overwrite', 'partial'),
  ...listOptional(aFunction, 'confirm'),
  ...listOptional(listener, 'onEvent', 'onChange'),
  ...listOptional(anyText, 'birthDate', 'label', 'delimiter'),
  ...listOptional(text, 'name', 'column', 'encoding', 'sheet', 'output', 'partners', 'format'),
  ...listOptional(oneOf('cpf', 'cnpj', 'both'), 'kind'),
  ...listOptional(oneOf(...labelSets), 'labels'),
  ...listOptional(v.array(text, 'texts'), 'fields'),
  ...listOptional(
    v.pipe(noList('compared'), v.record(text, v.string('compared'), 'compared')),
    'compare',
  ),
  ...listOptional(v.array(oneOf(...rowFilters), rowFilters.join('|')), 'only'),
  by: v.optional(oneOf('month', 'day', 'batch', 'kind'), 'month'),
  ...listOptional(v.date('date'), 'since', 'until'),
  signal,
} satisfies Record<keyof AnyOptions, Schema>;

type AnyOptions = (api.RunOptions & api.LookupOptions & api.DiffOptions) &
  (api.SpendOptions & api.PurgeOptions);

/** The options of a call, with their defaults. */
export type CallSettings = AnyOptions &
  Required<Pick<AnyOptions, 'deadline' | 'interval' | 'reuse' | 'by'>>;

/** The options of a ledger, with their defaults. */
export type LedgerSettings = api.LedgerOptions &
  Required<Pick<api.LedgerOptions, 'profile' | 'userAgent' | 'settle' | 'longestWait' | 'costs'>>;

const account = object('options', accountOptions);
const options = v.optional(object('options', callOptions), {});
const kind = oneOf('cpf', 'cnpj');
const batch = createSchema('batch', (value) => v.is(text, value));
/** Undefined means the batch last worked on. */
const anyBatch = v.optional(batch);
const rows = v.custom<object>((value) => hasMember(value, Symbol.asyncIterator));
const file = v.union([text, v.array(text), rows], 'input');
const output = createSchema(
  'output',
  (value) => v.is(text, value) || (hasMember(value, 'write') && hasMember(value, 'once')),
);
const adopting = v.object({ adopt: v.pipe(v.string(), v.check(isJobId)) });
const decisions = v.union([v.picklist(['abandon', 'resubmit']), adopting], 'decision');
const decision = createSchema('decision', (value) => v.is(decisions, value));
const list = v.pipe(v.array(text), v.minLength(1), v.maxLength(10_000));
const ids = createSchema('identifiers', (value) => v.is(list, value));
const what = v.lazy((value) => (Array.isArray(value) ? ids : notNegative));

/** The arguments of each method of a ledger, in order, and of `openLedger`. */
const methods = {
  open: { options: account },
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
} satisfies Record<string, Readonly<Record<string, Schema>>>;

export type MethodName = keyof typeof methods;

/**
 * Checks and copies the arguments of a call, with defaults and callbacks whose errors are ignored. They are copied
 * because a getter could give the check one value and the call another.
 * @throws UsageError for the first wrong argument
 */
export function readArguments(method: MethodName, given: readonly unknown[]): unknown[] {
  return Object.entries<Schema>(methods[method]).map(([name, schema], at) => {
    const result = v.safeParse(schema, given[at], { abortEarly: true });
    if (result.success) return result.output;
    const [{ message, input, path }] = result.issues;
    const key = path?.[0]?.key as string | undefined;
    // A misspelt `maxCredits` must not mean that there is no limit. The error does not repeat the name, which may be
    // personal data.
    if (message === 'options' && key !== undefined) {
      const known = Object.keys(method === 'open' ? accountOptions : callOptions);
      throw new UsageError('unknown_argument', { near: findClosest(key, known) });
    }
    const expected = message.includes('|') ? message.split('|') : (message as ExpectedWord);
    throw badArgument(key ?? name, input, expected);
  });
}

export function badArgument(argument: string, value: unknown, expected: Expected): UsageError {
  const given = describeGiven(value, expected);
  return new UsageError('bad_argument', { argument, given, expected });
}

const TEXTS: ReadonlySet<unknown> = new Set(['text', 'batch', 'decision', 'input', 'output']);

/** Says what an argument was. It repeats only small numbers and known words, which cannot be personal data. */
function describeGiven(value: unknown, expected: Expected): string {
  const isSmall = typeof value === 'number' && !(Math.abs(value) >= 1e6 && isFinite(value));
  if (value == null || isSmall || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value !== 'string')
    return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
  if (value.trim() === '') return 'an empty text';
  if (typeof expected === 'string') return TEXTS.has(expected) ? 'another text' : 'a text';
  const isInOtherCase = expected.some((one) => one.toLowerCase() === value.toLowerCase());
  return isInOtherCase ? `'${value}'` : 'another text';
}

function hasMember(value: unknown, member: PropertyKey): boolean {
  return typeof value === 'object' && value !== null && member in value;
}
