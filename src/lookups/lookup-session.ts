import { asKnownError } from '../errors.js';
import { COST, type ServiceClient } from '../service/index.js';
import { askService } from './ask-service.js';
import { requireBirthDate } from './birth-date.js';
import { findKept, type Keeping } from './kept-records.js';
import { failedLookup, type Lookup, type LookupRequest } from './lookup.js';
import { mayHaveCost, OverSessionBudgetError, type Budget } from './session-budget.js';
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
  /** What was found in this session answers until its end, whatever age was wanted. */
  readonly reusesOwn: boolean;
}

/** How one lookup may ask. */
export interface LookupCall {
  readonly client: ServiceClient;
  /** Ends waits; a request under way is finished, because it may be paid for. */
  readonly stop: AbortSignal;
}

/**
 * Single lookups that know of each other: what is asked right now, what is in doubt, when to stop and
 * what may be spent. The money rules of single lookups are here, for command, library and MCP.
 */
export interface LookupSession {
  /**
   * One identifier from the ledger, else from the service. Failures are in the answer.
   * @throws UsageError for a bad birth date; nothing was asked then
   */
  lookUp(request: LookupRequest, call: LookupCall): Promise<Lookup>;
  /** Whether nothing is asked now; what the ledger holds is given all the same. */
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
  /** Ends the waits of what is not to be asked any more. */
  resting: AbortController;
  /** What may have been charged without an answer: the session never asks for it again. */
  readonly doubtful: Map<string, Lookup>;
  /** What answers until the end of the session. */
  readonly found: Set<string>;
}

/** Answers without asking where it can: known, in doubt, the session rests, somebody stopped it. */
async function lookUp(session: Session, request: LookupRequest, call: LookupCall): Promise<Lookup> {
  const known = (await findHere(session, request)) ?? session.doubtful.get(keyOf(request));
  if (known !== undefined) return inWordsOf(request, known);
  const because = stoppedBy(session);
  if (because !== undefined) return notAskedLookup(request, because);
  if (call.stop.aborted) return failedLookup(request, asKnownError(call.stop.reason));
  return payFor(session, request, call);
}

/** Where the session is over, a ledger that is of no use any more is told by the error that ended it. */
async function findHere(session: Session, request: LookupRequest): Promise<Lookup | undefined> {
  const wanted = session.found.has(keyOf(request)) ? { ...request, reuseSince: 0 } : request;
  try {
    return await findKept(session, wanted);
  } catch (error) {
    if (stoppedBy(session) === undefined) throw error;
    return undefined;
  }
}

/** Sets the cost aside, asks, and gives back what was not charged. A doubt keeps it, and so does a defect. */
async function payFor(
  session: Session,
  request: LookupRequest,
  { client, stop }: LookupCall,
): Promise<Lookup> {
  const { budget, clock, stopRule } = session;
  const cost = request.birthDate === undefined ? COST.simple : COST.realtime;
  if (!budget.reserve(cost)) {
    return failedLookup(request, new OverSessionBudgetError(cost, budget.left(), budget.limit));
  }
  session.standing = beforeAsking(session.standing, stopRule, clock.now());
  const bounds = { stop: AbortSignal.any([stop, session.resting.signal]) };
  const lookup = await askService({ ...session, client: client.within(bounds) }, request);
  if (!mayHaveCost(lookup)) budget.release(cost);
  remember(session, request, lookup);
  return lookup;
}

/** What the service did counts for the identifier and for the session as a whole. */
function remember(session: Session, request: LookupRequest, lookup: Lookup): void {
  const key = keyOf(request);
  if (lookup.failure?.kind === 'unconfirmed') session.doubtful.set(key, lookup);
  if (session.reusesOwn && lookup.answer.status === 'found') session.found.add(key);
  session.standing = afterAsking(session.standing, lookup, session.stopRule, session.clock.now());
  const because = stoppedBy(session);
  if (because === undefined) return;
  // What still waits for the minute's limit or between attempts is not asked any more.
  session.resting.abort(notAsked(because));
  session.resting = new AbortController();
}

function stoppedBy({ standing, clock }: Session) {
  return whyStopped(standing, clock.now());
}
