import type { Clock } from '../base/clock.js';
import { ConfereError, isStop } from '../base/errors.js';
import type { ErrorKind } from '../base/facts.js';
import type { Lookup } from './answer.js';

/** What ends a session, and what answers until then. */
export interface SessionRule {
  readonly endsAt: (failure: ConfereError) => boolean;
  /** Ms without a request after three failures in a row. */
  readonly rest: number;
  /** Records of this session answer to its end, whatever age was requested. */
  readonly reusesOwn: boolean;
}

/** Every further request would fail the same way. */
const ENDS_A_LIST: ReadonlySet<ErrorKind> = new Set([
  ...(['auth', 'usage', 'credits', 'network', 'ledger', 'rate_limited'] as const),
]);
/** The service is down, or charges without an answer. */
const FAILED_IN_A_ROW = 3;

/** The code of a failure that has a record: it was paid for and could not be stored. */
export const UNWRITABLE = 'ledger_unwritable';

/** An error that ends a list ends it for good. */
export const listRule: SessionRule = {
  endsAt: ({ kind }) => ENDS_A_LIST.has(kind),
  rest: Infinity,
  reusesOwn: true,
};

/** What could not be stored ends it: the next record would be lost, too. */
export const persistentRule: SessionRule = {
  endsAt: ({ code }) => code === UNWRITABLE,
  rest: 60_000,
  reusesOwn: false,
};

/** Whether a session may send requests, as far as the earlier ones show. */
export function createBreaker({ endsAt, rest }: SessionRule, { now }: Pick<Clock, 'now'>) {
  let failed = 0;
  let stopped: { readonly because: ConfereError; readonly until: number } | undefined;
  let resting = new AbortController();
  const why = () => (stopped !== undefined && now() < stopped.until ? stopped.because : undefined);
  return {
    why,
    signal: (): AbortSignal => resting.signal,
    /** After a rest, one request tests the service. The function that it returns takes that back: it was not sent. */
    test() {
      const before = stopped;
      const testing = before && { ...before, until: now() + rest };
      stopped = testing;
      return () => {
        if (stopped === testing) stopped = before;
      };
    },
    asked({ failure }: Lookup) {
      if (stopped?.until !== Infinity && !saysNothing(failure)) {
        failed = failure?.kind === 'unconfirmed' || failure?.kind === 'service' ? failed + 1 : 0;
        const isEnd = failure !== undefined && endsAt(failure);
        const isStop = failure !== undefined && (isEnd || failed >= FAILED_IN_A_ROW);
        stopped = isStop ? { because: failure, until: isEnd ? Infinity : now() + rest } : undefined;
      }
      const because = why();
      if (because === undefined) return;
      resting.abort(notAsked(because));
      resting = new AbortController();
    },
  };
}

const NOT_ASKED = 'not_asked';

function saysNothing(failure: ConfereError | undefined): boolean {
  return failure !== undefined && (isStop(failure) || failure.code === NOT_ASKED);
}

export function notAsked(because: ConfereError): ConfereError {
  const kind = because.kind === 'unconfirmed' ? 'service' : because.kind;
  const { code, facts, message } = because;
  const told = { because: { code, facts, message }, kind };
  return new ConfereError(NOT_ASKED, told, { cause: because });
}
