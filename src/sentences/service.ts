import type { NoAnswer, Obstacle, RequestFacts, ServiceErrorFacts } from '../errors/service.js';
import type { Sentences } from '../errors.js';
import { say } from '../text/index.js';

export type ServiceSentences = Sentences<Exclude<keyof ServiceErrorFacts, 'interrupted'>> & {
  readonly interrupted: (facts: RequestFacts) => string;
};

/**
 * The sentences about the service. Its own words replace ours where it sent any. `inDoubt`: what to do
 * about a request that may have been charged, `tooSlow`: about a free one that took too long; they end a sentence.
 */
export function serviceSentences(
  inDoubt: () => string,
  tooSlow = () => say`try again`,
): ServiceSentences {
  return {
    key_refused: orItsWords(() => say`The service refused the API key or the account; check both.`),
    insufficient_credits: tooFewCredits,
    not_found: orItsWords(() => say`The service has no such record.`),
    route_not_found: ({ host }) =>
      say`The service at ${host} has no such route; check the base URL.`,
    refused_input: orItsWords(() => say`The service refused the input; correct it.`),
    rate_limited: orItsWords(
      () => say`Rate limited, and waiting would pass the deadline; run it again later.`,
    ),
    service_failed: orItsWords((facts) => failed(facts, inDoubt)),
    unreadable_answer: orItsWords(({ mayHaveCharged }) => {
      const next = mayHaveCharged ? inDoubt() : say`check the base URL`;
      return say`The service answered in a form that is not documented; ${next}.`;
    }),
    network: (facts) => noAnswer(facts, inDoubt, tooSlow),
    interrupted: orItsWords(() => say`Interrupted before the service answered.`),
  };
}

function orItsWords(ours: (facts: RequestFacts) => string): (facts: RequestFacts) => string {
  return (facts) => facts.serviceMessage ?? ours(facts);
}

function tooFewCredits(facts: ServiceErrorFacts['insufficient_credits']): string {
  const { balance, serviceMessage } = facts;
  if (balance !== 'unread') return serviceMessage ?? say`Too few credits; check the balance.`;
  const unread = say`The service refused this with HTTP 403, and GET /quota did not answer to say whether it is about credits or about the key; nothing was charged. Run it again later.`;
  if (serviceMessage === undefined) return unread;
  return `${serviceMessage}${isSentence(serviceMessage) ? '' : '.'} ${unread}`;
}

/** Whether a text ends as a sentence does. The service's messages often have no full stop. */
export function isSentence(text: string): boolean {
  return /[.!?…]$/.test(text);
}

function failed({ httpStatus, mayHaveCharged }: RequestFacts, inDoubt: () => string): string {
  const status = httpStatus ?? say`no status`;
  if (typeof status === 'number' && status >= 300 && status < 400 && status !== NOT_MODIFIED)
    return redirected(status, mayHaveCharged ? inDoubt() : undefined);
  const next = mayHaveCharged ? inDoubt() : say`try again later`;
  return say`The service failed with HTTP ${status}; ${next}.`;
}

/** It leads nowhere else. */
const NOT_MODIFIED = 304;

function redirected(status: number, doubt: string | undefined): string {
  return doubt === undefined
    ? say`The service redirects (HTTP ${status}), which is never followed because the API key would travel; check the base URL.`
    : say`The service redirects (HTTP ${status}), which is never followed because the API key would travel. Check the base URL; ${doubt}.`;
}

/** What happened instead of an answer, and what to do. */
function noAnswer(
  facts: ServiceErrorFacts['network'],
  inDoubt: () => string,
  tooSlow: () => string,
): string {
  const { host, reason, obstacle, mayHaveCharged } = facts;
  if (reason === 'unreachable' || reason === 'untrusted') {
    const told =
      reason === 'untrusted'
        ? say`The certificate of ${host} is not trusted (NODE_EXTRA_CA_CERTS adds authorities; Node 22.15 and newer trust those of the system, too)`
        : say`The service at ${host} could not be reached${inBrackets(obstacle)}`;
    return say`${told}; nothing was charged. Check the base URL and the network, then try again.`;
  }
  const next = mayHaveCharged ? inDoubt() : reason === 'timeout' ? tooSlow() : mended(reason);
  return `${whatHappened(reason)}; ${next}.`;
}

function mended(reason: NoAnswer): string {
  return reason === 'bad_proxy' ? say`correct HTTPS_PROXY and HTTP_PROXY` : say`try again`;
}

function whatHappened(reason: Exclude<NoAnswer, 'unreachable' | 'untrusted'>): string {
  switch (reason) {
    case 'dropped':
      return say`The connection broke before the whole answer came`;
    case 'timeout':
      return say`The service did not answer in time`;
    case 'too_large':
      return say`The answer is larger than any the service documents`;
    case 'bad_proxy':
      return say`The proxy settings of the environment are unusable`;
  }
}

function inBrackets({ proxyStatus, code, address }: Obstacle): string {
  if (proxyStatus !== undefined) return say` (the proxy answered ${proxyStatus})`;
  if (code === undefined) return '';
  return address === undefined ? ` (${code})` : say` (${code} at ${address})`;
}
