import { s } from './words.js';

/** What the service answered, or that it did not. */
export const service = {
  attempt: (attempt: number) => s` (attempt ${attempt})`,
  noAnswer: 'no answer',
  minuteUsedUp: (seconds: number) => s`Rate limit reached; continuing in ${seconds} s.`,
  asksToWait: (seconds: number, status: number) =>
    s`The service asks to wait ${seconds} s (HTTP ${status}).`,
  retrying: (seconds: number) => s`No usable answer; retrying in ${seconds} s.`,
  retryingAfter: (status: number, seconds: number) =>
    s`No usable answer (HTTP ${status}); retrying in ${seconds} s.`,
  tlsAlwaysChecked:
    'NODE_TLS_REJECT_UNAUTHORIZED is ignored: certificates are always verified. To trust a certificate authority of your own, set NODE_EXTRA_CA_CERTS to its file.',
  freeAskIn: (wait: string) => s`Nothing was charged for it. Look it up again in ${wait}.`,
  freeAskLater: 'Nothing was charged for it. Look it up again when the service answers.',
  free: 'Nothing was charged for it.',
  quoted: (words: string) => s`The service answered: "${words}"`,
  mayBeChargedLookup:
    'it may have been charged: run the same lookup without --fresh, which is sent again only if the balance shows no charge',
  mayBeCharged: 'it may have been charged',
  rateLimited: 'Rate limit reached, and waiting would pass the deadline.',
  tryWithMoreTime: 'try again with more time, such as --timeout 5m',
};
