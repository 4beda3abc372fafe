import type { Lookup, LookupRequest } from './answer.js';

/** Makes the lookup itself, when no other lookup of the same identifier runs. */
export type Look = (request: LookupRequest) => Promise<Lookup>;

/** Ensures that two lookups of one identifier never run in parallel. */
export interface Turns {
  /** Waits for other lookups of this identifier and uses their answer if it fits. */
  take(request: LookupRequest, look: Look): Promise<Lookup>;
}

export function createTurns(): Turns {
  const underWay = new Map<string, { request: LookupRequest; looking: Promise<Lookup> }>();
  return {
    async take(asked, look) {
      const key = keyOf(asked);
      let request = asked;
      for (let other = underWay.get(key); other !== undefined; other = underWay.get(key)) {
        const lookup = await other.looking.catch(() => undefined);
        if (lookup === undefined) continue;
        const theirs = { request: other.request, lookup };
        const answer = shared(request, theirs);
        if (answer !== undefined) return answer;
        request = takingFresh(request, theirs);
      }
      const looking = look(request).finally(() => underWay.delete(key));
      underWay.set(key, { request, looking });
      return looking;
    },
  };
}

/** The key of an identifier, the same for simple and real-time lookups. */
export function keyOf({ kind, id }: LookupRequest): string {
  return `${kind} ${id}`;
}

/** The lookup of another caller, and when this one began to wait for it. */
interface Others {
  readonly request: LookupRequest;
  readonly lookup: Lookup;
}

/**
 * The other caller's answer as an answer to `request`; undefined if this one must look it up itself. An
 * error of the other request, such as its cancellation, is not an answer.
 */
function shared(request: LookupRequest, other: Others): Lookup | undefined {
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
function takingFresh(request: LookupRequest, { lookup }: Others): LookupRequest {
  const { answer, answeredAt } = lookup;
  const own = { ...request, word: undefined };
  if (answer.status !== 'found' || answer.source !== 'api') return own;
  return { ...own, reuseSince: Math.min(request.reuseSince, answeredAt ?? Infinity) };
}

function inWordsOf({ input }: Pick<LookupRequest, 'input'>, lookup: Lookup): Lookup {
  // The other caller's request was paid for once.
  return { ...lookup, cost: 0, answer: { ...lookup.answer, input } };
}

/**
 * Whether it is a simple lookup or a real-time one with its birth date, which can be written in two
 * ways.
 */
function wayOf({ birthDate }: LookupRequest): string {
  return birthDate === undefined ? 'simple' : birthDate.replaceAll('/', '');
}
