import type { TroubleMessages, Reader } from '../reader.js';
import { isSentence, isRedirect } from '../words.js';
import type {
  ErrorKind,
  NoAnswer,
  Obstacle,
  Of,
  RequestFacts,
  Stop,
  WhyDoubtful,
} from '../../errors/facts.js';
import { agree, n, phrases, plural, s } from './phrases.js';

function between({ proxyStatus, code, address }: Obstacle): string {
  if (proxyStatus !== undefined) return s` (the proxy answered ${proxyStatus})`;
  if (code === undefined) return '';
  return address === undefined ? ` (${code})` : s` (${code} at ${address})`;
}

/** Why a job failed or its outcome is unknown, where no request says it. */
export const troubles: TroubleMessages = {
  run_ended: () => 'The run ended before the answer arrived.',
  not_covered: () => 'The balance or a budget did not cover it.',
  adopted_part: ({ items, total }) => {
    const rest = items - total;
    return s`The adopted job has ${total} of the ${n.identifiers(items)} of this one. The service discarded the other ${rest} for free, or another job took ${agree(rest, 'it', 'them')} and may have charged ${agree(rest, 'it', 'them')}: you can adopt another job instead, abandon ${agree(rest, 'it', 'them')} at no further cost, or send ${agree(rest, 'it', 'them')} again, which may cost ${agree(rest, 'its', 'their')} price once more.`;
  },
  lookup_in_doubt: () => 'A single lookup of it got no answer and may have been charged.',
  unnamed: ({ found, unnamed }) =>
    s`The service counts ${found} found, but ${unnamed} of them ${agree(unnamed, 'is', 'are')} not in its results.`,
  miscounted: ({ total }) =>
    s`The counts and results of the service do not add up to the ${n.identifiers(total)} of the job.`,
};

export const lookupErrors = {
  bad_birth_date: () =>
    'The birth date must be a day since 1900, written DD/MM/YYYY or DDMMYYYY, and not in the future.',
  lookup_under_way: () =>
    'Nothing was sent: another process is looking up this identifier. Try again; its answer is reused.',
  job_under_lookup: ({ job, items }: Of<'job' | 'items'>) =>
    s`Job ${job} was not sent: the deadline passed while single lookups had ${n.identifiers(items)} of it. Run it again.`,
  not_asked: (
    facts: { because: { code: string; facts: object; message: string }; kind: ErrorKind },
    to: Reader,
  ) => s`Not sent, because an earlier lookup failed: ${to.sentence(facts.because)}`,
  empty: ({ kind }: Of<'kind'>) => s`This is not a ${kind.toUpperCase()}: it is empty.`,
  format: ({ kind }: Of<'kind'>): string =>
    kind === 'cpf'
      ? 'This is not a CPF: it does not have 11 digits.'
      : 'This is not a CNPJ: it does not have 12 letters or digits and 2 digits.',
  check_digit: ({ kind }: Of<'kind'>) =>
    s`This is not a ${kind.toUpperCase()}: its check digits do not match.`,
  repeated: ({ kind }: Of<'kind'>) =>
    s`This is not a ${kind.toUpperCase()}: all its characters are the same, and such a number is never issued.`,
  lookup_in_doubt: (facts: Of<'price'> & WhyDoubtful, next: Reader) => {
    const what = (): string => {
      if (facts.why === 'not_settled')
        return s`Run the same command again${facts.ms === undefined ? '' : s` in ${plural(Math.ceil(facts.ms / 1000), 'second', 'seconds')}`} to check the balance for a charge.`;
      if (facts.why === 'others_running')
        return s`The balance can show that only when no job is running (${phrases.watching(facts.liveBatches, next)}). Then run the same command again.`;
      if (facts.why === 'other_account')
        return 'It was made with a key of another account, and only the balance there can show that. Use that key.';
      return facts.prices.length === 0
        ? 'The balance cannot show whether it was charged.'
        : s`The balance cannot show whether it was charged, because the price of a record is not known yet. If you know it, set it (${phrases.prices(facts.prices, next)}) and run the same command again.`;
    };
    return s`Nothing was sent: an earlier lookup of this identifier got no answer and may have been charged. ${what()} With --fresh it is looked up now, which may cost ${n.credits(facts.price)} more.`;
  },
  lookup_in_batch: ({ batch, state, price }: Of<'price' | 'batch' | 'state'>, next: Reader) =>
    state === 'running'
      ? s`Nothing was sent: batch ${batch} is looking up this identifier. Wait for it with '${next.command('bulk watch', batch)}'; what it finds is then free.`
      : s`Nothing was sent: batch ${batch} sent this identifier and got no answer, so it may have been charged. Decide with '${next.command('bulk resolve', batch)}'; with --fresh it is looked up now, which may cost ${n.credits(price)} more.`,
  terminated: (facts: Stop, to: Reader) => to.stopped(facts),
};

