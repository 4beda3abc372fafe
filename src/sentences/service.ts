import type { NoAnswer, Obstacle, RequestFacts, ServiceErrorFacts } from '../errors/service.js';
import type { Sentences } from '../errors.js';
import { t } from '../messages/index.js';

export type ServiceSentences = Sentences<Exclude<keyof ServiceErrorFacts, 'interrupted'>> & {
  readonly interrupted: (facts: RequestFacts) => string;
};

/**
 * The sentences about the service. Its own words replace ours where it sent any. `inDoubt`: what to do
 * about a request that may have been charged, `tooSlow`: about a free one that took too long; they end a sentence.
 */
export function serviceSentences(
  inDoubt: () => string,
  tooSlow = () => t.service.tryAgain,
): ServiceSentences {
  return {
    key_refused: orItsWords(() => t.service.keyRefused),
    insufficient_credits: tooFewCredits,
    not_found: orItsWords(() => t.service.notFound),
    route_not_found: ({ host }) => t.service.noRoute(host),
    refused_input: orItsWords(() => t.service.inputRefused),
    rate_limited: orItsWords(() => t.service.rateLimitedLater),
    service_failed: orItsWords((facts) => failed(facts, inDoubt)),
    unreadable_answer: orItsWords(({ mayHaveCharged }) => {
      const next = mayHaveCharged ? inDoubt() : t.service.checkBaseUrl;
      return t.service.undocumented(next);
    }),
    network: (facts) => noAnswer(facts, inDoubt, tooSlow),
    interrupted: orItsWords(() => t.service.interrupted),
  };
}

function orItsWords(ours: (facts: RequestFacts) => string): (facts: RequestFacts) => string {
  return (facts) => facts.serviceMessage ?? ours(facts);
}

function tooFewCredits(facts: ServiceErrorFacts['insufficient_credits']): string {
  const { balance, serviceMessage } = facts;
  if (balance !== 'unread') return serviceMessage ?? t.service.tooFewCredits;
  const unread = t.service.forbiddenUnclear;
  if (serviceMessage === undefined) return unread;
  return `${serviceMessage}${isSentence(serviceMessage) ? '' : '.'} ${unread}`;
}

/** Whether a text ends as a sentence does. The service's messages often have no full stop. */
export function isSentence(text: string): boolean {
  return /[.!?…]$/.test(text);
}

function failed({ httpStatus, mayHaveCharged }: RequestFacts, inDoubt: () => string): string {
  const status = httpStatus ?? t.service.noStatus;
  if (typeof status === 'number' && status >= 300 && status < 400 && status !== NOT_MODIFIED)
    return redirected(status, mayHaveCharged ? inDoubt() : undefined);
  const next = mayHaveCharged ? inDoubt() : t.service.tryLater;
  return t.service.failed(status, next);
}

/** It leads nowhere else. */
const NOT_MODIFIED = 304;

function redirected(status: number, doubt: string | undefined): string {
  return doubt === undefined
    ? t.service.redirects(status)
    : t.service.redirectsInDoubt(status, doubt);
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
        ? t.service.untrusted(host)
        : t.service.unreachable(host, inBrackets(obstacle));
    return t.service.nothingCharged(told);
  }
  const next = mayHaveCharged ? inDoubt() : reason === 'timeout' ? tooSlow() : mended(reason);
  return `${whatHappened(reason)}; ${next}.`;
}

function mended(reason: NoAnswer): string {
  return reason === 'bad_proxy' ? t.service.correctProxy : t.service.tryAgain;
}

function whatHappened(reason: Exclude<NoAnswer, 'unreachable' | 'untrusted'>): string {
  switch (reason) {
    case 'dropped':
      return t.service.connectionBroke;
    case 'timeout':
      return t.service.timedOut;
    case 'too_large':
      return t.service.answerTooLarge;
    case 'bad_proxy':
      return t.service.badProxy;
  }
}

function inBrackets({ proxyStatus, code, address }: Obstacle): string {
  if (proxyStatus !== undefined) return t.service.proxyAnswered(proxyStatus);
  if (code === undefined) return '';
  return address === undefined ? ` (${code})` : t.service.obstacleAt(code, address);
}
