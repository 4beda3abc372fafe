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
import { ignoreErrors, deferCalls } from './callbacks.js';
import type * as api from './types.js';

type Schema = v.GenericSchema;
type Expected = ErrorFacts['bad_argument']['expected'];
type ExpectedWord = Extract<Expected, string>;

/** Creates a schema whose message is the expectation that a wrong argument fails. */
function createSchema(expected: ExpectedWord, test: (value: unknown) => boolean): Schema {
  return v.custom(test, expected);
}

/** Creates the schema of a choice between texts; its message has all of them, with `|` between them. */
function createChoice(...choices: readonly string[]): Schema {
  return v.picklist(choices, choices.join('|'));
}

function makeOptional<Name extends string>(schema: Schema, ...names: readonly Name[]) {
  const entries = names.map((name) => [name, v.optional(schema)] as const);
  return Object.fromEntries<Schema>(entries) as Record<Name, Schema>;
}

function createNonArray(expected: ExpectedWord): Schema {
  return createSchema(expected, (value) => !Array.isArray(value));
}

/** Creates the schema of an object; an array, which valibot would accept, is refused. */
function createObject(expected: ExpectedWord, entries: Readonly<Record<string, Schema>>): Schema {
  return v.pipe(createNonArray(expected), v.strictObject(entries, expected));
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
const anyFunction = v.function('function');
const listener = v.pipe(anyFunction, v.transform(ignoreErrors));
const signal = v.optional(v.instance(AbortSignal, 'signal'));

/** The options of a ledger. Times in ms. */
const accountOptions = {
  baseUrl: v.optional(url, ''),
  ...makeOptional(anyText, 'apiKey', 'ledger'),
  ...makeOptional(text, 'folder'),
  purpose: v.optional(purpose),
  profile: v.optional(text, DEFAULT_PROFILE),
  userAgent: v.optional(text, () => `confere/${version()}`),
  ...makeOptional(aboveZero, 'timeout', 'rate', 'realtimeRate'),
  settle: v.optional(aboveZero, defaults.settle.ms),
  longestWait: v.optional(notNegative, defaults.longestWait.ms),
  ...makeOptional(notNegative, 'maxCreditsPerDay', 'maxCreditsPerMonth'),
  ...makeOptional(v.pipe(anyFunction, v.transform(deferCalls)), 'onRequest', 'onWait'),
  ...makeOptional(listener, 'onEvent'),
  costs: v.optional(createObject('prices', makeOptional(aboveZero, 'cpf', 'cnpj', 'realtime')), {}),
  ...makeOptional(v.boolean('boolean'), 'shared', 'allowOverage'),
} satisfies Record<keyof api.LedgerOptions, Schema>;

/** The options of every call: a call ignores the options that only other calls have. Times in ms. */
const callOptions = {
  deadline: v.optional(notNegative, defaults.deadline.ms),
  interval: v.optional(aboveZero, defaults.interval.ms),
  reuse: v.optional(notNegative, defaults.reuse.ms),
  ...makeOptional(notNegative, 'maxCredits'),
  ...makeOptional(v.boolean('boolean'), 'fresh', 'allowOverage', 'fitBalance', 'again', 'dryRun'),
  ...makeOptional(v.boolean('boolean'), 'header', 'excel', 'overwrite', 'partial', 'full'),
  ...makeOptional(anyFunction, 'confirm'),
  ...makeOptional(listener, 'onEvent', 'onChange'),
  ...makeOptional(anyText, 'birthDate', 'label', 'delimiter'),
  ...makeOptional(text, 'name', 'column', 'encoding', 'sheet', 'output', 'partners', 'format'),
  ...makeOptional(createChoice('cpf', 'cnpj', 'both'), 'kind'),
  ...makeOptional(createChoice(...labelSets), 'labels'),
  ...makeOptional(v.array(text, 'texts'), 'fields'),
  ...makeOptional(
    v.pipe(createNonArray('compared'), v.record(text, v.string('compared'), 'compared')),
    'compare',
  ),
  ...makeOptional(v.array(createChoice(...rowFilters), rowFilters.join('|')), 'only'),
  by: v.optional(createChoice('month', 'day', 'batch', 'kind'), 'month'),
  ...makeOptional(v.date('date'), 'since', 'until'),
  signal,
} satisfies Record<keyof AnyOptions, Schema>;

type AnyOptions = (api.RunOptions & api.LookupOptions & api.DiffOptions) &
  (api.SpendOptions & api.LogOptions & api.PurgeOptions);

/** The options of a call, with their defaults. */
export type CallSettings = AnyOptions &
  Required<Pick<AnyOptions, 'deadline' | 'interval' | 'reuse' | 'by'>>;

/** The options of a ledger, with their defaults. */
export type LedgerSettings = api.LedgerOptions &
  Required<Pick<api.LedgerOptions, 'profile' | 'userAgent' | 'settle' | 'longestWait' | 'costs'>>;

const account = createObject('options', accountOptions);
const options = v.optional(createObject('options', callOptions), {});
const kind = createChoice('cpf', 'cnpj');
const batch = createSchema('batch', (value) => v.is(text, value));
/** Undefined means the batch last worked on. */
const anyBatch = v.optional(batch);
const chunks = v.custom<object>((value) => hasMember(value, Symbol.asyncIterator));
const file = v.union([text, v.array(text), chunks], 'input');
const output = createSchema(
  'output',
  (value) => v.is(text, value) || (hasMember(value, 'write') && hasMember(value, 'once')),
);
const adoptDecision = v.object({ adopt: v.pipe(v.string(), v.check(isJobId)) });
const decisions = v.union([v.picklist(['abandon', 'resubmit']), adoptDecision], 'decision');
const decision = createSchema('decision', (value) => v.is(decisions, value));
const idList = v.pipe(v.array(text), v.minLength(1), v.maxLength(10_000));
const ids = createSchema('identifiers', (value) => v.is(idList, value));
const olderThanOrIds = v.lazy((value) => (Array.isArray(value) ? ids : notNegative));

/** The arguments of each method of a ledger, in order, and of `openLedger`. */
const argumentsOfMethods = {
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
  about: { identifier: anyText },
  log: { options },
  purge: { olderThan: olderThanOrIds, options },
  close: {},
} satisfies Record<string, Readonly<Record<string, Schema>>>;

export type MethodName = keyof typeof argumentsOfMethods;

/**
 * Checks and copies the arguments of a call, with defaults and callbacks whose errors are ignored. They are copied
 * because a getter could give the check one value and the call another.
 * @throws UsageError for the first wrong argument
 */
export function readArguments(method: MethodName, given: readonly unknown[]): unknown[] {
  return Object.entries<Schema>(argumentsOfMethods[method]).map(([name, schema], at) => {
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
    throw buildBadArgument(key ?? name, input, expected);
  });
}

export function buildBadArgument(argument: string, value: unknown, expected: Expected): UsageError {
  const given = describeGiven(value, expected);
  return new UsageError('bad_argument', { argument, given, expected });
}

/** The expectations for which a text is the right type: a wrong text is then called `another text`, not `a text`. */
const EXPECTED_TEXTS: ReadonlySet<unknown> = new Set([
  'text',
  'batch',
  'decision',
  'input',
  'output',
]);

/** Describes a wrong argument. It repeats only small numbers and known words, which cannot be personal data. */
function describeGiven(value: unknown, expected: Expected): string {
  const isHarmlessNumber =
    typeof value === 'number' && !(Math.abs(value) >= 1e6 && isFinite(value));
  if (value == null || isHarmlessNumber || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value !== 'string')
    return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
  if (value.trim() === '') return 'an empty text';
  if (typeof expected === 'string') return EXPECTED_TEXTS.has(expected) ? 'another text' : 'a text';
  const isInOtherCase = expected.some((one) => one.toLowerCase() === value.toLowerCase());
  return isInOtherCase ? `'${value}'` : 'another text';
}

function hasMember(value: unknown, member: PropertyKey): boolean {
  return typeof value === 'object' && value !== null && member in value;
}
