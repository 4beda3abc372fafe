import { readTyped, type IdentifierKind } from '../identifiers/index.js';
import type { PeriodLimits } from '../money/period-limits.js';
import type { Keeping } from '../lookups/kept-records.js';
import type { Lookup } from '../lookups/lookup.js';
import { createLookupSession } from '../lookups/lookup-session.js';
import { standingRule } from '../lookups/stop-rule.js';
import { invalidLookup } from '../output/lookups/invalid-lookup.js';
import { lookupWording } from './sentences.js';
import type { ServiceClient } from '../service/index.js';

/** The arguments of a tool call. */
export interface Asked {
  readonly kind: IdentifierKind;
  readonly input: string;
  /** Makes it a real-time lookup. */
  readonly birthDate?: string;
}

export interface LookupDeps extends Keeping {
  readonly client: ServiceClient;
  /** Credits that this session may spend; no limit when left out. */
  readonly maxCredits?: number;
  /** What all requests of the ledger may spend in a day or a month. */
  readonly periods: PeriodLimits;
  /** The maximum age in ms of a paid record that is reused. */
  readonly reuse: number;
  /** The maximum time in ms that a call waits for another process or for the balance. */
  readonly longestWait: number;
}

export interface Lookups {
  readonly lookUp: (asked: Asked, stop: AbortSignal) => Promise<Lookup>;
  /** The client gets the answer. */
  readonly shown: (lookup: Lookup) => Promise<void>;
}

/**
 * The lookups of the tools, all in one session.
 *
 * @throws UsageError for an invalid birth date
 */
export function createLookups({ client, reuse, longestWait, ...keeping }: LookupDeps): Lookups {
  const rules = { stopRule: standingRule, reusesOwn: false, wording: lookupWording };
  const session = createLookupSession({ ...keeping, ...rules });
  return {
    lookUp: async (asked, stop) => {
      const typed = readTyped(asked.input, asked.kind);
      if (!typed.valid) return invalidLookup(asked.input, asked.kind, typed);
      const now = keeping.clock.now();
      const request = { ...asked, id: typed.id, reuseSince: now - reuse };
      const until = now + longestWait;
      return session.lookUp(request, { client: client.within({ deadline: until }), stop, until });
    },
    shown: (lookup) => session.shown(lookup),
  };
}
