import type { ErrorCode, ErrorFacts, ErrorInfo } from '../base/error-facts.js';
import type { JobTrouble, RequestFacts } from '../base/facts.js';
import { maskIdentifiers } from '../identifiers/index.js';
import { en } from './en/index.js';
import { agree, credits, number, s } from './en/phrases.js';
import { quoteServiceWords, describeTrouble } from './index.js';
import type { NextCommand, Reader } from './reader.js';
import { isRedirect } from './service-words.js';
import { missingFullStop, onOneLine } from './words.js';

/** The sentences that a kind of reader gets in place of the sentences of the command line. */
type Replacements = { readonly [C in ErrorCode]?: (facts: ErrorFacts[C], to: Reader) => string };

/** Writes a command as a call of the library: `export("7k", output)`, `resume("7k", { maxCredits: 2 })`. */
function writeCall(callOptions: object, name: NextCommand, words: readonly string[]): string {
  if (name === 'config set') return writeSetting(words);
  const adoptIndex = words.indexOf('--adopt');
  const parts = words.slice(0, adoptIndex === -1 ? words.length : adoptIndex).map((word) => {
    if (/^--(abandon|resubmit)$/.test(word)) return `"${word.slice(2)}"`;
    return word.startsWith('--') ? `{ ${word.slice(2)}: true }` : `"${word}"`;
  });
  if (name === 'bulk export') parts.splice(1, 0, 'output');
  const adopted = adoptIndex === -1 ? [] : [`{ adopt: "${words[adoptIndex + 1]}" }`];
  const sends = name === 'bulk resume' || words.includes('--resubmit');
  const method = name === 'bulk status' ? 'summarize' : name.replace(/^\w+ /, '');
  return `${method}(${[...parts, ...adopted, ...(sends ? writeLimits(callOptions) : [])].join(', ')})`;
}

/** Writes a setting as an option of the ledger: `costs.cpf = 2`. */
function writeSetting([key = '', ...value]: readonly string[]): string {
  return [key.replace('cost-', 'costs.'), '=', ...value].join(' ');
}

const LIMIT_OPTIONS: ReadonlySet<string> = new Set([
  'maxCredits',
  'allowOverage',
  'fitBalance',
  'reuse',
]);

/** Writes the limits of a call, so that the call that continues it stays within them (contract, "Advice is safe"). */
function writeLimits(callOptions: object): string[] {
  const limits = Object.entries(callOptions).filter(
    ([name, value]) => LIMIT_OPTIONS.has(name) && (value === true || typeof value === 'number'),
  );
  const limitList = limits.map(([name, value]) => `${name}: ${value}`).join(', ');
  return limitList === '' ? [] : [`{ ${limitList} }`];
}

/** The limit (credits) among the options of a call. */
interface CallLimits {
  readonly maxCredits?: number;
}

const SAME_CALL = 'the same call';

/**
 * Returns the reader for a programmer, in English. `callOptions`: the options of the call that failed. `creditsLeft`:
 * the credits left of the limit of that call.
 */
function createProgramReader(callOptions: CallLimits = {}, creditsLeft?: number): Reader {
  const sameCall = (maxCredits: string | number | undefined = creditsLeft) =>
    maxCredits === undefined || maxCredits === callOptions.maxCredits
      ? SAME_CALL
      : `${SAME_CALL} with { maxCredits: ${maxCredits} }`;
  const limits =
    creditsLeft === undefined ? callOptions : { ...callOptions, maxCredits: creditsLeft };
  const command: Reader['command'] = (name, ...words) => writeCall(limits, name, words);
  const reader: Reader = {
    who: 'program',
    option: writeOption,
    sameCommand: SAME_CALL,
    command,
    runCommand: '',
    inputCount: 1,
    takesFitBalance: true,
    isFresh: false,
    isList: false,
    repeat: () => sameCall(),
    repeatOrNothing: () => undefined,
    repeatInBrackets: () => '',
    continueRun: (_, set = []) => sameCall(set.find(({ flag }) => flag === '--max-credits')?.value),
    continueBatch: (batch) => command('bulk resume', batch),
    startNewBatch: (file) => `'${command('bulk run', file, '--again')}'`,
    readAgain: (file) => `'${command('bulk run', file)}' with the same options`,
    inputOptions: () => [],
    resultOptions: () => [],
    forBatch: () => reader,
    withCreditsLeft: () => reader,
    forInput: () => reader,
    hasOption: () => false,
    doubtAdvice: ({ priceAgain }) =>
      priceAgain === undefined
        ? 'it may have been charged: check the balance, then call again'
        : 'it may have been charged, and the balance cannot show whether',
    slowAdvice: () => 'try again with a longer timeout',
    rateLimitAdvice: (ms = 60_000) =>
      `Nothing was charged; call again in ${roundUpToSeconds(ms)} s.`,
    stopAdvice: () => 'Stopped. Everything is saved; make the same call again to continue.',
    quoteService: (words) => words,
    sentence: (error) => librarySentence(error, callOptions, creditsLeft),
  };
  return reader;
}

