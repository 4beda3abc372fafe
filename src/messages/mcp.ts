import { maskIdentifiers } from '../identifiers/index.js';
import type { ErrorFacts } from '../errors.js';
import type { JobTrouble } from '../errors/jobs.js';
import { errorTexts } from './en/errors/index.js';
import { agree, plural, s } from './en/words.js';
import { librarySentence } from './library.js';
import { isSentence } from './lists.js';
import type { ErrorMessages, Reader } from './reader.js';
import { troubleSentence } from './trouble.js';

/** A model, which has tools and neither options nor a command line; always in English. */
const model: Reader = {
  option: (name) => name,
  given: (name, value) => `${name}: '${value}'`,
  inDoubt: () => 'it may have been charged: get_quota_info shows the credits used',
  stopped: ({ during }) =>
    during === 'session'
      ? 'The session has ended; nothing was asked.'
      : 'Cancelled; nothing was asked.',
  sentence: (error) => modelSentence(error),
};

/** What the tools say in other words than the command. */
const own = {
  rate_limited: ({ serviceMessage, retryAfter = 60_000 }) => {
    const words = serviceMessage === undefined ? '' : `${quoted(serviceMessage)} `;
    return `${words}Nothing was charged; call again in ${Math.ceil(retryAfter / 1000)} s.`;
  },
  lookup_in_doubt: (facts) => {
    const told =
      'An earlier lookup of this identifier got no answer and may have been charged, so nothing was asked now.';
    return facts.why === 'too_soon'
      ? `${told} The balance may show in ${Math.ceil(facts.ms / 1000)} s that it was free; call again then.`
      : `${told} It is not asked again automatically; only the user can decide that, outside this session, and it may be charged again (${facts.price} per record found).`;
  },
  lookup_in_batch: ({ batch, state }) =>
    state === 'running'
      ? `Batch ${batch} is looking this identifier up, so nothing was asked now; call again when bulk_status says that it has ended.`
      : `Batch ${batch} asked for this identifier with an unknown outcome and may have been charged, so nothing was asked now; only the user can decide about that batch.`,
  over_max_credits: (facts) => {
    if (facts.of !== 'lookup')
      return s`This batch may cost ${plural(facts.worstCase, 'credit', 'credits')}, which is too much.`;
    const { cost, left, limit } = facts;
    return limit === 0
      ? 'This session may spend no credits, so it answers only what is paid for already; start it with --max-credits <n> to allow more.'
      : s`This lookup may cost ${plural(cost, 'credit', 'credits')}, and ${left} of the ${limit} that this session may spend ${agree(left, 'is', 'are')} left; nothing was asked. Start it with a higher --max-credits to allow more.`;
  },
  no_such_batch: ({ prefix }) =>
    `There is no batch ${prefix} here; leave it out for the one last worked on.`,
  no_batches: () => 'There are no batches yet.',
} satisfies Partial<ErrorMessages>;

/** What a session may spend, in the server's description of itself. */
export function sessionBudget(limit: number): string {
  return s`This session may spend at most ${plural(limit, 'credit', 'credits')}; beyond that, lookups are refused.`;
}

/** Why a job failed or is unconfirmed, for a model. */
export function modelTrouble(trouble: JobTrouble): string {
  return troubleSentence(trouble, model);
}

/** The sentence of an error for a model; what no tool meets, as the library says it. */
export function modelSentence(error: ErrorFacts['not_asked']['because']): string {
  const known: Readonly<Record<string, unknown>> = { ...errorTexts.errors, ...own };
  const sentence = known[error.code] as ((facts: unknown, reader: Reader) => string) | undefined;
  if (sentence === undefined) return librarySentence(error);
  const told = maskIdentifiers(sentence(error.facts, model));
  return isOfService(told, error.facts) ? quoted(told) : told;
}

function quoted(words: string): string {
  return `The service answered: "${words}"${isSentence(words) ? '' : '.'}`;
}

/** Whether a sentence is the service's own: quoted, it is no instruction to the model. */
function isOfService(told: string, facts: object): boolean {
  if (!('serviceMessage' in facts) || typeof facts.serviceMessage !== 'string') return false;
  return told === maskIdentifiers(facts.serviceMessage);
}
