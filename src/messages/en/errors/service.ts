import type { Obstacle } from '../../../errors/service.js';
import type { ErrorMessages, TroubleMessages } from '../../reader.js';
import { agree, plural, s } from '../words.js';
import { isSentence, isRedirect } from '../../lists.js';

/** What the service answered, or that it did not; its own words replace ours where it sent any. */
export const serviceErrors = {
  key_refused: ({ serviceMessage }) =>
    serviceMessage ?? 'The service refused the API key or the account; check both.',
  insufficient_credits: ({ balance, serviceMessage }) => {
    if (balance !== 'unread') return serviceMessage ?? 'Too few credits; check the balance.';
    const words =
      serviceMessage === undefined
        ? ''
        : `${serviceMessage}${isSentence(serviceMessage) ? '' : '.'} `;
    return (
      words +
      'The service refused this with HTTP 403, and GET /quota did not answer to say whether it is about credits or about the key; nothing was charged. Run it again later.'
    );
  },
  not_found: ({ serviceMessage }) => serviceMessage ?? 'The service has no such record.',
  route_not_found: ({ host }) => s`The service at ${host} has no such route; check the base URL.`,
  refused_input: ({ serviceMessage }) =>
    serviceMessage ?? 'The service refused the input; correct it.',
  rate_limited: ({ serviceMessage }) =>
    serviceMessage ?? 'Rate limited, and waiting would pass the deadline; run it again later.',
  service_failed: ({ serviceMessage, httpStatus, mayHaveCharged }, { inDoubt }) => {
    if (serviceMessage !== undefined) return serviceMessage;
    const status = httpStatus ?? 'no status';
    if (!isRedirect(httpStatus))
      return s`The service failed with HTTP ${status}; ${mayHaveCharged ? inDoubt() : 'try again later'}.`;
    return mayHaveCharged
      ? s`The service redirects (HTTP ${status}), which is never followed because the API key would travel. Check the base URL; ${inDoubt()}.`
      : s`The service redirects (HTTP ${status}), which is never followed because the API key would travel; check the base URL.`;
  },
  unreadable_answer: ({ serviceMessage, mayHaveCharged }, { inDoubt }) =>
    serviceMessage ??
    s`The service answered in a form that is not documented; ${mayHaveCharged ? inDoubt() : 'check the base URL'}.`,
  network: ({ host, reason, obstacle, mayHaveCharged }, { inDoubt, tooSlow }) => {
    if (reason === 'untrusted')
      return s`The certificate of ${host} is not trusted (NODE_EXTRA_CA_CERTS adds authorities; Node 22.15 and newer trust those of the system, too); nothing was charged. Check the base URL and the network, then try again.`;
    if (reason === 'unreachable')
      return s`The service at ${host} could not be reached${between(obstacle)}; nothing was charged. Check the base URL and the network, then try again.`;
    const what = {
      dropped: 'The connection broke before the whole answer came',
      timeout: 'The service did not answer in time',
      too_large: 'The answer is larger than any the service documents',
      bad_proxy: 'The proxy settings of the environment are unusable',
    }[reason];
    if (mayHaveCharged) return `${what}; ${inDoubt()}.`;
    if (reason === 'timeout' && tooSlow !== undefined) return `${what}; ${tooSlow()}.`;
    return reason === 'bad_proxy'
      ? s`${what}; correct HTTPS_PROXY and HTTP_PROXY.`
      : s`${what}; try again.`;
  },
  interrupted: (facts, { stopped }) =>
    'during' in facts
      ? stopped(facts)
      : (facts.serviceMessage ?? 'Interrupted before the service answered.'),
  terminated: (facts, { stopped }) => stopped(facts),
} satisfies Partial<ErrorMessages>;

function between({ proxyStatus, code, address }: Obstacle): string {
  if (proxyStatus !== undefined) return s` (the proxy answered ${proxyStatus})`;
  if (code === undefined) return '';
  return address === undefined ? ` (${code})` : s` (${code} at ${address})`;
}

/** Why a job failed or its outcome is unknown, where no request says it. */
export const troubles: TroubleMessages = {
  run_ended: () => 'The run ended before the answer came.',
  not_covered: () => 'Not sent: the balance or a budget did not cover it.',
  adopted_part: ({ items, total }) => {
    const rest = items - total;
    return s`The adopted job has ${total} of the ${plural(items, 'identifier', 'identifiers')} of this one; the service discarded the other ${rest} for free, or another job took ${agree(rest, 'it', 'them')} and may have charged ${agree(rest, 'it', 'them')}. Another job can be adopted in its place. To give ${agree(rest, 'it', 'them')} up costs nothing more; to send ${agree(rest, 'it', 'them')} again may cost ${agree(rest, 'its', 'their')} price once more.`;
  },
  lookup_in_doubt: () => 'A single lookup of it got no answer and may have been charged.',
  unnamed: ({ found, unnamed }) =>
    s`The service counts ${found} found and left ${unnamed} of them out of its results.`,
  miscounted: ({ total }) =>
    s`The numbers and results that the service shows do not account for the ${plural(total, 'identifier', 'identifiers')} of the job.`,
};
