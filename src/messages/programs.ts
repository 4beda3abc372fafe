import type { ErrorCode, ErrorFacts, ErrorInfo } from '../base/error-facts.js';
import type { JobTrouble, RequestFacts } from '../base/facts.js';
import { maskCpfs } from '../identifiers/index.js';
import { listChargeSettings } from './charge-settings.js';
import { createNextSteps, noRun } from './command-line.js';
import { en } from './en/index.js';
import { agree, credits, number, records, s } from './en/phrases.js';
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
    currentCommand: '',
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
    typedInputOptions: () => [],
    typedResultOptions: () => [],
    forBatch: () => reader,
    withCreditsLeft: () => reader,
    forInput: () => reader,
    isTyped: () => false,
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

/** Writes a command for the user of a model. */
const writeForUser = createNextSteps(() => noRun).command;

/** The reader for a model, in English. A model has tools, but neither options nor a command line: its user has these. */
const modelReader: Reader = {
  ...programReader,
  who: 'model',
  command: writeForUser,
  continueBatch: (batch) => writeForUser('bulk resume', batch),
  startNewBatch: (file) => `'${writeForUser('bulk run', file, '--again')}'`,
  readAgain: (file) => `'${writeForUser('bulk run', file)}' with the same options`,
  takesFitBalance: false,
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

/** Stands after a sentence with commands, because a model may have a shell. */
const COMMANDS_OF_USER = 'Commands are for the user to run, outside this session.';

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
  over_period_budget({ of, cost, left, limit }) {
    const [whose, next] = of === 'day' ? ["today's", 'tomorrow'] : ["this month's", 'next month'];
    const later = cost <= limit ? s`Call again ${next} (UTC); only` : 'Only';
    return (
      s`Nothing was sent: this may cost ${credits(cost)}, and ${number(left)} of ${whose} ${number(limit)} ${agree(left, 'is', 'are')} left (UTC). ` +
      s`${later} the user can raise that budget.`
    );
  },
  over_balance: ({ worstCase, balance, withoutOverage }) =>
    s`Nothing was sent: this may cost ${credits(worstCase)}, and the balance is ${number(balance)}. Call again when there are credits` +
    (withoutOverage ? '.' : '; only the user can accept billing beyond the balance.'),
  balance_awaited: ({ batches: [batch] }) =>
    batch === undefined
      ? 'Nothing was sent: the balance does not show yet what earlier requests cost. Call again in two minutes.'
      : s`Nothing was sent: batch ${batch} is still running, and until the balance has shown what a record costs, requests are sent one at a time. ` +
        'Call again when bulk_status shows that it has ended.',
  shared_needs_prices: ({ kinds }) =>
    s`Nothing was sent: other programs use this account, so a limit needs the price of a record. ` +
    s`Only the user can set it (${kinds.map((kind) => `cost-${kind}`).join(', ')}).`,
  unexpected_charges(facts) {
    const prices = listChargeSettings(facts).prices.map(([key]) => key);
    const usedUp = facts.isUsedUp ? ', and no credits are left' : '';
    return (
      s`Nothing was sent: ${records(facts.records)} should have cost ${credits(facts.expected)}, but the account was charged ${number(facts.charged)}${usedUp}. ` +
      s`Only the user can correct the settings: a record costs more on the plan (${prices.join(', ')}), or other programs use the account (shared).`
    );
  },
  no_api_key: ({ profile }, to) =>
    s`No API key for profile ${profile}. Log in with '${to.command('auth login')}'.`,
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

/** Returns the sentence of an error for a model. Where it prints a command, it says that commands are the user's. */
export function modelSentence(error: ErrorInfo): string {
  const sentence = writeSentence(error, modelReader, modelReplacements);
  return sentence.includes("'confere ") ? `${sentence} ${COMMANDS_OF_USER}` : sentence;
}

function writeSentence(
  { code, facts, message }: ErrorInfo,
  reader: Reader,
  replacements: Replacements,
): string {
  type ByCode = Readonly<Record<string, ((facts: never, to: Reader) => string) | undefined>>;
  const sentence = (replacements as ByCode)[code] ?? (en.errors as ByCode)[code];
  return maskCpfs(onOneLine(sentence?.(facts as never, reader) ?? message));
}
