import { maskIdentifiers } from '../identifiers/index.js';
import type { ConfereError, ErrorFacts, Sentences } from '../errors.js';
import type { JobTrouble } from '../errors/jobs.js';
import type { LookupFacts } from '../errors/lookups.js';
import type { ServiceErrorFacts } from '../errors/service.js';
import type { Stop } from '../errors/commands.js';
import { hidesDoubt } from '../lookups/answer.js';
import { batchSentences, periodSentence } from '../sentences/batch.js';
import { jobSentence } from '../sentences/jobs.js';
import { lookupSentences, notAskedSentence } from '../sentences/lookups.js';
import { isSentence, serviceSentences } from '../sentences/service.js';
import { stateSentences } from '../sentences/state.js';
import { t } from '../messages/index.js';

const ofService = serviceSentences(
  () => 'it may have been charged: get_quota_info shows the credits used',
);

/** The errors that the tools can meet. */
type ToolCode =
  | keyof LookupFacts
  | keyof ServiceErrorFacts
  | keyof typeof stateSentences
  | keyof typeof batchSentences
  | 'terminated'
  | 'over_max_credits'
  | 'over_period_budget'
  | 'no_such_batch'
  | 'no_batches'
  | 'ambiguous_batch';

/** The shared sentences; where the command line names flags, what a model can do instead. */
const sentences: Sentences<ToolCode> = {
  ...stateSentences,
  ...batchSentences,
  ...lookupSentences,
  not_asked: ({ because }) => notAskedSentence(modelSentence(because)),
  ...ofService,
  rate_limited: ({ serviceMessage, retryAfter = 60_000 }) => {
    const words = serviceMessage === undefined ? '' : `${quoted(serviceMessage)} `;
    return `${words}Nothing was charged; call again in ${Math.ceil(retryAfter / 1000)} s.`;
  },
  interrupted: (facts) => ('during' in facts ? stopped(facts) : ofService.interrupted(facts)),
  terminated: stopped,
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
    if (facts.of !== 'lookup') return t.programs.mcpBatchTooDear(facts.worstCase);
    const { cost, left, limit } = facts;
    return limit === 0
      ? 'This session may spend no credits, so it answers only what is paid for already; start it with --max-credits <n> to allow more.'
      : t.programs.mcpLookupTooDear(cost, left, limit);
  },
  over_period_budget: periodSentence,
  no_such_batch: ({ prefix }) =>
    `There is no batch ${prefix} here; leave it out for the one last worked on.`,
  no_batches: () => 'There are no batches yet.',
  ambiguous_batch: ({ prefix, ids }) =>
    `${prefix} could be any of ${ids.join(', ')}; write more of it.`,
};

function stopped({ during }: Stop): string {
  return during === 'session'
    ? 'The session has ended; nothing was asked.'
    : 'Cancelled; nothing was asked.';
}

/** Why a job failed or is unconfirmed, for a model. */
export function modelTrouble(trouble: JobTrouble): string {
  return jobSentence(trouble, ofService);
}

/** The sentence of an error for a model, which has tools and no command line. */
export function modelSentence(error: ErrorFacts['not_asked']['because']): string {
  const known: Readonly<Record<string, unknown>> = sentences;
  const sentence = known[error.code] as ((facts: unknown) => string) | undefined;
  if (sentence === undefined) return error.message;
  const told = maskIdentifiers(sentence(error.facts));
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

/** The same of a lookup's error. */
export function lookupWording(error: ConfereError): string {
  const told = modelSentence(error);
  return hidesDoubt(error)
    ? `${told} (it may have been charged: get_quota_info shows the credits used)`
    : told;
}
