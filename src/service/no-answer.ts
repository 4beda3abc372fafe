import { IN_DOUBT } from './errors.js';
import type { FailureReason } from './failure.js';

type Reason = Exclude<FailureReason, 'aborted'>;

const SENTENCES: Readonly<Record<Exclude<Reason, 'unreachable'>, string>> = {
  dropped: 'The connection broke before the whole answer came',
  timeout: 'The service did not answer in time',
  too_large: 'The answer is larger than any the service documents',
  bad_proxy: 'The proxy settings of the environment are unusable',
};

const UNTRUSTED = 'its certificate is not trusted; NODE_EXTRA_CA_CERTS names one that is';

/** By the code of Node's own error. */
const BECAUSE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'its name could not be looked up',
  ENETUNREACH: 'there is no network',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
};

/** The sentence for a request that nothing answered: what happened, and what to do. */
export function noAnswer(
  host: string,
  reason: Reason,
  cause: unknown,
  mayHaveCharged: boolean,
): string {
  if (reason === 'unreachable') return unreachable(host, cause);
  return `${SENTENCES[reason]}; ${mayHaveCharged ? IN_DOUBT : 'try again'}.`;
}

/** No connection came about, so nothing is in doubt; the host and the reason are what helps. */
function unreachable(host: string, cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const because = BECAUSE[code] ?? (/^\w+$/.test(code) ? code : 'no connection');
  return (
    `The service at ${host} could not be reached (${because}) and nothing was charged; ` +
    'check the base URL and the network, then try again.'
  );
}
