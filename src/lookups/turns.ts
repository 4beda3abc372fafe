import type { Lookup, LookupRequest } from './lookup.js';
import { shared, takingFresh } from './sharing.js';

/** Looks for itself, when nobody else asks for the same identifier. */
export type Look = (request: LookupRequest) => Promise<Lookup>;

/** Two lookups of one identifier never run side by side. */
export interface Turns {
  /** Waits for the others that ask for this identifier and takes their answer where it is one. */
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

/** Names the identifier, whichever way it is asked for. */
export function keyOf({ kind, id }: LookupRequest): string {
  return `${kind} ${id}`;
}
