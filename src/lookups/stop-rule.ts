import type { Clock } from '../base/clock.js';
import { ConfereError, isStop } from '../base/errors.js';
import type { ErrorKind } from '../base/facts.js';
import type { LookupResult } from './answer.js';

/** When a session stops sending. */
export interface SessionRule {
  /** Whether the session ends for good with this failure. */
  readonly isEndedBy: (failure: ConfereError) => boolean;
  /** How long (ms) nothing is sent after three failures in a row. */
  readonly rest: number;
  /** Records that the session fetched are reused until its end, whatever `reuseSince` says. */
  readonly reusesSessionRecords: boolean;
}

/** After a failure of these kinds, every further request would fail the same way. */
const ENDS_A_LIST: ReadonlySet<ErrorKind> = new Set([
  ...(['auth', 'usage', 'credits', 'network', 'ledger', 'rate_limited'] as const),
]);
/** After so many failures in a row the service is probably down, or charges without answering. */
const FAILED_IN_A_ROW = 3;

/** The code of the failure that accompanies a paid record which could not be stored. */
export const UNWRITABLE = 'ledger_unwritable';

/** The rule for a list of identifiers: it never goes on after it has stopped. */
export const listRule: SessionRule = {
  isEndedBy: ({ kind }) => ENDS_A_LIST.has(kind),
  rest: Infinity,
  reusesSessionRecords: true,
};

/**
 * The rule for a program that asks again and again. It ends after a record cannot be stored: the next paid record would
 * be lost as well.
 */
export const persistentRule: SessionRule = {
  isEndedBy: ({ code }) => code === UNWRITABLE,
  rest: 60_000,
  reusesSessionRecords: false,
};

/** Decides from the earlier answers of a session whether it may send another request. */
export function createBreaker({ isEndedBy, rest }: SessionRule, { now }: Pick<Clock, 'now'>) {
  let failed = 0;
  let stopped: { readonly because: ConfereError; readonly until: number } | undefined;
  let resting = new AbortController();
  const reason = () =>
    stopped !== undefined && now() < stopped.until ? stopped.because : undefined;
  return {
    reason,
    signal: (): AbortSignal => resting.signal,
    /** Lets one request test the service after a rest. Returns a function to call if that request was not sent. */
    beginTest() {
      const before = stopped;
      const testing = before && { ...before, until: now() + rest };
      stopped = testing;
      return () => {
        if (stopped === testing) stopped = before;
      };
    },
    /** Counts an answer, and stops the session if the rule says so. */
    record({ failure }: LookupResult) {
      if (stopped?.until !== Infinity && !isUninformative(failure)) {
        failed = failure?.kind === 'unconfirmed' || failure?.kind === 'service' ? failed + 1 : 0;
        const isEnd = failure !== undefined && isEndedBy(failure);
        const mustStop = failure !== undefined && (isEnd || failed >= FAILED_IN_A_ROW);
        stopped = mustStop
          ? { because: failure, until: isEnd ? Infinity : now() + rest }
          : undefined;
      }
      const because = reason();
      if (because === undefined) return;
      resting.abort(buildNotAskedError(because));
      resting = new AbortController();
    },
  };
}

const NOT_ASKED = 'not_asked';

function isUninformative(failure: ConfereError | undefined): boolean {
  return failure !== undefined && (isStop(failure) || failure.code === NOT_ASKED);
}

/** Builds the error of a lookup that is not sent because of an earlier failure. */
export function buildNotAskedError(because: ConfereError): ConfereError {
  const kind = because.kind === 'unconfirmed' ? 'service' : because.kind;
  const { code, facts, message } = because;
  const cause = { code, facts, message };
  return new ConfereError(NOT_ASKED, { because: cause, kind }, { cause: because });
}
