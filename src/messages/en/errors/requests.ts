import type { LocalTrouble, RequestErrors, NoAnswerFacts } from '../../../base/facts.js';
import type { Sentences } from '../../reader.js';
import { isRedirect, unlessInDoubt } from '../../service-words.js';
import { agree, identifiers, number, s } from '../phrases.js';

/** The sentences of failed requests, for answers in which the service said nothing. */
export const requestErrors: Sentences<RequestErrors> = {
  key_refused: () => 'The service refused the API key or the account. Check both.',
  insufficient_credits: ({ balance }) =>
    balance === 'unread'
      ? 'Nothing was charged: the service refused this with HTTP 403, and GET /quota did not answer, ' +
        'so the reason may be the credits or the key. Run it again later.'
      : 'Not enough credits. Check the balance.',
  not_found: () => 'The service has no such record.',
  route_not_found: ({ host }) =>
    s`The service at ${host} does not have this address. Check the base URL.`,
  refused_input: () => 'The service refused the input. Correct it.',
  rate_limited: ({ retryAfter }, to) =>
    s`Rate limit reached, and waiting would pass the deadline. ${to.rateLimitAdvice(retryAfter)}`,
  service_failed(facts, to) {
    const status = facts.httpStatus ?? 'no status';
    if (isRedirect(facts))
      return (
        s`The service redirected the request (HTTP ${status}); redirects are not followed, to protect the API key. ` +
        s`Check the base URL${unlessInDoubt(facts, to, '.')}`
      );
    return s`The service failed (HTTP ${status})${unlessInDoubt(facts, to, '. Try again later.')}`;
  },
  unreadable_answer: (facts, to) =>
    s`The service answered in an undocumented form${unlessInDoubt(facts, to, '. Check the base URL.')}`,
  network(facts, to) {
    switch (facts.reason) {
      case 'untrusted':
        return (
          s`Nothing was charged: the certificate of ${facts.host} is not trusted. Check the base URL and the network; ` +
          'NODE_EXTRA_CA_CERTS adds a certificate authority, NODE_USE_SYSTEM_CA=1 those of the system.'
        );
      case 'unreachable':
        return (
          s`Nothing was charged: the service at ${facts.host} could not be reached${describeObstacle(facts)}. ` +
          'Check the base URL and the network, then try again.'
        );
      case 'dropped':
        return s`The connection broke before the whole answer arrived${unlessInDoubt(facts, to, '. Try again.')}`;
      case 'timeout':
        return s`The service did not answer in time${unlessInDoubt(facts, to, `; ${to.slowAdvice()}.`)}`;
      case 'too_large':
        return s`The answer is larger than any that the service documents${unlessInDoubt(facts, to, '. Try again.')}`;
    }
  },
  interrupted: (facts, to) =>
    'during' in facts ? to.stopAdvice(facts) : 'Stopped before the service answered.',
};

function describeObstacle({
  proxyStatus,
  code,
  address,
}: Extract<NoAnswerFacts, { reason: 'unreachable' }>) {
  if (proxyStatus) return s` (the proxy answered ${proxyStatus})`;
  if (!code) return '';
  return address ? s` (${code} at ${address})` : s` (${code})`;
}

/** The sentences that say why a job failed or is unconfirmed, where no failed request is the reason. */
export const troubles: {
  readonly [C in LocalTrouble['code']]: (trouble: Extract<LocalTrouble, { code: C }>) => string;
} = {
  run_ended: () => 'The run ended before the answer arrived.',
  not_covered: () => 'The balance or a budget did not cover it.',
  adopted_part({ items, total }) {
    const missing = items - total;
    const them = agree(missing, 'it', 'them');
    return (
      s`The adopted job has ${number(total)} of the ${identifiers(items)} of this one. The service discarded the other ${number(missing)} for free, ` +
      s`or another job took ${them} and may have charged ${them}: you can adopt another job instead, abandon ${them} at no further cost, ` +
      s`or send ${them} again, which may cost ${agree(missing, 'its', 'their')} price once more.`
    );
  },
  lookup_in_doubt: () => 'A single lookup of it got no answer and may have been charged.',
  unnamed: ({ found, unnamed }) =>
    s`The service counts ${number(found)} found, but ${number(unnamed)} of them ${agree(unnamed, 'is', 'are')} not in its results.`,
  miscounted: ({ total }) =>
    s`The counts and results of the service do not add up to the ${identifiers(total)} of the job.`,
};
