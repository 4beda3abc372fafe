import type { Obstacle } from '../../../errors/service.js';
import type { ErrorMessages, TroubleMessages } from '../../reader.js';
import { agree, plural, s } from '../words.js';
import { isSentence, isRedirect } from '../../lists.js';

/** What the service answered, or that it did not; its own words replace ours where it sent any. */
export const serviceErrors = {
  key_refused: ({ serviceMessage }) =>
    serviceMessage ?? 'The service refused the API key or the account. Check both.',
  insufficient_credits: ({ balance, serviceMessage }) => {
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
  not_found: ({ serviceMessage }) => serviceMessage ?? 'The service has no such record.',
  route_not_found: ({ host }) =>
    s`The service at ${host} does not have this address. Check the base URL.`,
  refused_input: ({ serviceMessage }) =>
    serviceMessage ?? 'The service refused the input. Correct it.',
  rate_limited: ({ serviceMessage }) =>
    serviceMessage ??
    'Rate limit reached, and waiting would pass the deadline. Run it again later.',
  service_failed: ({ serviceMessage, httpStatus, mayHaveCharged }, { inDoubt }) => {
    if (serviceMessage !== undefined) return serviceMessage;
    const status = httpStatus ?? 'no status';
    if (!isRedirect(httpStatus))
      return mayHaveCharged
        ? s`The service failed (HTTP ${status}); ${inDoubt()}.`
        : s`The service failed (HTTP ${status}). Try again later.`;
    const redirected = s`The service redirected the request (HTTP ${status}); redirects are not followed, to protect the API key. Check the base URL`;
    return mayHaveCharged ? `${redirected}; ${inDoubt()}.` : `${redirected}.`;
  },
  unreadable_answer: ({ serviceMessage, mayHaveCharged }, { inDoubt }) =>
    serviceMessage ??
    (mayHaveCharged
      ? `The service answered in an undocumented form; ${inDoubt()}.`
      : 'The service answered in an undocumented form. Check the base URL.'),
  network: ({ host, reason, obstacle, mayHaveCharged }, { inDoubt, tooSlow }) => {
    if (reason === 'untrusted')
      return s`Nothing was charged: the certificate of ${host} is not trusted. Check the base URL and the network; NODE_EXTRA_CA_CERTS adds a certificate authority, and Node 22.15 or newer also trusts those of the system.`;
    if (reason === 'unreachable')
      return s`Nothing was charged: the service at ${host} could not be reached${between(obstacle)}. Check the base URL and the network, then try again.`;
    const what = {
      dropped: 'The connection broke before the whole answer arrived',
      timeout: 'The service did not answer in time',
      too_large: 'The answer is larger than any that the service documents',
      bad_proxy: 'The proxy settings of the environment are not valid',
    }[reason];
    if (mayHaveCharged) return `${what}; ${inDoubt()}.`;
    if (reason === 'timeout' && tooSlow !== undefined) return `${what}; ${tooSlow()}.`;
    return reason === 'bad_proxy'
      ? s`${what}. Correct HTTPS_PROXY and HTTP_PROXY.`
      : s`${what}. Try again.`;
  },
  interrupted: (facts, { stopped }) =>
    'during' in facts
      ? stopped(facts)
      : (facts.serviceMessage ?? 'Stopped before the service answered.'),
  terminated: (facts, { stopped }) => stopped(facts),
} satisfies Partial<ErrorMessages>;

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
    return s`The adopted job has ${total} of the ${plural(items, 'identifier', 'identifiers')} of this one. The service discarded the other ${rest} for free, or another job took ${agree(rest, 'it', 'them')} and may have charged ${agree(rest, 'it', 'them')}: you can adopt another job instead, abandon ${agree(rest, 'it', 'them')} at no further cost, or send ${agree(rest, 'it', 'them')} again, which may cost ${agree(rest, 'its', 'their')} price once more.`;
  },
  lookup_in_doubt: () => 'A single lookup of it got no answer and may have been charged.',
  unnamed: ({ found, unnamed }) =>
    s`The service counts ${found} found, but ${unnamed} of them ${agree(unnamed, 'is', 'are')} not in its results.`,
  miscounted: ({ total }) =>
    s`The counts and results of the service do not add up to the ${plural(total, 'identifier', 'identifiers')} of the job.`,
};
