import type { Clock } from '../base/clock.js';
import { ConfereError, isStop } from '../base/errors.js';
import type { ErrorKind } from '../base/facts.js';
import type { LookupResult } from './answer.js';

/** When a session stops sending. */
export interface SessionRule {
  /** Whether the session ends for good with this failure. */
  readonly isEndedBy: (failure: ConfereError) => boolean;
  /** How long (ms) nothing is sent after three failures in a row. */
  readonly restTime: number;
  /** Records that the session fetched are reused until its end, whatever `reuseSince` says. */
  readonly reusesSessionRecords: boolean;
}

/** After a failure of these kinds, every further request would fail the same way. */
const ENDS_A_LIST: ReadonlySet<ErrorKind> = new Set([
  ...(['auth', 'usage', 'credits', 'network', 'ledger', 'rate_limited'] as const),
]);
/** The number of failures in a row that stops a session: the service is probably down, or charges without answering. */
const STOP_AFTER_FAILURES = 3;

/** The code of the failure that accompanies a paid record which could not be stored. */
export const UNWRITABLE = 'ledger_unwritable';

/** The rule for a list of identifiers: it never goes on after it has stopped. */
export const listRule: SessionRule = {
  isEndedBy: ({ kind }) => ENDS_A_LIST.has(kind),
  restTime: Infinity,
  reusesSessionRecords: true,
};

/**
 * The rule for a program that asks again and again. It ends after a record cannot be stored: the next paid record would
 * be lost as well.
 */
export const persistentRule: SessionRule = {
  isEndedBy: ({ code }) => code === UNWRITABLE,
  restTime: 60_000,
  reusesSessionRecords: false,
};

/** Decides from the earlier answers of a session whether it may send another request. */
export function createBreaker({ isEndedBy, restTime }: SessionRule, { now }: Pick<Clock, 'now'>) {
  let failedInARow = 0;
  let activeStop: { readonly because: ConfereError; readonly until: number } | undefined;
  let stopController = new AbortController();
  const findStopReason = () =>
    activeStop !== undefined && now() < activeStop.until ? activeStop.because : undefined;
  return {
    findStopReason,
    signal: (): AbortSignal => stopController.signal,
    /**
     * Stops all other requests for another rest, so that after a rest one request tries the service alone. Returns a
     * function that undoes this if the request was not sent.
     */
    beginTrial() {
      const previousStop = activeStop;
      const trialStop = previousStop && { ...previousStop, until: now() + restTime };
      activeStop = trialStop;
      return () => {
        if (activeStop === trialStop) activeStop = previousStop;
      };
    },
    /** Counts an answer, and stops the session if the rule says so. */
    record({ failure }: LookupResult) {
      if (activeStop?.until !== Infinity && !isUninformative(failure)) {
        failedInARow =
          failure?.kind === 'unconfirmed' || failure?.kind === 'service' ? failedInARow + 1 : 0;
        const isEnd = failure !== undefined && isEndedBy(failure);
        const mustStop = failure !== undefined && (isEnd || failedInARow >= STOP_AFTER_FAILURES);
        activeStop = mustStop
          ? { because: failure, until: isEnd ? Infinity : now() + restTime }
          : undefined;
      }
      const because = findStopReason();
      if (because === undefined) return;
      stopController.abort(buildNotAskedError(because));
      stopController = new AbortController();
    },
  };
}

const NOT_ASKED = 'not_asked';

/** Whether a failure says nothing about the service, because the lookup was stopped or never sent. */
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
