import { IN_DOUBT } from './errors.js';
import type { FailureReason } from './failure.js';
import { reasonInBrackets } from './unreachable.js';

type Reason = Exclude<FailureReason, 'aborted'>;

const SENTENCES = {
  dropped: 'The connection broke before the whole answer came',
  timeout: 'The service did not answer in time',
  too_large: 'The answer is larger than any the service documents',
  bad_proxy: 'The proxy settings of the environment are unusable',
} as const;

/** The sentence for a request that nothing answered: what happened, and what to do. */
export function noAnswer(
  host: string,
  reason: Reason,
  cause: unknown,
  mayHaveCharged: boolean,
): string {
  if (reason === 'unreachable' || reason === 'untrusted') {
    const told = reason === 'untrusted' ? untrusted(host) : unreachable(host, cause);
    return `${told}; nothing was charged. Check the base URL and the network, then try again.`;
  }
  const next = reason === 'bad_proxy' ? 'correct HTTPS_PROXY and HTTP_PROXY' : 'try again';
  return `${SENTENCES[reason]}; ${mayHaveCharged ? IN_DOUBT : next}.`;
}

function untrusted(host: string): string {
  return `The certificate of ${host} is not trusted (NODE_EXTRA_CA_CERTS adds authorities)`;
}

/** No connection came about, so nothing is in doubt; the host and the reason are what helps. */
function unreachable(host: string, cause: unknown): string {
  return `The service at ${host} could not be reached${reasonInBrackets(cause, host)}`;
}
