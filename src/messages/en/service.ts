import { s } from './words.js';

/** What the service answered, or that it did not. */
export const service = {
  attempt: (attempt: number) => s` (attempt ${attempt})`,
  noAnswer: 'no answer',
  noAnswerWithin: (ms: number) => s`no answer within ${ms} ms`,
  minuteUsedUp: (seconds: number) =>
    s`The limit of requests per minute is used up; continuing in ${seconds} s.`,
  asksToWait: (seconds: number, status: number) =>
    s`The service asks to wait ${seconds} s (HTTP ${status}).`,
  retrying: (seconds: number) => s`No usable answer; retrying in ${seconds} s.`,
  retryingAfter: (status: number, seconds: number) =>
    s`No usable answer (HTTP ${status}); retrying in ${seconds} s.`,
  tlsAlwaysChecked:
    'NODE_TLS_REJECT_UNAUTHORIZED is ignored: certificates are always checked. To trust an authority of your own, set NODE_EXTRA_CA_CERTS to its file.',
  freeAskIn: (wait: string) => s`Nothing was charged for it; ask for it again in ${wait}.`,
  freeAskLater: 'Nothing was charged for it; ask for it again when the service answers.',
  free: 'Nothing was charged for it.',
  quoted: (words: string) => s`The service answered: "${words}"`,
  mayBeChargedLookup:
    'it may have been charged: the same lookup without --fresh asks again only if the balance shows that it was free',
  mayBeCharged: 'it may have been charged',
  keyRefused: 'The service refused the API key or the account; check both.',
  tooFewCredits: 'Too few credits; check the balance.',
  forbiddenUnclear:
    'The service refused this with HTTP 403, and GET /quota did not answer to say whether it is about credits or about the key; nothing was charged. Run it again later.',
  notFound: 'The service has no such record.',
  noRoute: (host: string) => s`The service at ${host} has no such route; check the base URL.`,
  inputRefused: 'The service refused the input; correct it.',
  rateLimited: 'Rate limited, and waiting would pass the deadline.',
  rateLimitedLater: 'Rate limited, and waiting would pass the deadline; run it again later.',
  noStatus: 'no status',
  checkBaseUrl: 'check the base URL',
  undocumented: (next: string) =>
    s`The service answered in a form that is not documented; ${next}.`,
  interrupted: 'Interrupted before the service answered.',
  redirects: (status: number) =>
    s`The service redirects (HTTP ${status}), which is never followed because the API key would travel; check the base URL.`,
  redirectsInDoubt: (status: number, doubt: string) =>
    s`The service redirects (HTTP ${status}), which is never followed because the API key would travel. Check the base URL; ${doubt}.`,
  tryLater: 'try again later',
  failed: (status: string | number, next: string) =>
    s`The service failed with HTTP ${status}; ${next}.`,
  connectionBroke: 'The connection broke before the whole answer came',
  timedOut: 'The service did not answer in time',
  answerTooLarge: 'The answer is larger than any the service documents',
  badProxy: 'The proxy settings of the environment are unusable',
  nothingCharged: (told: string) =>
    s`${told}; nothing was charged. Check the base URL and the network, then try again.`,
  correctProxy: 'correct HTTPS_PROXY and HTTP_PROXY',
  tryAgain: 'try again',
  tryWithMoreTime: 'try again with more time, such as --timeout 5m',
  untrusted: (host: string) =>
    s`The certificate of ${host} is not trusted (NODE_EXTRA_CA_CERTS adds authorities; Node 22.15 and newer trust those of the system, too)`,
  unreachable: (host: string, obstacle: string) =>
    s`The service at ${host} could not be reached${obstacle}`,
  proxyAnswered: (proxyStatus: string) => s` (the proxy answered ${proxyStatus})`,
  obstacleAt: (code: string, address: string) => s` (${code} at ${address})`,
};