/** Errors of a request: the service's own words replace ours where it sent any. */
export const serviceErrors = {
  key_refused: ({ serviceMessage }: RequestFacts & { hides?: string }) =>
    serviceMessage ?? 'The service refused the API key or the account. Check both.',
  insufficient_credits: ({ balance, serviceMessage }: RequestFacts & { balance?: 'unread' }) => {
    if (balance !== 'unread') return serviceMessage ?? 'Not enough credits. Check the balance.';
    const words =
      serviceMessage === undefined
        ? ''
        : `${serviceMessage}${isSentence(serviceMessage) ? '' : '.'} `;
    return (
      words +
      'Nothing was charged: the service refused this with HTTP 403, and GET /quota did not answer, so the reason may be the credits or the key. Run it again later.'
    );
  },
  not_found: ({ serviceMessage }: RequestFacts) =>
    serviceMessage ?? 'The service has no such record.',
  route_not_found: ({ host }: RequestFacts & Of<'host'>) =>
    s`The service at ${host} does not have this address. Check the base URL.`,
  refused_input: ({ serviceMessage }: RequestFacts) =>
    serviceMessage ?? 'The service refused the input. Correct it.',
  rate_limited: (facts: RequestFacts & { retryAfter?: number }, to: Reader) =>
    facts.serviceMessage ??
    `Rate limit reached, and waiting would pass the deadline. ${to.afterLimit(facts.retryAfter)}`,
  service_failed: ({ serviceMessage, httpStatus, mayHaveCharged }: RequestFacts, to: Reader) => {
    if (serviceMessage !== undefined) return serviceMessage;
    const status = httpStatus ?? 'no status';
    if (!isRedirect(httpStatus))
      return mayHaveCharged
        ? s`The service failed (HTTP ${status}); ${to.inDoubt()}.`
        : s`The service failed (HTTP ${status}). Try again later.`;
    const redirected = s`The service redirected the request (HTTP ${status}); redirects are not followed, to protect the API key. Check the base URL`;
    return mayHaveCharged ? `${redirected}; ${to.inDoubt()}.` : `${redirected}.`;
  },
  unreadable_answer: ({ serviceMessage, mayHaveCharged }: RequestFacts, to: Reader) =>
    serviceMessage ??
    (mayHaveCharged
      ? `The service answered in an undocumented form; ${to.inDoubt()}.`
      : 'The service answered in an undocumented form. Check the base URL.'),
  network: (
    facts: RequestFacts & Of<'host'> & { reason: NoAnswer; obstacle: Obstacle },
    to: Reader,
  ) => {
    if (facts.reason === 'untrusted')
      return s`Nothing was charged: the certificate of ${facts.host} is not trusted. Check the base URL and the network; NODE_EXTRA_CA_CERTS adds a certificate authority, NODE_USE_SYSTEM_CA=1 those of the system.`;
    if (facts.reason === 'unreachable')
      return s`Nothing was charged: the service at ${facts.host} could not be reached${between(facts.obstacle)}. Check the base URL and the network, then try again.`;
    const what = {
      dropped: 'The connection broke before the whole answer arrived',
      timeout: 'The service did not answer in time',
      too_large: 'The answer is larger than any that the service documents',
      bad_proxy: 'The proxy settings of the environment are not valid',
    }[facts.reason];
    if (facts.mayHaveCharged) return `${what}; ${to.inDoubt()}.`;
    if (facts.reason === 'timeout') return `${what}; ${to.tooSlow()}.`;
    return facts.reason === 'bad_proxy'
      ? s`${what}. Correct HTTPS_PROXY and HTTP_PROXY.`
      : s`${what}. Try again.`;
  },
  interrupted: (facts: RequestFacts | Stop, to: Reader) =>
    'during' in facts
      ? to.stopped(facts)
      : (facts.serviceMessage ?? 'Stopped before the service answered.'),
};
