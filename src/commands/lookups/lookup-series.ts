import {
  fromLedger,
  lookUp,
  lookupError,
  type Lookup,
  type LookupDeps,
  type LookupRequest,
} from '../../lookups/lookup.js';
import type { ConfereError, ErrorKind } from '../../errors.js';
import type { IdentifierKind } from '../../identifiers/index.js';
import { invalidAnswer, readIdentifier } from '../../output/lookups/identifier-advice.js';
import { say } from '../../text/index.js';

/** After these every further request would end the same way. */
const ENDS_ALL: ReadonlySet<ErrorKind> = new Set([
  'auth',
  'usage',
  'credits',
  'network',
  'rate_limited',
]);
/** A service that fails so often in a row, or leaves the answers out and may be charging, is not asked on. */
const FAILED_IN_A_ROW = 3;

export interface SeriesOptions {
  readonly kind: IdentifierKind;
  /** Epoch ms. */
  readonly reuseSince: number;
  readonly birthDate?: string;
}

export interface LookupSeries {
  /** Whether nothing is asked any more; what follows gets the error that ended the series. */
  isOver(): boolean;
  /** An invalid identifier never reaches the service and never stops the rest. */
  next(input: string): Promise<Lookup>;
}

/** Looks up one identifier after another and remembers when it is of no use to ask any further. */
export function createSeries(deps: LookupDeps, options: SeriesOptions): LookupSeries {
  const { kind } = options;
  let ended: ConfereError | undefined;
  let failed = 0;
  // Nobody asks a second time by himself for what may have been charged.
  const doubtful = new Map<string, Lookup>();
  // What a series paid for itself is fresh enough, whatever `reuseSince` says.
  const paid = new Set<string>();
  const judge = ({ failure }: Lookup): void => {
    failed = failure?.kind === 'unconfirmed' || failure?.kind === 'service' ? failed + 1 : 0;
    if (failure === undefined) return;
    if (ENDS_ALL.has(failure.kind) || failed >= FAILED_IN_A_ROW) ended = failure;
  };
  return {
    isOver: () => ended !== undefined,
    async next(input) {
      const reading = readIdentifier(input, kind);
      if (!reading.valid) return { answer: invalidAnswer(input, kind, reading.advice) };
      const { id } = reading;
      const request = { ...options, input, id, ...(paid.has(id) ? { reuseSince: 0 } : {}) };
      const before = doubtful.get(id);
      if (before !== undefined) return { ...before, answer: { ...before.answer, input } };
      if (ended !== undefined) return paidBefore(deps, request) ?? notAsked(request, ended);
      const lookup = await lookUp(deps, request);
      judge(lookup);
      if (lookup.failure?.kind === 'unconfirmed') doubtful.set(id, lookup);
      if (lookup.answer.status === 'found') paid.add(id);
      return lookup;
    },
  };
}

/** A ledger that is of no use any more is told by the error that ended the series. */
function paidBefore({ ledger }: LookupDeps, request: LookupRequest): Lookup | undefined {
  try {
    return fromLedger(ledger, request);
  } catch {
    return undefined;
  }
}

function notAsked(
  { input, kind, id }: { input: string; kind: IdentifierKind; id: string },
  failure: ConfereError,
): Lookup {
  const { httpStatus, message } = lookupError(failure);
  const told = say`Not asked, because one before it failed: ${message}`;
  const error = { code: 'not_asked', message: told, httpStatus };
  return { answer: { input, kind, id, status: 'error', error }, failure };
}
