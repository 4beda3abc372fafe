import { asKnownError, ConfereError } from '../errors.js';
import { COST, type ServiceClient } from '../service/index.js';
import { askService } from './ask-service.js';
import { requireBirthDate } from './birth-date.js';
import { findKept, type Keeping } from './kept-records.js';
import { failedLookup, type Lookup, type LookupRequest, type Wording } from './lookup.js';
import { mayHaveCost, type Budget } from './session-budget.js';
import { inWordsOf } from './sharing.js';
import {
  afterAsking,
  atStart,
  beforeAsking,
  notAsked,
  notAskedLookup,
  whyStopped,
  type Standing,
  type StopRule,
} from './stop-rule.js';
import { createTurns, keyOf } from './turns.js';

export interface LookupSessionOptions extends Keeping {
  /** What the session may spend. */
  readonly budget: Budget;
  readonly stopRule: StopRule;
  /** Records found in this session are reused until its end, whatever age was requested. */
  readonly reusesOwn: boolean;
  /** The sentences of errors, for whoever reads the answers. */
  readonly wording: Wording;
}

/** Options of one lookup. */
export interface LookupCall {
  readonly client: ServiceClient;
  /** Ends waits; a running request is completed, because it may be charged. */
  readonly stop: AbortSignal;
}

/**
 * A session of single lookups. It knows which requests run, which outcomes are unknown, when to stop and
 * what may be spent. The money rules of single lookups are here, for command, library and MCP.
 */
export interface LookupSession {
  /**
   * Looks up one identifier in the ledger, otherwise at the service. Failures are part of the answer.
   *
   * @throws UsageError for an invalid birth date; nothing was requested then
   */
  lookUp(request: LookupRequest, call: LookupCall): Promise<Lookup>;
  /** Whether the session sends no more requests; it still answers from the ledger. */
  isOver(): boolean;
}

export function createLookupSession(options: LookupSessionOptions): LookupSession {
  const { clock } = options;
  const turns = createTurns();
  const session: Session = {
    ...options,
    standing: atStart,
    resting: new AbortController(),
    doubtful: new Map(),
    found: new Set(),
  };
  return {
    isOver: () => stoppedBy(session) !== undefined,
    async lookUp(request, call) {
      const { birthDate } = request;
      if (birthDate !== undefined) requireBirthDate(birthDate, clock.now());
      return turns.take(request, (own) => lookUp(session, own, call));
    },
  };
}

interface Session extends LookupSessionOptions {
  standing: Standing;
  /** Ends the waits of requests that must not be sent any more. */
  resting: AbortController;
  /** Lookups that may have been charged without an answer: the session never requests them again. */
  readonly doubtful: Map<string, Lookup>;
  /** The identifiers whose records are reused until the end of the session. */
  readonly found: Set<string>;
}

/**
 * Answers without a request where possible: from the ledger, or because the outcome is unknown, the
 * session is over, or the caller stopped it.
 */
async function lookUp(session: Session, request: LookupRequest, call: LookupCall): Promise<Lookup> {
  const known = (await findHere(session, request)) ?? session.doubtful.get(keyOf(request));
  if (known !== undefined) return inWordsOf(request, known);
  const because = stoppedBy(session);
  if (because !== undefined) return notAskedLookup(request, because, session.wording);
  if (call.stop.aborted)
    return failedLookup(request, asKnownError(call.stop.reason), session.wording);
  return payFor(session, request, call);
}

/** After the end of the session, an error of the ledger gives way to the error that ended the session. */
async function findHere(session: Session, request: LookupRequest): Promise<Lookup | undefined> {
  const wanted = session.found.has(keyOf(request)) ? { ...request, reuseSince: 0 } : request;
  try {
    return await findKept(session, wanted);
  } catch (error) {
    if (stoppedBy(session) === undefined) throw error;
    return undefined;
  }
}

/**
 * Reserves the cost, sends the request, and releases what was not charged. An unknown outcome or a
 * defect keeps the reservation.
 */
async function payFor(
  session: Session,
  request: LookupRequest,
  { client, stop }: LookupCall,
): Promise<Lookup> {
  const { budget, clock, stopRule } = session;
  const cost = request.birthDate === undefined ? COST.simple : COST.realtime;
  if (!budget.reserve(cost)) {
    const failure = new ConfereError('over_max_credits', {
      ...{ of: 'lookup', cost, left: budget.left(), limit: budget.limit },
    });
    return failedLookup(request, failure, session.wording);
  }
  session.standing = beforeAsking(session.standing, stopRule, clock.now());
  const bounds = { stop: AbortSignal.any([stop, session.resting.signal]) };
  const lookup = await askService({ ...session, client: client.within(bounds) }, request);
  if (!mayHaveCost(lookup)) budget.release(cost);
  remember(session, request, lookup);
  return lookup;
}

/** Remembers the outcome, for the identifier and for the session. */
function remember(session: Session, request: LookupRequest, lookup: Lookup): void {
  const key = keyOf(request);
  if (lookup.failure?.kind === 'unconfirmed') session.doubtful.set(key, lookup);
  if (session.reusesOwn && lookup.answer.status === 'found') session.found.add(key);
  session.standing = afterAsking(session.standing, lookup, session.stopRule, session.clock.now());
  const because = stoppedBy(session);
  if (because === undefined) return;
  // Cancels lookups that still wait for the rate limit or for a retry.
  session.resting.abort(notAsked(because, session.wording));
  session.resting = new AbortController();
}

function stoppedBy({ standing, clock }: Session) {
  return whyStopped(standing, clock.now());
}
