import type { PeriodLimits } from '../money/period-limits.js';
import { createWatch } from '../money/settle-by-balance.js';
import { requireBirthDate, type Lookup, type LookupRequest } from './answer.js';
import { askedOf, type Keeping } from './kept-records.js';
import { keyOf, lookUp, type LookupCall, type LookupDeps } from './lookup.js';
import type { ConfereError } from '../errors.js';
import { limitPassed, SessionSpending } from './session-spending.js';
import { createBreaker, type StopRule } from './stop-rule.js';

export interface LookupSessionOptions extends Keeping, Pick<LookupDeps, 'wording' | 'tell'> {
  readonly maxCredits?: number;
  readonly periods?: PeriodLimits;
  readonly stopRule: StopRule;
  /** Records of this session answer to its end, whatever age was requested. */
  readonly reusesOwn: boolean;
}

/** Knows which requests run, when to stop and what may be spent; the ledger knows what every session asks for. */
export interface LookupSession {
  /** Failures are part of the answer. @throws UsageError for an invalid birth date */
  lookUp(request: LookupRequest, call: LookupCall): Promise<Lookup>;
  isOver(): boolean;
  /** The limit that its requests turned out to have passed. */
  passed(): Promise<ConfereError | undefined>;
}

export function createLookupSession(options: LookupSessionOptions): LookupSession {
  const { clock, stopRule, reusesOwn } = options;
  const inTurn = createTurns();
  const deps: LookupDeps = {
    ...options,
    breaker: createBreaker(stopRule, clock),
    found: reusesOwn ? new Set() : undefined,
    spending: new SessionSpending(options),
    watch: createWatch(options),
  };
  return {
    isOver: () => deps.breaker.why() !== undefined,
    passed: () => limitPassed(options),
    async lookUp(request, call) {
      const { birthDate } = request;
      if (birthDate !== undefined) requireBirthDate(birthDate, clock.now());
      return inTurn(request, (own) => lookUp(deps, own, call));
    },
  };
}

function createTurns() {
  const underWay = new Map<string, { request: LookupRequest; looking: Promise<Lookup> }>();
  return async (asked: LookupRequest, look: (request: LookupRequest) => Promise<Lookup>) => {
    const key = keyOf(asked);
    let request = asked;
    for (let other = underWay.get(key); other !== undefined; other = underWay.get(key)) {
      const lookup = await other.looking.catch(() => undefined);
      if (lookup === undefined) continue;
      const answer = shared(request, other.request, lookup);
      if (answer !== undefined) return answer;
      request = afterAnother(request, lookup);
    }
    const looking = look(request).finally(() => underWay.delete(key));
    underWay.set(key, { request, looking });
    return looking;
  };
}

function shared(request: LookupRequest, other: LookupRequest, lookup: Lookup): Lookup | undefined {
  const { answer, answeredAt, failure } = lookup;
  if (askedOf(request) !== askedOf(other) || answer.source !== 'api') return undefined;
  if (answer.status !== 'not_found' && answer.status !== 'found') return undefined;
  // The other caller's request was paid for once.
  const mine = { ...lookup, cost: 0, answer: { ...answer, input: request.input } };
  const isKept =
    answer.status === 'found' && request.birthDate === undefined && failure === undefined;
  if (!isKept || answeredAt === undefined) return mine;
  const fetchedAt = new Date(answeredAt).toISOString();
  return { ...mine, answer: { ...mine.answer, source: 'ledger', fetchedAt } };
}

/** The user's word does not cover a doubt that arose since. */
function afterAnother(request: LookupRequest, { answer, answeredAt }: Lookup): LookupRequest {
  const own = { ...request, word: undefined };
  if (answer.status !== 'found' || answer.source !== 'api') return own;
  return { ...own, reuseSince: Math.min(request.reuseSince, answeredAt ?? Infinity) };
}
