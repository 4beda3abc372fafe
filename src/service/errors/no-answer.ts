import { inDoubt } from './errors.js';
import type { FailureReason } from './failure.js';
import { reasonInBrackets } from './unreachable.js';
import { say } from '../../text/index.js';

type Reason = Exclude<FailureReason, 'aborted'>;

const SENTENCES = {
  dropped: () => say`The connection broke before the whole answer came`,
  timeout: () => say`The service did not answer in time`,
  too_large: () => say`The answer is larger than any the service documents`,
  bad_proxy: () => say`The proxy settings of the environment are unusable`,
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
    return say`${told}; nothing was charged. Check the base URL and the network, then try again.`;
  }
  const next = reason === 'bad_proxy' ? say`correct HTTPS_PROXY and HTTP_PROXY` : say`try again`;
  return `${SENTENCES[reason]()}; ${mayHaveCharged ? inDoubt() : next}.`;
}

function untrusted(host: string): string {
  return say`The certificate of ${host} is not trusted (NODE_EXTRA_CA_CERTS adds authorities)`;
}

/** No connection came about, so nothing is in doubt; the host and the reason are what helps. */
function unreachable(host: string, cause: unknown): string {
  return say`The service at ${host} could not be reached${reasonInBrackets(cause, host)}`;
}
