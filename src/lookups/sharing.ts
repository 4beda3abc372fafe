import type { Lookup, LookupRequest } from './lookup.js';

/** The lookup of another caller, and when this one began to wait for it. */
export interface Others {
  readonly request: LookupRequest;
  readonly lookup: Lookup;
}

/**
 * The other caller's answer as an answer to `request`; undefined if this one must look it up itself. An
 * error of the other request, such as its cancellation, is not an answer.
 */
export function shared(request: LookupRequest, other: Others): Lookup | undefined {
  const { lookup } = other;
  if (wayOf(request) !== wayOf(other.request) || lookup.answer.source !== 'api') return undefined;
  if (lookup.answer.status === 'not_found') return inWordsOf(request, lookup);
  return lookup.answer.status === 'found' ? sharedRecord(request, lookup) : undefined;
}

/**
 * Only the first caller's lookup was paid; for the others the record comes from the ledger, if it is
 * stored.
 */
function sharedRecord(request: LookupRequest, lookup: Lookup): Lookup {
  const { answeredAt, failure } = lookup;
  const mine = inWordsOf(request, lookup);
  const isKept = request.birthDate === undefined && failure === undefined;
  if (!isKept || answeredAt === undefined) return mine;
  const fetchedAt = new Date(answeredAt).toISOString();
  return { ...mine, answer: { ...mine.answer, source: 'ledger', fetchedAt } };
}

/**
 * A record that arrived after this request was made is recent enough, whatever age was requested. The user's
 * word does not cover a doubt that arose since.
 */
export function takingFresh(request: LookupRequest, { lookup }: Others): LookupRequest {
  const { answer, answeredAt } = lookup;
  const own = { ...request, word: undefined };
  if (answer.status !== 'found' || answer.source !== 'api') return own;
  return { ...own, reuseSince: Math.min(request.reuseSince, answeredAt ?? Infinity) };
}

export function inWordsOf({ input }: Pick<LookupRequest, 'input'>, lookup: Lookup): Lookup {
  return { ...lookup, answer: { ...lookup.answer, input } };
}

/**
 * Whether it is a simple lookup or a real-time one with its birth date, which can be written in two
 * ways.
 */
function wayOf({ birthDate }: LookupRequest): string {
  return birthDate === undefined ? 'simple' : birthDate.replaceAll('/', '');
}
