import { s } from './words.js';

/** What the service answered, or that it did not. */
export const service = {
  attempt: (attempt: number) => s` (attempt ${attempt})`,
  noAnswer: 'no answer',
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
  rateLimited: 'Rate limited, and waiting would pass the deadline.',
  tryWithMoreTime: 'try again with more time, such as --timeout 5m',
};