const programReader = createProgramReader();

/** Says what a model does about a doubt; ends a sentence. */
export const modelDoubt = 'it may have been charged: get_quota_info shows the credits used';

/** The reader for a model, in English. A model has tools, but neither options nor a command line. */
const modelReader: Reader = {
  ...programReader,
  who: 'model',
  // The user set this limit on the command line of the session, so the sentence names that option.
  option: (flag) => (flag === '--max-credits' ? flag : writeOption(flag)),
  doubtAdvice: () => modelDoubt,
  slowAdvice: () => 'try again',
  stopAdvice: ({ during }) =>
    during === 'session'
      ? 'The session has ended. Nothing was sent.'
      : 'Canceled. Nothing was sent.',
  // The quotes show the model that the words of the service are no instruction.
  quoteService: (words) => quoteServiceWords(words, en),
  sentence: (error) => modelSentence(error),
};

/** The options that have another name in a call. */
const CALL_OPTIONS: Readonly<Record<string, string>> = {
  '-o': 'output',
  '--no-header': 'header: false',
  '--type': 'kind',
};

/** Writes an option as a call names it: `maxCredits` for `--max-credits`. */
function writeOption(flag: string): string {
  if (!flag.startsWith('-')) return flag;
  const name = flag.replace(/^--/, '');
  return (
    CALL_OPTIONS[flag] ?? name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  );
}

function roundUpToSeconds(ms: number): number {
  return Math.ceil(ms / 1000);
}

/** The sentences that the library has in place of the sentences of the command line. */
const libraryReplacements: Replacements = {
  no_api_key: () => 'No API key. Open the ledger with an apiKey.',
  rate_limited({ serviceMessage, retryAfter }, to) {
    const answer = serviceMessage
      ? s`${to.quoteService(serviceMessage)}${missingFullStop(serviceMessage)}`
      : 'Rate limit reached, and waiting would pass the deadline.';
    return s`${answer} ${to.rateLimitAdvice(retryAfter)}`;
  },
};

/**
 * Says what the service answered in place of a record, what the request has cost, and what to do. `fallback`: the words
 * for an answer without words; `next`: what the model does, which cannot change the key, the account or the address.
 */
function writeAnswerSentence(
  facts: RequestFacts,
  to: Reader,
  fallback: string,
  next: string,
): string {
  const words = facts.serviceMessage ? to.quoteService(facts.serviceMessage) : fallback;
  const cost = facts.mayHaveCharged
    ? 'It may have been charged: get_quota_info shows the credits used.'
    : `Nothing was charged. ${next}`;
  return `${words}${missingFullStop(words)} ${cost}`;
}

const ONLY_BASE_URL = 'Only the user can correct the base URL.';

