import { lookUp, lookupError, type Lookup, type LookupDeps } from '../batch/lookup.js';
import type { ConfereError, ErrorKind } from '../errors.js';
import type { IdentifierKind } from '../identifiers/index.js';
import { invalidAnswer, readIdentifier } from '../output/invalid.js';

/** After these every further request would end the same way. */
const ENDS_ALL: ReadonlySet<ErrorKind> = new Set([
  'auth',
  'usage',
  'credits',
  'network',
  'rate_limited',
]);
/** A service that leaves so many answers out in a row may be charging for each of them. */
const LOST_IN_A_ROW = 3;

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
  let lost = 0;
  // What a series paid for itself is fresh enough, whatever `reuseSince` says.
  const paid = new Set<string>();
  const judge = ({ failure }: Lookup): void => {
    lost = failure?.kind === 'unconfirmed' ? lost + 1 : 0;
    if (failure === undefined) return;
    if (ENDS_ALL.has(failure.kind) || lost >= LOST_IN_A_ROW) ended = failure;
  };
  return {
    isOver: () => ended !== undefined,
    async next(input) {
      const reading = readIdentifier(input, kind);
      if (!reading.valid) return { answer: invalidAnswer(input, kind, reading.advice) };
      const { id } = reading;
      const request = { ...options, input, id, ...(paid.has(id) ? { reuseSince: 0 } : {}) };
      if (ended !== undefined) return notAsked(request, ended);
      const lookup = await lookUp(deps, request);
      judge(lookup);
      if (lookup.answer.status === 'found') paid.add(id);
      return lookup;
    },
  };
}

function notAsked(
  { input, kind, id }: { input: string; kind: IdentifierKind; id: string },
  failure: ConfereError,
): Lookup {
  const { httpStatus, message } = lookupError(failure);
  const told = `Not asked, because one before it failed: ${message}`;
  const error = { code: 'not_asked', message: told, httpStatus };
  return { answer: { input, kind, id, status: 'error', error }, failure };
}
