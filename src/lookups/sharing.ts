import type { Lookup, LookupRequest } from './lookup.js';

/** A lookup that somebody else asked for, while this one waited. */
export interface Others {
  readonly request: LookupRequest;
  readonly lookup: Lookup;
}

/**
 * The other's answer as an answer to `request`; undefined where this one must look for itself. An error of
 * somebody else's request, such as its cancellation, is no answer.
 */
export function shared(request: LookupRequest, other: Others): Lookup | undefined {
  const { lookup } = other;
  if (wayOf(request) !== wayOf(other.request) || lookup.answer.source !== 'api') return undefined;
  if (lookup.answer.status === 'not_found') return inWordsOf(request, lookup);
  return lookup.answer.status === 'found' ? sharedRecord(request, lookup) : undefined;
}

/** Paid for once: for all but the first it is a record of the ledger, where it stands there. */
function sharedRecord(request: LookupRequest, lookup: Lookup): Lookup {
  const { answeredAt, failure } = lookup;
  const mine = inWordsOf(request, lookup);
  const isKept = request.birthDate === undefined && failure === undefined;
  if (!isKept || answeredAt === undefined) return mine;
  const fetchedAt = new Date(answeredAt).toISOString();
  return { ...mine, answer: { ...mine.answer, source: 'ledger', fetchedAt } };
}

/** A record that came after somebody had asked is fresh enough, whatever age was wanted. */
export function takingFresh(request: LookupRequest, { lookup }: Others): LookupRequest {
  const { answer, answeredAt } = lookup;
  if (answer.status !== 'found' || answer.source !== 'api') return request;
  return { ...request, reuseSince: Math.min(request.reuseSince, answeredAt ?? Infinity) };
}

export function inWordsOf({ input }: Pick<LookupRequest, 'input'>, lookup: Lookup): Lookup {
  return { ...lookup, answer: { ...lookup.answer, input } };
}

/** A simple lookup, or a real-time one with its birth date, which may be written in two ways. */
function wayOf({ birthDate }: LookupRequest): string {
  return birthDate === undefined ? 'simple' : birthDate.replaceAll('/', '');
}