/** The sentences for a model, which cannot decide for the user: the user decides outside the session. */
const modelReplacements: Replacements = {
  key_refused: (facts, to) =>
    writeAnswerSentence(
      facts,
      to,
      'The service refused the API key or the account.',
      'Only the user can correct that.',
    ),
  insufficient_credits: (facts, to) =>
    writeAnswerSentence(
      facts,
      to,
      s`The service refused this (HTTP ${facts.httpStatus ?? 'no status'}).`,
      facts.balance === 'unread'
        ? 'GET /quota did not answer, so the reason may be the credits or the key. Call again later.'
        : 'get_quota_info shows the plan and the credits left; only the user can change them.',
    ),
  route_not_found: (facts, to) =>
    writeAnswerSentence(
      facts,
      to,
      s`The service at ${facts.host} does not have this address.`,
      ONLY_BASE_URL,
    ),
  refused_input: (facts, to) =>
    writeAnswerSentence(facts, to, 'The service refused the input.', 'Correct the arguments.'),
  service_failed: (facts, to) =>
    isRedirect(facts)
      ? writeAnswerSentence(
          facts,
          to,
          s`The service redirected the request (HTTP ${facts.httpStatus ?? ''}); redirects are not followed, to protect the API key.`,
          ONLY_BASE_URL,
        )
      : writeAnswerSentence(
          facts,
          to,
          s`The service failed (HTTP ${facts.httpStatus ?? 'no status'}).`,
          'Call again later.',
        ),
  unreadable_answer: (facts, to) =>
    writeAnswerSentence(facts, to, 'The service answered in an undocumented form.', ONLY_BASE_URL),
  rate_limited({ serviceMessage, retryAfter }, to) {
    const answer = serviceMessage ? s`${to.quoteService(serviceMessage)} ` : '';
    return s`${answer}${to.rateLimitAdvice(retryAfter)}`;
  },
  lookup_in_doubt(facts) {
    const doubt =
      'Nothing was sent: an earlier lookup of this identifier got no answer and may have been charged.';
    if (facts.why === 'not_settled' && facts.ms !== undefined)
      return s`${doubt} Call again in ${roundUpToSeconds(facts.ms)} s: the balance may then show that it was free.`;
    return (
      s`${doubt} It is not looked up again automatically. Only the user can decide that, outside this session, ` +
      s`and it may be charged again (${facts.price} per record found).`
    );
  },
  lookup_in_batch: ({ state, batch }) =>
    state === 'running'
      ? s`Nothing was sent: batch ${batch} is looking up this identifier. Call again when bulk_status shows that it has ended.`
      : s`Nothing was sent: batch ${batch} sent this identifier and got no answer, so it may have been charged. Only the user can decide about that batch.`,
  over_max_credits: ({ worstCase, maxCredits, limit }) =>
    limit === 0
      ? 'Nothing was sent: this session may spend no credits and answers only what is already paid for. Only the user can start it with --max-credits <n> to allow more.'
      : s`Nothing was sent: this may cost ${credits(worstCase)}, and ${number(maxCredits)} of --max-credits ${limit ?? maxCredits} ${agree(maxCredits, 'is', 'are')} left. Only the user can start the session with more.`,
  balance_unreadable: ({ only }) =>
    only
      ? 'Nothing was sent: the balance could not be read. Call again later; only the user can allow to send without knowing the balance.'
      : 'Nothing was sent: the balance could not be read, and the limit cannot be kept without it. Call again later.',
  no_such_batch: ({ prefix }) =>
    s`There is no batch ${prefix} here. Leave it out for the one last worked on.`,
  no_batches: () => 'There are no batches yet.',
};

/** Says what a session may spend, for the description of the MCP server. `limit`: in credits. */
export function describeSessionBudget(limit: number): string {
  return s`This session may spend at most ${credits(limit)}; beyond that, lookups are refused.`;
}

/** Says why a job failed or is unconfirmed, for programmers. */
export function describeTroubleForProgram(trouble: JobTrouble): string {
  return describeTrouble(trouble, programReader, en);
}

/** Says why a job failed or is unconfirmed, for a model. */
export function describeTroubleForModel(trouble: JobTrouble): string {
  return describeTrouble(trouble, modelReader, en);
}

/**
 * Returns the sentence of an error for programmers. An error that only the command line throws has no sentence here and
 * keeps its own message.
 * `callOptions`: the options of the call; `creditsLeft`: the credits left of the limit of its batch.
 */
export function librarySentence(
  error: ErrorInfo,
  callOptions?: CallLimits,
  creditsLeft?: number,
): string {
  return writeSentence(error, createProgramReader(callOptions, creditsLeft), libraryReplacements);
}

/** Returns the sentence of an error for a model. */
export function modelSentence(error: ErrorInfo): string {
  return writeSentence(error, modelReader, modelReplacements);
}

function writeSentence(
  { code, facts, message }: ErrorInfo,
  reader: Reader,
  replacements: Replacements,
): string {
  type ByCode = Readonly<Record<string, ((facts: never, to: Reader) => string) | undefined>>;
  const sentence = (replacements as ByCode)[code] ?? (en.errors as ByCode)[code];
  return maskIdentifiers(onOneLine(sentence?.(facts as never, reader) ?? message));
}
