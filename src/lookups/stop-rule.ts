import { ConfereError, type ErrorKind } from '../errors.js';
import { UNWRITABLE } from './kept-records.js';
import { lookupError, type Lookup, type LookupRequest, type Wording } from './lookup.js';

/** When a session stops sending requests. */
export interface StopRule {
  /** Whether a failure ends the session. */
  readonly endsAt: (failure: ConfereError) => boolean;
  /** How long (ms) no request is sent after three failures in a row. */
  readonly rest: number;
}

/** After these errors, every further request of a list would fail the same way. */
const ENDS_A_LIST: ReadonlySet<ErrorKind> = new Set([
  'auth',
  'usage',
  'credits',
  'network',
  'ledger',
  'rate_limited',
]);
/** These errors say nothing about the service: the user stopped the lookup, or nothing was sent. */
const SAYS_NOTHING: ReadonlySet<ErrorKind> = new Set(['interrupted', 'terminated']);
/**
 * After this many failures in a row the session stops: the service is down, or it charges without
 * answering.
 */
const FAILED_IN_A_ROW = 3;
const REST = 60_000;

/** For a list of identifiers given at once. An error that ends the list ends it for good. */
export const listRule: StopRule = {
  endsAt: ({ kind }) => ENDS_A_LIST.has(kind),
  rest: Infinity,
};

/**
 * For a session without a fixed end: a key, a balance or a network may work again later. A record that
 * could not be stored still ends it, because the next one would be paid for and lost, too.
 */
export const standingRule: StopRule = {
  endsAt: ({ code }) => code === UNWRITABLE,
  rest: REST,
};

/** What a session remembers about its requests. */
export interface Standing {
  /** Failures in a row. */
  readonly failed: number;
  /** No request is sent until then (epoch ms), because of this failure. */
  readonly stopped?: { readonly because: ConfereError; readonly until: number };
}

export const atStart: Standing = { failed: 0 };

/** The new state after a request to the service; answers from the ledger do not change it. */
export function afterAsking(
  before: Standing,
  { failure }: Lookup,
  rule: StopRule,
  now: number,
): Standing {
  const isEnded = before.stopped?.until === Infinity;
  if (isEnded || (failure !== undefined && saysNothing(failure))) return before;
  if (failure === undefined) return atStart;
  const isFailed = failure.kind === 'unconfirmed' || failure.kind === 'service';
  const failed = isFailed ? before.failed + 1 : 0;
  if (rule.endsAt(failure)) return { failed, stopped: { because: failure, until: Infinity } };
  if (failed < FAILED_IN_A_ROW) return { failed };
  return { failed, stopped: { because: failure, until: now + rule.rest } };
}

/** Why no request may be sent now; undefined if it may. */
export function whyStopped({ stopped }: Standing, now: number): ConfereError | undefined {
  return stopped !== undefined && now < stopped.until ? stopped.because : undefined;
}

/** After a rest, one request tests the service; the others wait until it has an answer. */
export function beforeAsking(before: Standing, { rest }: StopRule, now: number): Standing {
  const { stopped } = before;
  return stopped === undefined ? before : { ...before, stopped: { ...stopped, until: now + rest } };
}

function saysNothing({ kind, code }: ConfereError): boolean {
  return SAYS_NOTHING.has(kind) || code === NOT_ASKED;
}

/** The code for an identifier that was not requested because of an earlier error. */
export const NOT_ASKED = 'not_asked';

/** The failure of a lookup that is not sent any more. Its own outcome is known, whatever `because` is. */
export function notAsked(because: ConfereError): ConfereError {
  const kind = because.kind === 'unconfirmed' ? 'service' : because.kind;
  const { code, facts, message } = because;
  const told = { because: { code, facts, message }, kind };
  return new ConfereError(NOT_ASKED, told, { cause: because });
}

export function notAskedLookup(
  { input, kind, id }: LookupRequest,
  because: ConfereError,
  wording: Wording,
): Lookup {
  const failure = notAsked(because);
  const { httpStatus } = lookupError(because, wording);
  const error = { ...lookupError(failure, wording), httpStatus };
  return { answer: { input, kind, id, status: 'error', error }, failure };
}
