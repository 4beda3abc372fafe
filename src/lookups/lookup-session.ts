import { createWatch } from '../money/settle-by-balance.js';
import type { PeriodLimits } from '../money/period-limits.js';
import { requireBirthDate, type Lookup, type LookupRequest } from './answer.js';
import type { Keeping } from './kept-records.js';
import { lookUp, type LookupCall, type LookupDeps } from './lookup.js';
import { SessionSpending } from './session-spending.js';
import { createBreaker, type StopRule } from './stop-rule.js';
import { createTurns } from './turns.js';

export interface LookupSessionOptions extends Keeping, Pick<LookupDeps, 'wording' | 'tell'> {
  /** Credits that the session may spend; no limit when left out. */
  readonly maxCredits?: number;
  /** What all requests of the ledger may spend in a day or a month; no limits when left out. */
  readonly periods?: PeriodLimits;
  readonly stopRule: StopRule;
  /** Records found in this session are reused until its end, whatever age was requested. */
  readonly reusesOwn: boolean;
}

/**
 * A session of single lookups. It knows which requests run, when to stop and what may be spent; the ledger
 * knows what every session asks for and which outcomes are unknown.
 */
export interface LookupSession {
  /**
   * Looks up one identifier in the ledger, otherwise at the service. Failures are part of the answer. Call `noteShown`
   * when it has reached its reader.
   *
   * @throws UsageError for an invalid birth date; nothing was requested then
   */
  lookUp(request: LookupRequest, call: LookupCall): Promise<Lookup>;
  /** Whether the session sends no more requests; it still answers from the ledger. */
  isOver(): boolean;
}

export function createLookupSession(options: LookupSessionOptions): LookupSession {
  const { clock, stopRule, reusesOwn } = options;
  const turns = createTurns();
  const deps: LookupDeps = {
    ...options,
    breaker: createBreaker(stopRule, clock),
    found: reusesOwn ? new Set() : undefined,
    spending: new SessionSpending(options),
    watch: createWatch(options),
  };
  return {
    isOver: () => deps.breaker.why() !== undefined,
    async lookUp(request, call) {
      const { birthDate } = request;
      if (birthDate !== undefined) requireBirthDate(birthDate, clock.now());
      return turns.take(request, (own) => lookUp(deps, own, call));
    },
  };
}
