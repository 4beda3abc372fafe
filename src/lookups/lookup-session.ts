import { createWatch, type Watch } from '../money/settle-by-balance.js';
import type { PeriodLimits } from '../money/period-limits.js';
import { asKnownError } from '../errors.js';
import type { Cost, PriceKind } from '../ledger/index.js';
import type { ServiceClient } from '../service/index.js';
import { askService } from './lookup.js';
import { beginLookup, doubtAbout, type Beginning, type LookupEvent } from './begin-lookup.js';
import { requireBirthDate } from './birth-date.js';
import { findKept, noteReused, noteShown, type Keeping } from './kept-records.js';
import { failedLookup, type Lookup, type LookupRequest, type Wording } from './lookup.js';
import { SessionSpending } from './session-spending.js';
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
  /** Credits that the session may spend; no limit when left out. */
  readonly maxCredits?: number;
  /** What all requests of the ledger may spend in a day or a month; no limits when left out. */
  readonly periods?: PeriodLimits;
  readonly stopRule: StopRule;
  /** Records found in this session are reused until its end, whatever age was requested. */
  readonly reusesOwn: boolean;
  /** The sentences of errors, for whoever reads the answers. */
  readonly wording: Wording;
  /** Told of long waits, and of what may be paid for twice, before it is sent. */
  readonly tell?: (event: LookupEvent) => void;
}

/** Options of one lookup. */
export interface LookupCall {
  readonly client: ServiceClient;
  /** Ends waits; a running request is completed, because it may be charged. */
  readonly stop: AbortSignal;
  /** Epoch ms that no wait for another process or for the balance may pass. */
  readonly until: number;
}

/**
 * A session of single lookups. It knows which requests run, when to stop and what may be spent; the ledger
 * knows what every session asks for and which outcomes are unknown. The money rules of single lookups are here, for command, library and MCP.
 */
export interface LookupSession {
  /**
   * Looks up one identifier in the ledger, otherwise at the service. Failures are part of the answer.
   *
   * @throws UsageError for an invalid birth date; nothing was requested then
   */
  lookUp(request: LookupRequest, call: LookupCall): Promise<Lookup>;
  /**
   * Notes that a record has been shown to whoever asked. Until then the next same lookup gets it, without paying
   * again. Never rejects for a reason that is known.
   */
  shown(lookup: Lookup): Promise<void>;
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
    found: new Set(),
    spending: new SessionSpending(options),
    watch: createWatch(options),
  };
  return {
    isOver: () => stoppedBy(session) !== undefined,
    shown: (lookup) => noteShown(session, lookup),
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
  /** The identifiers whose records are reused until the end of the session. */
  readonly found: Set<string>;
  readonly spending: SessionSpending;
  /** Since when the session watches each doubt: several calls together may wait for what one has no time for. */
  readonly watch: Watch;
}

/**
 * Answers without a request where possible: from the ledger, or because the outcome is unknown, the
 * session is over, or the caller stopped it.
 */
async function lookUp(session: Session, request: LookupRequest, call: LookupCall): Promise<Lookup> {
  const known = await findHere(session, request);
  if (known !== undefined) {
    await noteReused(session, request);
    return known;
  }
  const because = stoppedBy(session);
  if (because === undefined && !call.stop.aborted) return payFor(session, request, call);
  // An error of the ledger gives way to what ended the session.
  const doubt = await doubtAbout(session, request).catch(() => undefined);
  if (doubt !== undefined) return doubt;
  if (because !== undefined) return notAskedLookup(request, because, session.wording);
  return failedLookup(request, asKnownError(call.stop.reason), session.wording);
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

function payFor(session: Session, request: LookupRequest, call: LookupCall): Promise<Lookup> {
  const client = call.client.within({ stop: call.stop });
  return session.spending.within(priceKindOf(request), client, (cost) =>
    pay(session, request, call, cost),
  );
}

function priceKindOf({ kind, birthDate }: LookupRequest): PriceKind {
  return birthDate === undefined ? kind : 'realtime';
}

/** Begins the lookup in the ledger, and sends the request. `cost`: what it may cost, and the limits that must cover it. */
async function pay(
  session: Session,
  request: LookupRequest,
  { client, stop, until }: LookupCall,
  cost: Cost,
): Promise<Lookup> {
  const { tell = () => undefined } = session;
  const unchanged = testService(session);
  const ended = AbortSignal.any([stop, session.resting.signal]);
  const waiting = { client, stop: ended, until, tell, cost };
  const beginning = await beginLookup({ ...session, ...waiting }, request).catch(
    stoppedIn(ended, request, session),
  );
  if (beginning.is !== 'begun') unchanged();
  if (beginning.is === 'answered') return beginning.lookup;
  const bounded = { ...session, client: client.within({ stop: ended }) };
  const lookup = await askService(bounded, request, beginning.num);
  remember(session, request, lookup);
  return lookup;
}

/**
 * After a rest, the others wait for this request. The returned function takes that back, for a request that was
 * not sent after all.
 */
function testService(session: Session): () => void {
  const { standing, stopRule, clock } = session;
  const testing = beforeAsking(standing, stopRule, clock.now());
  session.standing = testing;
  return () => {
    if (session.standing === testing) session.standing = standing;
  };
}

/** A wait that was stopped is the answer; nothing was requested. */
function stoppedIn(ended: AbortSignal, request: LookupRequest, { wording }: Session) {
  return (error: unknown): Beginning => {
    if (!ended.aborted || error !== ended.reason) throw error;
    return { is: 'answered', lookup: failedLookup(request, asKnownError(error), wording) };
  };
}

/** Remembers the outcome, for the identifier and for the session. */
function remember(session: Session, request: LookupRequest, lookup: Lookup): void {
  const key = keyOf(request);
  if (session.reusesOwn && lookup.answer.status === 'found') session.found.add(key);
  session.standing = afterAsking(session.standing, lookup, session.stopRule, session.clock.now());
  const because = stoppedBy(session);
  if (because === undefined) return;
  // Cancels lookups that still wait for the rate limit or for a retry.
  session.resting.abort(notAsked(because));
  session.resting = new AbortController();
}

function stoppedBy({ standing, clock }: Session) {
  return whyStopped(standing, clock.now());
}
