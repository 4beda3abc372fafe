import type { Lookup, LookupRequest } from './lookup.js';
import { shared, takingFresh } from './sharing.js';

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
