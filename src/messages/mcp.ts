import { maskIdentifiers } from '../identifiers/index.js';
import type { ErrorFacts } from '../errors.js';
import type { JobTrouble } from '../errors/jobs.js';
import { en } from './en/index.js';
import { agree, plural, s } from './en/phrases.js';
import { librarySentence } from './library.js';
import { isSentence } from './words.js';
import type { ErrorMessages, Reader } from './reader.js';
import { troubleSentence } from './trouble.js';

/** A model, which has tools and neither options nor a command line; always in English. */
const model: Reader = {
  option: (name) => name,
  given: (name, value) => `${name}: '${value}'`,
  inDoubt: () => 'it may have been charged: get_quota_info shows the credits used',
  stopped: ({ during }) =>
    during === 'session'
      ? 'The session has ended. Nothing was sent.'
      : 'Canceled. Nothing was sent.',
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
      'Nothing was sent: an earlier lookup of this identifier got no answer and may have been charged.';
    return facts.why === 'too_soon'
      ? `${told} Call again in ${Math.ceil(facts.ms / 1000)} s: the balance may then show that it was free.`
      : `${told} It is not looked up again automatically. Only the user can decide that, outside this session, and it may be charged again (${facts.price} per record found).`;
  },
  lookup_in_batch: ({ batch, state }) =>
    state === 'running'
      ? `Nothing was sent: batch ${batch} is looking up this identifier. Call again when bulk_status shows that it has ended.`
      : `Nothing was sent: batch ${batch} sent this identifier and got no answer, so it may have been charged. Only the user can decide about that batch.`,
  over_max_credits: (facts) => {
    if (facts.of !== 'lookup')
      return s`This batch may cost ${plural(facts.worstCase, 'credit', 'credits')}, which is too much.`;
    const { cost, left, limit } = facts;
    return limit === 0
      ? 'Nothing was sent: this session may spend no credits and answers only what is already paid for. Start it with --max-credits <n> to allow more.'
      : s`Nothing was sent: this lookup may cost ${plural(cost, 'credit', 'credits')}, and ${left} of the ${limit} for this session ${agree(left, 'is', 'are')} left. Start it with a higher --max-credits to allow more.`;
  },
  no_such_batch: ({ prefix }) =>
    `There is no batch ${prefix} here. Leave it out for the one last worked on.`,
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
  const known: Readonly<Record<string, unknown>> = { ...en.errors, ...own };
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
