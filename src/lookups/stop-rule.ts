import { ConfereError, type ErrorKind } from '../errors.js';
import { say } from '../text/index.js';
import { UNWRITABLE } from './kept-records.js';
import { lookupError, type Lookup, type LookupRequest } from './lookup.js';

/** When a session asks nothing any more. */
export interface StopRule {
  /** Whether a failure ends the session. */
  readonly endsAt: (failure: ConfereError) => boolean;
  /** How long nothing is asked after three failures in a row, in ms. */
  readonly rest: number;
}

/** After these, every further request of a list would end the same way. */
const ENDS_A_LIST: ReadonlySet<ErrorKind> = new Set([
  'auth',
  'usage',
  'credits',
  'network',
  'rate_limited',
]);
/** These say nothing about the service: somebody did not want to wait any longer, or nothing was sent. */
const SAYS_NOTHING: ReadonlySet<ErrorKind> = new Set(['interrupted', 'terminated']);
/** A service that fails so often in a row, or leaves the answers out and may be charging, is not asked on. */
const FAILED_IN_A_ROW = 3;
const REST = 60_000;

/** For a list of identifiers that somebody gave at once: what ends it, ends it for good. */
export const listRule: StopRule = {
  endsAt: ({ kind }) => ENDS_A_LIST.has(kind),
  rest: Infinity,
};

/**
 * For a session without an end of its own, in which a key, a balance or a network may become good again.
 * What could not be stored ends it all the same: the next record would be paid for and lost, too.
 */
export const standingRule: StopRule = {
  endsAt: ({ code }) => code === UNWRITABLE,
  rest: REST,
};

/** What a session remembers of its requests. */
export interface Standing {
  /** Failures in a row. */
  readonly failed: number;
  /** Nothing is asked until then (epoch ms), because of this failure. */
  readonly stopped?: { readonly because: ConfereError; readonly until: number };
}

export const atStart: Standing = { failed: 0 };

/** What is remembered after the service was asked; what the ledger answered does not come here. */
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

/** Why nothing is asked now; undefined where the service may be asked. */
export function whyStopped({ stopped }: Standing, now: number): ConfereError | undefined {
  return stopped !== undefined && now < stopped.until ? stopped.because : undefined;
}

/** After a rest one request tries how the service is; the others rest on until it has its answer. */
export function beforeAsking(before: Standing, { rest }: StopRule, now: number): Standing {
  const { stopped } = before;
  return stopped === undefined ? before : { ...before, stopped: { ...stopped, until: now + rest } };
}

function saysNothing({ kind, code }: ConfereError): boolean {
  return SAYS_NOTHING.has(kind) || code === NOT_ASKED;
}

/** The code of an identifier that nobody was asked for, because of an error before. */
export const NOT_ASKED = 'not_asked';

/** The failure of what is not asked any more. It is in no doubt itself, whatever `because` is. */
export function notAsked(because: ConfereError): ConfereError {
  const { message } = lookupError(because);
  const told = say`Not asked, because one before it failed: ${message}`;
  const kind = because.kind === 'unconfirmed' ? 'service' : because.kind;
  return new ConfereError(kind, NOT_ASKED, told, { cause: because });
}

export function notAskedLookup({ input, kind, id }: LookupRequest, because: ConfereError): Lookup {
  const failure = notAsked(because);
  const { httpStatus } = lookupError(because);
  const error = { code: NOT_ASKED, message: failure.message, httpStatus };
  return { answer: { input, kind, id, status: 'error', error }, failure };
}
